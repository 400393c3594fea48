"""Which sizes C's types have, as far as the text of a file tells: it does if it is preprocessed.

The headers of a C library define `size_t` and its relatives as what the compiler says. Where one of them is an `int`, the text is
for a machine of 32 bits, and would contradict itself on another one. The reverse proves nothing: a `long` has 32 bits there. So
such a text is for 64 bits only if something else says so, too: the names of headers that the preprocessor left (line markers with
"x86_64"), or `__int128`. Otherwise a name that ends in ".i" means 32 bits, as in collections of verification tasks.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

_SIZES = r"(?:__|__kernel_)?(?:size_t|ssize_t|intptr_t|uintptr_t|ptrdiff_t)"
_INT = re.compile(rf"\btypedef\s+(?:unsigned\s+int|unsigned|int)\s+{_SIZES}\s*;")
_LONG = re.compile(rf"\btypedef\s+(?:long\s+unsigned|unsigned\s+long|signed\s+long|long)(?:\s+int)?\s+{_SIZES}\s*;")
_MARKER = re.compile(r'^#(?:line)?[ \t]+\d+[ \t]+"([^"\n]*)"', re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b", re.MULTILINE)
_WIDE = re.compile(r"x86_64|amd64|aarch64|/lib64/|riscv64|ppc64|powerpc64|s390x")
_NARROW = re.compile(r"\bi[3-6]86|/lib32/|arm-linux|\barmhf")
ILP32, LP64 = "ILP32", "LP64"


def data_model(file: str) -> str:
    """The usual one where the text tells nothing, or cannot be read."""
    try:
        found = os.stat(file)
        return _told(file, found.st_mtime_ns, found.st_size)
    except OSError:
        return _usual(file)


def _usual(file: str) -> str:
    return ILP32 if file.endswith(".i") else LP64


@lru_cache(maxsize=64)
def _told(file: str, changed: int, size: int) -> str:
    with open(file, encoding="utf-8", errors="replace") as content:
        text = content.read()
    return of_text(text, _usual(file))


def of_text(text: str, usual: str) -> str:
    if "_t" not in text or _INCLUDE.search(text):
        return usual
    if _INT.search(text):
        return ILP32
    places = "\n".join(set(_MARKER.findall(text)))
    if "__int128" in text or (_WIDE.search(places) and _LONG.search(text)):
        return LP64
    return ILP32 if _NARROW.search(places) else usual
