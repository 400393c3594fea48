"""python -m bench.fair [--list] [--narrow] [--out FOLDER] [NAME...]: prints instances, or writes them as files; without names:
all."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.fair.families import FAMILIES, names, program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.fair")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true", help="list the families (# is a number)")
    parser.add_argument("--narrow", action="store_true", help="with inputs of one bit, for plain enumeration")
    parser.add_argument("--out", type=Path, help="write files NAME.c to this folder")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{family.pattern:24} {family.verdict:5} {family.what}" for family in FAMILIES))
        return 0
    try:
        programs = {name: program(name, given.narrow) for name in given.names or names()}
    except KeyError as unknown:
        print(f"there is no family of {unknown}; --list shows them", file=sys.stderr)
        return 3
    for name, text in programs.items():
        if given.out is None:
            print(text)
        else:
            given.out.mkdir(parents=True, exist_ok=True)
            (given.out / f"{name}.c").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
