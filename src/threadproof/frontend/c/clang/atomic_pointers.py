"""`p += n` on an atomic pointer, which C11 allows (6.5.16.2) and clang 18 takes for an error: it is written as a macro of ours.

The error names the operator. To the left of it stands a unary expression, which is found by going back over names, brackets and
the operators between them; to the right an assignment expression, which ends at a comma, semicolon or closing bracket.
"""

from __future__ import annotations

import re

_ERROR = re.compile(r"invalid operands to binary expression \('_Atomic\(.*\*\)' and ")
_OPERATORS = ("+=", "-=")
_PAIRS = {")": "(", "]": "["}


def concerns(message: str) -> bool:
    return _ERROR.match(message) is not None


def rewritten(text: str, line: int, column: int) -> str | None:
    """The text with the macro in place of the operation whose operator is there; None if it is not understood."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return None
    row = lines[line - 1]
    at = len(row.encode()[: column - 1].decode("utf-8", "replace"))
    if row[at : at + 2] not in _OPERATORS:  # in an argument of a macro: the error names the macro
        places = [found.start() for found in re.finditer(r"[+-]=", row)]
        at = places[0] if len(places) == 1 else at
    operator = row[at : at + 2]
    start, end = _left(row[:at]), at + 2 + _right(row[at + 2 :])
    if operator not in _OPERATORS or start is None:
        return None
    macro = f"__tp_move_pointer({row[start:at].strip()}, {operator[0]}, {row[at + 2 : end].strip()})"
    lines[line - 1] = row[:start] + macro + row[end:]
    return "\n".join(lines)


def _left(row: str) -> int | None:
    """Where the expression begins that ends with the row."""
    here = len(row.rstrip())
    while here:
        last = row[here - 1]
        if last in _PAIRS:
            opening = _opening(row[:here])
            if opening is None:
                return None
            here = opening
        elif last.isalnum() or last == "_":
            here = len(re.sub(r"\w+$", "", row[:here]))
        else:
            return None
        before = row[:here].rstrip()
        joint = re.search(r"(->|\.)$", before)
        if joint is not None:
            here = len(before[: joint.start()].rstrip())
        elif not (row[here : here + 1] in ("[", "(") and re.search(r"[\w\])]$", before) and not _KEYWORD.search(before)):
            return len(re.sub(r"\*[*\s]*$", "", before)) if before.endswith("*") else here
        else:
            here = len(before)
    return here


_KEYWORD = re.compile(r"\b(return|else|do|case|sizeof|if|while|for|switch)$|[;{}]$")


def _opening(row: str) -> int | None:
    depth = 0
    for place in range(len(row) - 1, -1, -1):
        if row[place] in ")]":
            depth += 1
        elif row[place] in "([":
            depth -= 1
            if depth == 0:
                return place
    return None


def _right(row: str) -> int:
    """How long the expression is with which the row begins."""
    depth = 0
    for place, character in enumerate(row):
        if character in "([{":
            depth += 1
        elif character in ")]}" and depth:
            depth -= 1
        elif depth == 0 and character in ",;)]}":
            return place
    return len(row)
