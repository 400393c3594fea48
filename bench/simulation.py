#!/usr/bin/env python3
"""The published tables of complete symbolic simulation, beside what `--engine simulation` does on the same families.

    python bench/simulation.py counts --out bench/results/simulation-counts.csv      # explored transitions per matcher
    python bench/simulation.py reductions --out bench/results/simulation-por.csv     # explored transitions per reduction
    python bench/simulation.py times --out bench/results/simulation-times.csv        # seconds, with the default options
    python bench/simulation.py matchers --timeout 10 --out bench/results/simulation-matchers.csv  # seconds per matcher
    python bench/simulation.py growth --out bench/results/simulation-growth.csv      # the largest size within a minute

Every run is a process of its own; seconds are processor time, the start included (`matchers` and
`growth`: of the search alone, without start and proof). Numbers of transitions do not depend on the machine.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.ivl.counts import FORK
from bench.ivl.families import program

# name -> published transitions with ESM_H, SBC-EQ, SBC-CV, ESS; "-": not solved
COUNTS = {
    "condition-builder.8": "382 64 64 64", "condition-builder.16": "12286 136 136 136", "condition-builder.32": "- 280 280 280",
    "counter-1.50": "159 159 159 154", "counter-2.50": "225 225 225 214", "counter-3.50": "310 310 310 286",
    "counter-4.50": "435 435 435 382", "counter-1.200": "609 - 609 -", "counter-4.200": "1335 - - -",
    "pc-sfifo-sym-1": "- - - 8", "pc-sfifo-sym-2": "- - - 11",
    "rbuf2-2": "- 12 12 8", "rbuf2-4": "- 30 30 12", "rbuf-2": "- 18 18 12", "rbuf-4": "- 170 170 68",
    "rbuf-2.1": "10 8 8 8", "rbuf-2.3": "58 20 20 20", "rbuf-2.5": "250 32 32 32", "rbuf-2.9": "- 56 56 56",
    "rbuf-4.1": "114 36 36 36", "rbuf-4.3": "- 104 104 104", "rbuf-4.5": "- 172 172 172",
    "symbolic-counter.1.3": "55 55 39 21", "symbolic-counter.1.6": "109 109 57 40", "symbolic-counter.1.9": "163 163 75 58",
    "symbolic-counter.1.15": "271 271 111 94", "symbolic-counter.2.9": "425 284 87 54", "symbolic-counter.7.9": "2439 349 147 23",
    "symmetric-accumulator.1": "15 10 10 10", "symmetric-accumulator.2": "37 17 17 -", "symmetric-accumulator.5": "345 38 38 -",
    "symmetric-accumulator.10": "11257 73 73 -",
    "token-ring.1": "9 9 9 9", "token-ring.6": "58 58 58 58", "token-ring.9": "100 100 100 100",
    "token-ring.13": "315 315 315 315", "token-ring.15": "435 435 435 435", "token-ring.17": "563 563 563 563",
    "token-ring.20": "765 765 765 765", "token-ring.25": "1125 1125 1125 1125",
}  # fmt: skip
MATCHERS = ("esmh", "sbc-eq", "sbc-cv", "ess")
# name -> published transitions with CT, STUB, STUB2, STUB-MIN, DPOR, DPOR+HBR
REDUCED = {
    "kundu": "275 275 275 275 263 263", "simple-pipeline": "2317 83 83 87 129 129",
    "symbolic-counter.1.15": "278 271 278 271 271 271", "symmetric-accumulator.5": "352 345 345 344 345 345",
    "term-counter-2.50": "377 233 237 233 233 233", "term-counter-3.100": "1962 576 582 576 576 576",
    "term-counter-4.200": "12611 1367 1375 1367 1367 1367", "token-ring.9": "9237 100 9237 100 3348 3320",
    "token-ring.13": "- 315 - 170 - 18413", "token-ring.20": "- 765 - 331 - -", "token-ring-bug.30": "- 189 - 594 189 189",
    "token-ring-bug2.20": "- 238 - 570 238 238", "transmitter-safe.9": "7427 40 40 65 3076 40",
    "transmitter-safe.13": "- 237 10896 113 - 20083", "transmitter-safe.20": "- 616 27464 202 - -",
    "transmitter.13": "53291 52 5415 109 52 52", "pressure-safe.25": "176 176 176 176 176 176",
    "pressure-safe.100": "701 701 701 701 701 701", "mem-slave-tlm.5": "27 27 27 27 27 27",
    "simple-fifo-1c2p.20": "31 31 31 31 31 31", "simple-fifo-2c1p.20": "43 43 43 43 43 43",
}  # fmt: skip
RIVALS = ("ceq", "pesm", "esm", "esmh", "psbc-eq", "psbc-cv", "sbc-eq", "sbc-cv", "ess")
SETS = (("ct",), ("stub",), ("stub2",), ("stub-min",), ("dynamic",), ("dynamic", "--hbr"))
# name -> best published seconds of complete symbolic simulation, and those of the other tool; "-": not solved
TIMES = {
    "bist-cell": "1.19 1.29", "buffer.p8": "1.37 86.87", "buffer.p10": "1.49 -", "kundu": "2.73 1.05",
    "mem-slave-tlm-bug.5": "2.16 188.1", "mem-slave-tlm.5": "4.58 252.7", "pc-sfifo-sym-1": "1.53 0.40",
    "pc-sfifo-sym-2": "1.69 0.60", "pressure-safe.15": "1.27 4.58", "pressure-safe.50": "2.38 205.7",
    "pressure-safe.100": "3.95 -", "rbuf2-2": "2.98 wrong", "rbuf2-4": "7.16 wrong", "simple-fifo-1c2p.20": "4.35 130.1",
    "simple-fifo-1c2p.50": "11.33 -", "simple-pipeline": "3.01 7.69", "symbolic-counter.1.9": "2.08 175.4",
    "symbolic-counter.1.15": "2.88 -", "symbolic-counter.9.15": "4.94 -", "token-ring-bug2.20": "5.08 -",
    "token-ring-bug.50": "5.93 -", "token-ring.13": "4.67 5.22", "token-ring.15": "6.46 148.9", "token-ring.25": "15.48 -",
    "toy-sym": "3.88 1.72", "transmitter.50": "4.55 3.99", "transmitter.100": "14.43 -",
}  # fmt: skip
GROWTH = (
    "buffer.p#", "condition-builder.#", "counter-4.#", "counter-#.50", "mem-slave-tlm.#", "mem-slave-tlm-bug.#",
    "pressure-safe.#", "rbuf-2.#", "rbuf-4.#", "simple-fifo-1c2p.#", "simple-fifo-2c1p.#", "simple-fifo-bug-1c2p.#",
    "symbolic-counter.9.#0", "symbolic-counter.#.1000", "symmetric-accumulator.#", "term-counter-4.#", "token-ring.#",
    "token-ring-bug.#", "token-ring-bug2.#", "transmitter.#", "transmitter-safe.#",
)  # fmt: skip


PATIENCE = 60  # times as long may a run take on a machine that does other things as well


def run(name: str, seconds: float, *options: str) -> tuple[str, float, dict[str, float]]:
    """Verdict, seconds, counters of one instance; processor time is limited."""
    with tempfile.TemporaryDirectory() as folder:
        model, out = Path(folder) / "model.ivl", Path(folder) / "out.json"
        model.write_text(program(name))
        command = [sys.executable, "-m", "threadproof", "verify", str(model), "--engine", "simulation", "--quiet"]
        before = _processor()
        command += ["--timeout", str(PATIENCE * seconds), "--json", str(out), *options]
        subprocess.run(command, check=False, capture_output=True, preexec_fn=lambda: _limit(seconds))
        took = _processor() - before
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "ERROR", "counters": {}}
        return found["verdict"], took, found["counters"]


def _limit(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))


def _processor() -> float:
    """Seconds that finished runs have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def transitions(name: str, seconds: float, *options: str) -> str:
    verdict, _, counters = run(name, seconds, *options)
    return "-" if verdict not in ("TRUE", "FALSE") else str(int(counters["transitions"] + FORK * counters["forks"]))


