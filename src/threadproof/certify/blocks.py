"""Re-checks a proof by blocks: facts that hold wherever a block begins, and no failure on any path of a block.

A block is an acyclic graph of nodes that begins at a *head* and ends before other heads; heads have facts, inner nodes are
only places on the way (what they state, beside, must hold there, too). For every block the question is asked, of all its
paths at once, whether a path that begins in a state of the head can

- take a step that fails a check or was cut off,
- take a step of a followed thread that the certificate does not continue, unless it ends the program,
- arrive at a head or inner node without the facts that are stated there.

If no block allows that, and the initial states satisfy the facts of the first node, then every execution that only takes
followed steps runs through blocks for ever and never fails. The answer comes from z3 and from a formula of its own kind: a
Boolean for every node and every step, which implies those before it. Where paths meet with different values, the first of
the steps to the node whose Boolean holds decides what a variable holds. Every path is a model: the Booleans along it hold,
and no others. (And every model is about a path: from a node whose Boolean holds, go back along the first such step.)

That some threads were not followed is judged as in `certify.reduction`, where the set V is that of all variables: block
formulas look at everything. (Its condition 4 is what was just said, for blocks.)"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

from threadproof.certify.actions import cycle
from threadproof.certify.document import Claims, followed
from threadproof.certify.implication import Cube, Implications, OutOfTime
from threadproof.certify.names import control_text
from threadproof.certify.reduction import Reduction
from threadproof.errors import InternalError
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, FloatType
from threadproof.ir.uses import expr_variables, op_variables, with_values
from threadproof.ir.walk import subterms
from threadproof.sched.system import END, HALTED, Control, DataOp, Step, System
from threadproof.smt.solver import Answer
from threadproof.smt.z3 import Z3Solver

Values = dict[Variable, Expr]
Place = tuple[int, int]
"""How many blocks lie before, and the number of a node."""


class Rejected(InternalError):
    """The proof is wrong."""


class Checker:
    def __init__(self, system: System, claims: Claims, deadline: float) -> None:
        self.system, self.claims, self.deadline = system, claims, deadline
        self.controls: dict[int, Control] = {}
        self.open = ""
        self.steps = self.blocks = self.calls = 0
        self.after: dict[int, list[int]] = {}  # nodes behind each node
        self._heads: list[int] = []
        self._order: dict[int, list[int]] = {}  # of each block, its nodes

    def counters(self) -> dict[str, float]:
        return {"nodes": len(self.controls), "blocks": self.blocks, "steps": self.steps, "solver_calls": self.calls}

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
        values = _execute(self.system.initial_ops(), {})[1]
        for fact in self.claims.nodes[0].facts:
            self._ask([E.lnot(with_values(fact, values))], "the initial state is not in the first node")

    def _ask(self, formulas: list[Expr], complaint: str) -> None:
        """They must be unsatisfiable."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        if E.FALSE in formulas:
            return
        floats = any(isinstance(node.type, FloatType) for formula in formulas for node in subterms(formula))
        solver = Z3Solver("" if floats else "QF_AUFBV")
        for formula in formulas:
            solver.add(formula)
        self.calls += 1
        answer = solver.check((), None if left == float("inf") else left)
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
        encoding = Encoding()
        encoding.begin(head, self.claims.nodes[head].facts)
        bad = self._through(encoding, 0, head)
        for target, taken, values in encoding.leaving:
            bad += [E.land(taken, E.lnot(with_values(fact, values))) for fact in self.claims.nodes[target].facts]
        bad += [] if self.claims.depth else encoding.failing
        wrong = _disjunction(part for part in bad if part is not E.FALSE)
        complaint = f"a path of the block from {self.claims.nodes[head].at} fails or leads out of it"
        self._ask([wrong, *encoding.definitions], complaint)

    def _through(self, encoding: Encoding, layer: int, head: int) -> list[Expr]:
        """Put a block into a formula: its exits and failures, and (the result) what else must be impossible."""
        bad: list[Expr] = []
        for number in self._order[head]:
            here = (layer, number)
            encoding.settle(here)
            if number != head:
                bad += [encoding.violated(here, fact) for fact in self.claims.nodes[number].facts]
            for step, target in self._steps(number):
                if time.monotonic() > self.deadline:
                    raise OutOfTime
                taken, values = encoding.take(here, step.ops)
                if step.failure is not None:
                    encoding.failing.append(taken)
                elif target is None:
                    bad.append(taken)
                elif not self.claims.nodes[target].inner:
                    encoding.leaving.append((target, taken, values))
                else:
                    encoding.arrive((layer, target), taken, values)
        return bad

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
            for target, taken, values in encoding.leaving:
                encoding.arrive((layer + 1, target), taken, values)
                encoding.entered.add((layer + 1, target))
        wrong = _disjunction(part for part in encoding.failing if part is not E.FALSE)
        self._ask([wrong, *encoding.definitions], f"a failure behind {length} blocks is possible")

    def _topological(self, head: int) -> list[int]:
        """The nodes of a block, each behind all that lead to it."""
        inside: dict[int, list[int]] = {}
        stack = [head]
        while stack:
            number = stack.pop()
            if number in inside:
                continue
            targets = [target for _, target in self._steps(number, reach=True) if target is not None]
            self.after[number] = targets
            inside[number] = [target for target in targets if self.claims.nodes[target].inner]
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

    def _steps(self, number: int, reach: bool = False) -> Iterator[tuple[Step, int | None]]:
        """Steps that must be looked at, and the node behind each; None: it must be impossible."""
        claim, control = self.claims.nodes[number], self.controls[number]
        steps = list(followed(self.system, control, claim.threads))
        if len(steps) != len(claim.next):
            raise Rejected(f"as many targets as steps were expected at {claim.at}")
        for step, hint in zip(steps, claim.next, strict=True):
            target = hint if hint >= 0 and step.failure is None else None
            if step.failure is None and step.target is HALTED:
                continue
            if reach and target is not None:
                self.steps += 1
                self._reach(target, step.target)
            yield step, target

    # -- reduction -------------------------------------------------------------------------------------------------------

    def _reduced(self) -> None:
        """Where only some threads were followed, that must be enough; else the proof is open."""
        partial = [n for n in self.controls if self.claims.nodes[n].threads is not None]
        if not partial:
            return
        implications = Implications(self.deadline)
        reduction = Reduction(self.system, self._variables(), implications)
        for number in partial:
            threads = self.claims.nodes[number].threads
            assert threads is not None
            doubt = reduction.objection(self.controls[number], Cube(self.claims.nodes[number].facts), threads)
            if doubt:
                self.open = self.open or f"at {self.claims.nodes[number].at}, {doubt}"
        self.calls += implications.calls
        left_out = self._left_out()
        if left_out is not None:
            self.open = self.open or f"thread {left_out} is never followed on a cycle"

    def _left_out(self) -> int | None:
        """A thread that could move but is followed nowhere on some cycle. Nodes in atomic blocks follow whom they can."""
        if not cycle(self.after):
            return None
        for thread in range(max(len(control.at) for control in self.controls.values())):
            part = {number for number in self.after if self._ignores(number, thread)}
            if cycle({number: [n for n in self.after[number] if n in part] for number in part}):
                return thread
        return None

    def _ignores(self, number: int, thread: int) -> bool:
        control, threads = self.controls[number], self.claims.nodes[number].threads
        if control.depth:
            return True
        at = control.at
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


