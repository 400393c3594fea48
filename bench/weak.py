"""Figures of weak memory: which model breaks which program of bench/weak, which fences repair it, and the time of each engine.

    python bench/weak.py verdicts --timeout 20 --engines explicit abstraction > verdicts.md
    python bench/weak.py repairs --timeout 100 --engines ordering > repairs.md

Seconds are of the processor, with the start of the program, so that other work on the machine matters little."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

PROGRAMS = ("peterson", "dekker", "bakery", "szymanski", "lamport", "seqlock", "ring", "deque", "latch", "monitor")
MODELS = ("sc", "tso", "pso", "rmo", "power")
BUFFERED = MODELS[:3]  # what every engine knows
FOLDER = Path(__file__).parent / "weak"


def run(program: str, model: str, timeout: float, *options: str) -> tuple[dict[str, object], float]:
    """The answer and the seconds of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = ["threadproof", "verify", f"{FOLDER / program}.c", "--memory-model", model, "--quiet", "--json", str(out)]
        with subprocess.Popen([*command, "--timeout", str(timeout), *options], stdout=subprocess.DEVNULL) as process:
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "ERROR", "reason": ""}
    return found, usage.ru_utime + usage.ru_stime


def verdicts(programs: Sequence[str], timeout: float, engines: Sequence[str]) -> Iterator[str]:
    pairs = [(model, engine) for engine in engines for model in (MODELS if engine == "ordering" else BUFFERED)]
    columns = [f"{model} {engine}" for model, engine in pairs]
    yield f"| program | {' | '.join(columns)} |"
    yield f"|{'---|' * (len(columns) + 1)}"
    for program in programs:
        cells = []
        for model, engine in pairs:
            found, seconds = run(program, model, timeout, "--engine", engine)
            cells.append(f"{found['verdict']} {seconds:.1f}" if found["verdict"] != "UNKNOWN" else f"? {found['reason']}")
        yield f"| {program} | {' | '.join(cells)} |"


def repairs(programs: Sequence[str], timeout: float, engines: Sequence[str]) -> Iterator[str]:
    yield "| program | model | fences | where | sets tried | seconds |"
    yield f"|{'---|' * 6}"
    for program in programs:
        for model in MODELS[1:] if engines[0] == "ordering" else BUFFERED[1:]:
            found, seconds = run(program, model, timeout, "--engine", engines[0], "--suggest-fences")
            repair = found.get("repair")
            if not isinstance(repair, dict):
                words = "none needed" if found["verdict"] == "TRUE" else found["reason"]
                yield f"| {program} | {model} | {words} | | | {seconds:.1f} |"
                continue
            where = "; ".join(
                f"{place['place'].split(':')[0]} `{place['source']}` ({place['line']})" for place in repair["fences"]
            )
            count = len(repair["fences"]) if repair["status"] == "repaired" else f"{repair['status']}: {repair['reason']}"
            yield f"| {program} | {model} | {count} | {where} | {repair['tried']} | {seconds:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("verdicts", "repairs"))
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--engines", nargs="+", default=["explicit"])
    parser.add_argument("--programs", nargs="+", default=PROGRAMS)
    given = parser.parse_args()
    make = verdicts if given.what == "verdicts" else repairs
    for line in make(given.programs, given.timeout, given.engines):
        print(line, flush=True)


if __name__ == "__main__":
    main()
