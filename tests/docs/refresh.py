"""`make docs`: runs the commands of the documents and writes what they print now, and the option tables. Read the difference
before you commit it. `python -m tests.docs.refresh tables` writes the tables only.
"""

from __future__ import annotations

import re
import sys

from tests.docs.blocks import FENCE, SECONDS, execute
from tests.docs.test_blocks import DOCUMENTS
from tests.docs.test_repository import option_tables
from tests.places import ROOT


def block(match: re.Match[str]) -> str:
    lines: list[str] = []
    for line in match[1].splitlines():
        if line.startswith("$ "):
            lines += [line, *execute(line[2:]).rstrip("\n").split("\n")]
    text = "```console\n" + "\n".join(lines) + "\n```"
    return match[0] if SECONDS.sub("", text) == SECONDS.sub("", match[0]) else text


def tables() -> None:
    path = ROOT / "docs" / "cli.md"
    before, _, rest = path.read_text(encoding="utf-8").partition("### Input\n")
    path.write_text(f"{before}{option_tables()}\n## {rest.partition(chr(10) + '## ')[2]}", encoding="utf-8")


tables()
for document in DOCUMENTS if sys.argv[1:] != ["tables"] else ():
    document.write_text(FENCE.sub(block, document.read_text(encoding="utf-8")), encoding="utf-8")
