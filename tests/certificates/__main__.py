"""Long runs.

    python -m tests.certificates matrix [FILE ...]   every engine and property: is what is written accepted in a fresh process?
    python -m tests.certificates mutations           changed certificates, on programs with the other verdict: are all refused?

`--engine E`, `--property P` (repeatable) for a part of it, `--seconds`, `--jobs`; matrix: `--out CSV` goes on where an
earlier run stopped; mutations: `--format F` (repeatable), `--count`
of each, `--seed`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.certificates import matrix
from threadproof.config.engines import AUTO, ENGINES
from threadproof.properties import PROPERTIES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.certificates", description=__doc__)
    parser.add_argument("what", choices=("matrix", "mutations"))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--engine", action="append", choices=(AUTO, *(info.name for info in ENGINES)))
    parser.add_argument("--property", action="append", choices=PROPERTIES)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="matrix: a CSV to which rows are added; those that are there are not run again")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--format", action="append")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    return run_matrix(args) if args.what == "matrix" else run_mutations(args)


def run_matrix(args: argparse.Namespace) -> int:
    engines = args.engine or [info.name for info in ENGINES]
    chosen = list(matrix.configs(engines, args.property or PROPERTIES, args.seconds))
    files = args.files or [str(path) for path in matrix.EXAMPLES]
    found = matrix.read(args.out) if args.out else []
    known = {(made.file, made.engine, made.property) for made in found}
    works = [(file, config) for file in files for config in chosen if Path(file).is_file()]
    works = [(file, config) for file, config in works if (Path(file).name, config.engine, config.property) not in known]
    for number, made in enumerate(matrix.trials(works, args.jobs), 1):
        found.append(made)
        if args.out:
            matrix.append(args.out, made)
        if not made.fine:
            what = f"{made.file} {made.engine} {made.property}: {made.verdict}, {made.status}; {made.what}, {made.line}"
            print(f"{number}/{len(works)} {what}", flush=True)
    print(matrix.table(found))
    return int(any(not made.fine for made in found))


def run_mutations(args: argparse.Namespace) -> int:
    from tests.certificates import mutations

    wrong = 0
    for name in args.format or mutations.FORMATS:
        report = mutations.run(name, args.count, args.seed)
        print(report.line(), flush=True)
        wrong += len(report.accepted)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