def table(what: str, seconds: float, chosen: list[str], matchers: list[str], repeat: int) -> Iterator[list[str]]:
    """Rows; the first one is the head."""
    if what == "counts":
        yield ["model", *(f"{m} {who}" for m in MATCHERS for who in ("published", "ours"))]
        for name, published in COUNTS.items():
            ours = [transitions(name, seconds, "--match", matcher) for matcher in MATCHERS]
            yield [name, *(cell for pair in zip(published.split(), ours, strict=True) for cell in pair)]
    elif what == "reductions":
        yield ["model", *(f"{' '.join(s)} {who}" for s in SETS for who in ("published", "ours"))]
        for name, published in REDUCED.items():
            ours = [transitions(name, seconds, "--match", "esmh", "--por", *chosen) for chosen in SETS]
            yield [name, *(cell for pair in zip(published.split(), ours, strict=True) for cell in pair)]
    elif what == "times":
        yield ["model", "verdict", "best published s", "other tool s", "ours s", "solver s", "transitions"]
        for name, published in TIMES.items():
            verdict, took, counters = run(name, seconds)
            solver = f"{counters.get('solver_seconds', 0):.2f}"
            yield [name, verdict, *published.split(), f"{took:.2f}", solver, f"{counters.get('transitions', 0):.0f}"]
    elif what == "matchers":
        yield from rivals(seconds, chosen, matchers or list(RIVALS), repeat)
    else:
        yield ["family", "largest size within the limit", "seconds"]
        for family in chosen or GROWTH:
            yield [family, *largest(family, seconds)]


