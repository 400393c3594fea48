"""python -m bench.fairthreads [--timeout S] [NAME...]: verdict, states and seconds of the FairThreads benchmarks, as rows of a
table. `explicit` runs the narrow versions; of the programs it is told which are wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from bench.fair.families import find, names, program

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

COLUMNS = {
    "explicit": {"engine": "explicit"},
    "simulation, fixed": {"engine": "simulation", "order": "fixed"},
    "simulation": {"engine": "simulation"},
    "abstraction": {"engine": "abstraction"},
}
SIZES = ("states", "nodes", "abstract_states", "arg_nodes")


def cell(path: Path, options: dict[str, str], timeout: float, expected: str) -> str:
    started = time.monotonic()
    found = verify(str(path), Config(timeout=timeout, **options))  # type: ignore[arg-type]
    seconds = time.monotonic() - started
    if found.verdict == "UNKNOWN":
        return "time" if found.reason == "timeout" else f"? {found.reason[:30]}"
    count = next((int(found.counters[name]) for name in SIZES if name in found.counters), None)
    wrong = "" if found.verdict == expected else " **WRONG**"
    return ("" if count is None else f"{count:,} / ") + f"{seconds:.1f} s{wrong}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.fairthreads")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--timeout", type=float, default=30.0)
    parser.add_argument("--columns", default=",".join(COLUMNS), help="which ones, with commas between")
    given = parser.parse_args()
    columns = [name.strip() for name in given.columns.replace("simulation, fixed", "simulation fixed").split(",")]
    chosen = {name.replace(",", ""): (name, options) for name, options in COLUMNS.items()}
    print("| | | " + " | ".join(chosen[column][0] for column in columns) + " |")
    print("|---" * (len(columns) + 2) + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        for name in given.names or names():
            expected = find(name)[0].verdict
            cells = []
            for column in columns:
                path.write_text(program(name, narrow=column == "explicit"))
                cells.append(cell(path, chosen[column][1], given.timeout, expected))
            print(f"| {name} | {expected} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
