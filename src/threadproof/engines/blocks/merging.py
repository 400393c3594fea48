"""Which paths of a block become one formula: those at the same place of the unwinding, or only those that also know the same
constants.

Merging everything gives the smallest unwinding. Keeping paths apart whose variables hold different constants (`values`) gives a
larger one in which conditions are decided on the way: what explicit-value analysis adds to an analysis of formulas.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from threadproof.engines.blocks.formula import Values
from threadproof.engines.blocks.known import is_constant
from threadproof.engines.blocks.order import Iterations
from threadproof.sched.system import Control


class Merging(Protocol):
    def key(self, control: Control, iterations: Iterations, values: Values) -> Hashable:
        """Paths with the same key are merged."""
        ...


class AtControl:
    def key(self, control: Control, iterations: Iterations, values: Values) -> Hashable:
        return control, iterations


class AtValues:
    def key(self, control: Control, iterations: Iterations, values: Values) -> Hashable:
        return control, iterations, frozenset((name, value) for name, value in values.items() if is_constant(value))


def make(values: str) -> Merging:
    return AtValues() if values == "on" else AtControl()
