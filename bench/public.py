"""Front-end survey: how many C files with a `main`, as projects ship them, become programs, and what stops the others.

    python -m bench.public FOLDER... --out rows.csv [--every N] [--options OPTIONS] [--seconds S]

Each file with a `main` is read in a process of its own, with the options given for all (`-I include`, say). A row is the file,
whether it was read, the seconds and MiB that took, the operations of the program, what it contains that is not supported, and the
message where it was refused. A folder's `*.c` files are the tasks; `--every N` takes every N-th of them, in the order of names.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

MAIN = re.compile(rb"^[^\n/*#;]*\bmain[ \t]*\([^;{]*\)[^;{=]*\{", re.MULTILINE)
FIELDS = ("file", "read", "seconds", "mib", "operations", "unsupported", "message")


def tasks(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*.c")):
        if file.is_file() and MAIN.search(file.read_bytes()):
            yield file


def read(file: str, words: list[str]) -> dict[str, object]:
    """In a process of its own: the program of a file, in figures."""
    from threadproof.app import arguments, usage
    from threadproof.errors import UserError
    from threadproof.ir.program import NoteKind
    from threadproof.run.loading import load
    from threadproof.service.request import configured

    call = arguments.read(["verify", file, "--property", "unreach-call", *words]) or usage.parse(["verify", file, *words])
    assert not isinstance(call, int)
    begin = time.process_time()
    row: dict[str, object] = {"file": file, "read": 0, "operations": 0, "unsupported": "", "message": ""}
    try:
        program = load(file, configured(call.options))
    except UserError as error:
        row["message"] = f"{type(error).__name__}: {error}"
    else:
        row["read"] = 1
        row["operations"] = sum(len(edge.ops) for function in program.functions.values() for edge in function.edges)
        row["unsupported"] = "; ".join(note.what for note in program.notes if note.kind is NoteKind.UNSUPPORTED)
    row["seconds"] = round(time.process_time() - begin, 2)
    row["mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def asked(file: Path, words: list[str], seconds: float) -> dict[str, object]:
    command = [sys.executable, "-m", "bench.public", "--one", str(file), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return {"file": str(file), "read": 0, "seconds": seconds, "message": "time"}
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        reason = signal.Signals(-done.returncode).name if done.returncode < 0 else (lines[-1] if lines else "no output")
        return {"file": str(file), "read": 0, "message": f"crash: {reason}"}
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def kind(message: str) -> str:
    """Messages of one kind, without places and names."""
    text = re.sub(r"^\w+: (?:\S+:\d+:\d+: )?", "", message)
    return re.sub(r"'[^']*'", "'...'", text)[:100]


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(read(sys.argv[2], sys.argv[3:])))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--options", default="")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    totals: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with given.out.open("w", newline="") as out:
        writer = csv.DictWriter(out, FIELDS)
        writer.writeheader()
        for folder in given.folders:
            files = list(tasks(folder))[:: given.every]
            for number, file in enumerate(files):
                row = asked(file, given.options.split(), given.seconds)
                writer.writerow(row)
                out.flush()
                totals["read" if row["read"] else "refused"] += 1
                if not row["read"]:
                    reasons[kind(str(row["message"]))] += 1
                if sys.stderr.isatty():
                    print(f"\r{folder.name}: {number + 1} of {len(files)}, {dict(totals)}", end="", file=sys.stderr)
            print(f"{folder.name}: {dict(totals)}", file=sys.stderr)
    for reason, count in reasons.most_common(40):
        print(f"{count:6} {reason}")
    print(f"{totals['read']} of {sum(totals.values())} files read", os.linesep, end="")


if __name__ == "__main__":
    main()
