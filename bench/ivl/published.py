"""Models as the published tool compares their states: why its counts are larger than ours.

It has no liveness analysis, so a value that nobody will read again still tells two states apart; and a thread that has not
begun is at another place than one that goes on behind a `wait` at the end of its loop, although both do the same from there. Here
both differences are written into the model, and our engine then explores exactly as many transitions as were published: so
the difference lies in what is compared, and both counts are right.
"""

from __future__ import annotations

import re

from bench.ivl.families import program

KEPT = {"simple-fifo-1c2p": ("got1",), "simple-fifo-2c1p": ("got1", "got2"), "pc-sfifo-sym-#": ("last_read",)}
"""Variables that are written but not read again."""


def as_published(name: str) -> str:
    """An instance in which a thread that has not begun is told from all others, and variables keep their last values."""
    family = re.sub(r"\.\d+$|(?<=sym-)\d+$", lambda found: "#" if found.group()[0] != "." else "", name)
    text = re.sub(r"//.*\n", "", program(name))
    threads = re.findall(r"^thread (\w+)", text, re.M)
    for thread in threads:
        text = text.replace(f"thread {thread} {{", f"thread {thread} {{ begun_{thread} = true;", 1)
    looked_at = [f"(int)begun_{thread} < 2" for thread in threads]
    looked_at += [f"(i64){variable} < 0x100000000" for variable in KEPT.get(family, ())]
    behind = "".join(f" assert {condition};" for condition in looked_at)  # what is read at the end is never dead
    text = re.sub(r"\bstart\b[^;]*;", lambda found: found.group() + behind, text)
    declared = "".join(f"bool begun_{thread} = false;\n" for thread in threads)
    head, event, rest = text.partition("event ")
    return f"{head}{declared}{event}{rest}"
