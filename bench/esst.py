#!/usr/bin/env python3
"""The published tables of explicit scheduler, symbolic threads, beside what `--engine esst` does on programs of the same kind.

    python bench/esst.py fair         # FairThreads: seconds and nodes without reduction, with either, with both
    python bench/esst.py systemc      # token rings under the SystemC kernel, the same
    python bench/esst.py sequential   # esst beside `abstraction` on the program that `lower --sequentialise` makes of it
    python bench/esst.py families     # esst beside `simulation`
    python bench/esst.py growth       # the largest ring within the limit
    python bench/esst.py show TABLE   # as Markdown, from what was measured so far

Every run is a process of its own; seconds are processor time, the start included, limited by `--timeout`. What `--out` holds
already is not measured again, so a table can be made in pieces. In a ring, sizes above one that was too large are not tried.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.fair import families as fair
from bench.ivl import families as ivl

MODES = ("none", "persistent", "sleep", "persistent+sleep")
# name -> published seconds and nodes without reduction, with persistent sets, with sleep sets, with both; "-": not solved
FAIR = {
    "fact1": ".01 .01 .01 .01 66 66 66 66", "fact1-bug": ".01 .01 .01 .03 49 49 49 49",
    "fact1-mod": ".40 .40 .39 .39 269 269 269 269", "fact2": ".01 .01 .01 .01 49 49 29 29",
    "gear-box": "- 473.55 44.89 44.19 - 204178 60823 58846",
    "ft-pc-sfifo1": ".30 .30 .29 .29 180 180 180 180", "ft-pc-sfifo2": ".39 .39 .30 .39 540 287 310 287",
    "ft-token-ring.3": ".48 .29 .20 .20 1304 575 228 180", "ft-token-ring.4": "5.20 1.10 .29 .29 7464 2483 375 266",
    "ft-token-ring.5": "213.37 6.20 .50 .40 50364 7880 699 395", "ft-token-ring.6": "- 92.39 .69 .49 - 32578 1239 518",
    "ft-token-ring.7": "- - .99 .80 - - 2195 963", "ft-token-ring.8": "- - 1.80 .89 - - 4290 1088",
    "ft-token-ring.9": "- - 3.89 1.70 - - 8863 2628", "ft-token-ring.10": "- - 9.60 2.10 - - 16109 3292",
    "ft-token-ring-bug.3": ".10 .10 .10 .10 496 223 113 89", "ft-token-ring-bug.4": "1.70 .30 .10 .10 2698 914 179 125",
    "ft-token-ring-bug.5": "66.09 1.80 .10 .10 17428 2801 328 181", "ft-token-ring-bug.6": "- 26.29 .20 .10 - 11302 611 251",
    "ft-token-ring-bug.7": "- - .30 .20 - - 1064 457", "ft-token-ring-bug.8": "- - .60 .29 - - 2133 533",
    "ft-token-ring-bug.9": "- - 1.40 .60 - - 4310 1281", "ft-token-ring-bug.10": "- - 3.60 .79 - - 8039 1632",
}  # fmt: skip
# name -> published seconds of the sequentialised program (SATABS, CPAchecker, KRATOS) and of ESST with both reductions
SEQUENTIAL = {
    "fact1": "9.07 14.26 2.90 .01", "fact1-bug": "22.18 8.06 .39 .03", "fact1-mod": "4.41 8.18 .50 .39",
    "fact2": "69.05 17.25 15.40 .01", "gear-box": "- - - 44.19", "ft-pc-sfifo1": "57.08 56.56 44.49 .29",
    "ft-pc-sfifo2": "715.31 - - .39", "ft-token-ring.3": "115.66 - - .20", "ft-token-ring.4": "448.86 - - .29",
    "ft-token-ring.5": "- - - .40", "ft-token-ring.10": "- - - 2.10", "ft-token-ring-bug.3": "111.10 - - .10",
    "ft-token-ring-bug.4": "306.41 - - .10", "ft-token-ring-bug.5": "860.29 - - .10", "ft-token-ring-bug.10": "- - - .79",
    "kundu": "", "toy-sym": "", "pc-sfifo-sym-1": "", "pc-sfifo-sym-2": "", "mem-slave-tlm.1": "", "mem-slave-tlm.3": "",
    "mem-slave-tlm.5": "", "bist-cell": "", "transmitter.13": "", "transmitter-safe.13": "", "token-ring.3": "",
    "token-ring.5": "", "token-ring.10": "", "token-ring-bug.5": "",
}  # fmt: skip
SYSTEMC = (*(f"token-ring.{n}" for n in range(3, 11)), *(f"token-ring-bug.{n}" for n in range(3, 11)))
FAMILIES = (
    "kundu", "kundu-bug-1", "kundu-bug-2", "toy-sym", "toy-bug-1", "toy-bug-2", "pc-sfifo-sym-1", "pc-sfifo-sym-2",
    "pc-sfifo-sym-bug-1", "mem-slave-tlm.1", "mem-slave-tlm.3", "mem-slave-tlm.5", "mem-slave-tlm-bug.5", "bist-cell",
    "transmitter.13", "transmitter.50", "transmitter-safe.13", "transmitter-safe.20", "token-ring.10", "token-ring.20",
    "token-ring.25", "token-ring-bug.30",
)  # fmt: skip
GROWTH = ("token-ring.#", "ft-token-ring.#")
PATIENCE = 20  # times as long may a run take on a machine that does other things as well
HEAD = ["name", "configuration", "verdict", "seconds", "size"]
Runs = dict[tuple[str, str], list[str]]


def source(name: str) -> tuple[str, str]:
    """The file of an instance, by name, and its text."""
    try:
        return "model.ivl", ivl.program(name)
    except KeyError:
        return "program.c", fair.program(name)


def expected(name: str) -> str:
    return source(name)[1].split("verdict: ")[1].split("(")[0]


CONFIGURATIONS = {
    **{f"esst {mode}": ["--engine", "esst", "--por", mode, "--threads", "1000"] for mode in MODES},
    "simulation": ["--engine", "simulation"],
    "sequential": ["--engine", "abstraction"],
}


def measure(name: str, configuration: str, seconds: float) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        file, text = source(name)
        path, out = Path(folder) / file, Path(folder) / "out.json"
        path.write_text(text)
        if configuration == "sequential":
            command = [sys.executable, "-m", "threadproof", "lower", str(path), "--sequentialise"]
            lowered = subprocess.run(command, check=True, capture_output=True, text=True)
            path = Path(folder) / "sequential.c"
            path.write_text(lowered.stdout)
        command = [sys.executable, "-m", "threadproof", "verify", str(path), *CONFIGURATIONS[configuration], "--quiet"]
        before = _processor()
        command += ["--timeout", str(PATIENCE * seconds), "--json", str(out)]
        subprocess.run(command, check=False, capture_output=True, preexec_fn=lambda: _limit(seconds))
        took = _processor() - before
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "UNKNOWN", "counters": {}}
    size = found["counters"].get("transitions" if configuration == "simulation" else "nodes", 0)
    return [name, configuration, found["verdict"], f"{took:.2f}", str(int(size))]


def _limit(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))


def _processor() -> float:
    """Seconds that finished runs have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def solved(row: list[str]) -> bool:
    return row[2] in ("TRUE", "FALSE")