def rivals(seconds: float, chosen: list[str], singles: list[str], repeat: int) -> Iterator[list[str]]:
    """`adaptive` beside every single matcher on every row of the tables. The last row has the sums, where a run that gives no
    answer counts as the limit."""
    yield ["model", *singles, "adaptive", "best", "adaptive / best"]
    searched("token-ring.1", seconds, copy=False)  # loads what is loaded late
    sums = dict.fromkeys((*singles, "adaptive"), 0.0)
    for name in chosen or sorted({*COUNTS, *REDUCED, *TIMES}):
        took = {}
        for matcher in sums:
            first = searched(name, seconds, matcher)
            again = [searched(name, seconds, matcher) for _ in range(repeat - 1)] if first < math.inf else []
            took[matcher] = statistics.median([first, *again])
            sums[matcher] += min(took[matcher], seconds)
        best = min(singles, key=lambda matcher: took[matcher])
        cells = ["-" if used == math.inf else f"{used:.3f}" for used in took.values()]
        yield [name, *cells, best, f"{took['adaptive'] / took[best]:.2f}"]
    yield ["sum", *(f"{used:.1f}" for used in sums.values()), "", ""]


def searched(name: str, seconds: float, matcher: str = "adaptive", copy: bool = True) -> float:
    """Processor time of the search alone: the model is read and lowered, all schedules are followed, no proof is made. In a copy
    of this process, which has everything loaded but the solvers; infinite if it does not end or is wrong."""
    from threadproof.budget import Budget
    from threadproof.engines.simulation.engine import Simulation
    from threadproof.evidence.task import Task
    from threadproof.frontend.ivl.options import IvlOptions
    from threadproof.frontend.ivl.translate import translate
    from threadproof.passes import runner

    def decided() -> bool:
        text = program(name)
        model = runner.run(translate(text, "model.ivl", IvlOptions()), runner.ANALYSE)
        run = Simulation(model, Task("unreach-call", {"match": matcher}), Budget(PATIENCE * seconds), {})
        found = list(islice(run.search.failures(), 1))
        return bool(found) == (text.splitlines()[0] == "// verdict: FALSE(unreach-call)")

    if not copy:
        return 0.0 if decided() else math.inf
    before = _processor()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _limit(seconds)
            status = 0 if decided() else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return _processor() - before if status == 0 else math.inf


def largest(family: str, seconds: float) -> list[str]:
    """Sizes grow by what the last two runs say about the next, and lie between those that were possible and those that were
    not; it ends when half of the time was used or the two are close."""
    size, good, bad, spent, best = 8, 0, math.inf, 0.0, ["0", ""]
    while True:
        took = searched(family.replace("#", str(size)), seconds)
        print(family, size, f"{took:.1f}", file=sys.stderr, flush=True)
        if took == math.inf:
            bad, size = size, math.ceil(math.sqrt(good * size))
            if bad < 1.5 * good or size < 2:
                return best
            continue
        rate = math.log(max(took / spent, 1.0)) / math.log(size / good) if good else 1.0
        good, spent, best = size, took, [str(size), f"{took:.1f}"]
        if took > seconds / 2 or bad < 1.5 * good:
            return best
        size = math.ceil(size * min(4.0, (0.8 * seconds / took) ** (1 / max(rate, 1.0))))
        size = size if size < bad else math.ceil(math.sqrt(good * bad))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("counts", "reductions", "times", "matchers", "growth"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="matchers, growth: only these rows")
    parser.add_argument("--match", action="append", default=[], choices=RIVALS, help="matchers: beside these")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="matchers: runs, of which the median is shown")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="S", help="processor time per run")
    args = parser.parse_args()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w", newline="") as file:
        writer = csv.writer(file)
        for row in table(args.what, args.timeout, args.only, args.match, args.repeat):
            writer.writerow(row)
            file.flush()
            print(*row, sep="\t", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
