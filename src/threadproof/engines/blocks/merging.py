"""Which paths of a block become one formula: those at the same place of the unwinding, or only those that also know the
same constants.

Merging everything gives the smallest unwinding. Keeping paths apart whose variables hold different constants (`values`) gives a
larger one in which conditions are decided on the way: what explicit-value analysis adds to an analysis of formulas. Where a
place has too many combinations of constants, the rest of them is merged all the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from threadproof.engines.blocks.constants import is_constant
from threadproof.engines.blocks.formula import Values
from threadproof.sched.system import Control


class Merging(Protocol):
    most: int
    """How many points there are at one place; more paths to it are merged whatever they know."""

    def key(self, control: Control, values: Values, entered: int) -> Hashable:
        """Paths to the same place with the same key are merged. `entered`: the point before the atomic block."""
        ...


class AtControl:
    most = 1

    def key(self, control: Control, values: Values, entered: int) -> Hashable:
        return None


class AtValues:
    most = 8

    def key(self, control: Control, values: Values, entered: int) -> Hashable:
        """Branches that meet inside of an atomic block are merged: their conditions tell them apart."""
        if control.depth:
            return entered
        return frozenset([(name, value) for name, value in values.items() if is_constant(value)])


def make(values: str) -> Merging:
    return AtValues() if values == "on" else AtControl()
