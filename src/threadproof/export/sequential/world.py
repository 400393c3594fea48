"""What a sequential program consists of: its threads, events and updates, which primitives occur, what everything is called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from threadproof.analyses.constant_sets import Possible
from threadproof.errors import UnsupportedError
from threadproof.ir import addresses
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import path_at
from threadproof.ir.program import Edge, Function, Program


class ThreadNumbering:
    """Threads are numbered from 1 in the order in which main creates them. `sites[edge]`: the number of the thread that a `Spawn`
    on an edge of main creates."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sites: dict[Edge, list[int]] = {}
        self.threads = self._threads()
        self.uses = {type(op) for function in program.functions.values() for edge in function.edges for op in edge.ops}
        self._possible = Possible(program)
        self.events = sorted({value for op in self._operations() for event in _events(op) for value in self.values(event)})
        self.updates = sorted(
            {value for op in self._operations() if isinstance(op, ops.RequestUpdate) for value in self.values(op.update)}
        )
        self._names: dict[tuple[int, Variable], str] = {}
        self._taken: set[str] = set()
        self.labels = self._labels()

    @property
    def numbers(self) -> range:
        return range(1, len(self.threads) + 1)

    def _operations(self) -> Iterator[ops.Op]:
        return (op for function in self.program.functions.values() for edge in function.edges for op in edge.ops)

    def values(self, expr: Expr) -> list[int]:
        """What an operand of the scheduler can be."""
        if expr.is_const:
            return [int(expr.payload)]
        found = self._possible.values(expr)
        if found is None:
            raise UnsupportedError("unsupported: an operand of the scheduler that may have any value", self.program.entry.pos)
        return [int(value.payload) for value in found]

    def _threads(self) -> list[Function]:
        """Which threads main creates: the same ones on every path, each once."""
        main, found = self.program.entry, dict[int, list[Function]]()
        for function in self.program.functions.values():
            for edge in function.edges:
                if function is not main and any(isinstance(op, ops.Spawn) for op in edge.ops):
                    raise UnsupportedError("unsupported: a thread that is not created by main before the start", edge.pos)
        out, found[main.entry], work = main.successors(), [], [main.entry]
        longest: list[Function] = []
        while work:
            location = work.pop()
            for edge in out.get(location, ()):
                made = list(found[location])
                for op in edge.ops:
                    if isinstance(op, ops.Spawn):
                        made.append(self.program.functions[op.function.payload.name])
                self.sites[edge] = list(range(len(found[location]) + 1, len(made) + 1))
                if found.get(edge.target, made) != made:
                    raise UnsupportedError("unsupported: which threads there are depends on the path", edge.pos)
                if edge.target not in found:
                    found[edge.target] = made
                    work.append(edge.target)
                longest = max(longest, made, key=len)
        return longest

    # -- names -------------------------------------------------------------------------------------------------------------

    def name(self, variable: Variable, thread: int) -> str:
        key = (0 if variable.shared else thread, variable)
        found = self._names.get(key)
        if found is None:
            prefix = "g_" if variable.shared else f"t{thread}_"
            plain = prefix + re.sub(r"\W", "_", variable.name).strip("_")
            number, found = 1, plain
            while found in self._taken:
                number += 1
                found = f"{plain}_{number}"
            self._taken.add(found)
            self._names[key] = found
        return found

    def _labels(self) -> dict[int, str]:
        """Events by address, as parts of identifiers."""
        space = addresses.assign(self.program)
        found: dict[int, str] = {}
        for number, address in enumerate(self.events):
            item = space.objects.get(address >> space.shift)
            name = f"e{number}"
            if item is not None:
                path = path_at(item.layout, address - space.of[item])
                name += "_" + re.sub(r"\W+", "_", f"{item.name}{path}").strip("_")
            found[address] = name
        return found


def _events(op: ops.Op) -> tuple[Expr, ...]:
    if isinstance(op, ops.Wait):
        return op.events
    return (op.event,) if isinstance(op, ops.EventOp) else ()
