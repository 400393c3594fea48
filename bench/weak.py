"""Figures of weak memory: which model breaks which program of bench/weak, which fences repair it, and the time of each engine.

    python bench/weak.py verdicts --timeout 20 --engines explicit abstraction > verdicts.md
    python bench/weak.py repairs --timeout 100 --engines ordering > repairs.md
    python bench/weak.py engines --seconds 60 --models tso pso rmo > engines.md

Seconds are of the processor, with the start of the program, so that other work on the machine matters little; `--seconds` is a
limit of the same kind, for each process, and `--timeout` one by the clock. `engines`: one row per program, one column per engine,
and in it one answer per model."""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

PROGRAMS = ("peterson", "dekker", "bakery", "szymanski", "lamport", "seqlock", "ring", "deque", "latch", "monitor")
MODELS = ("sc", "tso", "pso", "rmo", "power")
BUFFERED = MODELS[:3]  # what every engine knows completely
OTHERS = ("explicit", "abstraction", "impact", "simulation", "bmc")
FOLDER = Path(__file__).parent / "weak"


def run(program: str, model: str, timeout: float, *options: str, seconds: int = 0) -> tuple[dict[str, object], float]:
    """The answer and the seconds of the processor; `seconds`: at most so many."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = ["threadproof", "verify", f"{FOLDER / program}.c", "--memory-model", model, "--quiet", "--json", str(out)]
        command += ["--timeout", str(timeout), *options]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
            if seconds:
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds + 5))
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


def engines(programs: Sequence[str], models: Sequence[str], seconds: int, names: Sequence[str]) -> Iterator[str]:
    yield f"| program | {' | '.join(names)} |"
    yield f"|{'---|' * (len(names) + 1)}"
    for program in programs:
        cells = []
        for engine in names:
            answers = []
            for model in models:
                found, used = run(program, model, 100_000, "--engine", engine, seconds=seconds)
                word = {"TRUE": "T", "FALSE": "F", "UNKNOWN": "?"}.get(str(found["verdict"]), "-")
                answers.append("-" if used >= seconds or word == "-" else f"{word} {used:.1f}")
            cells.append(", ".join(answers))
        yield f"| {program} | {' | '.join(cells)} |"


def repairs(programs: Sequence[str], timeout: float, engines: Sequence[str]) -> Iterator[str]:
    yield "| program | model | fences | where | sets tried | seconds |"
    yield f"|{'---|' * 6}"
    for program in programs:
        for model in MODELS[1:]:
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
    parser.add_argument("what", choices=("verdicts", "repairs", "engines"))
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--engines", nargs="+")
    parser.add_argument("--models", nargs="+", default=BUFFERED, choices=MODELS)
    parser.add_argument("--programs", nargs="+", default=PROGRAMS)
    given = parser.parse_args()
    if given.what == "engines":
        lines = engines(given.programs, given.models, given.seconds, given.engines or OTHERS)
    else:
        make = verdicts if given.what == "verdicts" else repairs
        lines = make(given.programs, given.timeout, given.engines or ["explicit"])
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
