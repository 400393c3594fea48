"""Arrays in abstract states: what stands for their elements."""

from __future__ import annotations

from threadproof.engines.modular import strided
from threadproof.ir.expr import Variable
from threadproof.ir.types import INDEX, ArrayType
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class ArraySummary:
    """What stands for an array in a state: `every` for all elements, `front` for those below the index `size`. `size` grows by
    one where the element at that index is written; it is a variable that no program has."""

    array: Variable
    every: Variable
    front: Variable
    size: Variable


class ArraySummaries(dict[Variable, ArraySummary | None]):
    """Of each array of scalars, made when it is first asked for."""

    def __init__(self, total: Variable) -> None:
        self.total = total  # may be linked to counters, as sizes are

    def __missing__(self, array: Variable) -> ArraySummary | None:
        assert isinstance(array.type, ArrayType)
        element = array.type.element
        if not strided.scalar(element):
            self[array] = None
        else:
            name = f"{array.name}[]"
            every, front = Variable(name, element, array.shared), Variable(f"{name}.front", element, array.shared)
            self[array] = ArraySummary(array, every, front, Variable(f"{name}.size", INDEX, array.shared))
        return self[array]

    def counting(self) -> list[Variable]:
        return [self.total, *(found.size for found in self.values() if found is not None)]
