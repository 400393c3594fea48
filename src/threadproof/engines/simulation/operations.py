"""What the operations of a lowered program do to symbolic states.

Every operation maps a branch of the execution to the branches after it: none if it cannot be performed, several where inputs or
the kernel decide. Checks are tested against the path condition. Operations of the kernel are executed on the explicit control:
their operands are constants, or take few values, in which case the execution forks over them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from threadproof.budget import Budget
from threadproof.engines.simulation import bounds
from threadproof.engines.simulation.branch import BlockedBranch, PathEdge, SymbolicBranch, TransitionOutcome
from threadproof.engines.simulation.code import TemplateCode, prepare
from threadproof.engines.simulation.feasibility import Feasibility
from threadproof.engines.simulation.state import END, Literals, LiteralSource, RestingThread, solved
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.errors import NOWHERE, InternalError, Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.control import Act, CooperativeScheduler, Misuse, Primitive, Scheduler
from threadproof.ir.interp.kernel import operands
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, INDEX, U32
from threadproof.ir.uses import expr_variables, op_target, op_variables
from threadproof.properties import checks
from threadproof.sched.branch import StepFailure
from threadproof.sched.meaning import NO_SUCH_THREAD, NOT_BEGUN, created, ended, position, too_many_threads

FEW = 32  # values of a symbolic operand of the kernel that are tried one by one


class SymbolicOperations:
    """On programs with one scheduler."""

    def __init__(
        self,
        program: Program,
        property_: str,
        scheduler: Scheduler,
        threads: int,
        terms: SimplifiedTerms,
        determine: bool,
        budget: Budget,
    ) -> None:
        """`determine`: a literal that the path condition determines is replaced by its value."""
        self.budget = budget
        self.determine = determine
        self.program = program
        self.property = property_
        self.scheduler = scheduler
        self.kernel = scheduler if isinstance(scheduler, CooperativeScheduler) else None
        self.threads = threads
        self.terms = terms
        self.literals = Literals()
        self.feasibility = Feasibility()
        self.codes: list[TemplateCode] = prepare(program, property_)
        self.number = {code.function.name: n for n, code in enumerate(self.codes)}
        self.variables: tuple[Variable, ...] = shared_variables(program)
        self.joined = any(
            isinstance(op, ops.Join) and op.target for f in program.functions.values() for e in f.edges for op in e.ops
        )
        self._does: dict[type, Callable[[SymbolicBranch, Any, int, TransitionOutcome], list[SymbolicBranch]]] = {
            ops.Assign: self._assign, ops.Havoc: self._havoc, ops.Write: self._write, ops.Assume: self._assume,
            ops.Await: self._await, ops.Check: self._check, ops.Cut: self._cut, ops.Skip: lambda branch, *_: [branch],
            ops.Spawn: self._spawn, ops.Join: self._join, ops.ThreadExit: self._exit, ops.Return: self._exit,
            ops.Halt: self._halt, ops.AtomicBegin: self._begin, ops.AtomicEnd: self._end,
        }  # fmt: skip

    def _frame(self, template: int, location: int, registers: dict[Variable, Expr | None]) -> RestingThread:
        return RestingThread((template, location), tuple([registers.get(v) for v in self.codes[template].live(location)]))

    # -- values ----------------------------------------------------------------------------------------------------------

    def _evaluate(self, branch: SymbolicBranch, expr: Expr, thread: int) -> Expr:
        if expr.is_const:
            return expr
        values = {}
        for variable in self.terms.inputs(expr)[0]:
            value = branch.value(variable)
            if value is None:
                value = self._draw(branch, variable, NOWHERE)
                self._set(branch, variable, value)
            values[variable] = value
        return self.terms.evaluate(expr, values, thread)

    def _draw(self, branch: SymbolicBranch, variable: Variable, pos: Pos) -> Expr:
        """An arbitrary value."""
        used = branch.literals()
        literal = self.literals.fresh(LiteralSource(variable.type, pos), used)
        used.add(literal)
        branch.drawn |= {literal}
        term = E.var(literal)
        self.terms.key(term)
        return term

    def _set(self, branch: SymbolicBranch, variable: Variable, value: Expr) -> None:
        (branch.shared if variable.shared else branch.registers)[variable] = value

    def _assert(self, branch: SymbolicBranch, condition: Expr) -> None:
        if condition is E.TRUE:
            return
        conjuncts = self.terms.conjuncts(condition)
        branch.pc = branch.pc.union(conjuncts)
        if self.terms.simplify:
            self._tighten(branch, conjuncts)
        if self.determine:
            conjuncts = sorted(branch.pc, key=self.terms.key)
            determined = next(filter(None, map(solved, conjuncts)), None)
            while determined is not None:
                self._replace(branch, *determined)
                determined = next(filter(None, map(solved, sorted(branch.pc, key=self.terms.key))), None)

    def _tighten(self, branch: SymbolicBranch, conjuncts: list[Expr]) -> None:
        """Where only bounds are known of a literal, they are said in one way."""
        for literal in {name for conjunct in conjuncts for name in expr_variables(conjunct)}:
            about = [conjunct for conjunct in branch.pc if literal in expr_variables(conjunct)]
            found = bounds.domain(about)
            if found is not None and not found.empty:
                new = [self.terms.substitute(part, {}, {}) for part in found.conjuncts()]
                branch.pc = branch.pc.difference(about).union(new)

    def _replace(self, branch: SymbolicBranch, literal: Variable, value: Expr) -> None:
        """The literal is known to have this value."""
        values, memo = {literal: value}, dict[Expr, Expr]()

        def new(term: Expr | None) -> Expr | None:
            if term is None or literal not in expr_variables(term):
                return term
            return self.terms.substitute(term, values, memo)

        for home in (branch.shared, branch.registers):
            home.update({name: new(term) for name, term in home.items()})
        for number, frame in enumerate(branch.frames):
            if literal in frame.literals:
                branch.frames[number] = RestingThread(frame.at, tuple([new(term) for term in frame.values]))
        parts = [part for conjunct in branch.pc for part in self.terms.conjuncts(new(conjunct) or conjunct)]
        branch.pc = frozenset(part for part in parts if part is not E.TRUE)

    def _fail(self, branch: SymbolicBranch, kind: str, message: str, outcome: TransitionOutcome) -> None:
        assert branch.edge is not None
        failure = StepFailure(kind, message, position(self.program, branch.edge, branch.index))
        outcome.failures.append((failure, (*branch.trail, PathEdge(branch.edge, branch.index, branch.answers))))
        if not checks(self.property, kind):
            outcome.ended = True

    # -- data ------------------------------------------------------------------------------------------------------------

    def _assign(self, branch: SymbolicBranch, op: ops.Assign, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        self._set(branch, op.target, self._evaluate(branch, op.value, thread))
        return [branch]

    def _havoc(self, branch: SymbolicBranch, op: ops.Havoc, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        assert branch.edge is not None
        self._set(branch, op.target, self._draw(branch, op.target, branch.edge.pos))
        return [branch]

    def _write(self, branch: SymbolicBranch, op: ops.Write, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        array = self._evaluate(branch, E.var(op.array), thread)
        index, value = self._evaluate(branch, op.index, thread), self._evaluate(branch, op.value, thread)
        self._set(branch, op.array, self.terms.build("store", op.array.type, (array, index, value)))
        return [branch]

    def _assume(self, branch: SymbolicBranch, op: ops.Assume, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        condition = self._evaluate(branch, op.condition, thread)
        if condition is E.TRUE:
            return [branch]
        possible = self.feasibility.possible(branch.pc, condition)
        if not possible or self.feasibility.possible(branch.pc, self.terms.negation(condition)):
            outcome.ended = True
            self._assert(branch, condition)
        return [branch] if possible else []

    def _await(self, branch: SymbolicBranch, op: ops.Await, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        condition = self._evaluate(branch, op.condition, thread)
        if condition is E.TRUE:
            return [branch]
        possible, negation = self.feasibility.possible(branch.pc, condition), self.terms.negation(condition)
        if not possible or self.feasibility.possible(branch.pc, negation):
            holders = [self._evaluate(branch, holder, thread) for holder in op.holders if branch.depth <= 1]
            self._block(branch, branch.pc.union(self.terms.conjuncts(negation)), outcome, holders)
            self._assert(branch, condition)
        return [branch] if possible else []

    def _block(self, branch: SymbolicBranch, pc: frozenset[Expr], outcome: TransitionOutcome, holders: list[Expr]) -> None:
        assert branch.edge is not None
        trail = (*branch.trail, PathEdge(branch.edge, branch.index, branch.answers))
        outcome.blocked.append(BlockedBranch(pc, trail, tuple(holders)))

    def _check(self, branch: SymbolicBranch, op: ops.Check, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        condition = self._evaluate(branch, op.condition, thread)
        if condition is E.TRUE or not self.feasibility.possible(branch.pc, self.terms.negation(condition)):
            return [branch]
        self._fail(branch, op.kind, op.message, outcome)
        if not self.feasibility.possible(branch.pc, condition):
            return []
        self._assert(branch, condition)
        return [branch]

    def _cut(self, branch: SymbolicBranch, op: ops.Cut, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        self._fail(branch, "cut", op.reason, outcome)
        return []

    # -- threads ---------------------------------------------------------------------------------------------------------

    def _begin(
        self, branch: SymbolicBranch, op: ops.AtomicBegin, thread: int, outcome: TransitionOutcome
    ) -> list[SymbolicBranch]:
        branch.depth += 1
        return [branch]

    def _end(self, branch: SymbolicBranch, op: ops.AtomicEnd, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        if not branch.depth and self.kernel is None:
            self._fail(branch, "invalid-call", NOT_BEGUN, outcome)
            return []
        branch.depth -= 1
        return [branch]

    def _spawn(self, branch: SymbolicBranch, op: ops.Spawn, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        new = len(branch.frames)
        if new >= self.threads:
            self._fail(branch, "cut", too_many_threads(self.threads), outcome)
            return []
        number = self.number[op.function.payload.name]
        function = self.codes[number].function
        registers: dict[Variable, Expr | None] = {}
        for param in function.params[:1]:
            registers[param] = self.terms.build("cast", param.type, (self._evaluate(branch, op.argument, thread),))
        self._set(branch, op.target, E.const(U32, new))
        branch.frames.append(self._frame(number, function.entry, registers))
        branch.scheduler = created(self.scheduler, branch.scheduler, new)
        return [branch]

    def _join(self, branch: SymbolicBranch, op: ops.Join, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        joined = self._evaluate(branch, op.thread, thread)
        if not joined.is_const and not branch.forced:
            return self._split(branch, joined, (), outcome)
        other = branch.forced[0] if branch.forced else int(joined.payload)
        branch.forced = ()
        ended = self.scheduler.ended(branch.scheduler, other)
        if ended is None:
            self._fail(branch, "invalid-call", NO_SUCH_THREAD, outcome)
            return []
        if not ended:
            self._block(branch, branch.pc, outcome, [] if branch.depth else [E.const(U32, other)])
            return []
        branch.answers = (*branch.answers, ((other,), other, 0, 1))
        if op.target is not None:
            branch.registers.pop(op.target, None)
            (result,) = branch.frames[other].values
            if result is not None:
                self._set(branch, op.target, result)
        return [branch]

    def _exit(self, branch: SymbolicBranch, op: ops.ThreadEnd, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        if isinstance(op, ops.Return) and thread == 0:
            return self._halt(branch, op, thread, outcome)
        result: Expr | None = None
        if op.value is not None and self.joined:
            value = self._evaluate(branch, op.value, thread)
            result = self.terms.build("cast", self.program.data_model.pointer, (value,))
        branch.depth = 0
        branch.scheduler = ended(self.scheduler, branch.scheduler, thread)
        branch.frames[thread] = RestingThread((branch.frames[thread].at[0], END), (result,))
        return [branch]

    def _halt(self, branch: SymbolicBranch, op: ops.Op, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        outcome.halted = True
        return []

    # -- the kernel ------------------------------------------------------------------------------------------------------

    def _kernel(self, branch: SymbolicBranch, op: Any, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        """An operation whose operands are constant; otherwise one branch per value of the first that is not."""
        if self.kernel is None:
            raise InternalError(f"{op} needs a cooperative scheduler")
        act, items, amount, flag = operands(op)
        given = list(branch.forced)
        for operand in (*items, *(() if amount is None else (amount,)))[len(given) :]:
            term = self._evaluate(branch, operand, thread)
            if not term.is_const:
                return self._split(branch, term, tuple(given), outcome)
            given.append(int(term.payload))
        branch.forced = ()
        primitive = Primitive(act, tuple(given[: len(items)]), None if amount is None else given[-1], flag)
        try:
            found = self.kernel.perform(branch.scheduler, thread, primitive)
        except Misuse as error:
            self._fail(branch, "invalid-call", str(error), outcome)
            return []
        branches = [branch, *[branch.fork() for _ in found[1:]]]
        for index, (other, (value, control)) in enumerate(zip(branches, found, strict=True)):
            other.scheduler = control
            other.answers = (*other.answers, (tuple(given), value, index, len(found)))
            target = op_target(op)
            if target is not None:
                self._set(other, target, E.cast(target.type, E.const(INDEX, value)))
            if act is Act.ADVANCE:
                self._end_stopped(other)
        return branches

    def _end_stopped(self, branch: SymbolicBranch) -> None:
        """Threads that the kernel has ended."""
        for thread, frame in enumerate(branch.frames):
            if frame.at[1] != END and self.scheduler.ended(branch.scheduler, thread):
                branch.frames[thread] = RestingThread((frame.at[0], END), (None,))

    def _split(
        self, branch: SymbolicBranch, term: Expr, given: tuple[int, ...], outcome: TransitionOutcome
    ) -> list[SymbolicBranch]:
        """The operation again, once per value of an operand."""
        values = self.feasibility.values(branch.pc, term, FEW)
        if values is None:
            self._fail(branch, "cut", f"more than {FEW} values of {term} decide about the control", outcome)
            return []
        branch.index -= 1
        forks = []
        for value in sorted(values):
            other = branch.fork()
            other.forced = (*given, int(value))
            if len(values) > 1:
                self._assert(other, self.terms.build("eq", BOOL, (term, E.const(term.type, value))))
            forks.append(other)
        return forks


def shared_variables(program: Program) -> tuple[Variable, ...]:
    """All of them, in a fixed order."""
    found: dict[Variable, None] = dict.fromkeys(program.initial)
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                found.update(dict.fromkeys(sorted((v for v in op_variables(op) if v.shared), key=lambda v: v.name)))
    return tuple(found)
