"""Which thread functions run in at most one thread.

Main does. Another one does if only one place in the program can start it, and that place is passed at most once: it is in
no loop, in a function that is called from one place only, which in turn is in no loop, and so on up to main or to a thread
that itself exists at most once.

The place that starts a thread is usually a call of `pthread_create`, not the operation inside of it: where the function to
start is a parameter, the places are the calls that pass it.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analyses.graph import cyclic_locations
from threadproof.analyses.points_to import PointsTo
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge, Function
from threadproof.ir.uses import op_target

_Place = tuple[str, Edge]  # function, edge in it


def single_threads(points: PointsTo) -> set[str]:
    return _Single(points).threads()


class _Single:
    def __init__(self, points: PointsTo) -> None:
        self.points = points
        self.calls: dict[str, list[_Place]] = {}
        self.spawns: dict[str, list[_Place]] = {}
        self._cyclic: dict[str, set[int]] = {}
        self._once: dict[str, bool] = {}
        self._assigned: dict[str, set[object]] = {}
        edges = [(name, edge) for name, edges in points.edges.items() for edge in edges]
        for name, edge in edges:
            if isinstance(edge.ops[0], ops.Call):
                for callee in points.callees(edge):
                    self.calls.setdefault(callee, []).append((name, edge))
        for name, edge in edges:
            op = edge.ops[0]
            if isinstance(op, ops.Spawn):
                for thread, places in self._started(name, edge, op.function, ()):
                    self.spawns.setdefault(thread, []).extend(places)

    def threads(self) -> set[str]:
        main = self.points.program.main
        return {name for name in (main, *self.points.spawned) if name not in self.calls and self._runs_once(name)}

    def _started(self, name: str, edge: Edge, function: Expr, chain: tuple[_Place, ...]) -> Iterator[tuple[str, list[_Place]]]:
        """(thread function, the place that starts it; twice if that may happen more than once per visit)."""
        chain = (*chain, (name, edge))
        if function.op == "addr" and isinstance(function.payload, Function):
            yield function.payload.name, self._weighed(chain)
            return
        params = self.points.program.functions[name].params
        numbers = [i for i, param in enumerate(params) if function.op == "var" and param is function.payload]
        recursive = any(place[0] == name for place in chain[:-1])
        if not numbers or recursive or function.payload in self._assigned_in(name):
            for thread in self.points.callees(chain[0][1]):
                yield thread, self._weighed(chain)
            return
        for caller, call in self.calls.get(name, []):
            op = call.ops[0]
            assert isinstance(op, ops.Call)
            if numbers[0] < len(op.args):
                yield from self._started(caller, call, op.args[numbers[0]], chain)

    def _weighed(self, chain: tuple[_Place, ...]) -> list[_Place]:
        inner = chain[:-1]
        repeated = any(edge.source in self._cyclic_in(name) for name, edge in inner)
        return [chain[-1]] * (2 if repeated else 1)

    def _assigned_in(self, name: str) -> set[object]:
        found = self._assigned.get(name)
        if found is None:
            found = self._assigned[name] = {op_target(op) for edge in self.points.edges[name] for op in edge.ops}
        return found

    def _cyclic_in(self, name: str) -> set[int]:
        found = self._cyclic.get(name)
        if found is None:
            found = self._cyclic[name] = cyclic_locations(self.points.edges[name])
        return found

    def _runs_once(self, name: str) -> bool:
        """Whether a function is activated at most once in the whole execution."""
        found = self._once.get(name)
        if found is None:
            self._once[name] = False  # a function that leads to itself may run often
            places = self.calls.get(name, []) + self.spawns.get(name, [])
            if name == self.points.program.main:
                found = not places
            else:
                found = len(places) == 1 and places[0][1].source not in self._cyclic_in(places[0][0])
                found = found and self._runs_once(places[0][0])
            self._once[name] = found
        return found
