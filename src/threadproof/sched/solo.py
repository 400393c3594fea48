"""One thread by itself: what it can do from where it is, whatever the other threads are and wherever they are.

A thread *rests* at a location outside of atomic blocks; a *move* is a path from one such location to the next: an edge, or an
atomic block as a whole. Moves carry plain data operations over the shared variables and the registers of the template;
the number of the running thread is the register SELF. An execution of a preemptive program is a sequence of moves, each by some
thread that rests, since no other runs while a thread is inside an atomic block.

How threads come and go is said by *ghosts*, shared variables that only moves set:

- `total`: how many threads were created; they are numbered 1, 2, ... `total`, main is 0;
- `over`: for each number but main's whether that thread has ended, at the index `number - 1`;
- for each flag, a shared variable that is only ever set to constants, `by`: the number of the thread that has set it last;
- *thread counters*: how many threads rest in a set of places, for those sets that a proof asks for (`sched.thread_counters`);
- for each template T (a function, or, where few places create threads that run it, the function and the place) `count`: how many
  instances were created (0, 1, or 2 for more), `first`: the number of the first one, and `ended`: whether one of them has ended.

Of each state between moves holds (`always`, `of_thread`), by induction over the moves, and for any number of threads: numbers of
threads are different and at most `total`; while `count` is 0, `ended` is false; while it is 1 the one instance is `first`, and if
it is still there, `ended` is false, and `over` is false for each thread that is there. A join returns only if its thread has
ended, so behind it `over` is true for its number; if `count` is 1 and the thread is `first`, so is `ended`. No program creates
more than LARGEST threads: each needs memory of its own.

A move may also fail, like a step of `sched.system`; what is beyond that file's meaning of operations is not here.

A thread is *blocked* where it rests if whatever it could do next ends at an Await or Join that does not hold: then at least one
of its `blocks` is possible, the way up to such an operation with the condition under which it stops there. (Of the branches at a
location one can be taken, and a failed assumption discards the execution.) A thread with the number n exists and has not ended
just where `alive(n)` holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from threadproof.analyses.accesses import SharedAccess, op_accesses
from threadproof.analyses.assigned_values import flags
from threadproof.analyses.raceable import change, depths, is_access, source
from threadproof.errors import Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.places import told_place
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, INDEX, U8, U32, ArrayType
from threadproof.ir.uses import map_op, op_changed
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.sched.atomic_loops import AtomicLoops
from threadproof.sched.branch import StepFailure
from threadproof.sched.instances import BornThread, Instances
from threadproof.sched.meaning import NO_SUCH_THREAD, NOT_BEGUN, initial_values, position
from threadproof.sched.move_path import MovePath
from threadproof.sched.thread_counters import ThreadCounter, ThreadCounters

LARGEST = 0x7FFFFFFD  # so that the number of a thread plus 2 is an int: what locks hold
PLACES = 8  # that create threads of one function, and are told apart
PATHS = 400  # through one atomic block
END, HALT = -1, -2  # where a move leads that ends the thread, or the program
SELF = Variable("%self", U32)
MANY = 2


class NotModular(Exception):
    """Why threads of a program cannot be looked at one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class SoloAccess:
    """To memory that other threads may know, after the first `upto` operations of a move. `plain`: not atomic in C."""

    access: SharedAccess
    plain: bool
    upto: int
    pos: Pos
    created: bool  # whether the move has created a thread before


@dataclass(frozen=True, slots=True, eq=False)
class SoloMove:
    template: str
    source: int
    target: int
    ops: tuple[ops.DataOp, ...]
    born: tuple[BornThread, ...]
    failure: StepFailure | None
    accesses: tuple[SoloAccess, ...]
    pos: Pos
    back: bool


@dataclass(frozen=True, slots=True, eq=False)
class SoloBlock:
    """A way on which a thread gets no further. `holders`: see `ir.op.Await`, after the operations of the way, which leads to no
    location. Inside of larger atomic blocks holders mean less than that; they are threads all the same."""

    way: SoloMove
    holders: tuple[Expr, ...]


