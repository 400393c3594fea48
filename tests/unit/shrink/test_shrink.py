"""Source text as a tree, and what shrinking makes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.shrink.debug import shrink
from threadproof.shrink.source import tree

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*/*")), ids=lambda file: file.name)
def test_nothing_is_lost(file: Path) -> None:
    text = file.read_text()
    assert tree(text).text().split() == COMMENT.sub(" ", text).split()


@pytest.mark.parametrize(
    "text", ["a; } b;", "{ { a;", "x = \"}\"; y = '{';", "for (a; b; c) d;", "#define X { \\\n }\na;", "a / b;"]
)
def test_odd_texts(text: str) -> None:
    assert tree(text).text() == text


def test_the_smallest() -> None:
    text = "int a; int f(void) { if (a) { g(); h(); } return 1; } #define N 3\nint b;"
    assert shrink(tree(text), lambda found: "h();" in found.text()).text().split() == ["h();"]
