"""Source sets over the syntactic dependence: which threads must be tried in a control so that no error is lost.

Two actions are dependent if they belong to the same thread or share a variable that one of them writes. Ending a thread writes,
and joining it reads, one variable that stands for all of them; creating threads writes another one, because their order decides
who gets which number. For a chosen thread t, the set P = {t} is closed: a thread u joins P as soon as something that u may ever
do (its *future*: all that its automaton can reach from where it is, and the futures of threads it may create) depends on the
*next* action of a member of P. Then nothing outside P can interfere with the next actions of P before P moves, which makes P
persistent.

Soundness together with abstraction and covering:
- P is a function of the control alone, so a node and the node that covers it use the same P.
- P must contain an action that is enabled in *every* concrete state of the node, else a state in which all of P is blocked would
  lose what the others do. So P is accepted only if some member's next action is total (its guards are complementary branches: no
  await, no join, no program assumption); otherwise all threads are tried.
- Ignoring: along a cycle of the reduced graph (closed by covering, too) some thread must take a back edge of its automaton.
  Whenever P contains an action that is one, all threads are tried; so every cycle has a fully expanded node.
- A step that ends the whole program depends on everything: it is only taken together with all others. A step that fails a check
  is an error that is reported, and one that is cut forbids the verdict TRUE: neither hides anything.
- Reduction with the syntactic dependence in an abstract state space never loses a *feasible* error, although actions need not
  commute there: a feasible error has a concrete execution, whose reordering is followed by the reduced graph, which
  over-approximates it.
"""

from __future__ import annotations

from dataclasses import dataclass

from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import op_exprs, op_target
from threadproof.ir.walk import variables
from threadproof.sched.system import END, Control, Step, System


@dataclass(slots=True)
class Footprint:
    """Shared variables by number, as bit masks."""

    reads: int = 0
    writes: int = 0

    def include(self, other: Footprint) -> bool:
        before = (self.reads, self.writes)
        self.reads |= other.reads
        self.writes |= other.writes
        return before != (self.reads, self.writes)

    def depends(self, other: Footprint) -> bool:
        return bool(self.writes & (other.reads | other.writes) or self.reads & other.writes)


JOIN = 1 << 0  # ending a thread writes it, joining reads it (one for all threads: coarse but safe)
SPAWN = 1 << 1  # creating a thread writes it: the order decides who gets which number