# -- what is measured ----------------------------------------------------------------------------------------------------


def wanted(table: str) -> Iterator[tuple[str, str]]:
    rows = {"fair": FAIR, "systemc": SYSTEMC, "sequential": SEQUENTIAL, "families": FAMILIES}[table]
    both = f"esst {MODES[-1]}"
    columns = {"sequential": [both, "sequential"], "families": [both, "simulation"]}
    for name in rows:
        for column in columns.get(table, [f"esst {mode}" for mode in MODES]):
            yield name, column


def hopeless(runs: Runs, name: str, configuration: str) -> bool:
    """A smaller one of the same kind was too large."""
    family, _, size = name.rpartition(".")
    rivals = [
        row for (other, how), row in runs.items() if how == configuration and re.fullmatch(re.escape(family) + r"\.\d+", other)
    ]
    return bool(family) and any(not solved(row) and int(row[0].rpartition(".")[2]) < int(size) for row in rivals)


def growth(runs: Runs, seconds: float) -> Iterator[tuple[str, str]]:
    """Sizes grow by what the last two runs say about the next, until one takes most of the time or is too large."""
    how = f"esst {MODES[-1]}"
    for family in GROWTH:
        size, good, spent = 10, 0, 0.0
        while True:
            name = family.replace("#", str(size))
            yield name, how
            row = runs[name, how]
            took = float(row[3])
            if not solved(row) or took > 0.8 * seconds:
                break
            rate = math.log(max(took / spent, 1.0)) / math.log(size / good) if good else 2.0
            good, spent = size, took
            size = max(size + 1, math.floor(size * min(2.0, (0.95 * seconds / took) ** (1 / max(rate, 1.0)))))


