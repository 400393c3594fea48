"""From an error path to a schedule: the path as one formula, its model as inputs, and the interpreter to follow it.

The search reuses literals and forgets conditions that no longer matter; here the path is executed once more with a new literal
for every input and everything that was assumed on the way. What the solver answers for the literals are the inputs.
"""

from __future__ import annotations

from threadproof.counterexample.claims import Chosen, shown
from threadproof.counterexample.concretise import concretise, take_turns, to_rest
from threadproof.engines.simulation.branch import Path, PathEdge, Trail
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.kernel import operands
from threadproof.ir.op import Origin
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, INDEX, ArrayType
from threadproof.ir.uses import op_target
from threadproof.records import dataclass
from threadproof.sched.system import HALTED, StepFailure, SystemStep


@dataclass(frozen=True, slots=True)
class SymbolicInput:
    thread: int
    variable: Variable  # as the original program calls it
    origin: Origin
    literal: Variable


class Formula:
    """The path, executed with fresh literals."""

    def __init__(self, executor: TransitionExecutor) -> None:
        self.executor = executor
        self.terms = executor.terms
        initial = executor.initial()
        self.shared: dict[Variable, Expr | None] = dict(zip(executor.variables, initial.shared, strict=True))
        self.registers: list[dict[Variable, Expr]] = [{}]
        self.results: dict[int, Expr] = {}
        self.conditions: list[Expr] = []
        self.inputs: list[SymbolicInput] = []

    def add(self, thread: int, trail: Trail, fails: bool) -> None:
        for move in trail:
            answers = iter(move.answers)
            last = len(move.edge.ops[: move.upto]) - 1
            for number, op in enumerate(move.edge.ops[: move.upto]):
                failing = fails and move is trail[-1] and number == last
                condition = isinstance(op, ops.Check | ops.Await)
                self._operation(thread, move, number, op, answers if not failing or condition else None)
                if failing and condition:
                    self.conditions[-1] = self.terms.negation(self.conditions[-1])

    def block(self, thread: int, trail: Trail) -> None:
        """The thread would get so far, and its last operation cannot be performed: so it does nothing."""
        shared, registers = dict(self.shared), [dict(own) for own in self.registers]
        self.add(thread, trail, True)
        self.shared, self.registers = shared, registers

    def _operation(self, thread: int, move: PathEdge, number: int, op: ops.Op, answers: object) -> None:
        match op:
            case ops.Assign(target, value):
                self._set(thread, target, self._value(thread, value))
            case ops.Havoc(target, origin, _):
                self._set(thread, target, self._input(thread, _original(move, number, target), origin))
            case ops.Write(array, index, value):
                written = (self._value(thread, E.var(array)), self._value(thread, index), self._value(thread, value))
                self._set(thread, array, self.terms.build("store", array.type, written))
            case ops.Assume(condition) | ops.Await(condition) | ops.Check(condition):
                self.conditions.append(self._value(thread, condition))
            case ops.Spawn(target, function, argument):
                self._spawn(thread, target, function, argument)
            case ops.ThreadExit(value) | ops.Return(value):
                pointer = self.executor.program.data_model.pointer
                if value is not None:
                    self.results[thread] = self.terms.build("cast", pointer, (self._value(thread, value),))
            case ops.Join(target, joined) if answers is not None:
                (other,), *_ = next(answers)  # type: ignore[call-overload]
                self._equal(self._value(thread, joined), other)
                if target is not None and other in self.results:
                    self._set(thread, target, self.results[other])
            case _ if isinstance(op, ops.Kernel) and answers is not None:
                self._kernel(thread, op, next(answers))  # type: ignore[call-overload]
            case ops.Join() | ops.AtomicBegin() | ops.AtomicEnd() | ops.Skip() | ops.Cut() | ops.Halt():
                pass
            case _:  # of the kernel: the last one, which fails
                ignored(op, "engines/simulation/counterexample", Role.KERNEL)

    def _kernel(self, thread: int, op: ops.Kernel, answer: tuple[tuple[int, ...], int, int, int]) -> None:
        _, items, amount, _ = operands(op)
        for operand, given in zip((*items, *(() if amount is None else (amount,))), answer[0], strict=True):
            self._equal(self._value(thread, operand), given)
        target = op_target(op)
        if target is not None:
            self._set(thread, target, E.cast(target.type, E.const(INDEX, answer[1])))

    def _equal(self, term: Expr, value: int) -> None:
        self.conditions.append(self.terms.build("eq", BOOL, (term, E.const(term.type, value))))

    def _spawn(self, thread: int, target: Variable, function: Expr, argument: Expr) -> None:
        registers: dict[Variable, Expr] = {}
        for param in self.executor.program.functions[function.payload.name].params[:1]:
            registers[param] = self.terms.build("cast", param.type, (self._value(thread, argument),))
        self._set(thread, target, E.const(target.type, len(self.registers)))
        self.registers.append(registers)

    def _value(self, thread: int, expr: Expr) -> Expr:
        values: dict[Variable, Expr] = {}
        for variable in self.terms.inputs(expr)[0]:
            value = self.shared.get(variable) if variable.shared else self.registers[thread].get(variable)
            if value is None:
                value = self._input(thread, variable, Origin.UNINIT)
                self._set(thread, variable, value)
            values[variable] = value
        return self.terms.evaluate(expr, values, thread)

    def _set(self, thread: int, variable: Variable, value: Expr) -> None:
        if variable.shared:
            self.shared[variable] = value
        else:
            self.registers[thread][variable] = value

    def _input(self, thread: int, variable: Variable, origin: Origin) -> Expr:
        literal = Variable(f"!{len(self.inputs)}", variable.type)
        self.inputs.append(SymbolicInput(thread, variable, origin, literal))
        return E.var(literal)


def _original(move: PathEdge, number: int, target: Variable) -> Variable:
    trail = move.edge.origin[number] if move.edge.origin else ()
    first = trail[-1].ops[0] if trail else None
    return first.target if isinstance(first, ops.Havoc) else target


def counterexample(
    program: Program,
    task: Task,
    executor: TransitionExecutor,
    path: Path,
    failure: StepFailure | None,
    blocked: Path,
    limit: float,
) -> Result:
    """The answer for a path into a failure, or (None) into a deadlock."""
    formula = Formula(executor)
    for thread, trail in path:
        formula.add(thread, trail, failure is not None and trail is path[-1][1])
    for thread, trail in blocked:
        formula.block(thread, trail)
    where = failure.pos if failure is not None else program.entry.pos
    model = executor.feasibility.model(formula.conditions, limit)
    if model is None:
        return Unknown(f"no inputs were found for a path to {where}")
    chosen: Chosen = [
        (given.thread, given.variable, given.origin, model.value(given.literal))
        for given in formula.inputs
        if not isinstance(given.literal.type, ArrayType)
    ]
    steps = [SystemStep(thread, move.edge, (), HALTED, None, move.upto) for thread, trail in path for move in trail]
    if executor.kernel is not None:
        choices = [index for _, trail in path for move in trail for _, _, index, count in move.answers if count > 1]
        schedule = take_turns(program, executor.property, [thread for thread, _ in path], chosen, choices)
    else:
        follow = concretise if failure is not None else to_rest
        schedule = follow(program, executor.property, steps, chosen)
    return shown(task, failure.message if failure is not None else "threads wait for ever", where, schedule, steps, chosen)
