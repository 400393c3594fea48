"""The exponential family: N pairs of threads that change y up and down, beside a loop over z that only looks at the parity of y.

    python bench/family.py write N > family.c          the program for one N
    python bench/family.py run --out family.csv        time and explored actions for all reductions
    python bench/family.py plot family.csv family.svg  the picture (needs matplotlib)

The assertion follows from `z is even` and `x is 0`: nobody has to know y, so one interleaving is enough. Without that insight
there are exponentially many.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
REDUCTIONS = [(por, coi) for por in ("none", "static", "abstract") for coi in ("none", "static", "dynamic", "both")]
HEAD = """#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x = 0, y = 0, z = 0;

void *up(void *arg) { y = y + 1; return 0; }
void *down(void *arg) { y = y - 1; return 0; }
"""
LOOP = """    while (__VERIFIER_nondet_int())
        z = z + 2 * y;
    if (z % 2 == 0) x = 0; else x = 1;
    if (x != 0) reach_error();
    return 0;
}
"""


def program(size: int) -> str:
    """Written out, not with a loop: the number of threads is no data."""
    starts = [f"    pthread_create(&t, 0, {name}, 0);\n" for _ in range(size) for name in ("up", "down")]
    return HEAD + "\nint main(void) {\n    pthread_t t;\n" + "".join(starts) + LOOP


def measure(size: int, por: str, coi: str, seconds: float, domain: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "family.c", Path(folder) / "out.json"
        source.write_text(program(size))
        options = ["--engine", "abstraction", "--domain", domain, "--por", por, "--coi", coi, "--threads", str(2 * size + 1)]
        limits = ["--timeout", f"{seconds:g}", "--json", str(out), "--quiet"]
        started = time.monotonic()
        command = [sys.executable, "-m", "threadproof", "verify", str(source), *options, *limits]
        subprocess.run(command, capture_output=True, check=False)
        row: dict[str, object] = {"N": size, "por": por, "coi": coi, "seconds": round(time.monotonic() - started, 2)}
        found = json.loads(out.read_text()) if out.exists() else {}
    counters = found.get("counters", {})
    return {**row, "verdict": found.get("verdict", "ERROR"), **{key: counters.get(key, "") for key in ("actions", "nodes")}}


def run(out: Path, seconds: float, domain: str) -> None:
    """Sizes in order; a reduction that has failed on one size is not asked for the next."""
    with out.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["N", "por", "coi", "seconds", "verdict", "actions", "nodes"])
        writer.writeheader()
        for por, coi in REDUCTIONS:
            for size in SIZES:
                row = measure(size, por, coi, seconds, domain)
                writer.writerow(row)
                file.flush()
                print(row, file=sys.stderr, flush=True)
                if row["verdict"] != "TRUE":
                    break


def plot(table: Path, picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with table.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["verdict"] == "TRUE"]
    figure, axes = pyplot.subplots(1, 2, figsize=(11, 4.5))
    styles = {"none": ":", "static": "--", "abstract": "-"}
    colours = {"none": "tab:red", "static": "tab:orange", "dynamic": "tab:blue", "both": "tab:green"}
    for axis, column, label in zip(axes, ("seconds", "actions"), ("seconds", "explored actions"), strict=True):
        for por, coi in REDUCTIONS:
            points = [(int(r["N"]), float(r[column])) for r in rows if (r["por"], r["coi"]) == (por, coi)]
            if points:
                axis.plot(*zip(*points, strict=True), styles[por], color=colours[coi], marker=".", label=f"por {por}, coi {coi}")
        axis.set(xscale="log", yscale="log", xlabel="N (2N + 1 threads)", ylabel=label)
        axis.set_xticks(SIZES, [str(size) for size in SIZES])
    axes[1].legend(fontsize="x-small")
    figure.tight_layout()
    figure.savefig(picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("write").add_argument("size", type=int)
    runner = commands.add_parser("run")
    runner.add_argument("--out", type=Path, required=True)
    runner.add_argument("--timeout", type=float, default=120.0)
    runner.add_argument("--domain", default="predicate")
    plotter = commands.add_parser("plot")
    plotter.add_argument("table", type=Path)
    plotter.add_argument("picture", type=Path)
    args = parser.parse_args()
    match args.command:
        case "write":
            print(program(args.size), end="")
        case "run":
            run(args.out, args.timeout, args.domain)
        case "plot":
            plot(args.table, args.picture)


if __name__ == "__main__":
    main()