# -- tables --------------------------------------------------------------------------------------------------------------


def cell(runs: Runs, name: str, how: str) -> str:
    row = runs.get((name, how))
    if row is None:
        return "-" if hopeless(runs, name, how) else ""
    if not solved(row):
        return "limit"
    wrong = "" if row[2] == expected(name) else " **WRONG**"
    return f"{float(row[3]):.1f} / {row[4]}{wrong}"


def speedup(runs: Runs, name: str) -> str:
    ours, theirs = runs.get((name, f"esst {MODES[-1]}")), runs.get((name, "sequential"))
    if ours is None or not solved(ours):
        return ""
    if theirs is None:
        return ""
    if not solved(theirs):
        return f"> {float(theirs[3]) / float(ours[3]):.0f}"
    return f"{float(theirs[3]) / float(ours[3]):.1f}"


def shown(table: str, runs: Runs) -> Iterator[list[str]]:
    both = f"esst {MODES[-1]}"
    match table:
        case "fair" | "systemc":
            published = FAIR if table == "fair" else {}
            yield ["program", "", *MODES, *(["published nodes", "published seconds"] if published else [])]
            for name in FAIR if table == "fair" else SYSTEMC:
                old = published.get(name, "").split()
                told = [" / ".join(old[4:]), " / ".join(old[:4])] if old else []
                yield [name, expected(name), *(cell(runs, name, f"esst {mode}") for mode in MODES), *told]
        case "sequential":
            yield ["program", "", "esst", "sequentialised, abstraction", "times", "published: sequentialised", "esst"]
            for name, old in SEQUENTIAL.items():
                *others, esst = old.split() or [""]
                columns = [cell(runs, name, both), cell(runs, name, "sequential"), speedup(runs, name)]
                yield [name, expected(name), *columns, " / ".join(others), esst]
        case "families":
            yield ["model", "", "esst (nodes)", "simulation (transitions)"]
            for name in FAMILIES:
                yield [name, expected(name), cell(runs, name, both), cell(runs, name, "simulation")]
        case "growth":
            yield ["ring", "esst"]
            for family in GROWTH:
                pattern = re.escape(family).replace("\\#", r"\d+")
                found = [name for name, how in runs if how == both and re.fullmatch(pattern, name)]
                for size in sorted(size for size in (int(name.rpartition(".")[2]) for name in found) if size >= 10):
                    name = family.replace("#", str(size))
                    yield [name, cell(runs, name, both)]


def load(out: Path) -> Runs:
    if not out.exists():
        return {}
    with out.open(newline="") as file:
        return {(row[0], row[1]): row for row in list(csv.reader(file))[1:]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tables = ("fair", "systemc", "sequential", "families", "growth")
    parser.add_argument("what", choices=(*tables, "show"))
    parser.add_argument("table", nargs="?", choices=tables)
    parser.add_argument("--out", type=Path, default=Path("bench/results/esst.csv"))
    parser.add_argument("--timeout", type=float, default=60.0, metavar="S", help="processor time per run")
    args = parser.parse_args()
    runs = load(args.out)
    if args.what == "show":
        head, *rows = shown(args.table, runs)
        for row in (head, ["---"] * len(head), *rows):
            print(f"| {' | '.join(row)} |")
        return 0
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("a", newline="") as file:
        writer = csv.writer(file)
        if not runs:
            writer.writerow(HEAD)
        for name, how in growth(runs, args.timeout) if args.what == "growth" else wanted(args.what):
            if (name, how) in runs or (args.what != "growth" and hopeless(runs, name, how)):
                continue
            row = runs[name, how] = measure(name, how, args.timeout)
            writer.writerow(row)
            file.flush()
            print(*row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
