"""Our data classes behave like those of the standard library, which the same definitions are given to."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from threadproof import records


def define(dataclass: Any, field: Any) -> dict[str, Any]:
    @dataclass(frozen=True, slots=True)
    class Base:
        a: int

    @dataclass(frozen=True, slots=True, order=True)
    class Point(Base):
        """With a default, a factory and a method."""

        b: str = "b"
        c: tuple[int, ...] = field(default_factory=tuple)

        def both(self) -> str:
            return f"{self.a}{self.b}"

    @dataclass(slots=True)
    class Bag:
        items: list[int] = field(default_factory=list)
        limit: int = field(default=3)

    @dataclass(frozen=True, slots=True)
    class Named:
        log: tuple[int, ...] = field(default_factory=tuple, kw_only=True)
        own: bool = field(default=False, kw_only=True)

    @dataclass(frozen=True, slots=True)
    class Special(Named):
        what: str
        why: str = "?"

    @dataclass(slots=True, eq=False)
    class Thing:
        name: str

        def __repr__(self) -> str:
            return self.name

    return {"Base": Base, "Point": Point, "Bag": Bag, "Special": Special, "Thing": Thing}


OURS = define(records._dataclass, records._field)
STANDARD = define(dataclasses.dataclass, dataclasses.field)


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    args: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def make(self, classes: dict[str, Any]) -> Any:
        return classes[self.name](*self.args, **dict(self.named))


CASES = [
    Case("Base", (1,)),
    Case("Point", (1,)),
    Case("Point", (1, "x")),
    Case("Point", (2,), (("c", (1, 2)),)),
    Case("Bag"),
    Case("Bag", ([1],), (("limit", 0),)),
    Case("Special", ("w",)),
    Case("Special", ("w", "y"), (("own", True),)),
    Case("Thing", ("t",)),
]


@pytest.mark.parametrize("case", CASES)
def test_like_the_standard_ones(case: Case) -> None:
    ours, standard = case.make(OURS), case.make(STANDARD)
    assert repr(ours) == repr(standard)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(standard)]
    assert type(ours).__match_args__ == type(standard).__match_args__
    assert type(ours).__doc__ is None or type(ours).__doc__ == type(standard).__doc__
    assert (type(ours).__hash__ is None) == (type(standard).__hash__ is None)
    assert not hasattr(ours, "__dict__")


@pytest.mark.parametrize("one", CASES)
@pytest.mark.parametrize("other", CASES)
def test_equal_and_ordered_alike(one: Case, other: Case) -> None:
    a, b, x, y = one.make(OURS), other.make(OURS), one.make(STANDARD), other.make(STANDARD)
    assert (a == b) == (x == y) and (a != b) == (x != y)
    if a == b and type(a).__hash__ is not None:
        assert hash(a) == hash(b)
    if one.name == other.name == "Point":
        assert (a < b, a <= b, a > b, a >= b) == (x < y, x <= y, x > y, x >= y)


@pytest.mark.parametrize("classes", [OURS, STANDARD], ids=["ours", "standard"])
def test_arguments(classes: dict[str, Any]) -> None:
    for name, args in [("Base", ()), ("Base", (1, 2)), ("Point", (1, 2, 3, 4)), ("Special", ()), ("Special", (1, 2, 3))]:
        with pytest.raises(TypeError):
            classes[name](*args)
    with pytest.raises(TypeError):
        classes["Point"](1, d=1)
    first, second = classes["Bag"](), classes["Bag"]()
    first.items.append(1)
    assert second.items == []


@pytest.mark.parametrize("replace", [records._replace, dataclasses.replace])
def test_replace(replace: Any) -> None:
    point = OURS["Point"](1, "x")
    assert replace(point, a=5) == OURS["Point"](5, "x") and point.a == 1
    assert replace(point) == point and replace(point) is not point
    with pytest.raises(TypeError):
        replace(point, d=1)
    special = OURS["Special"]("w", own=True)
    assert replace(special, what="v") == OURS["Special"]("v", own=True)
    assert replace(special, own=False) == OURS["Special"]("w")


@records._dataclass(frozen=True, slots=True)
class Known:
    value: int


def test_copies() -> None:
    known = Known(3)  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(known)) == known
    assert copy.deepcopy(known) == known


def test_patterns() -> None:
    point = OURS["Point"]
    match point(4, "y"):
        case point(a, b):
            assert (a, b) == (4, "y")
        case _:
            pytest.fail("no match")