class Solo:
    """The moves of a lowered program."""

    def __init__(self, program: Program) -> None:
        if program.scheduler != "preemptive":
            raise NotModular(f"threads under the {program.scheduler} scheduler")
        self.program = program
        self.counters = ThreadCounters((), program.main)
        self.total = Variable("%total", U32, True)
        self.over = Variable("%over", ArrayType(BOOL, 0), True)
        self.by = {flag: Variable(f"%by.{flag.name}", U32, True) for flag in flags(program)}
        self._sites, self.functions = _templates(program)
        self.instances = {
            name: Instances(
                Variable(f"%count.{name}", U8, True),
                Variable(f"%first.{name}", U32, True),
                Variable(f"%ended.{name}", BOOL, True),
            )
            for name in self.functions
        }
        self._out = {name: program.functions[f.name].successors() for name, f in self.functions.items()}
        self._loops = {name: AtomicLoops(program.functions[f.name]) for name, f in self.functions.items()}
        self._written = {name: depths(program.functions[f.name], change) for name, f in self.functions.items()}
        self._moves: dict[tuple[str, int], tuple[SoloMove, ...]] = {}
        self._blocks: dict[tuple[str, int], list[SoloBlock]] = {}
        self._memo: dict[Expr, Expr] = {}

    def counting(self, counters: Sequence[ThreadCounter]) -> Solo:
        """The same with thread counters; all other ghosts are those of this one."""
        made = copy(self)
        made.counters = ThreadCounters(counters, self.program.main)
        made._moves, made._blocks = {}, {}
        return made

    def ghosts(self) -> tuple[Variable, ...]:
        instances = (ghost for found in self.instances.values() for ghost in found.all())
        return (self.total, self.over, *self.by.values(), *instances, *self.counters.variables())

    def entry(self, template: str) -> tuple[str, int]:
        return template, self.functions[template].entry

    def initial_ops(self) -> tuple[ops.DataOp, ...]:
        """What holds when main begins; what is not set may be anything."""
        made: list[ops.DataOp] = [ops.Assign(variable, value) for variable, value in initial_values(self.program)]
        made += [ops.Assign(self.total, E.zero(U32)), ops.Assign(SELF, E.zero(U32))]
        made += [ops.Assign(ghost, E.zero(U32)) for ghost in self.by.values()]
        made.append(ops.Assign(self.over, E.fill(ArrayType(BOOL, 0), E.FALSE)))
        for name, found in self.instances.items():
            count = E.const(U8, int(name == self.program.main))
            values = ((found.count, count), (found.first, E.zero(U32)), (found.ended, E.FALSE))
            made += [ops.Assign(variable, value) for variable, value in values]
        return (*made, *self.counters.initial_ops(self.entry(self.program.main)))

    def always(self) -> list[Expr]:
        """What is true of the ghosts between moves."""
        total = E.var(self.total)
        known = [E.le(total, E.const(U32, LARGEST))]
        for name, found in self.instances.items():
            count, first = E.var(found.count), E.var(found.first)
            known.append(E.le(count, E.const(U8, MANY)))
            if name == self.program.main:
                known += [E.eq(count, E.const(U8, 1)), E.eq(first, E.zero(U32))]
            else:
                created = E.land(E.le(E.const(U32, 1), first), E.le(first, total))
                none = E.eq(count, E.zero(U8))
                known += [E.lor(none, created), E.lnot(E.land(none, E.var(found.ended)))]
        return [*known, *self.counters.always(total, self.instances)]

    def of_thread(self, template: str, number: Expr) -> list[Expr]:
        """What is true, between moves, of a thread that has not ended."""
        found = self.instances[template]
        count, only = E.var(found.count), E.eq(E.var(found.count), E.const(U8, 1))
        alone = E.land(E.eq(number, E.var(found.first)), E.lnot(E.var(found.ended)))
        known = [E.lnot(E.eq(count, E.zero(U8))), E.lor(E.lnot(only), alone)]
        if template == self.program.main:
            return [*known, E.eq(number, E.zero(U32))]
        there = E.lnot(E.select(E.var(self.over), place_of(number)))
        return [*known, E.le(E.const(U32, 1), number), E.le(number, E.var(self.total)), there]

    def moves(self, template: str, location: int) -> tuple[SoloMove, ...]:
        """Of a thread that rests at a location. Raises NotModular where an atomic block has too many paths, or a loop that does
        more than to compute."""
        key = (template, location)
        if key not in self._moves:
            self._blocks[key] = []
            self._moves[key] = tuple(self._enumerate(template, location))
        return self._moves[key]

    def leads_on(self, template: str, location: int) -> bool:
        """Whether there is an operation at a location."""
        return bool(self._out[template].get(location))

    def blocks(self, template: str, location: int) -> tuple[SoloBlock, ...]:
        """How a thread that rests at a location may be blocked."""
        self.moves(template, location)
        return tuple(self._blocks[template, location])

    def alive(self, number: Expr) -> Expr:
        """That a thread with the number exists and has not ended."""
        main = E.lnot(E.var(self.instances[self.program.main].ended))
        there = E.lnot(E.select(E.var(self.over), place_of(number)))
        return E.ite(E.eq(number, E.zero(U32)), main, E.land(E.le(number, E.var(self.total)), there))

    def _enumerate(self, template: str, location: int) -> Iterator[SoloMove]:
        leaving = [*self.counters.leaving_ops((template, location))]
        waiting = [MovePath(location, 0, self._written[template].get(location, 0), leaving)]
        done = 0
        while waiting:
            path = waiting.pop()
            for edge in self._out[template].get(path.at, ()):
                if edge in path.edges:
                    raise NotModular(f"a loop in an atomic block at {told_place(edge)}")
                after = path.copy()
                after.edges = (*path.edges, edge)
                found: list[SoloMove] = []
                target = self._edge(template, location, after, edge, found)
                yield from found
                done += len(found)
                if target is not None and (target < 0 or not after.depth):
                    yield self._made(template, location, after, target)
                    done += 1
                elif target is not None:
                    after.at = target
                    if self._goes_on(template, after):
                        waiting.append(after)
                    else:  # for the accesses on the way
                        after.ops.append(ops.Assume(E.FALSE))
                        yield self._made(template, location, after, END)
            if done + len(waiting) > PATHS:
                raise NotModular(f"an atomic block with more than {PATHS} paths at {told_place(path.edges[-1])}")

    def _goes_on(self, template: str, path: MovePath) -> bool:
        """Whether a path inside of an atomic block has not been there before; at the head of a loop, with any values."""
        changed = self._loops[template].changed(path.at, path.depth)
        if changed is None:
            return True
        if path.at in path.heads:
            return False
        path.heads = (*path.heads, path.at)
        ghosts = [self.by[flag] for flag in changed if flag in self.by]
        variables = sorted((*changed, *ghosts), key=lambda variable: variable.name)
        path.ops += [ops.Havoc(variable, ops.Origin.EXTERN) for variable in variables]
        return True

    def _made(self, template: str, start: int, path: MovePath, target: int, failure: StepFailure | None = None) -> SoloMove:
        edge = path.edges[0]
        back = any(part.back for part in path.edges)
        counted: Iterator[ops.DataOp] = iter(())
        if failure is None and target != HALT:
            entries = [self.entry(born.template) for born in path.born]
            counted = self.counters.arriving_ops((template, start), (template, target), entries)
        made = (*path.ops, *counted), tuple(path.born), failure, tuple(path.accesses)
        return SoloMove(template, start, target, *made, edge.pos, back)

    def _edge(self, template: str, start: int, path: MovePath, edge: Edge, failing: list[SoloMove]) -> int | None:
        """Where the path is after the edge; None if it does not get there."""
        for number, op in enumerate(edge.ops):
            origin = source(edge, number)
            self._note(path, op, origin, edge)
            path.written = max(0, path.written + change(op, origin))

            def fail(condition: Expr, kind: str, message: str, number: int = number) -> None:
                if condition is E.FALSE:
                    return
                failed = path.copy()
                failed.ops.append(ops.Assume(condition))
                failure = StepFailure(kind, message, position(self.program, edge, number + 1))
                failing.append(self._made(template, start, failed, END, failure))

            def blocked(condition: Expr, holders: tuple[Expr, ...], number: int = number) -> None:
                stopped = path.copy()
                if stopped.assume(condition):
                    pos = position(self.program, edge, number + 1)
                    way = SoloMove(template, start, END, tuple(stopped.ops), (), None, (), pos, False)
                    self._blocks[template, start].append(SoloBlock(way, holders))

            match op:
                case ops.AtomicBegin():
                    path.depth += 1
                case ops.AtomicEnd() if not path.depth:
                    fail(E.TRUE, "invalid-call", NOT_BEGUN)
                    return None
                case ops.AtomicEnd():
                    path.depth -= 1
                case ops.Check(condition, kind, message):
                    holds = self._expr(condition)
                    fail(E.lnot(holds), kind, message)
                    if not path.assume(holds):
                        return None
                case ops.Cut(reason):
                    fail(E.TRUE, "cut", reason)
                    return None
                case ops.Assume(condition):
                    if not path.assume(self._expr(condition)):
                        return None
                case ops.Await(condition, holders):
                    holds = self._expr(condition)
                    blocked(E.lnot(holds), tuple(map(self._expr, holders)))
                    if not path.assume(holds):
                        return None
                case ops.Spawn():
                    self._spawn(path, op, edge, number)
                case ops.Join(target, joined):
                    thread = self._expr(joined)
                    fail(E.lt(E.var(self.total), thread), "invalid-call", NO_SUCH_THREAD)
                    blocked(self.alive(thread), (thread,))
                    self._join(path, target, thread)
                case ops.Return() if template == self.program.main:
                    return HALT
                case ops.Halt():
                    return HALT
                case ops.Return() | ops.ThreadExit():
                    path.ops.append(ops.Assign(self.instances[template].ended, E.TRUE))
                    if template != self.program.main:
                        path.ops.append(ops.Write(self.over, place_of(E.var(SELF)), E.TRUE))
                    return END
                case ops.Skip() | ops.Fence():
                    pass
                case ops.Assign() | ops.Havoc() | ops.Write():
                    path.ops.append(map_op(op, self._expr, lambda variable: variable))  # type: ignore[arg-type]
                    if isinstance(op, ops.Assign) and op.target in self.by:
                        path.ops.append(ops.Assign(self.by[op.target], E.var(SELF)))
                case _:
                    raise NotModular(f"an operation of a cooperative scheduler at {edge.pos}")
        return edge.target

    def _note(self, path: MovePath, op: ops.Op, origin: ops.Op | None, edge: Edge) -> None:
        plain = is_access(origin) and not getattr(origin, "atomic", False) and not path.written
        for access in op_accesses(op):
            index = None if access.index is None else self._expr(access.index)
            made = SharedAccess(access.variable, index, access.write)
            path.accesses.append(SoloAccess(made, plain, len(path.ops), edge.pos, bool(path.born)))

    def _expr(self, expr: Expr) -> Expr:
        return substitute(expr, lambda node: E.var(SELF) if node.op == "self" else None, self._memo)

    def _spawn(self, path: MovePath, op: ops.Spawn, edge: Edge, number: int) -> None:
        name = self._sites[edge, number]
        template = self.functions[name]
        found, total = self.instances[name], E.var(self.total)
        count = E.var(found.count)
        path.ops.append(ops.Assume(E.lt(total, E.const(U32, LARGEST)), False))
        argument = None
        for param in template.params[:1]:
            argument = Variable(f"%argument{len(path.born)}", param.type)
            path.ops.append(ops.Assign(argument, E.cast(param.type, self._expr(op.argument))))
        created = Variable(f"%created{len(path.born)}", U32)
        none = E.eq(count, E.zero(U8))
        path.ops += [
            ops.Assign(self.total, E.add(total, E.const(U32, 1))),
            ops.Assign(found.first, E.ite(none, total, E.var(found.first))),
            ops.Assign(found.count, E.ite(none, E.const(U8, 1), E.const(U8, MANY))),
            ops.Assign(created, total),
            ops.Assign(op.target, E.cast(op.target.type, total)),
        ]
        path.born.append(BornThread(name, created, argument))

    def _join(self, path: MovePath, target: Variable | None, thread: Expr) -> None:
        path.ops.append(ops.Assume(E.le(thread, E.var(self.total)), False))
        gone = E.select(E.var(self.over), place_of(thread))
        path.ops.append(ops.Assume(E.lor(E.eq(thread, E.zero(U32)), gone), False))
        for found in self.instances.values():
            other = E.lnot(E.land(E.eq(E.var(found.count), E.const(U8, 1)), E.eq(thread, E.var(found.first))))
            path.ops.append(ops.Assume(E.lor(other, E.var(found.ended)), False))
        if target is not None:
            path.ops.append(ops.Havoc(target, ops.Origin.EXTERN))


