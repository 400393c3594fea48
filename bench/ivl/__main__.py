"""python -m bench.ivl [--list] [--out FOLDER] [NAME...]: prints instances, or writes them as files; without names: all of the
published tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.ivl.families import FAMILIES, names, program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.ivl")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="list the families (# is a number)")
    parser.add_argument("--out", type=Path, help="write files NAME.ivl to this folder")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{family.pattern:24} {family.verdict:5} {family.what}" for family in FAMILIES))
        return 0
    try:
        programs = {name: program(name) for name in given.names or names()}
    except KeyError as unknown:
        print(f"there is no family of {unknown}; --list shows them", file=sys.stderr)
        return 3
    for name, text in programs.items():
        if given.out is None:
            print(text)
        else:
            given.out.mkdir(parents=True, exist_ok=True)
            (given.out / f"{name}.ivl").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