class Encoding:
    """Blocks as a formula: `reached[n]` implies that a path leads to node n, along which variables get `values[n]`. Nodes come
    with the number of the blocks before. `leaving`: targets of exits, when they are taken, and the values then."""

    def __init__(self) -> None:
        self.definitions: list[Expr] = []
        self.reached: dict[Place, Expr] = {}
        self.values: dict[Place, Values] = {}
        self.entered: set[Place] = set()
        self.leaving: list[tuple[int, Expr, Values]] = []
        self.failing: list[Expr] = []
        self._arriving: dict[Place, list[tuple[Expr, Values]]] = {}

    def begin(self, head: int, facts: Iterable[Expr], maybe: bool = False) -> None:
        """Paths begin at a head, in any state with these facts. `maybe`: or at another one."""
        start: Values = {}
        rest: list[Expr] = []
        for fact in facts:
            fixed = _fixes(fact)
            if fixed is None or fixed[0] in start:
                rest.append(fact)
            else:
                start[fixed[0]] = fixed[1]
        here = E.var(Variable(f"begin{head}", BOOL)) if maybe else E.TRUE
        self.definitions += [E.lor(E.lnot(here), with_values(fact, start)) for fact in rest]
        self.entered.add((0, head))
        self.arrive((0, head), here, start)

    def arrive(self, place: Place, taken: Expr, values: Values) -> None:
        if taken is not E.FALSE:
            self._arriving.setdefault(place, []).append((taken, values))

    def settle(self, place: Place) -> None:
        """All paths to a node have arrived."""
        sides = self._arriving.pop(place, [])
        if len(sides) < 2:
            self.reached[place], self.values[place] = sides[0] if sides else (E.FALSE, {})
            return
        ways = self._named([taken for taken, _ in sides])
        merged: Values = {}
        for name in dict.fromkeys(name for _, values in sides for name in values):
            held = [values.get(name) or E.var(name) for _, values in sides]
            value = held[-1]
            for way, other in zip(ways[-2::-1], held[-2::-1], strict=True):
                value = E.ite(way, other, value)
            merged[name] = value
        here = E.var(Variable(f"node{place}", BOOL))
        self.definitions.append(E.lor(E.lnot(here), _disjunction(ways)))
        self.reached[place], self.values[place] = here, merged

    def _named(self, taken: list[Expr]) -> list[Expr]:
        """A Boolean of its own for each of the ways to a node."""
        found: list[Expr] = []
        for way in taken:
            if way.op != "var" or way in found:
                name = E.var(Variable("way", BOOL))
                self.definitions.append(E.lor(E.lnot(name), way))
                way = name
            found.append(way)
        return found

    def take(self, place: Place, operations: Iterable[DataOp]) -> tuple[Expr, Values]:
        """When a step from a node is taken, and the values after it."""
        if self.reached[place] is E.FALSE:
            return E.FALSE, {}
        conditions, values = _execute(operations, self.values[place])
        taken = self.reached[place]
        for condition in conditions:
            taken = E.land(taken, condition)
        if taken.is_const or taken.op == "var":
            return taken, values
        name = E.var(Variable("step", BOOL))
        self.definitions.append(E.lor(E.lnot(name), taken))
        return name, values

    def violated(self, place: Place, fact: Expr) -> Expr:
        return E.land(self.reached[place], E.lnot(with_values(fact, self.values[place])))


def _fixes(fact: Expr) -> tuple[Variable, Expr] | None:
    """`x = c`, where that is the same as to say that x is c."""
    if fact.op == "var":
        return fact.payload, E.TRUE
    if fact.op == "lnot" and fact.args[0].op == "var":
        return fact.args[0].payload, E.FALSE
    if fact.op not in ("eq", "same") or fact.args[0].op != "var" or expr_variables(fact.args[1]):
        return None
    return None if fact.op == "eq" and isinstance(fact.args[0].type, FloatType) else (fact.args[0].payload, fact.args[1])


def _execute(operations: Iterable[DataOp], before: Mapping[Variable, Expr]) -> tuple[list[Expr], Values]:
    values, conditions = dict(before), []
    for op in operations:
        match op:
            case ops.Assume(condition):
                conditions.append(with_values(condition, values))
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target):
                values[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = values.get(array) or E.var(array)
                values[array] = E.store(old, with_values(index, values), with_values(value, values))
    return conditions, values


def _disjunction(parts: Iterable[Expr]) -> Expr:
    found = list(parts)
    while len(found) > 1:
        found = [E.lor(found[i], found[i + 1]) if i + 1 < len(found) else found[i] for i in range(0, len(found), 2)]
    return found[0] if found else E.FALSE
