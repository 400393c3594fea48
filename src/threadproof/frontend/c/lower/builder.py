"""Builds the control-flow automaton of one function, an operation at a time.

There is always a current location (`here`); after a jump it is a fresh one that nothing leads to, and code lowered there is
dropped at the end. `finish` puts the stack objects' allocations before the body, removes empty steps and unreachable code,
renumbers the locations in the order of a depth-first walk, and marks edges that return to a location on the current path as
back edges: their targets are the loop heads.
"""

from __future__ import annotations

from threadproof.errors import NOWHERE, Pos
from threadproof.ir import expr as e
from threadproof.ir.displacement import accessed
from threadproof.ir.expr import Expr, Variable, zero
from threadproof.ir.layout import Layout
from threadproof.ir.op import Access, Alloc, Assign, Assume, Call, Ending, Havoc, Load, ObjectSize, Op, Origin, Skip
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import DataModel, Type
from threadproof.records import dataclass, field, replace


@dataclass(slots=True)
class _Step:
    source: int
    target: int
    op: Op
    pos: Pos


@dataclass(frozen=True, slots=True)
class _Abandoned:
    """A statement that was not lowered to its end: its locations, and what is to happen where nothing else does."""

    first: int
    last: int
    pos: Pos
    op: Op


@dataclass(slots=True, eq=False)
class Builder:
    data_model: DataModel
    pos: Pos = NOWHERE  # given to the edges that are emitted
    here: int = 1
    locals: dict[Variable, None] = field(default_factory=dict)
    next: int = 2  # location
    _count: int = 0
    _steps: list[_Step] = field(default_factory=list)
    _prelude: list[_Step] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)
    _temporaries: set[Variable] = field(default_factory=set)
    _abandoned: list[_Abandoned] = field(default_factory=list)

    # -- control ---------------------------------------------------------------------------------------------------------

    def location(self) -> int:
        self.next += 1
        return self.next - 1

    def emit(self, op: Op) -> None:
        if isinstance(op, Access) and op.address.args:
            op = replace(op, address=accessed(op.address))
        target = self.location()
        self._steps.append(_Step(self.here, target, op, self.pos))
        self.here = target

    def jump(self, target: int) -> None:
        """Go on at `target`; what follows is not reached from here."""
        self._steps.append(_Step(self.here, target, Skip(), self.pos))
        self.here = self.location()

    def stop(self, op: Op) -> None:
        """An operation after which nothing follows."""
        self.emit(op)
        self.here = self.location()

    def branch(self, condition: Expr, yes: int, no: int) -> None:
        if condition.is_const:
            self.jump(yes if condition.payload else no)
            return
        source = self.here
        for guard, target in ((condition, yes), (e.lnot(condition), no)):
            self.guard(source, guard, target)
        self.here = self.location()

    @property
    def length(self) -> int:
        return len(self._steps)

    def leads_to(self, target: int, since: int) -> bool:
        """Whether something that was emitted since `length` was this goes on there."""
        return any(step.target == target for step in self._steps[since:])

    def guard(self, source: int, condition: Expr, target: int) -> None:
        """One of several alternatives out of `source`."""
        self._steps.append(_Step(source, target, Assume(condition), self.pos))

    def abandon(self, first: int, pos: Pos, op: Op) -> None:
        """What was emitted since `first` was the next location is not complete: where it leads nowhere, `op` comes."""
        self._abandoned.append(_Abandoned(first, self.next, pos, op))

    @property
    def emitted(self) -> int:
        """How many operations there are so far."""
        return len(self._steps) + len(self._prelude)

    def mark(self) -> tuple[int, int, int]:
        return self.here, len(self._steps), len(self._prelude)

    def reset(self, mark: tuple[int, int, int]) -> None:
        """As if nothing had been emitted since."""
        self.here, steps, prelude = mark
        del self._steps[steps:], self._prelude[prelude:]

    # -- registers ---------------------------------------------------------------------------------------------------------

    def register(self, name: str, type_: Type) -> Variable:
        number = self._names.get(name, 0)
        self._names[name] = number + 1
        variable = Variable(f"{name}#{number}" if number else name, type_)
        self.locals[variable] = None
        return variable

    def temporary(self, type_: Type) -> Variable:
        self._count += 1
        variable = Variable(f"%{self._count}", type_)
        self._temporaries.add(variable)
        self.locals[variable] = None
        return variable

    def is_temporary(self, variable: Variable) -> bool:
        return variable in self._temporaries

    def freeze(self, value: Expr) -> Expr:
        """The value as it is now, whatever is assigned later."""
        if value.is_const:
            return value
        variable = self.temporary(value.type)
        self.emit(Assign(variable, value))
        return e.var(variable)

    def assign(self, variable: Variable, value: Expr) -> None:
        """`variable := value`; a value that the last operation has just produced goes there directly."""
        last = self._steps[-1] if self._steps else None
        if (
            last is not None
            and last.target == self.here
            and value.op == "var"
            and isinstance(last.op, Load | Call | Havoc | ObjectSize)
            and last.op.target is value.payload
            and value.payload in self._temporaries
            and value.type == variable.type
        ):
            last.op = replace(last.op, target=variable)
            self._temporaries.discard(value.payload)
            del self.locals[value.payload]
            return
        self.emit(Assign(variable, value))

    def havoc(self, type_: Type, origin: Origin, name: str = "") -> Expr:
        variable = self.temporary(type_)
        self.emit(Havoc(variable, origin, name))
        return e.var(variable)

    def stack_object(self, name: str, size: int, layout: Layout | None) -> Expr:
        """The address of a new object that lives as long as the function's activation."""
        variable = self.register(f"&{name}", self.data_model.pointer)
        op = Alloc(variable, e.const(self.data_model.size, size), True, name, layout)
        self._prelude.append(_Step(0, 0, op, self.pos))
        return e.var(variable)

    def null_register(self, name: str) -> Variable:
        """A register for an address, which is null when the function is entered."""
        variable = self.register(name, self.data_model.pointer)
        self._prelude.append(_Step(0, 0, Assign(variable, zero(variable.type)), self.pos))
        return variable

    # -- the result ----------------------------------------------------------------------------------------------------------

    def finish(self, function: Function) -> None:
        self._complete()
        steps, entry = _without_skips(self._with_prelude())
        _number(function, steps, entry)
        function.locals = list(self.locals)

    def _complete(self) -> None:
        """Jumps may lead into statements that were abandoned from outside; they are told apart by their locations."""
        if not self._abandoned:
            return
        sources = {step.source for step in self._steps}
        loose = [step for step in self._steps if step.target not in sources and not isinstance(step.op, Ending)]
        for target in dict.fromkeys(step.target for step in loose):
            reasons = (each for each in self._abandoned if each.first <= target < each.last)  # inner ones come first
            reason = next(reasons, self._abandoned[-1])
            self._steps.append(_Step(target, self.location(), reason.op, reason.pos))

    def _with_prelude(self) -> list[_Step]:
        steps: list[_Step] = []
        here = 0
        for step in self._prelude:
            target = self.location()
            steps.append(_Step(here, target, step.op, step.pos))
            here = target
        steps.append(_Step(here, 1, Skip(), NOWHERE))
        return steps + self._steps


