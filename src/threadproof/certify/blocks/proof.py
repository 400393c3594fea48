"""Re-checks a proof by blocks (adjustable-block encoding): an inductive invariant of the states in which blocks begin,
and no failure on any path of a block.

A block is an acyclic graph of nodes that begins at a *head* and ends before other heads; heads have facts, inner nodes are
only places on the way (what they state, beside, must hold there, too). For every block the question is asked, of all its
paths at once, whether a path that begins in a state of the head can

- take a step that fails a check or was cut off,
- take a step of a followed thread that the certificate does not continue, unless it ends the program,
- arrive at a head or inner node without the facts that are stated there.

If no block allows that, and the initial states satisfy the facts of the first node, then every execution that only takes
followed steps runs through blocks for ever and never fails. The answer comes from z3 and from a formula of its own kind
(`certify.blocks.encoding`).

A step inside of a block may lead *again* to where paths of the block have been: the certificate names nodes at the
control to which it leads, and the question is whether, whatever path of the block leads to the step, a path with the
same inputs leads to one of these nodes with the same state (without dead registers). Then nothing needs to follow: what
an execution does next, it does from that node, too, and its steps are among those that were asked about. Each such step
of the execution is one less to go, so all of it is found, though the blocks end.

That some threads were not followed is judged as in `certify.graph.reduction`, where the set V is that of all variables: block
formulas look at everything. (Its condition 4 is what was just said, for blocks.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from threadproof.certify.answer import Rejected
from threadproof.certify.blocks.encoding import EncodedStep, Encoding, execute
from threadproof.certify.blocks.liveness import Alive
from threadproof.certify.graph.actions import cycle
from threadproof.certify.graph.document import Claims, followed
from threadproof.certify.graph.reduction import ReductionCheck
from threadproof.certify.implication import Cube, Implications, OutOfTime
from threadproof.certify.names import control_text
from threadproof.certify.questions import Questions, disjunction
from threadproof.counters import Counters
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import op_variables, with_values
from threadproof.sched.system import END, HALTED, Control, System, SystemStep
from threadproof.smt.solver import Answer


class BlockProofChecker:
    def __init__(self, system: System, claims: Claims, deadline: float) -> None:
        self.system, self.claims, self.deadline = system, claims, deadline
        self.controls: dict[int, Control] = {}
        self.open = ""
        self.questions = Questions(deadline)
        self.steps = self.blocks = 0
        self.after: dict[int, list[int]] = {}  # nodes after each node
        self._heads: list[int] = []
        self._order: dict[int, list[int]] = {}  # of each block, its nodes
        self._before: dict[int, list[int]] = {}  # nodes before each node
        self._followed: dict[int, list[SystemStep]] = {}
        self._alive = Alive(system)

    def counters(self) -> Counters:
        return {"nodes": len(self.controls), "blocks": self.blocks, "steps": self.steps, "solver_calls": self.questions.calls}

    def run(self) -> None:
        if not self.claims.nodes:
            raise Rejected("there are no nodes")
        if self.claims.nodes[0].inner:
            raise Rejected("the first node is inside of a block")
        self._reach(0, self.system.initial)
        self._initial()
        while self._heads:
            head = self._heads.pop()
            self._order[head] = self._topological(head)
            self._block(head)
        self._chains()
        self._reduced()

    def _initial(self) -> None:
        """The initial states have the facts of the first node."""
        values = execute(self.system.initial_ops(), {})[1]
        for fact in self.claims.nodes[0].facts:
            self._ask([E.lnot(with_values(fact, values))], Encoding(), "the initial state is not in the first node")

    def _ask(self, parts: list[Expr], encoding: Encoding, complaint: str) -> None:
        """None of them may be possible."""
        answer = self.questions.possible(parts, encoding.definitions, encoding.facts)
        if answer is Answer.SAT:
            raise Rejected(complaint)
        if answer is Answer.UNKNOWN:
            if time.monotonic() > self.deadline:
                raise OutOfTime
            self.open = self.open or f"the solver gave up on whether {complaint}"

    def _reach(self, number: int, control: Control) -> None:
        """A node is at one control, the one that the steps to it lead to."""
        known = self.controls.get(number)
        claim = self.claims.nodes[number]
        if known is None:
            if claim.at != control_text(self.system, control):
                raise Rejected(f"node {number} is not at {control_text(self.system, control)}")
            self.controls[number] = control
            if not claim.inner:
                self._heads.append(number)
        elif known != control:
            raise Rejected(f"node {number} is at several controls")

    # -- one block -------------------------------------------------------------------------------------------------------

    def _block(self, head: int) -> None:
        """No path of the block from a head leads out of the facts; nor does one fail, unless that is left to `_chains`."""
        self.blocks += 1
        encoding = Encoding(self._exact(head))
        encoding.begin(head, self.claims.nodes[head].facts)
        bad = self._through(encoding, 0, head)
        for target, way in encoding.leaving:
            bad += [E.land(way.taken, E.lnot(with_values(fact, way.values))) for fact in self.claims.nodes[target].facts]
        bad += [] if self.claims.depth else encoding.failing
        self._ask(bad, encoding, f"a path of the block from {self.claims.nodes[head].at} fails or leads out of it")

    def _through(self, encoding: Encoding, layer: int, head: int) -> list[Expr]:
        """Put a block into a formula: its exits and failures, and (the result) what else must be impossible."""
        bad: list[Expr] = []
        repeating: list[tuple[SystemStep, EncodedStep, tuple[int, ...]]] = []
        for number in self._order[head]:
            here = (layer, number)
            encoding.settle(here)
            if number != head:
                bad += [encoding.violated(here, fact) for fact in self.claims.nodes[number].facts]
            for step, target, again in self._steps(number):
                if time.monotonic() > self.deadline:
                    raise OutOfTime
                way = encoding.take(here, step.ops)
                if step.failure is not None:
                    encoding.failing.append(way.taken)
                elif again:
                    repeating.append((step, way, again))
                elif target is None:
                    bad.append(way.taken)
                elif not self.claims.nodes[target].inner:
                    encoding.leaving.append((target, way))
                else:
                    encoding.arrive((layer, target), way)
        return bad + [self._elsewhere(encoding, *entry) for entry in repeating if entry[1].taken is not E.FALSE]

    def _elsewhere(self, encoding: Encoding, step: SystemStep, way: EncodedStep, again: tuple[int, ...]) -> Expr:
        """That a step is taken to a state where none of some nodes of the first layer has been."""
        been = [encoding.been((0, n), way.values, lambda name: self._alive.matters(name, step.target)) for n in again]
        return E.land(way.taken, E.lnot(disjunction(been)))

    def _exact(self, head: int) -> set[int]:
        """The nodes of a block where its steps lead again, and all before them."""
        inside = set(self._order[head])
        repeating = [number for number in inside if self.claims.nodes[number].again]
        leading = [(step.target, n) for number in repeating for step, _, again in self._steps(number) for n in again]
        if any(n not in inside or self.controls[n] != control for control, n in leading):
            raise Rejected("a step leads again to a node of another block, or at another control")
        found: set[int] = set()
        stack = [n for _, n in leading]
        while stack:
            number = stack.pop()
            if number not in found:
                found.add(number)
                stack += [before for before in self._before.get(number, ()) if before in inside]
        return found

    # -- induction -------------------------------------------------------------------------------------------------------

    def _chains(self) -> None:
        """Chains of `depth` blocks that begin anywhere, and shorter ones from the start, do not end with a failure."""
        depth = self.claims.depth
        if depth:
            self._chain(depth, list(self._order))
        for length in range(depth):
            self._chain(length, [0])

    def _chain(self, length: int, starts: list[int]) -> None:
        encoding = Encoding()
        for head in starts:
            encoding.begin(head, self.claims.nodes[head].facts, len(starts) > 1)
        for layer in range(length + 1):
            encoding.failing, encoding.leaving = [], []
            for head in [number for at, number in list(encoding.entered) if at == layer]:
                self._through(encoding, layer, head)
            for target, way in encoding.leaving:
                encoding.arrive((layer + 1, target), way)
                encoding.entered.add((layer + 1, target))
        self._ask(encoding.failing, encoding, f"a failure after {length} blocks is possible")

    def _topological(self, head: int) -> list[int]:
        """The nodes of a block, each after all that lead to it."""
        inside: dict[int, list[int]] = {}
        stack = [head]
        while stack:
            number = stack.pop()
            if number in inside:
                continue
            steps = list(self._steps(number, reach=True))
            targets = [target for _, target, _ in steps if target is not None]
            self.after[number] = [*targets, *(n for _, _, again in steps for n in again)]
            inside[number] = [target for target in targets if self.claims.nodes[target].inner]
            for target in inside[number]:
                self._before.setdefault(target, []).append(number)
            stack += inside[number]
        if cycle(inside):
            raise Rejected("a block has a cycle")
        found: list[int] = []
        seen: set[int] = set()
        walk: list[tuple[int, bool]] = [(head, False)]
        while walk:
            number, done = walk.pop()
            if done:
                found.append(number)
            elif number not in seen:
                seen.add(number)
                walk.append((number, True))
                walk += [(target, False) for target in inside[number] if target not in seen]
        return found[::-1]

    def _steps(self, number: int, reach: bool = False) -> Iterator[tuple[SystemStep, int | None, tuple[int, ...]]]:
        """Steps that must be looked at, the node after each, and where it leads again; neither: it must be impossible."""
        claim = self.claims.nodes[number]
        steps = self._followed.get(number)
        if steps is None:
            steps = self._followed[number] = list(followed(self.system, self.controls[number], claim.threads))
            if len(steps) != len(claim.next):
                raise Rejected(f"as many targets as steps were expected at {claim.at}")
        for place, (step, hint) in enumerate(zip(steps, claim.next, strict=True)):
            again = claim.again.get(place, ()) if step.failure is None else ()
            target = hint if hint >= 0 and step.failure is None and not again else None
            if step.failure is None and step.target is HALTED:
                continue
            if reach and target is not None:
                self.steps += 1
                self._reach(target, step.target)
            yield step, target, again

    # -- reduction -------------------------------------------------------------------------------------------------------

    def _reduced(self) -> None:
        """Where only some threads were followed, that must be enough; else the proof is open."""
        partial = [n for n in self.controls if self.claims.nodes[n].threads is not None]
        if not partial:
            return
        implications = Implications(self.deadline)
        reduction = ReductionCheck(self.system, self._variables(), implications)
        for number in partial:
            threads = self.claims.nodes[number].threads
            assert threads is not None
            doubt = reduction.objection(self.controls[number], Cube(self.claims.nodes[number].facts), threads)
            if doubt:
                self.open = self.open or f"at {self.claims.nodes[number].at}, {doubt}"
        self.questions.calls += implications.calls
        left_out = self._left_out()
        if left_out is not None:
            self.open = self.open or f"thread {left_out} is never followed on a cycle"

    def _left_out(self) -> int | None:
        """A thread that could move but is followed nowhere on some cycle, atomic blocks counting as one step."""
        if not cycle(self.after):
            return None
        graph = {number: self._beyond(number) for number in self.after if not self.controls[number].depth}
        for thread in range(max(len(control.at) for control in self.controls.values())):
            part = {number for number in graph if self._ignores(number, thread)}
            if cycle({number: graph[number] & part for number in part}):
                return thread
        return None

    def _beyond(self, number: int) -> set[int]:
        """The nodes outside of atomic blocks to which one action leads."""
        found: set[int] = set()
        inside: set[int] = set()
        stack = list(self.after[number])
        while stack:
            after = stack.pop()
            if not self.controls[after].depth:
                found.add(after)
            elif after not in inside:
                inside.add(after)
                stack += self.after[after]
        return found

    def _ignores(self, number: int, thread: int) -> bool:
        at, threads = self.controls[number].at, self.claims.nodes[number].threads
        return threads is not None and thread < len(at) and at[thread][1] != END and thread not in threads

    def _variables(self) -> frozenset[Variable]:
        """All that there are: of the program, and of every thread at one of the controls."""
        threads = {(t, place[0]) for control in self.controls.values() for t, place in enumerate(control.at)}
        found: set[Variable] = set(self.system.program.initial)
        for thread, template in threads:
            found.add(self.system.result(thread))
            for edge in self.system.templates[template].edges:
                for op in edge.ops:
                    found |= {self.system.instance(variable, thread) for variable in op_variables(op)}
        return frozenset(found)
