"""Persistent sets, re-checked: when is it enough that only some threads were followed from a node?

Let V be the variables that the facts of the proof mention. The program is seen through V: a step relates the values of
V before and after it, all other variables may have any value before every step. This only adds executions, and a set of
facts over V that is closed under the steps of the program is closed under these, too. (It is why steps that clash only
on other variables may be taken in any order: `y = y + 1` and `y = 2 * y` commute if no fact mentions y. This is the
theorem of abstraction-aware reduction.) An *action* is a step outside of atomic blocks or a whole atomic block.

Let P be the threads that were followed from a node, and let *outside* be what the other threads, and threads that they create,
can do from a state of the node as long as P rests. An outside action b is *apart* from an action a of P if neither writes a
variable of V that the other mentions, not both create a thread, b does not join if a creates (the number of threads decides
whether there is the thread to join), and if a joins, b neither creates nor ends a thread, unless the thread that a joins is
known to be another one. Then a may come first: if b a is possible, so is a b, with the same effect; and if a and b are possible,
b still is after a. (If a ends a thread and b joins one, b cannot be waiting for a.)

Claim: no failing step is reachable if, for every node with such a set P,

1. every outside action is apart from the next actions of P;
2. in every state of the node some thread t of P can take an action that does not halt the program;
3. for every thread u: no cycle of the graph, atomic blocks counting as one edge, has only nodes that do not follow u;
4. the invariants are closed under the steps of P, and none of these can fail; if all threads are followed, under all steps.

Proof. Let w be an execution of actions from a state of a node into a failing step, of least length among all nodes. If some
action of w belongs to a thread of P, take the first: by 1 it can be moved to the front. It is not the failing one by 4, so the
next node has a shorter failing execution: contradiction. So no action of w belongs to P. By 2 some t can act, by 1 all of w is
still possible after that, from a state of the next node, and has the same length. So this goes on for ever, through finitely
many nodes, along a cycle none of whose nodes follows the thread u that acts first in w: contradiction to 3. (No action of w halts
the program, since nothing follows that.)

What is outside: the edges that automata can reach, except those only reachable through a *shut gate*: an edge with a
condition over shared variables that the node refutes, before anything in it can fail. If no outside action writes a
variable of V in that condition, all of them reachable without a shut gate, no gate opens while P rests. A thread that
waits for the end of a known thread of P does nothing at all while P rests.

The sets P may come from anywhere: 1, 2 and 3 are decided here from the program, and no code is shared with the reductions of the
engines.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.certify.formulas import conjunction
from threadproof.certify.graph.actions import Actions, ExecutedEdge, Place, Touched
from threadproof.certify.implication import Cube, ImplicationReply, Implications
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import U32
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute, subterms
from threadproof.sched.preemptive import Preemptive
from threadproof.sched.system import END, HALTED, Control, System, SystemStep

UNDERSTOOD = (
    ops.Assign, ops.Havoc, ops.Write, ops.Assume, ops.Await, ops.Check, ops.Cut, ops.Skip, ops.Spawn, ops.Join,
    ops.ThreadExit, ops.Return, ops.Halt, ops.AtomicBegin, ops.AtomicEnd,
)  # fmt: skip


class ReductionCheck:
    def __init__(self, system: System, mentioned: Iterable[Variable], implications: Implications) -> None:
        self.system = system
        self.mentioned = frozenset(mentioned)
        self.implications = implications
        self.actions = Actions(system, self.mentioned)
        edges = [edge for function in system.templates for edge in function.edges]
        self.allowed = isinstance(system.scheduler, Preemptive) and all(
            isinstance(op, UNDERSTOOD) for edge in edges for op in edge.ops
        )
        self._readings: dict[Edge, ExecutedEdge] = {}
        gates = {edge: [part for part in self._reading(edge).gate if _is_shared(part)] for edge in edges}
        self._gates = {edge: parts for edge, parts in gates.items() if parts}
        self._gated = frozenset(v for parts in self._gates.values() for part in parts for v in expr_variables(part))
        self._shut_memo: dict[object, frozenset[Edge]] = {}
        self._possible: dict[tuple[Place, bool], bool] = {}
        self._joining: dict[Place, list[Edge]] = {}

    def objection(self, control: Control, cube: Cube, threads: frozenset[int]) -> str:
        """Why conditions 1 and 2 do not hold for a node from which these threads were followed; empty if they do."""
        if not self.allowed or control.depth:
            return "no reduction is possible here"
        chosen = [thread for thread in threads if thread < len(control.at) and control.at[thread][1] != END]
        others = [(thread, place) for thread, place in enumerate(control.at) if place[1] != END and thread not in threads]
        waiting = {place for place in {place for _, place in others} if self._join_edges(place)}
        outside = {place for thread, place in others if place not in waiting or not self._waits(control, cube, threads, thread)}
        touched = Touched()
        for thread in chosen:
            touched |= self._next(control, cube, threads, thread)
        shut = self._stay_shut(self._shut(cube), outside)
        for place in outside:
            if not _apart(touched, self.actions.future(place, shut)):
                return f"what a thread at {self._name(place)} may do before is not independent of the steps that were followed"
        if not any(self._can_act(control, cube, thread) for thread in chosen):
            return "all steps that were followed may be impossible"
        return ""

    def _reading(self, edge: Edge) -> ExecutedEdge:
        found = self._readings.get(edge)
        if found is None:
            found = self._readings[edge] = ExecutedEdge(edge)
        return found

    def _name(self, place: Place) -> str:
        return f"{self.system.templates[place[0]].name}:{place[1]}"

    # -- condition 1 -----------------------------------------------------------------------------------------------------

    def _next(self, control: Control, cube: Cube, threads: frozenset[int], thread: int) -> Touched:
        """What the next action of a thread touches. A join of a known thread waits for no thread outside of P."""
        place = control.at[thread]
        found = self.actions.next(place)
        if not found.joins:
            return found
        edges = [edge for edges in self.actions.block(place).edges.values() for edge in edges]
        if len(self.actions.block(place).edges) > 1:  # further inside, values may be others
            return found
        for edge in edges:
            for joined in self._reading(edge).joined:
                known = self.implications.rewrite(self._instance(joined, thread), cube)
                number = int(known.payload) if known.is_const else len(control.at)
                if number >= len(control.at) or (control.at[number][1] != END and number not in threads):
                    return found
        return Touched(found.reads, found.writes, found.creates, False, found.ends)

    def _waits(self, control: Control, cube: Cube, threads: frozenset[int], thread: int) -> bool:
        """Whether all that a thread could do is to join one of P that has not ended."""
        edges = self._join_edges(control.at[thread])
        for edge in edges:
            known = self.implications.rewrite(self._instance(self._reading(edge).joined[0], thread), cube)
            number = int(known.payload) if known.is_const else -1
            if number not in threads or not 0 <= number < len(control.at) or control.at[number][1] == END:
                return False
        return bool(edges)

    def _join_edges(self, place: Place) -> list[Edge]:
        """The edges of a place, if all of them begin with a join."""
        found = self._joining.get(place)
        if found is None:
            every = [edge for edges in self.actions.block(place).edges.values() for edge in edges]
            found = every if all(isinstance(edge.ops[0], ops.Join) for edge in every) else []
            self._joining[place] = found
        return found

    def _instance(self, expr: Expr, thread: int) -> Expr:
        def replace(node: Expr) -> Expr | None:
            if node.op == "var" and not node.payload.shared:
                return E.var(self.system.instance(node.payload, thread))
            return E.const(U32, thread) if node.op == "self" else None

        return substitute(expr, replace)

    def _shut(self, cube: Cube) -> frozenset[Edge]:
        """Edges with a condition that does not hold in the cube."""
        facts = frozenset(fact for fact in cube.facts if not self._gated.isdisjoint(expr_variables(fact)))
        found = self._shut_memo.get(facts)
        if found is None:
            part = Cube(facts)
            found = self._shut_memo[facts] = frozenset(
                edge for edge, gate in self._gates.items() if any(self.implications.excludes(part, c) for c in gate)
            )
        return found

    def _stay_shut(self, shut: frozenset[Edge], outside: set[Place]) -> frozenset[Edge]:
        """Those that no thread outside can open."""
        while shut:
            written = {v for place in outside for v in self.actions.future(place, shut).written()}
            opened = {e for e in shut if any(not written.isdisjoint(expr_variables(c)) for c in self._gates[e])}
            if not opened:
                break
            shut -= opened
        return shut

    # -- condition 2 -----------------------------------------------------------------------------------------------------

    def _can_act(self, control: Control, cube: Cube, thread: int) -> bool:
        place = control.at[thread]
        key = (place, thread == 0)
        if key not in self._possible:
            block = self.actions.block(place)
            self._possible[key] = block.ends and all(self._total(edges, thread == 0) for edges in block.edges.values())
        if self._possible[key]:
            return True
        steps = [step.ops for step in self.system.thread_steps(control, thread) if _goes_on(step)]
        return self.implications.always_one(cube, steps, self._unseen) is ImplicationReply.YES

    def _total(self, edges: list[Edge], main: bool) -> bool:
        """Whether in every state one of the edges can be taken, or fails a check; and none of them joins or halts. That is so if
        one of them can be whatever is drawn: all edges draw the same."""
        stops = (ops.Join, ops.Halt, *((ops.Return,) if main else ()))
        if not edges or any(isinstance(op, stops) for edge in edges for op in edge.ops):
            return False
        this = E.var(Variable("self", U32))
        same: dict[Variable, Expr] = {}
        union = E.FALSE
        for edge in edges:
            reading = self._reading(edge)

            def renamed(node: Expr, drawn: dict[Variable, Variable] = reading.drawn) -> Expr | None:
                if node.op == "var" and node.payload in drawn:
                    return same.setdefault(drawn[node.payload], node)
                return this if node.op == "self" else None

            union = E.lor(union, substitute(conjunction(reading.guard), renamed))
        return self.implications.entails((), union) is ImplicationReply.YES

    def _unseen(self, variable: Variable) -> bool:
        """Variables that may have any value before a step; what is drawn during it is one of them."""
        return variable not in self.mentioned


def _apart(a: Touched, b: Touched) -> bool:
    """Whether actions b of others are apart from actions a of P; a join of a known thread is no join of `a`."""
    return (
        a.writes.isdisjoint(b.reads | b.writes)
        and a.reads.isdisjoint(b.writes)
        and not (a.creates and (b.creates or b.joins))
        and not (a.joins and (b.creates or b.ends))
    )


def _goes_on(step: SystemStep) -> bool:
    """A whole action that leaves the program running, or fails."""
    return step.failure is not None or (step.target is not HALTED and not step.target.depth)


def _is_shared(condition: Expr) -> bool:
    """Means the same to every thread, and is about something or never holds."""
    if condition is E.FALSE:
        return True
    names = expr_variables(condition)
    return bool(names) and all(v.shared for v in names) and not any(node.op == "self" for node in subterms(condition))
