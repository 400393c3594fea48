"""The lines of a source text, as compilers count them: Python also ends lines at form feeds and at separators of Unicode."""

from __future__ import annotations

import re

_END = re.compile(r"\r\n|\n|\r")


def lines_of(text: str) -> list[str]:
    return _END.split(text)
