"""Checks an execution under a memory model: plain code that shares neither the encoding nor the order theory with the
engine that found it.

Every thread is executed by itself, on values, along the edges that it is said to take; a read gets the value that it is said to
find. That gives the events, and what they depend on. Then the order of events is held against the axioms of the model (`axioms`,
`relations`). And the last operation violates the property. `ExecutionRefused` says what is wrong; then there is no verdict.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.accesses import observable, only_checked
from threadproof.certify.weak import axioms, relations
from threadproof.certify.weak.history import Barrier, ExecutionRefused, History, HistoryEvent, Item
from threadproof.errors import Pos
from threadproof.evidence.execution import Execution, Place, ThreadRun
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import U32, ArrayType
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.ir.walk import substitute, subterms
from threadproof.properties import checks
from threadproof.records import dataclass, field


@dataclass(slots=True)
class ExecutedThread:
    """Of the values, `array` elements have a name of their own in `values`."""

    run: ThreadRun
    values: dict[Place, Value]
    after: set[HistoryEvent]
    items: list[Item] = field(default_factory=list)
    taint: dict[Variable, set[HistoryEvent]] = field(default_factory=dict)
    branches: set[HistoryEvent] = field(default_factory=set)
    recent: set[HistoryEvent] = field(default_factory=set)  # the last read
    arbitrary: set[Variable] = field(default_factory=set)  # arrays whose elements are not known before they are written
    result: Value = 0

    def events(self) -> list[HistoryEvent]:
        return [item for item in self.items if isinstance(item, HistoryEvent)]


class ExecutionChecker:
    def __init__(self, execution: Execution, property_: str) -> None:
        self.execution, self.property = execution, property_
        self.program = execution.program
        self.observable = observable(self.program)
        self.runs = {run.number: run for run in execution.threads}
        self.threads: dict[int, ExecutedThread] = {}
        self.memory: dict[Place, Value] = {}  # while main is alone, and what it left in memory
        self.alone = True
        self.waiting: dict[int, ExecutedThread] = {}  # created, not yet executed
        self.violated = False

    def check(self) -> list[HistoryEvent]:
        """The events in their order."""
        main = ExecutedThread(self.runs[0], {}, set())
        self.threads[0] = main
        _ThreadRun(self, main).go()
        while self.waiting:
            self.finish(next(iter(self.waiting)))
        if not self.violated:
            raise ExecutionRefused("the property is not violated at its end")
        events = {(event.thread, event.number): event for thread in self.threads.values() for event in thread.events()}
        if sorted(events) != sorted(self.execution.order):
            raise ExecutionRefused("the order is not one of its events")
        ordered = [events[key] for key in self.execution.order]
        history = History(ordered, [thread.items for thread in self.threads.values()], self.memory, only_checked(self.program))
        if self.execution.model.atomic:
            axioms.check(history, self.execution.model)
        else:
            relations.check(history)
        return ordered

    def finish(self, number: int) -> ExecutedThread:
        """Execute a thread that was created."""
        thread = self.waiting.pop(number, None)
        if thread is not None:
            self.threads[number] = thread
            _ThreadRun(self, thread).go()
        if number not in self.threads:
            raise ExecutionRefused("a thread is joined that was not created")
        return self.threads[number]


class _ThreadRun:
    """Executes one thread on values."""

    def __init__(self, checker: ExecutionChecker, thread: ExecutedThread) -> None:
        self.checker, self.thread = checker, thread
        self.inputs, self.spawned = list(thread.run.inputs)[::-1], list(thread.run.spawned)[::-1]
        self.depth = 0
        self.block: HistoryEvent | None = None
        self.count = 0
        self.edge: Edge | None = None
        self.created = False  # in the open block
        self.address: set[HistoryEvent] = set()
        self.touched: set[HistoryEvent] = set()

    def go(self) -> None:
        function = self.checker.program.functions[self.thread.run.function]
        location = function.entry
        for edge, upto in self.thread.run.edges:
            if edge.source != location or edge not in function.edges:
                raise ExecutionRefused("its edges are no path")
            self.edge, location = edge, edge.target
            self.address = set()
            for number, op in enumerate(edge.ops[:upto]):
                self.touched = set()
                trail = edge.origin[number] if edge.origin else ()
                self.step(op, trail[-1].ops[0] if trail else None, self._position(trail))

    def _position(self, trail: tuple[Edge, ...]) -> Pos:
        assert self.edge is not None
        own = self.checker.program.entry.pos.file
        return next((edge.pos for edge in reversed(trail) if edge.pos.file == own), self.edge.pos)

    def step(self, op: ops.Op, source: ops.Op | None, pos: Pos) -> None:
        self.pos, self.source = pos, source
        match op:
            case ops.Assign(target, value) if not isinstance(target.type, ArrayType):
                self.put((target, None), self.value(value), op)
            case ops.Havoc(target) if not isinstance(target.type, ArrayType) and self.inputs:
                self.put((target, None), self.inputs.pop(), op)
            case ops.Havoc(target) if isinstance(target.type, ArrayType) and not target.shared:
                self.forget(target)
            case ops.Write(array, index, value):
                self.put((array, int(self.value(index))), self.value(value), op)
            case ops.Assume(condition) | ops.Await(condition):
                if isinstance(op, ops.Await) and not self.depth:
                    self.full()
                if not self.value(condition):
                    raise ExecutionRefused(f"a condition does not hold at {pos}")
                for event in self.touched if isinstance(op, ops.Await) else ():
                    event.full = True
                self.branch(op)
            case ops.Check(condition, kind):
                if not self.value(condition):
                    if not checks(self.checker.property, kind) or self.thread.run.number != self.checker.execution.failing:
                        raise ExecutionRefused(f"a check fails at {pos}")
                    self.checker.violated = True
                self.branch(op)
            case ops.Fence(before, after, place):
                if not self.depth and not place:
                    behind = {"C": self.thread.branches, "L": self.thread.recent}.get(before, set())
                    self.thread.items.append(Barrier(before, after, frozenset(behind)))
            case ops.Skip() | ops.Halt():
                pass
            case _:
                self.control(op)

    def control(self, op: ops.Op) -> None:
        match op:
            case ops.AtomicBegin():
                self.depth += 1
                if self.depth == 1 and not self.checker.alone:
                    self.block = self.event()
                if self.block is not None:
                    self.block.full |= isinstance(self.source, ops.AtomicBegin)
            case ops.AtomicEnd():
                self.depth -= 1
                if not self.depth:
                    self.close()
            case ops.Spawn(target, function, argument) if self.spawned:
                self.spawn(target, function, argument)
            case ops.Join(target, number):
                self.full()
                joined = self.checker.finish(int(self.value(number)))
                self.thread.after |= joined.after | set(joined.events())
                if target is not None:
                    self.put((target, None), joined.result, op)
            case ops.ThreadExit(value) | ops.Return(value):
                if value is not None:
                    pointer = self.checker.program.data_model.pointer
                    self.thread.result = self.value(e.cast(pointer, value))
            case _:
                raise ExecutionRefused(f"an operation that is not followed at {self.pos}")

    def spawn(self, target: Variable, function: Expr, argument: Expr) -> None:
        number = self.spawned.pop()
        if number not in self.checker.runs or number in self.checker.threads or number in self.checker.waiting:
            raise ExecutionRefused("a thread is created twice")
        run = self.checker.runs[number]
        if function.op != "addr" or function.payload.name != run.function:
            raise ExecutionRefused("another thread is created")
        self.full()
        inherited = {p: v for p, v in self.thread.values.items() if p[0].shared}
        child = ExecutedThread(run, inherited, self.thread.after | set(self.thread.events()))
        for param in self.checker.program.functions[run.function].params[:1]:
            child.values[param, None] = self.value(e.cast(param.type, argument))
        self.checker.waiting[number] = child
        self.put((target, None), number, None)
        self.created = True
        if not self.depth:
            self.close()

    def full(self) -> None:
        self.thread.items.append(Barrier("RW", "RW"))

    def close(self) -> None:
        self.block = None
        if self.created:
            self.checker.alone = False

    # -- values ----------------------------------------------------------------------------------------------------------

    def event(self) -> HistoryEvent:
        number = self.count
        if number >= len(self.thread.run.reads):
            raise ExecutionRefused("there are more accesses than it says")
        self.count += 1
        event = HistoryEvent(self.thread.run.number, number, self.pos, set(self.thread.after))
        self.thread.items.append(event)
        return event

    def visible(self, variable: Variable) -> bool:
        return variable.shared and not self.checker.alone and variable in self.checker.observable

    def get(self, place: Place) -> Value:
        variable = place[0]
        if self.visible(variable):
            return self.read(place)
        known = self.checker.memory if self.checker.alone and variable.shared else self.thread.values
        if place in known:
            return known[place]
        if variable in self.thread.arbitrary:
            raise ExecutionRefused(f"what {variable.name} holds is not known")
        if variable.shared and place in self.checker.memory:
            return self.checker.memory[place]
        start = self.checker.program.initial.get(variable)
        if start is not None:
            return start.payload  # type: ignore[no-any-return]
        if variable not in self.checker.execution.initial:
            raise ExecutionRefused(f"the value of {variable.name} is not known")
        return self.checker.execution.initial[variable]

    def read(self, place: Place) -> Value:
        event = self.block or self.event()
        self.thread.recent = {event}
        if place in event.writes:
            return event.writes[place]
        found = self.thread.run.reads[event.number]
        if place not in found:
            raise ExecutionRefused(f"a read at {self.pos} is not known")
        self._settled(place)
        event.reads[place] = found[place]
        event.address |= self.address - {event}
        event.control |= self.thread.branches - {event}
        self.touched.add(event)
        if self.block is None and isinstance(self.source, ops.Load) and self.source.atomic:
            if self.checker.execution.model.atomic:
                self.thread.items.append(Barrier("R", "RW"))
            else:  # the event is the last item
                self.thread.items.insert(-1, Barrier("RW", "RW"))
                self.thread.items.append(Barrier("L", "RW", frozenset({event})))
        return found[place]

    def _settled(self, place: Place) -> None:
        """What was in memory before any thread was created."""
        if place not in self.checker.memory:
            start = self.checker.program.initial.get(place[0])
            value = self.checker.execution.initial.get(place[0]) if start is None else start.payload
            if value is not None:
                self.checker.memory[place] = value

    def put(self, place: Place, value: Value, op: ops.Op | None) -> None:
        variable = place[0]
        given = set(self.touched) if op is None else self.touched | self.sources(op)
        if self.visible(variable):
            event = self.block or self.event()
            event.writes[place] = value
            if isinstance(self.source, ops.Store) and self.source.atomic:
                if self.checker.execution.model.atomic:
                    event.full = True
                elif self.block is None:
                    self.thread.items.insert(-1, Barrier("RW", "RW"))
            index = self.tainted((op.index,)) if isinstance(op, ops.Write) else set()
            event.address |= (self.address | index) - {event}
            event.data |= given - {event}
            event.control |= self.thread.branches - {event}
        elif self.checker.alone and variable.shared:
            self.checker.memory[place] = value
        else:
            self.thread.values[place] = value
        if not variable.shared:
            self.thread.taint[variable] = given

    def forget(self, array: Variable) -> None:
        self.thread.arbitrary.add(array)
        for place in [place for place in self.thread.values if place[0] == array]:
            del self.thread.values[place]

    def value(self, expr: Expr) -> Value:
        def known(node: Expr) -> Expr | None:
            if node.op == "var" and not isinstance(node.type, ArrayType):
                return e.const(node.type, self.get((node.payload, None)))
            if node.op == "select":
                if not node.args[1].is_const:
                    raise ExecutionRefused(f"an index is not known at {self.pos}")
                self.address |= self.index_sources
                return e.const(node.type, self.get((node.args[0].payload, int(node.args[1].payload))))
            return e.const(U32, self.thread.run.number) if node.op == "self" else None

        self.index_sources = {
            source
            for part in subterms(expr)
            if part.op == "select"
            for variable in expr_variables(part.args[1])
            for source in self.thread.taint.get(variable, ())
        }
        found = substitute(expr, known)
        if not found.is_const:
            raise ExecutionRefused(f"a value is not known at {self.pos}")
        return found.payload  # type: ignore[no-any-return]

    def sources(self, op: ops.Op) -> set[HistoryEvent]:
        return self.tainted(op_exprs(op))

    def tainted(self, exprs: Iterable[Expr]) -> set[HistoryEvent]:
        variables = {variable for expr in exprs for variable in expr_variables(expr)}
        return {source for variable in variables for source in self.thread.taint.get(variable, ())}

    def branch(self, op: ops.Op) -> None:
        given = self.touched | self.sources(op)
        if isinstance(self.source, ops.Touching):
            self.address |= given
        else:
            self.thread.branches |= given


def check(execution: Execution, property_: str) -> list[HistoryEvent]:
    """The events of an execution in their order. Raises `ExecutionRefused`."""
    return ExecutionChecker(execution, property_).check()
