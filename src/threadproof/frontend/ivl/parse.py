"""Text to syntax tree. The grammar is `grammar.lark`; `tree` makes the syntax tree of what it accepts."""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from threadproof.errors import InputError, Pos
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.itype import WORDS
from threadproof.frontend.ivl.tree import TreeBuilder, position


def parse(text: str, file: str) -> list[s.Item]:
    """Raises InputError at the first place where the text is not IVL."""
    try:
        tree = _parser().parse(text)
        items: list[s.Item] = TreeBuilder(file).transform(tree)
    except UnexpectedInput as error:
        raise syntax_error(error, text, file) from None
    except _Reserved as error:
        raise InputError(f"'{error.token}' is a word of the language", position(file, error.token)) from None
    except VisitError as error:  # raised by the builder
        raise error.orig_exc from None
    return items


class _Reserved(Exception):
    """A word of the language where a name is expected."""

    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    words = {*re.findall(r'"([a-z_]+)"', grammar), *WORDS}

    def checked(token: Token) -> Token:
        """A name; between backquotes it may be anything."""
        if token.startswith("`"):
            return token.update(value=token[1:-1])
        if token in words:
            raise _Reserved(token)
        return token

    options: dict[str, Any] = {"propagate_positions": True, "maybe_placeholders": True, "lexer_callbacks": {"NAME": checked}}
    return Lark(grammar, parser="lalr", cache=_cache(), **options)


def _cache() -> str | bool:
    """Where the library keeps the tables of the grammar, which take longer to make than most models to verify. It checks that
    they belong to this grammar."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(home, "threadproof")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return False
    return os.path.join(folder, f"ivl-{sys.version_info.major}.{sys.version_info.minor}") if os.access(folder, os.W_OK) else False


def syntax_error(error: UnexpectedInput, text: str, file: str) -> InputError:
    match error:
        case UnexpectedToken(token=token) if token.type != "$END":
            found = f"unexpected '{token}'"
            pos = Pos(file, token.line or 0, token.column or 0)
        case UnexpectedToken() | UnexpectedEOF():
            lines = text.rstrip().split("\n")
            return InputError("syntax error: the file ends too early", Pos(file, len(lines), len(lines[-1]) + 1))
        case UnexpectedCharacters():
            rest = text.split("\n")[error.line - 1][error.column - 1 :]
            word = re.match(r"[A-Za-z_0-9]+|[^\w\s]+|.", rest)
            found, pos = f"unexpected '{word[0] if word else rest[:1]}'", Pos(file, error.line, error.column)
        case _:
            found, pos = "not understood", Pos(file, error.line, error.column)
    accepted = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    missing = [what for name, what in _EXPECTED.items() if name in accepted][:1]
    if {"NUMBER", "LPAR"} <= accepted:
        missing = ["an expression"] if "GOTO" not in accepted else ["a statement"]
    return InputError(f"syntax error: {found}" + (f", expected {missing[0]}" if missing else ""), pos)


# what is worth naming, most telling first
_EXPECTED = {
    "SEMICOLON": "';'", "RPAR": "')'", "RSQB": "']'", "RBRACE": "'}'", "LBRACE": "'{'", "LPAR": "'('", "NAME": "a name",
    "TYPE": "a type", "COLON": "':'",
}  # fmt: skip