class StaticSourceSets:
    def __init__(self, system: System) -> None:
        self.system = system
        self._numbers: dict[Variable, int] = {}
        self._edges: dict[Edge, Footprint] = {}
        self._special: dict[Edge, bool] = {}
        self._next: dict[tuple[int, int], Footprint] = {}
        self._future = [self._futures(i) for i in range(len(system.templates))]
        self._close_over_spawns()
        self._chosen: dict[Control, frozenset[int] | None] = {}

    def steps(self, control: Control) -> tuple[Step, ...]:
        """The steps that must be explored from a control."""
        everything = self.system.steps(control)
        chosen = self._choose(control)
        return everything if chosen is None else tuple(step for step in everything if step.thread in chosen)

    # -- what actions touch ----------------------------------------------------------------------------------------------

    def _bit(self, variable: Variable) -> int:
        return 1 << (2 + self._numbers.setdefault(variable, len(self._numbers)))

    def footprint(self, edge: Edge) -> Footprint:
        found = self._edges.get(edge)
        if found is None:
            found = Footprint()
            for op in edge.ops:
                for expr in op_exprs(op):
                    for variable in variables(expr):
                        if variable.shared:
                            found.reads |= self._bit(variable)
                target = op.array if isinstance(op, ops.Write) else op_target(op)
                if target is not None and target.shared:
                    found.writes |= self._bit(target)
                if isinstance(op, ops.Join):
                    found.reads |= JOIN
                if isinstance(op, ops.ThreadExit | ops.Return):
                    found.writes |= JOIN
                if isinstance(op, ops.Spawn):
                    found.writes |= SPAWN
            self._edges[edge] = found
        return found

    def _blocks_or_ends(self, edge: Edge) -> bool:
        """Not total, or of effect on all threads: never alone in a source set."""
        found = self._special.get(edge)
        if found is None:
            kinds = ops.Await | ops.Join | ops.Halt | ops.Return
            found = edge.back or any(isinstance(op, kinds) or (isinstance(op, ops.Assume) and not op.branch) for op in edge.ops)
            self._special[edge] = found
        return found

    def _block(self, template: int, location: int) -> Footprint:
        """What the next action touches: an edge, or all edges of the atomic block that it begins."""
        key = (template, location)
        found = self._next.get(key)
        if found is None:
            found = Footprint()
            for edge in self._atomic_edges(template, location):
                found.include(self.footprint(edge))
            self._next[key] = found
        return found

    def _atomic_edges(self, template: int, location: int) -> list[Edge]:
        outgoing = self.system.outgoing[template]
        found, seen = [], set()
        stack = [(location, 0)]
        while stack:
            at, depth = stack.pop()
            for edge in outgoing.get(at, ()):
                inner = depth
                found.append(edge)
                for op in edge.ops:
                    inner += isinstance(op, ops.AtomicBegin)
                    inner -= isinstance(op, ops.AtomicEnd)
                if inner > 0 and (edge.target, inner) not in seen:
                    seen.add((edge.target, inner))
                    stack.append((edge.target, inner))
        return found

    def _futures(self, template: int) -> dict[int, Footprint]:
        """Location -> everything that its thread may do from there."""
        outgoing = self.system.outgoing[template]
        future = {location: Footprint() for location in outgoing}
        changed = True
        while changed:
            changed = False
            for location, edges in outgoing.items():
                for edge in edges:
                    changed |= future[location].include(self.footprint(edge))
                    if edge.target in future:
                        changed |= future[location].include(future[edge.target])
        return future

    def _close_over_spawns(self) -> None:
        """Creating a thread may bring about all that the thread does."""
        changed = True
        while changed:
            changed = False
            for template, outgoing in enumerate(self.system.outgoing):
                for location in outgoing:
                    for number in self._spawned(template, location):
                        entry = self.system.templates[number].entry
                        if entry in self._future[number]:
                            changed |= self._future[template][location].include(self._future[number][entry])

    def _spawned(self, template: int, location: int) -> set[int]:
        """Templates that may be started from a location on."""
        if not hasattr(self, "_spawn_memo"):
            self._spawn_memo: dict[int, dict[int, set[int]]] = {}
        if template not in self._spawn_memo:
            outgoing = self.system.outgoing[template]
            found: dict[int, set[int]] = {at: set() for at in outgoing}
            changed = True
            while changed:
                changed = False
                for at, edges in outgoing.items():
                    before = len(found[at])
                    for edge in edges:
                        found[at] |= found.get(edge.target, set())
                        for op in edge.ops:
                            if isinstance(op, ops.Spawn) and op.function.op == "addr":
                                found[at].add(self.system.number[op.function.payload.name])
                    changed |= len(found[at]) != before
            self._spawn_memo[template] = found
        return self._spawn_memo[template].get(location, set())

    # -- the choice ------------------------------------------------------------------------------------------------------

    def _choose(self, control: Control) -> frozenset[int] | None:
        if control not in self._chosen:
            self._chosen[control] = self._compute(control)
        return self._chosen[control]

    def _compute(self, control: Control) -> frozenset[int] | None:
        live = [t for t, (_, location) in enumerate(control.at) if location != END]
        if len(live) < 2 or control.depth:
            return None
        best: frozenset[int] | None = None
        for first in live:
            if not self._total(control, first):
                continue
            found = self._close(control, live, first)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
                if len(best) == 1:
                    break
        return best

    def _total(self, control: Control, thread: int) -> bool:
        template, location = control.at[thread]
        edges = self._atomic_edges(template, location)
        return bool(edges) and not any(self._blocks_or_ends(edge) for edge in edges)

    def _close(self, control: Control, live: list[int], first: int) -> frozenset[int] | None:
        chosen = {first}
        touched = Footprint()
        touched.include(self._block(*control.at[first]))
        grown = True
        while grown:
            grown = False
            for other in live:
                template, location = control.at[other]
                if other not in chosen and self._future[template].get(location, Footprint()).depends(touched):
                    if any(edge.back for edge in self.system.outgoing[template].get(location, ())):
                        return None
                    chosen.add(other)
                    touched.include(self._block(template, location))
                    grown = True
        return frozenset(chosen) if len(chosen) < len(live) else None
