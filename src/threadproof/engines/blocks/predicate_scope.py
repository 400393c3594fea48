"""The scope of predicates in the precision: where a predicate is tracked once a refinement asked for it, everywhere,
in a function, or at a location.

What is known at a control is the union over its threads of what is tracked where they are. A refinement asks at the end
of a block; `matching` puts the predicate there, `path` at every block end of the refuted path.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from threadproof.domains.precision import Place
from threadproof.sched.system import END, Control

ANYWHERE = -2  # the location that stands for all of a function


class Keeping(Protocol):
    def places(self, control: Control) -> Iterable[Place | None]:
        """To which places a control belongs; None is everywhere."""
        ...


class Everywhere:
    def places(self, control: Control) -> Iterable[Place | None]:
        return (None,)


class ByFunction:
    def places(self, control: Control) -> Iterable[Place | None]:
        return {(template, ANYWHERE) for template, location in control.at if location != END}


class ByLocation:
    def places(self, control: Control) -> Iterable[Place | None]:
        return {place for place in control.at if place[1] != END}


def make(name: str) -> Keeping:
    match name:
        case "function":
            return ByFunction()
        case "location":
            return ByLocation()
    return Everywhere()
