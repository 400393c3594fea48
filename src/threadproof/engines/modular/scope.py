"""What the states of a thread speak about.

A thread that does not mention a variable, nor create threads that do, need not know what it is: then a state of it is as large
as what the thread works with, not as the program. What such a thread would have handed on is lost: while it holds a lock, it does
not know that what others keep there is as it was. So programs that are not proved with narrow states are tried with wide ones.

Either way, what a word guards is summed up (`interference.Guarded`) only where all threads that write the word, or the variable,
know both: nothing that happens to one of them is missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.engines.modular.interference import Words
from threadproof.engines.modular.summaries import ArraySummaries
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Function
from threadproof.ir.uses import op_changed, op_variables
from threadproof.sched.solo import Solo


class Scope:
    def __init__(self, solo: Solo, narrow: bool) -> None:
        self.solo = solo
        self._writers: dict[Variable, set[str]] = {}
        bodies = {name: solo.program.functions[function.name] for name, function in solo.functions.items()}
        for name, body in bodies.items():
            for variable in _changed(body):
                self._writers.setdefault(variable, set()).add(name)
        self._visible: dict[str, frozenset[Variable]] = {}
        if narrow:
            ghosts = frozenset(solo.ghosts())
            mentioned = {name: _mentioned(body) for name, body in bodies.items()}
            for name in bodies:
                below = _below(name, bodies)
                self._visible[name] = ghosts.union(*(mentioned[each] for each in below))
            self._visible.pop(solo.program.main, None)

    def visible(self, template: str) -> frozenset[Variable] | None:
        """None: everything."""
        return self._visible.get(template)

    def partners(
        self, words: Words, summaries: ArraySummaries, variables: Sequence[Variable]
    ) -> Mapping[Variable, frozenset[Variable]]:
        """Of each word the variables that may be known while it has a value."""
        arrays = {found.every: found.array for found in summaries.values() if found is not None}
        everything = frozenset(variables)
        if not self._visible:
            return dict.fromkeys(words.values, everything)
        seen = {
            name: everything if visible is None else frozenset(v for v in variables if arrays.get(v, v) in visible)
            for name, visible in ((name, self.visible(name)) for name in self.solo.functions)
        }
        found: dict[Variable, frozenset[Variable]] = {}
        for word in words.values:
            both = everything.intersection(*(seen[name] for name in self._writers.get(word, ())))
            found[word] = frozenset(
                v for v in both if all(word in seen[name] for name in self._writers.get(arrays.get(v, v), ()))
            )
        return found


def _changed(body: Function) -> set[Variable]:
    return {v for edge in body.edges for op in edge.ops if (v := op_changed(op)) is not None and v.shared}


def _mentioned(body: Function) -> frozenset[Variable]:
    return frozenset(v for edge in body.edges for op in edge.ops for v in op_variables(op) if v.shared)


def _below(name: str, bodies: Mapping[str, Function]) -> set[str]:
    """A template, those that its threads create, and so on."""
    found, waiting = {name}, [name]
    created = _created(bodies)
    while waiting:
        for child in created[waiting.pop()]:
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def _created(bodies: Mapping[str, Function]) -> dict[str, set[str]]:
    """Functions by name; of a function that several templates run, all of these."""
    runs: dict[str, set[str]] = {}
    for name, body in bodies.items():
        runs.setdefault(body.name, set()).add(name)
    return {
        name: {
            child
            for edge in body.edges
            for op in edge.ops
            if isinstance(op, ops.Spawn)
            for child in runs.get(op.function.payload.name, ())
        }
        for name, body in bodies.items()
    }
