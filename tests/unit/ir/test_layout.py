"""Names of parts of objects."""

from __future__ import annotations

import pytest

from threadproof.ir.layout import ArrayOf, Field, Record, start_at
from threadproof.ir.types import I32, I64

POINT = Record(16, (Field("x", 0, I32), Field("y", 8, ArrayOf(I32, 2, 4))))
OUTER = Record(24, (Field("n", 0, I64), Field("", 8, POINT)))


@pytest.mark.parametrize(
    ("offset", "name"), [(0, ""), (16, "[1]"), (24, "[1].y"), (28, "[1].y[1]"), (64, "[4]"), (2, None), (20, None), (30, None)]
)
def test_parts_by_where_they_start(offset: int, name: str | None) -> None:
    assert start_at(ArrayOf(POINT, 4, 16), offset) == name


def test_anonymous_members_have_no_name() -> None:
    assert start_at(OUTER, 8) == "" and start_at(OUTER, 16) == ".y"
    assert start_at(None, 4) is None
