"""The visited states as an inductive invariant (`evidence.graph`): every state of the search, and those that a
transition passes on its way.

A symbolic state says of each variable what it is in terms of literals. A literal that a variable holds is written as that
variable: `x` is any value, `y` is `x + 1`. The others become ghosts of the proof. Every step says how they get their values: a
ghost that the state before has, too, stays; a literal that a variable held before the step is taken from there; one that was
drawn in the step, from the variable that holds it afterwards (of an array: that was made from it by writing elements). Where a
visited state covers the one after a transition, its ghosts are what its values have in the place of its literals; that it fits
is made sure of here, so that no proof is offered that does not hold.

Transitions are executed once more, with an observer (`TransitionExecutor.watch`). Nothing here has to be right for the answer to
be: a proof is checked by other code. There is none (`NoProof`) where a value is not found in one of these ways, which
is rare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from threadproof.budget import Budget
from threadproof.engines.simulation.avpe import SearchNode
from threadproof.engines.simulation.branch import SymbolicBranch
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.state import END, RestingThread, SymbolicState, relevant
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.evidence.graph import Ghosts, Place, Proof, ProofNode, Values
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import BOOL, is_integral
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.sched.branch import running
from threadproof.sched.system import HALTED, Control, System, SystemStep

SHARE = 0.6  # of the time that is left when the search ends; the check takes less than half as long
NO_GHOSTS = Ghosts((), ())
Holding = list[tuple[Variable, Expr]]
"""What variables of the system are, where something is known of them."""


class NoProof(Exception):
    """A value of a ghost was not found."""


class NoTime(NoProof):
    """It would take longer than there is time for it."""


class StateFacts:
    """A symbolic state in terms of variables: `holder` of the literals that have one, and the `ghosts` for the others."""

    __slots__ = ("facts", "ghosts", "holder")

    def __init__(self, holding: Holding, pc: Iterable[Expr], equal: dict[tuple[Variable, Expr], Expr]) -> None:
        """`equal`: facts about constants, which many states have in common."""
        self.holder: dict[Variable, Variable] = {}
        symbolic = [pair for pair in holding if not pair[1].is_const]
        for variable, value in symbolic:
            if value.op == "var":
                self.holder.setdefault(value.payload, variable)
        memo: dict[Expr, Expr] = {}
        found = [equal.get(pair) or _equal(pair, equal) for pair in holding if pair[1].is_const]
        for variable, value in symbolic:
            if value.op != "var" or self.holder[value.payload] is not variable:
                found.append(E.same(E.var(variable), substitute(value, self._held, memo)))
        found += [substitute(conjunct, self._held, memo) for conjunct in pc]
        self.facts = frozenset(found) - {E.TRUE}
        literals = frozenset[Variable]().union(*(expr_variables(term) for _, term in symbolic), *map(expr_variables, pc))
        self.ghosts = literals.difference(self.holder)

    def _held(self, node: Expr) -> Expr | None:
        if node.op != "var" or node.payload not in self.holder:
            return None
        return E.var(self.holder[node.payload])


def _equal(pair: tuple[Variable, Expr], known: dict[tuple[Variable, Expr], Expr]) -> Expr:
    fact = known[pair] = E.same(E.var(pair[0]), pair[1])
    return fact


class Open:
    """A node of the proof in the making."""

    __slots__ = ("control", "facts", "ghosts", "targets", "threads")

    def __init__(self, control: Control, facts: StateFacts, threads: frozenset[int] | None) -> None:
        self.control = control
        self.facts = facts
        self.threads = threads
        self.targets: dict[SystemStep, int] = {}
        self.ghosts: dict[SystemStep, Ghosts] = {}


class EdgeWatch:
    """Edges of one transition as they are executed: the one before, and the branch after it; `branch.mark` is the number of the
    last one. `rests`: per successor its last edge, and the state."""

    def __init__(self) -> None:
        self.edges: list[tuple[int, Edge, SymbolicBranch]] = []
        self.rests: list[tuple[int, SymbolicState]] = []

    def moved(self, branch: SymbolicBranch, edge: Edge) -> None:
        self.edges.append((branch.mark, edge, branch.fork()))
        branch.mark = len(self.edges) - 1

    def rested(self, branch: SymbolicBranch, state: SymbolicState) -> None:
        self.rests.append((branch.mark, state))


def export(executor: TransitionExecutor, first: SearchNode, limit: int, budget: Budget) -> tuple[Proof | None, str]:
    """The proof, or why there is none, as a status of the answer."""
    try:
        return _Export(executor, first, limit, budget).run(), ""
    except NoTime:
        return None, "not re-checked (time: there was none to write it down)"
    except NoProof:
        return None, "none (the states that were visited cannot be written as one)"


class _Export:
    def __init__(self, executor: TransitionExecutor, first: SearchNode, limit: int, budget: Budget) -> None:
        self.executor = executor
        self.system = System(executor.program, executor.scheduler, limit)
        self.budget = budget
        self.enough = budget.left() - min(SHARE * budget.left(), budget.patience())
        self.open: list[Open] = []
        self.number: dict[SearchNode, int] = {}
        self.inner: dict[tuple[Control, frozenset[Expr], frozenset[Variable]], int] = {}
        self.waiting: list[SearchNode] = []
        self.meanwhile: dict[Variable, Variable] = {}
        self.frames: dict[tuple[int, RestingThread], Holding] = {}
        self.equal: dict[tuple[Variable, Expr], Expr] = {}
        self.live: dict[tuple[int, Place], tuple[Variable, ...]] = {}
        self._enter(first, self.system.initial)

    def run(self) -> Proof:
        while self.waiting:
            node = self.waiting.pop()
            here = self.open[self.number[node]]
            for thread in self.system.enabled(here.control) if here.threads is None else sorted(here.threads):
                self._transition(node, thread)  # also those that get stuck in an atomic block
        nodes = tuple([ProofNode(o.control, o.facts.facts, o.threads, o.targets, ghosts=o.ghosts) for o in self.open])
        used = {ghost for node in self.open for ghost in node.facts.ghosts}
        used.update(ghost for o in self.open for values in o.ghosts.values() for ghost, _ in (*values.before, *values.after))
        return Proof(self.system, nodes, tentative=True, ghosts=tuple(sorted(used, key=lambda ghost: ghost.name)))

    # -- nodes -----------------------------------------------------------------------------------------------------------

    def _enter(self, node: SearchNode, control: Control) -> int:
        """The number of a state of the search."""
        number = self.number.get(node)
        if number is None:
            number = self.number[node] = len(self.open)
            facts = StateFacts(self._holding(control, node.state), node.state.pc, self.equal)
            followed = None if node.done.issuperset(node.enabled) else frozenset(node.done)
            self.open.append(Open(control, facts, followed))
            self.waiting.append(node)
        elif self.open[number].control != control:
            raise NoProof
        return number

    def _holding(self, control: Control, state: SymbolicState) -> Holding:
        shared = zip(self.executor.variables, state.shared, strict=True)
        found = [(variable, value) for variable, value in shared if value is not None]
        for thread, frame in enumerate(state.frames):
            found += self._registers(thread, frame)
        return found

    def _registers(self, thread: int, frame: RestingThread) -> Holding:
        """States have most frames in common."""
        found = self.frames.get((thread, frame))
        if found is None:
            found = self.frames[thread, frame] = self._held(thread, frame)
        return found

    def _held(self, thread: int, frame: RestingThread) -> Holding:
        template, location = frame.at
        if location == END:
            return [(self.system.result(thread), value) for value in frame.values if value is not None]
        live = self.live.get((thread, frame.at))
        if live is None:
            names = self.executor.codes[template].live(location)
            live = self.live[thread, frame.at] = tuple([self.system.instance(variable, thread) for variable in names])
        return [(variable, value) for variable, value in zip(live, frame.values, strict=True) if value is not None]

    def _passed(self, thread: int, branch: SymbolicBranch, control: Control) -> int:
        """The number of a state that a transition passes."""
        template = branch.frames[thread].at[0]
        frame = RestingThread(
            (template, branch.location),
            tuple([branch.registers.get(v) for v in self.executor.codes[template].live(branch.location)]),
        )
        frames = (*branch.frames[:thread], frame, *branch.frames[thread + 1 :])
        state = SymbolicState(None, frames, tuple(branch.shared.values()), branch.pc)
        facts = StateFacts(self._holding(control, state), relevant(branch.pc, state.literals()), self.equal)
        key = control, facts.facts, facts.ghosts
        number = self.inner.get(key)
        if number is None:
            number = self.inner[key] = len(self.open)
            others = len(self.system.enabled(control)) > 1
            self.open.append(Open(control, facts, frozenset({thread}) if others else None))
        return number

    # -- steps -----------------------------------------------------------------------------------------------------------

    def _transition(self, node: SearchNode, thread: int) -> None:
        if self.budget.left() < self.enough:
            raise NoTime
        watch = self.executor.watch = EdgeWatch()
        try:
            self.executor.run(node.state, thread)
        finally:
            self.executor.watch = None
        targets = [after for who, after in node.after if who == thread]
        if len(targets) != len(watch.rests):
            raise NoProof
        rests = {mark: (state, after) for (mark, state), after in zip(reversed(watch.rests), targets, strict=True)}
        numbers: dict[int, int] = {-1: self.number[node]}
        for mark, move in enumerate(watch.edges):
            self._step(thread, numbers, mark, move, rests.get(mark))

    def _step(
        self,
        thread: int,
        numbers: dict[int, int],
        mark: int,
        move: tuple[int, Edge, SymbolicBranch],
        rest: tuple[SymbolicState, SearchNode] | None,
    ) -> None:
        before, edge, branch = move
        here = self.open[numbers[before]]
        steps = self._steps(here.control, thread, edge, branch)
        if not steps:
            raise NoProof
        control = steps[0].target
        if rest is None:
            number = numbers[mark] = self._passed(thread, branch, control)
            wanted = {ghost: E.var(ghost) for ghost in self.open[number].facts.ghosts}
        else:
            number = self._enter(rest[1], control)
            wanted = self._ghosts(control, *rest)
        ghosts = self._values(here.facts, self._held_after(thread, branch), branch.drawn, wanted) if wanted else NO_GHOSTS
        for step in steps:
            here.targets[step] = number
            if ghosts.after:
                here.ghosts[step] = ghosts

    def _steps(self, control: Control, thread: int, edge: Edge, branch: SymbolicBranch) -> list[SystemStep]:
        """Those of the system that the executed edge may be: hints, so it does no harm if there are several."""
        at = [frame.at for frame in branch.frames]
        if at[thread][1] != END:
            at[thread] = (at[thread][0], branch.location)
        place = tuple(at)
        found = [
            step
            for step in self.system.thread_steps(control, thread)
            if step.edge is edge and step.failure is None and step.target is not HALTED and step.target.at == place
        ]
        if self.system.kernel is not None:
            found = [step for step in found if running(step.target.scheduler).kernel == branch.scheduler]
        return found if all(step.target == found[0].target for step in found) else []

    def _held_after(self, thread: int, branch: SymbolicBranch) -> dict[Variable, Variable]:
        """Which variable holds a literal after an edge, also of those that are not read any more. An array that was written to
        since it was drawn does as well: with the same elements written once more it is what it is."""
        own = [(self.system.instance(name, thread), value) for name, value in branch.registers.items()]
        holding = [(variable, value) for variable, value in [*branch.shared.items(), *own] if value is not None]
        found: dict[Variable, Variable] = {}
        for variable, value in sorted(holding, key=lambda pair: pair[1].op == "store"):
            while value.op == "store":
                value = value.args[0]
            if value.op == "var":
                found.setdefault(value.payload, variable)
        return found

    def _values(
        self, before: StateFacts, held: Mapping[Variable, Variable], drawn: frozenset[Variable], wanted: Mapping[Variable, Expr]
    ) -> Ghosts:
        """What the step gives to ghosts, where they have to be terms over literals of the state after it. What was drawn has
        nothing to do with a literal of the same name before."""
        early: dict[Variable, Variable] = {}

        def value(node: Expr) -> Expr | None:
            if node.op != "var":
                return None
            literal = node.payload
            if literal in drawn:
                if literal not in held:
                    raise NoProof
                return E.var(held[literal])
            if literal in before.ghosts:
                return node
            if literal not in before.holder:
                raise NoProof
            if literal not in early:
                early[literal] = self._early(literal)
            return E.var(early[literal])

        after: Values = tuple([(ghost, substitute(term, value)) for ghost, term in wanted.items()])
        changed = tuple([(ghost, term) for ghost, term in after if term.op != "var" or term.payload is not ghost])
        return Ghosts(tuple([(new, E.var(before.holder[literal])) for literal, new in early.items()]), changed)

    def _early(self, literal: Variable) -> Variable:
        """A ghost for what a literal is before the step."""
        found = self.meanwhile.get(literal)
        if found is None:
            found = self.meanwhile[literal] = Variable(f"{literal.name}-", literal.type)
        return found

    # -- covering --------------------------------------------------------------------------------------------------------

    def _ghosts(self, control: Control, state: SymbolicState, node: SearchNode) -> dict[Variable, Expr]:
        """For the ghosts of a state of the search, what they are in another state that it covers."""
        ghosts = self.open[self.number[node]].facts.ghosts
        if state.values() == node.state.values() and state.pc == node.state.pc:
            return {ghost: E.var(ghost) for ghost in ghosts}
        found: dict[Variable, Expr] = {}
        pairs = [(one, two) for one, two in zip(node.state.values(), state.values(), strict=True) if one is not None]
        for one, two in sorted(pairs, key=lambda pair: pair[0].op != "var"):
            if two is not None:
                _unify(one, two, self.executor.terms, found)
        for ghost in ghosts - found.keys():
            if ghost not in state.literals().union(*map(expr_variables, state.pc)):
                raise NoProof
            found[ghost] = E.var(ghost)
        self._make_sure(pairs, state, node.state, found)
        return {ghost: found[ghost] for ghost in ghosts}

    def _make_sure(
        self, pairs: Sequence[tuple[Expr, Expr | None]], state: SymbolicState, other: SymbolicState, values: dict[Variable, Expr]
    ) -> None:
        """That all values and the path condition of the other state are right with these values of its literals."""
        terms, memo = self.executor.terms, dict[Expr, Expr]()
        needed = [terms.substitute(conjunct, values, memo) for conjunct in other.pc]
        for one, two in pairs:
            if two is None:
                raise NoProof
            if (new := terms.substitute(one, values, memo)) is not two:
                needed.append(terms.build("same", BOOL, (new, two)))
        for condition in needed:
            if condition is not E.TRUE and self.executor.feasibility.possible(state.pc, terms.negation(condition)):
                raise NoProof


def _unify(one: Expr, two: Expr, terms: SimplifiedTerms, found: dict[Variable, Expr]) -> None:
    """Values for the literals of one term with which it is the other: where both have the same form, or it can be solved."""
    stack = [(one, two)]
    while stack:
        one, two = stack.pop()
        if one.type != two.type:  # of parts: casts from several types to one
            continue
        if one.op == "var":
            found.setdefault(one.payload, two)
        elif one.op == "add" and one.args[1].is_const and is_integral(one.type):
            stack.append((one.args[0], terms.build("sub", one.type, (two, one.args[1]))))
        elif one.op in ("cast", "neg", "not", "lnot") and (one.op != two.op or one.args[0].type != two.args[0].type):
            (inner,) = one.args
            stack.append((inner, terms.build(one.op, inner.type, (two,))))
        elif one is not two and one.op == two.op and len(one.args) == len(two.args):
            stack += zip(one.args, two.args, strict=True)