def written(move: SoloMove) -> frozenset[Variable]:
    """Shared variables that a move may change."""
    changed = (op_changed(op) for op in move.ops)
    return frozenset(variable for variable in changed if variable is not None and variable.shared)


def place_of(number: Expr) -> Expr:
    """Where `over` says whether a thread has ended."""
    return E.sub(E.cast(INDEX, number), E.const(INDEX, 1))


def _templates(program: Program) -> tuple[dict[tuple[Edge, int], str], dict[str, Function]]:
    """The template of the thread that each operation creates, and the function that it runs."""
    places: dict[str, list[tuple[Edge, int]]] = {}
    for function in program.functions.values():
        for edge in function.edges:
            for number, op in enumerate(edge.ops):
                if isinstance(op, ops.Spawn):
                    if op.function.op != "addr" or op.function.payload.name == program.main:
                        raise NotModular(f"main, or a function that is not known, becomes a thread at {told_place(edge)}")
                    places.setdefault(op.function.payload.name, []).append((edge, number))
    sites: dict[tuple[Edge, int], str] = {}
    templates = {program.main: program.entry}
    for name, found in places.items():
        for number, site in enumerate(found):
            sites[site] = name if len(found) == 1 or len(found) > PLACES else f"{name}#{number + 1}"
            templates[sites[site]] = program.functions[name]
    return sites, templates
