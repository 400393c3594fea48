"""The expression that begins at a place of a source text, as it is written.

Positions of accesses are those at which their lvalue begins. So what is read from there, token by token, is an lvalue: prefix
operators, a name or brackets, then members, subscripts and calls; of an assignment also what is assigned. This is for reports
only: where a text is not understood, it ends early, and nothing else does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

TOKEN = re.compile(
    r"""\s*(?:(?P<name>[A-Za-z_$]\w*)|(?P<number>\.?\d[\w.]*)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<sign>->|\+\+|--|<<=|>>=|[-+*/%&|^]=|==|!=|<=|>=|&&|\|\||<<|>>|\S))"""
)
ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
PREFIX = frozenset({"*", "&", "!", "~", "-", "+", "++", "--"})
CLOSING = {"(": ")", "[": "]", "{": "}"}
LINES = 12  # that an expression may go on for
LONGEST = 100  # characters


def written_at(lines: Sequence[str], line: int, column: int, whole: bool = True) -> str:
    """Empty where nothing is found. `whole`: with what is assigned to it."""
    if not 0 < line <= len(lines) or not 0 < column <= len(lines[line - 1]) + 1:
        return ""
    start = _beginning(lines[line - 1], column - 1)
    text = "\n".join([lines[line - 1][start:], *lines[line : line + LINES]])
    found = " ".join(text[: _Scanner(text).expression(whole)].split())
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 4]} ..."


def _beginning(text: str, at: int) -> int:
    """Of the expression that a member belongs to: clang places it where the name of the member is."""
    while True:
        before = len(text[:at].rstrip())
        sign = next((sign for sign in ("->", ".") if text[:before].endswith(sign)), "")
        found = _operand(text, len(text[: before - len(sign)].rstrip())) if sign else at
        if found == at or not sign:
            return at
        at = found


def _operand(text: str, end: int) -> int:
    """Where a name, with subscripts and arguments, begins that ends there."""
    while end and text[end - 1] in ")]":
        depth, at = 0, end
        while at:
            at -= 1
            depth += (text[at] in ")]") - (text[at] in "([")
            if depth == 0:
                break
        if depth:
            return end
        end = len(text[:at].rstrip())
        if end and not (text[end - 1].isalnum() or text[end - 1] in "_)]"):
            return at  # brackets around an expression
    while end and (text[end - 1].isalnum() or text[end - 1] in "_$"):
        end -= 1
    return end


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> tuple[str, str, int]:
        """Kind, text and end of the next token; empty at the end of the text."""
        found = TOKEN.match(self.text, self.at)
        if found is None or found.lastgroup is None:
            return "", "", self.at
        return found.lastgroup, found[found.lastgroup], found.end()

    def expression(self, whole: bool) -> int:
        """Where the expression ends that begins at the start."""
        while self.peek()[1] in PREFIX:
            self.at = self.peek()[2]
        kind, word, end = self.peek()
        if word == "(":
            self.brackets()
        elif kind in ("name", "number", "text"):
            self.at = end
        else:
            return self.at
        self.postfix()
        if whole and self.peek()[1] in ASSIGNMENTS:
            self.at = self.peek()[2]
            self.rest()
        return self.at

    def postfix(self) -> None:
        while True:
            _, word, end = self.peek()
            if word in ("[", "("):
                self.brackets()
            elif word in (".", "->"):
                self.at = end
                self.at = self.peek()[2]
            elif word in ("++", "--"):
                self.at = end
                return
            else:
                return

    def brackets(self) -> None:
        """From an opening one behind the closing one that belongs to it."""
        closing = [CLOSING[self.peek()[1]]]
        self.at = self.peek()[2]
        while closing:
            _, word, end = self.peek()
            if not word:
                return
            if word in CLOSING:
                closing.append(CLOSING[word])
            elif word == closing[-1]:
                closing.pop()
            self.at = end

    def rest(self) -> None:
        """Up to the end of the full expression, or of the argument."""
        while True:
            kind, word, end = self.peek()
            if word in CLOSING and kind == "sign":
                self.brackets()
            elif not word or (kind == "sign" and word in (";", ",", ")", "]", "}")):
                return
            else:
                self.at = end
