"""How many of the violations that a result file of `threadproof bench` lists really happen when the compiled program is run.

    python bench/replays.py auto.csv TASKS --options '--data-model ILP32' --every 4 --out bench/results/replays.csv

TASKS is the folder that the folders of the tasks lie in. Each violation is found once more by the engine that found it, with a
certificate, which `threadproof replay` enforces on the binary that gcc makes. What `--out` holds already is not run again."""

from __future__ import annotations

import argparse
import csv
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import BenchRow

SECONDS = "60"


def replay(row: BenchRow, file: Path, options: Sequence[str]) -> str:
    """FIRED(...), DIFFERENT(...), UNKNOWN(...), or that there was nothing to replay."""
    program = [sys.executable, "-m", "threadproof"]
    with tempfile.TemporaryDirectory() as folder:
        certificate = str(Path(folder) / "certificate.json")
        search = ["verify", str(file), "--engine", row.engine, "--certificate", certificate, "--timeout", SECONDS, "--quiet"]
        subprocess.run([*program, *search, *options], capture_output=True, check=False)
        if not Path(certificate).exists():
            return "no violation"
        words = [*program, "replay", str(file), certificate, "--timeout", SECONDS, "--quiet"]
        found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip().splitlines()
    return found[-1].removeprefix("REPLAY: ") if found else "nothing"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", type=Path)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--options", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("replays.csv"))
    args = parser.parse_args(argv)
    done: dict[str, str] = {}
    if args.out.exists():
        with args.out.open(newline="", encoding="utf-8") as file:
            done = dict(csv.reader(file))
    rows = [row for row in results.read(args.csv) if row.verdict == "FALSE"][:: args.every]
    for row in rows:
        if row.task not in done:
            done[row.task] = replay(row, args.tasks / row.task, shlex.split(args.options))
            with args.out.open("a", newline="", encoding="utf-8") as file:
                csv.writer(file).writerow((row.task, done[row.task]))
    counts = Counter(done[row.task].partition("(")[0] for row in rows)
    print(f"{len(rows)} violations: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))
    for row in rows:
        if not done[row.task].startswith("FIRED"):
            print(f"{row.task}: {done[row.task]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