def _without_skips(steps: list[_Step]) -> tuple[list[_Step], int]:
    """Join the ends of every empty step, except where that would make an empty loop vanish.

    Also says where the function starts.
    """
    forward: dict[int, int] = {}

    def resolve(location: int) -> int:
        path = []
        while location in forward:
            path.append(location)
            location = forward[location]
        for passed in path:
            forward[passed] = location
        return location

    kept: list[_Step] = []
    for step in steps:
        if isinstance(step.op, Skip) and resolve(step.target) != step.source:
            forward[step.source] = step.target  # a jump is the only step out of its location
        else:
            kept.append(step)
    for step in kept:
        step.source, step.target = resolve(step.source), resolve(step.target)
    entry = resolve(0)
    if any(step.target == entry for step in kept):  # a loop at the very start: nothing may return to the entry
        kept.append(_Step(-1, entry, Skip(), NOWHERE))
        entry = -1
    return kept, entry


def _number(function: Function, steps: list[_Step], entry: int) -> None:
    """Keep what the entry reaches; depth-first numbers; back edges."""
    out: dict[int, list[_Step]] = {}
    for step in steps:
        out.setdefault(step.source, []).append(step)
    numbers, active = {entry: 0}, {entry}
    stack = [(entry, iter(out.get(entry, [])))]
    edges: list[Edge] = []
    while stack:
        location, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            active.discard(location)
            stack.pop()
            continue
        step = following
        fresh = step.target not in numbers
        number = numbers.setdefault(step.target, len(numbers))
        back = step.target in active
        if back:
            function.loop_heads.add(number)
        edges.append(Edge(numbers[location], number, (step.op,), step.pos, back))
        if fresh:
            active.add(step.target)
            stack.append((step.target, iter(out.get(step.target, []))))
    function.edges = edges
