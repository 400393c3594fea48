"""Front-end survey: how many C files with a `main`, as projects ship them, become programs, and what stops the others.

    python -m bench.public FOLDER... --out rows.csv [--every N] [--options OPTIONS] [--seconds S] [--advice N] [--beside gcc]
    python -m bench.public FOLDER... --list [--every N]

Each file with a `main` is read in a process of its own, with the options given for all (`-I include`, say). A row is the file,
whether it was read, the seconds and MiB that took, the operations of the program, what it contains that is not supported, and the
message where it was refused. A folder's `*.c` files are the tasks; `--every N` takes every N-th of them, in the order of names.

With `--advice N` up to N times the first folder that a message recommends (`-I DIR would do`) is added for that file, as a user
would; the row says how many were. `--beside gcc` asks that compiler about files that were refused: what it refuses with the same
options is no C, or needs what is not there. A file whose `main` the preprocessor removes is no program, and counted apart.
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
FIELDS = ("file", "read", "seconds", "mib", "operations", "unsupported", "advice", "beside", "message")
ADVICE = re.compile(r"\(-I (\S+) would do")
NO_MAIN = "the program has no function 'main'"


def tasks(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*.c")):
        if file.is_file() and MAIN.search(file.read_bytes()):
            yield file


def read(file: str, words: list[str]) -> dict[str, object]:
    """The program of a file, in figures."""
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


def _answer(file: str, words: list[str], write: int) -> None:
    """In the child: whatever happens is the row."""
    try:
        found = read(file, words)
    except BaseException as error:  # the survey goes on
        found = {"file": file, "read": 0, "message": f"crash: {type(error).__name__}: {error}"}
    with os.fdopen(write, "w") as out:
        out.write(json.dumps(found))
    os._exit(0)


def asked(file: Path, words: list[str], seconds: float) -> dict[str, object]:
    """The row of a file, from a child that has `seconds` of processor time."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        _answer(str(file), words, writer)
    os.close(writer)
    with os.fdopen(reader) as answers:
        text = answers.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not text:
        reason = "time" if status in (-signal.SIGXCPU, -signal.SIGKILL) else f"crash: {status}"
        return {"file": str(file), "read": 0, "seconds": seconds, "message": reason}
    found: dict[str, object] = json.loads(text)
    return found


def advised(file: Path, words: list[str], given: argparse.Namespace) -> dict[str, object]:
    """The row of a file, with the folders that messages recommend, and what the other compiler says where it was refused."""
    row, used = asked(file, words, given.seconds), 0
    while used < given.advice and (found := ADVICE.search(str(row["message"]))):
        used += 1
        words = [*words, "-I", found[1].rstrip(";")]
        row = asked(file, words, given.seconds)
    if given.beside and not row["read"]:
        command = [given.beside, "-w", "-fsyntax-only", *words, str(file)]
        row["beside"] = "refused" if subprocess.run(command, capture_output=True, check=False).returncode else "compiled"
    return {**row, "advice": used}


def kind(message: str) -> str:
    """Messages of one kind, without places and names."""
    text = re.sub(r"^\w+: (?:\S+:\d+:\d+: )?(?:\S+\.c: )?", "", message)
    return re.sub(r" /\S+", " ...", re.sub(r"'[^']*'", "'...'", text))[:100]


def outcome(row: dict[str, object]) -> str:
    if row["read"]:
        return "read"
    return "no main" if NO_MAIN in str(row["message"]) else "refused"


def _warm() -> None:
    """What every child would import, once."""
    import threadproof.frontend.c.lower
    import threadproof.run.loading
    import threadproof.service.request  # noqa: F401


def survey(given: argparse.Namespace) -> None:
    _warm()
    totals: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with given.out.open("w", newline="") as out:
        writer = csv.DictWriter(out, FIELDS)
        writer.writeheader()
        for folder in given.folders:
            counts: Counter[str] = Counter()
            for number, file in enumerate(list(tasks(folder))[:: given.every]):
                row = advised(file, given.options.split(), given)
                writer.writerow(row)
                out.flush()
                counts[outcome(row)] += 1
                if not row["read"]:
                    reasons[f"{row.get('beside', '')} {kind(str(row['message']))}".strip()] += 1
                if sys.stderr.isatty():
                    print(f"\r{folder.name}: {number + 1}, {dict(counts)}", end="", file=sys.stderr)
            totals += counts
            print(f"{folder.name}: {dict(counts)}", file=sys.stderr)
    for reason, count in reasons.most_common(40):
        print(f"{count:6} {reason}")
    print(f"{totals['read']} of {totals['read'] + totals['refused']} files read; {totals['no main']} have no main")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--options", default="")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--advice", type=int, default=0)
    parser.add_argument("--beside", default="")
    given = parser.parse_args()
    if given.list:
        for folder in given.folders:
            print(*list(tasks(folder))[:: given.every], sep="\n")
    elif given.out is None:
        parser.error("--out or --list")
    else:
        survey(given)


if __name__ == "__main__":
    main()
