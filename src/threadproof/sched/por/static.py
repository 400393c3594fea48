"""Source sets over the syntactic dependence: which threads must be tried in a node so that no error is lost.

Two actions are dependent if they belong to the same thread or share a variable that one of them writes. A set P of
threads is *closed* in a node if no thread outside of P can, as long as P does not move, do anything that depends on the
*next* action of a member of P. What a thread can do is its *future*: all that its automaton reaches from where it is,
and the futures of threads it may create, but nothing that is only reachable through a shut gate (see `guards`): an edge
whose condition is known to be false in the node, over variables that no thread outside of P writes in what it reaches
without passing a shut gate. So while one thread is known to hold a lock, what others do under the same lock is not in
their future; and a thread that waits for the end of a member of P has none at all.

Why following only the steps of P loses no error. Take a concrete state s of the node and an execution w from s into an error.
- If w contains a step of P, let a be the first. Nothing before it depends on it (the threads that move before are outside of P
  and P rests), so a may come first, and the same error follows after one step less.
- If not, and some step b of P can be taken in s, then b w is an execution into the same error, since nothing in w depends on b.
  So P needs a member whose next action can be taken in *every* state of the node and does not end the program (`_moves_surely`):
  by its shape, or by what is known in the node.
- The second case must not repeat for ever: `reach.proviso` makes sure that no cycle of the graph leaves a thread out.

Both cases stay inside the graph: a covered node is continued by the node that covers it, which contains s, too. So the choice may
depend on what is known in a node, and differ between a node and the one that covers it. That actions need not commute on
abstract states is no matter: the argument is about concrete executions, which the graph over-approximates.

Ending a thread is independent of joining it, because that join cannot happen before; joining depends on the end. A step
that ends the program is never the last of w, so it needs no other step, but it does not count as one that can surely be
taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables
from threadproof.sched.por.footprint import JOIN, SPAWN, Footprint, Footprints, Place
from threadproof.sched.por.guards import Guards
from threadproof.sched.system import Control, System

Groups = dict[Place, list[int]]
Possible = Callable[[frozenset[Expr]], bool]


class NodeKnowledge(Protocol):
    """What is known in a node."""

    def value(self, expr: Expr) -> Expr:
        """The expression with everything filled in that is known."""
        ...

    def truth(self, condition: Expr) -> bool | None: ...

    def about(self, variables: frozenset[Variable]) -> Hashable:
        """All that is known about some variables: where it is the same, the answers to questions about them are."""
        ...


class StaticSourceSets:
    """`possible` tells whether conditions may hold together."""

    def __init__(self, system: System, possible: Possible) -> None:
        self.system = system
        self.possible = possible
        self.footprints = Footprints(system)
        self.guards = Guards(system, self.footprints)
        self.mask = -1
        self.version = 0  # of what the choices depend on
        self._gate_masks = {
            edge: self.footprints.mask(v for part in parts for v in expr_variables(part)) & ~(JOIN | SPAWN)
            for edge, parts in self.guards.gates.items()
        }
        self._gated = frozenset(v for parts in self.guards.gates.values() for part in parts for v in expr_variables(part))
        self._relevant_memo: dict[Control, frozenset[Variable]] = {}
        self._choices: dict[Hashable, frozenset[int]] = {}
        self._completions: dict[Hashable, frozenset[int]] = {}
        self._shut_memo: dict[Hashable, frozenset[Edge]] = {}
        self._cyclic = [{edge.source for edge in function.edges if edge.back} for function in system.templates]

    def ignores(self, variable: Variable) -> bool:
        """Whether the value of a variable is anything, whatever happened before."""
        return variable in self.guards.fresh

    def choose(self, control: Control, known: NodeKnowledge) -> frozenset[int]:
        """The threads to follow from a node: the smallest closed set that is found, without loops where possible."""
        key = (control, self.version, known.about(self.relevant(control)))
        found = self._choices.get(key)
        if found is None:
            found = self._choices[key] = self._choose(control, known)
        return found

    def relevant(self, control: Control) -> frozenset[Variable]:
        """Variables on which the choice depends: of gates, and of what the threads wait for where they are."""
        found = self._relevant_memo.get(control)
        if found is None:
            names = set(self._gated)
            for thread in self.system.enabled(control):
                for variable in self.guards.mentioned(control.at[thread]):
                    names.add(self.system.instance(variable, thread))
            found = self._relevant_memo[control] = frozenset(names)
        return found

    def _choose(self, control: Control, known: NodeKnowledge) -> frozenset[int]:
        threads = self.system.enabled(control)
        best = frozenset(threads)
        if len(threads) < 2 or control.depth:
            return best
        groups = self._groups(control, threads)
        shut = self._shut(known)
        rank = (len(best), False)
        for (template, location), members in groups.items():
            if not self._moves_surely(control, members[0], known):
                continue
            found = self._close(control, groups, shut, {members[0]}, known)
            quality = (len(found), location in self._cyclic[template])
            if quality < rank:
                best, rank = found, quality
                if quality == (1, False):
                    break
        return best

    def complete(self, control: Control, known: NodeKnowledge, followed: frozenset[int]) -> frozenset[int]:
        """The threads that must be followed, too, where some have been."""
        key = (control, self.version, followed, known.about(self.relevant(control)))
        found = self._completions.get(key)
        if found is None:
            found = self._completions[key] = self._complete(control, known, followed)
        return found

    def _complete(self, control: Control, known: NodeKnowledge, followed: frozenset[int]) -> frozenset[int]:
        threads = self.system.enabled(control)
        if len(threads) < 2 or control.depth or len(followed) >= len(threads):
            return frozenset(threads) - followed
        groups = self._groups(control, threads)
        found = self._close(control, groups, self._shut(known), set(followed), known)
        if not any(self._moves_surely(control, thread, known) for thread in found):
            found = frozenset(threads)
        return found - followed

    def _groups(self, control: Control, threads: tuple[int, ...]) -> Groups:
        """Threads that are at the same place have the same future."""
        groups: Groups = {}
        for thread in threads:
            groups.setdefault(control.at[thread], []).append(thread)
        return groups

    # -- closing ---------------------------------------------------------------------------------------------------------

    def _close(
        self, control: Control, groups: Groups, shut: frozenset[Edge], start: set[int], known: NodeKnowledge
    ) -> frozenset[int]:
        chosen: set[int] = set()
        touched = Footprint()
        new = set(start)
        while new:
            while new:
                thread = new.pop()
                chosen.add(thread)
                new |= self._touch(control, thread, known, touched) - chosen
            outside = [
                place
                for place, members in groups.items()
                if any(member not in chosen and self._waited(control, member, known) not in chosen for member in members)
            ]
            gates = self._still_shut(shut, outside)
            for place in outside:
                if self.footprints.future(place, gates).depends(touched, self.mask):
                    new.update(groups[place])
            new -= chosen
        return frozenset(chosen)

    def _waited(self, control: Control, thread: int, known: NodeKnowledge) -> int | None:
        """The thread that has to end before this one can do anything."""
        first = self.guards.waits(control.at[thread]).first
        if first is None:
            return None
        number = known.value(self.system.expr(first, thread))
        if not number.is_const or self.system.scheduler.ended(control.scheduler, int(number.payload)) is not False:
            return None
        return int(number.payload)

    def _touch(self, control: Control, thread: int, known: NodeKnowledge, touched: Footprint) -> set[int]:
        """Add what the next action of a thread touches; the threads whose end it waits for."""
        place = control.at[thread]
        following = self.footprints.next(place)
        reads = following.reads
        waited: set[int] = set()
        joins = self.guards.waits(place).joins
        if joins:
            reads &= ~(JOIN | SPAWN)
            for _, joined in joins:
                number = known.value(self.system.expr(joined, thread))
                ended = self.system.scheduler.ended(control.scheduler, int(number.payload)) if number.is_const else None
                if ended is None:
                    reads |= JOIN | SPAWN
                elif not ended:
                    waited.add(int(number.payload))
        touched.include(Footprint(reads, following.writes & ~JOIN))
        return waited

    def _shut(self, known: NodeKnowledge) -> frozenset[Edge]:
        """Edges whose gate is known to be closed now."""
        key = known.about(self._gated)
        found = self._shut_memo.get(key)
        if found is None:
            gates = self.guards.gates.items()
            found = frozenset(edge for edge, conditions in gates if any(known.truth(c) is False for c in conditions))
            self._shut_memo[key] = found
        return found

    def _still_shut(self, shut: frozenset[Edge], outside: list[Place]) -> frozenset[Edge]:
        """Those that no thread outside can open."""
        while shut:
            writes = 0
            for place in outside:
                writes |= self.footprints.future(place, shut).writes
            opened = {edge for edge in shut if self._gate_masks[edge] & writes}
            if not opened:
                break
            shut = shut - opened
        return shut

    # -- moving ----------------------------------------------------------------------------------------------------------

    def _moves_surely(self, control: Control, thread: int, known: NodeKnowledge) -> bool:
        """Whether the next action of a thread can be taken in every state of the node, and goes on."""
        waits = self.guards.waits(control.at[thread])
        if waits.never:
            return False
        doubtful: list[Expr] = []
        for condition in waits.blocked:
            blocked = self.system.expr(condition, thread)
            truth = known.truth(blocked)
            if truth is True:
                return False
            if truth is None:
                doubtful.append(E.lnot(known.value(blocked)))
        for path, joined in waits.joins:
            arrives = known.truth(self.system.expr(path, thread))
            if arrives is not False and not self._joins_surely(control, self.system.expr(joined, thread), known, doubtful):
                return False
        if not doubtful:
            return True
        names = {variable for condition in doubtful for variable in expr_variables(condition)}
        return all(self.ignores(variable) for variable in names) and self.possible(frozenset(doubtful))

    def _joins_surely(self, control: Control, joined: Expr, known: NodeKnowledge, doubtful: list[Expr]) -> bool:
        number = known.value(joined)
        if number.is_const:
            return self.system.scheduler.ended(control.scheduler, int(number.payload)) is True
        ended = (t for t in range(len(control.at)) if self.system.scheduler.ended(control.scheduler, t))
        first = next(ended, None)
        if first is None:
            return False
        doubtful.append(E.eq(number, E.const(number.type, first)))
        return True
