"""Tokens of the textual form: strings (with their quotes), names with their signs, numbers, words, single characters."""

from __future__ import annotations

import re

from threadproof.errors import InputError, Pos

_TOKEN = re.compile(
    r"""c?"[^"]*"|;[^\n]*|[%@$](?:"[^"]*"|[-\w$.]+)|!"[^"]*"|![-\w$.]*|\#[\w]+|-?\d[\w.]*(?:[+-]\d+)?|\.\.\.|[A-Za-z_][\w.]*|[^\s]""",
    re.VERBOSE,
)
_ESCAPED = re.compile(rb"\\([0-9A-Fa-f]{2})|\\(\\)")


def tokens(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text) if token[0] != ";"]


def name(token: str) -> str:
    """`%x`, `@x`, `%"odd name"`: what it is called."""
    return unquoted(token[1:]) if token[1:2] == '"' else token[1:]


def unquoted(token: str) -> str:
    return content(token).decode("utf-8", "replace")


def content(token: str) -> bytes:
    """The bytes of a string literal, which may start with a c."""
    raw = token[token.index('"') + 1 : -1].encode("utf-8", "surrogateescape")
    return _ESCAPED.sub(lambda found: b"\\" if found[2] else bytes([int(found[1], 16)]), raw)


class TokenReader:
    """A place in a row of tokens."""

    __slots__ = ("at", "file", "line", "tokens")

    def __init__(self, text: str, file: str, line: int = 0) -> None:
        self.tokens, self.at, self.file, self.line = tokens(text), 0, file, line

    def peek(self, ahead: int = 0) -> str:
        """ "" behind the end."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        if not token:
            raise self.error("more is expected at the end of the line")
        self.at += 1
        return token

    def accept(self, *words: str) -> bool:
        """Whether these come next; then they are passed."""
        if self.tokens[self.at : self.at + len(words)] == list(words):
            self.at += len(words)
            return True
        return False

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise self.error(f"'{word}' is expected, not '{self.peek()}'")

    def error(self, message: str) -> InputError:
        return InputError(f"LLVM's intermediate representation: {message}", Pos(self.file, self.line))

    def skip_group(self) -> None:
        """A group in parentheses that starts here."""
        depth = 0
        while True:
            token = self.next()
            depth += (token in "([{") - (token in ")]}")
            if not depth:
                return
