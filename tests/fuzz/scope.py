"""What a generated program can name at some point: variables, functions, and the ways to scalars and addresses through them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.fuzz.cdecl import Arr, CType, Int, Ptr, Record
from tests.fuzz.tree import Node, node


@dataclass(frozen=True, slots=True)
class Var:
    name: str
    type: CType
    depth: int  # of the block that declares it; 0 is file scope (and static locals), whose objects outlive every pointer
    writable: bool = True
    addressable: bool = True
    movable: bool = True  # a pointer that may be made to point elsewhere

    @property
    def stable(self) -> bool:
        """No expression ever changes it, so it commutes with any side effect."""
        return not self.writable and not self.addressable and self.depth > 0


@dataclass(frozen=True, slots=True)
class Fun:
    name: str
    params: tuple[CType, ...]
    result: CType | None
    pure: bool  # changes nothing but its own locals
    cost: int  # bound on executed statements


@dataclass(slots=True)
class Scope:
    """The variables in scope, innermost last."""

    rng: random.Random
    vars: list[Var]
    depth: int = 0

    def path(self, var: Var, index: Callable[[int], Node | str], stop: float = 0.0) -> tuple[list[Node | str], CType]:
        """A random way from a variable down to a scalar (or, with probability `stop` at each stage, to an aggregate)."""
        parts: list[Node | str] = [var.name]
        type_ = var.type
        while True:
            match type_:
                case Arr(element=element, count=count):
                    if self.rng.random() < stop:
                        return parts, type_
                    parts += ["[", index(count), "]"]
                    type_ = element
                case Ptr(target=target, extent=extent):
                    parts, type_ = self._through(parts, extent, index), target
                case Record(fields=fields):
                    if self.rng.random() < stop:
                        return parts, type_
                    name, type_ = self.rng.choice(fields)
                    parts.append(f".{name}")
                case _:
                    return parts, type_

    def _through(self, parts: list[Node | str], extent: int, index: Callable[[int], Node | str]) -> list[Node | str]:
        roll = self.rng.random()
        if extent > 1 and roll < 0.5:
            return [*parts, "[", index(extent), "]"]
        if extent > 1 and roll < 0.8:
            return ["(*(", *parts, " + (", index(extent), ")))"]
        if roll < 0.9:
            return ["(*", *parts, ")"]
        return [*parts, "[0]"]

    def addresses(self, target: CType, extent: int, depth: int) -> Iterator[tuple[str, int]]:
        """(text, elements from there on) of each place that outlives `depth` and holds at least `extent` elements of `target`."""
        for var in self.vars:
            if var.depth > depth or not var.addressable or not var.writable:
                continue
            yield from self._addresses(var.name, var.type, target, extent)

    def _addresses(self, text: str, type_: CType, target: CType, extent: int) -> Iterator[tuple[str, int]]:
        if type_ == target and extent == 1 and not (isinstance(type_, Int) and type_.bits):
            yield f"&{text}", 1
        match type_:
            case Arr(element=element, count=count):
                if element == target and count >= extent:
                    yield text, count
                for i in range(count):
                    if not (element == target and extent == 1 and i == 0):
                        yield from self._addresses(f"{text}[{i}]", element, target, extent)
            case Record(fields=fields):
                for name, field in fields:
                    yield from self._addresses(f"{text}.{name}", field, target, extent)
            case Ptr(target=pointed, extent=held) if pointed == target and held >= extent:
                yield text, held


def fixed(parts: list[Node | str]) -> Node:
    return node("fix", *parts)
