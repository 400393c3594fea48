"""`make docs`: runs the commands of the documents and writes what they print now. Read the difference before you commit it."""

from __future__ import annotations

import re

from tests.docs.blocks import FENCE, SECONDS, execute
from tests.docs.test_blocks import DOCUMENTS


def block(match: re.Match[str]) -> str:
    lines: list[str] = []
    for line in match[1].splitlines():
        if line.startswith("$ "):
            lines += [line, *execute(line[2:]).rstrip("\n").split("\n")]
    text = "```console\n" + "\n".join(lines) + "\n```"
    return match[0] if SECONDS.sub("", text) == SECONDS.sub("", match[0]) else text


for document in DOCUMENTS:
    document.write_text(FENCE.sub(block, document.read_text(encoding="utf-8")), encoding="utf-8")
