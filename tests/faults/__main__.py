"""`python -m tests.faults`: 100 interrupts, 50 killed processes, 20 runs without memory, every output that cannot be written.

Exit 1 if anything went wrong. `--count N` for other numbers of interrupts (the rest in proportion), `--only KIND`, `--seed S`.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import tempfile
from pathlib import Path

from tests.faults.kinds import RANDOM, unwritable
from tests.faults.runs import Fault

SHARES = {"interrupt": 1.0, "kill": 0.5, "memory": 0.2, "bench": 0.1}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Runs that are disturbed at random moments.")
    parser.add_argument("--count", type=int, default=100, help="interrupts; the other kinds in proportion")
    parser.add_argument("--only", choices=(*RANDOM, "output"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = 0
    ends: collections.Counter[str] = collections.Counter()
    slowest: dict[str, float] = {}

    def note(kind: str, fault: Fault) -> None:
        nonlocal wrong
        wrong += bool(fault.wrong)
        ends[f"{kind}: exit {fault.code}"] += 1
        slowest[kind] = max(slowest.get(kind, 0.0), fault.seconds)
        print(fault, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        if given.only in (None, "output"):
            for fault in unwritable(Path(folder)):
                note("output", fault)
        for kind, make in RANDOM.items():
            for number in range(round(given.count * SHARES[kind])) if given.only in (None, kind) else ():
                note(kind, make(random.Random(f"{given.seed} {kind} {number}"), Path(folder)))
    print("\n" + ", ".join(f"{count} x {end}" for end, count in sorted(ends.items())))
    print("longest from the disturbance to the end: " + ", ".join(f"{kind} {most:.1f} s" for kind, most in slowest.items()))
    print(f"{sum(ends.values())} runs, {wrong} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
