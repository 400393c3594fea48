"""python -m bench.ivl.pairs FOLDER: the models beside their sequentialised C versions, as a table of verdicts.

FOLDER holds the `.cil.c` files of the SystemC category of SV-COMP, whose names carry the verdict: the same designs with their
scheduler written in C. Exit 1 if a model has another verdict.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from bench.ivl.families import program

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

PAIRS = {
    "bist_cell": "bist-cell",
    "kundu": "kundu",
    "kundu1": "kundu-bug-1",
    "kundu2": "kundu-bug-2",
    "mem_slave_tlm.#": "mem-slave-tlm.#",
    "pc_sfifo_1": "pc-sfifo-sym-1",
    "pc_sfifo_2": "pc-sfifo-sym-2",
    "pipeline": "simple-pipeline",
    "token_ring.#": "token-ring.#",
    "toy": "toy-sym",
    "toy1": "toy-bug-1",
    "toy2": "toy-bug-2",
    "transmitter.#": "transmitter.#",
}
WRONG = {
    "pc_sfifo_1": "pc-sfifo-sym-bug-1",
    "pc_sfifo_2": "pc-sfifo-sym-bug-2",
    "pipeline": "simple-pipeline-bug",
    "token_ring.#": "token-ring-bug2.#",
}
"""Where the name of a design is that of a correct and of a wrong version."""


def model_of(stem: str, verdict: str) -> str | None:
    """The model of a C file, by the part of its name in front of the verdict."""
    for pattern, name in PAIRS.items():
        found = re.fullmatch(re.escape(pattern).replace("\\#", "#").replace("#", r"(\d+)"), stem)
        if found:
            name = WRONG.get(pattern, name) if verdict == "FALSE" else name
            return name.replace("#", str(int(found.group(1)))) if "#" in name else name
    return None


def judged(name: str, seconds: float) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.ivl"
        path.write_text(program(name))
        return verify(str(path), Config(engine="simulation", match="adaptive", timeout=seconds)).verdict


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.ivl.pairs")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    print("| C program | verdict | model | verdict |\n|---|---|---|---|")
    different = False
    for path in sorted(given.folder.glob("*.cil.c")):
        stem, stated = re.fullmatch(r"(.*?)_(true|false)-unreach-call.*", path.name).groups()  # type: ignore[union-attr]
        name = model_of(stem, stated.upper())
        found = "" if name is None else judged(name, given.seconds)
        different |= found not in ("", stated.upper())
        print(f"| {stem} | {stated.upper()} | {name or '(none)'} | {found} |", flush=True)
    return int(different)


if __name__ == "__main__":
    sys.exit(main())
