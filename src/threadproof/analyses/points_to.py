"""Points-to analysis: which objects, at which offsets, each address in a program may refer to.

Interprocedural, insensitive to the order of operations, precise about constant offsets and strides (see `andersen`). The
call graph grows with the solution, so calls through pointers are covered. Objects are globals and string literals,
functions, and one per allocation site.

An address gets its objects from what it was computed from: sums, masks and conversions of an address still refer to its
objects; the distance of two addresses, products and quotients do not. An execution in which an address computed from one
object reaches another object is undefined in C; the passes that rely on this analysis keep a check or a cut for it wherever
they cannot exclude it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.analyses.andersen import ANYWHERE, NUMBER, UNKNOWN, PointsToSolver, Shift, StridedAddress, TooManySteps
from threadproof.analyses.liveness import maybe_unset
from threadproof.analyses.stride import signed, stride_of
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import FloatType, IntType, PtrType, byte_size, width
from threadproof.ir.walk import subterms
from threadproof.ir.zones import room
from threadproof.records import dataclass

Target = MemoryObject | Function | Edge  # an edge: the object that its `Alloc` makes
_ARITHMETIC_ONLY = frozenset({"const", "self", "mul", "div", "rem", "eq", "lt", "le", "lnot"})
_HIDING = frozenset({"mul", "div", "rem", "cast", "bitcast"})  # of these, what may be turned back into an address


@dataclass(frozen=True, slots=True)
class Pointees:
    """`number`: may be no address at all (null, for example). `unknown`: may be an address that the analysis cannot name."""

    places: tuple[StridedAddress[Target], ...]
    number: bool
    unknown: bool

    @property
    def targets(self) -> set[Target]:
        return {place.target for place in self.places}


class PointsTo:
    """The result. `of` answers for every expression that the program uses as an address, as a callee or as a spawn argument."""

    def __init__(self, program: Program) -> None:
        self.program = program
        try:
            self._solve(False)
        except TooManySteps:
            self._solve(True)

    def _solve(self, coarse: bool) -> None:
        self.edges: dict[str, list[Edge]] = {}  # of functions that were found reachable
        self._calls: dict[Edge, dict[str, None]] = {}
        self._solver: PointsToSolver[Target] = PointsToSolver(_starts_as_address, self.within, _size, coarse)
        self._nodes: dict[Expr, int] = {}
        self._registers: dict[Variable, int] = {}
        self._returns: dict[str, int] = {}
        self._number = self._solver.node(NUMBER)
        self._results = self._solver.node()  # of ended threads
        self._spawned: dict[str, None] = {}
        self._escaping = self._solver.node()
        self._hidden = self._solver.node()
        self._initial_values()
        self._enter(self.program.main)
        for param in self.program.entry.params:
            self._solver.add(self._register(param), NUMBER | UNKNOWN)
        self._solver.solve()

    # -- results -------------------------------------------------------------------------------------------------------

    def of(self, expr: Expr) -> Pointees:
        bits = self._solver.holds(self._nodes[expr])
        return Pointees(tuple(self._solver.places(bits)), bool(bits & NUMBER), bool(bits & UNKNOWN))

    def known(self, expr: Expr) -> Pointees | None:
        """As `of`, also for expressions that are used otherwise; None if nothing is known about them."""
        if expr.op == "var" and expr not in self._nodes and expr.payload in self._registers:
            self._nodes[expr] = self._registers[expr.payload]
        return self.of(expr) if expr in self._nodes else None

    def within(self, target: Target, offset: int) -> bool:
        """Whether an offset lies in the same half of its zone as the object."""
        low, high = room(self.program.data_model.pointer_bits, _size(target) or 0)
        return low <= offset <= high

    def callees(self, edge: Edge) -> list[str]:
        """Functions that a call or a spawn may start, in program order."""
        found = self._calls.get(edge, {})
        return [name for name in self.program.functions if name in found]

    @property
    def spawned(self) -> list[str]:
        """Functions that some thread may start with."""
        return [name for name in self.program.functions if name in self._spawned]

    def held_by_object(self, target: Target) -> set[Target]:
        """Objects whose address some part of an object may hold."""
        return {place.target for place in self._solver.places(self._solver.contents(target))}

    def held_by_register(self, variable: Variable) -> set[Target]:
        node = self._registers.get(variable)
        return set() if node is None else {place.target for place in self._solver.places(self._solver.holds(node))}

    def passed_between_threads(self) -> set[Target]:
        """Objects whose address is a spawn argument or the result of a thread."""
        bits = self._solver.holds(self._escaping) | self._solver.holds(self._results)
        return {place.target for place in self._solver.places(bits)}

    def hidden(self) -> set[Target]:
        """Objects whose address goes through arithmetic from which the analysis does not find it again."""
        return {place.target for place in self._solver.places(self._solver.holds(self._hidden))}

    # -- constraints of a program --------------------------------------------------------------------------------------

    def _initial_values(self) -> None:
        for item in self.program.objects:
            for init in item.init:
                if not init.value.is_const:
                    place = self._solver.node(self._solver.place(item, init.offset))
                    self._solver.store(place, self._node(init.value), byte_size(init.value.type))

    def _register(self, variable: Variable) -> int:
        found = self._registers.get(variable)
        if found is None:
            found = self._registers[variable] = self._solver.node()
        return found

    def _return(self, name: str) -> int:
        found = self._returns.get(name)
        if found is None:
            found = self._returns[name] = self._solver.node()
        return found

    def _enter(self, name: str) -> None:
        """Constraints of a function, once it is known to be reachable."""
        if name in self.edges:
            return
        function = self.program.functions[name]
        self.edges[name] = function.edges
        for variable in maybe_unset(function.entry, function.edges, function.params):
            self._solver.add(self._register(variable), NUMBER)
        for edge in function.edges:
            for op in edge.ops:
                self._constrain(name, edge, op)

    def _constrain(self, name: str, edge: Edge, op: ops.Op) -> None:
        solver = self._solver
        match op:
            case ops.Assign(target, value):
                solver.flow(self._node(value), self._register(target))
            case ops.Havoc(target):
                pointer = isinstance(target.type, PtrType) and op.origin is not ops.Origin.UNINIT
                solver.add(self._register(target), NUMBER | UNKNOWN if pointer else NUMBER)
            case ops.Load(target, address):
                solver.load(self._node(address), self._register(target), byte_size(target.type))
            case ops.Store(address, value):
                solver.store(self._node(address), self._node(value), byte_size(value.type))
            case ops.Alloc(target):
                solver.add(self._register(target), solver.place(edge))
            case ops.Free(address) | ops.Lifetime(address) | ops.Compared(address):
                self._node(address)
            case ops.ObjectSize(target, address):
                self._node(address)
                solver.add(self._register(target), NUMBER)
            case ops.Return(value):
                solver.flow(self._number if value is None else self._node(value), self._return(name))
            case ops.ThreadExit(value):
                solver.flow(self._number if value is None else self._node(value), self._results)
            case ops.Join(target):
                if target is not None:
                    solver.flow(self._results, self._register(target))
            case ops.Call() | ops.Spawn():
                self._call(edge, op)
            case ops.Write(array, _, value):  # one node for all elements
                solver.flow(self._node(value), self._register(array))
            case ops.Assume() | ops.Await() | ops.Check() | ops.AtomicBegin() | ops.AtomicEnd() | ops.Fence():
                pass
            case _:  # the kernel answers with numbers, and addresses of events are never accessed
                ignored(op, "analyses/points_to", Role.CHECK, Role.CONTROL, Role.KERNEL)

    def _call(self, edge: Edge, op: ops.Entering) -> None:
        if isinstance(op, ops.Spawn):
            self._solver.add(self._register(op.target), NUMBER)
            self._solver.flow(self._node(op.argument), self._escaping)
            self._on_function(op.function, lambda function: self._start(edge, function, op.argument))
        else:
            self._on_function(op.callee, lambda function: self._link(edge, op, function))

    def _on_function(self, callee: Expr, tell: Callable[[Function], None]) -> None:
        if callee.op == "addr" and isinstance(callee.payload, Function):
            self._node(callee)
            tell(callee.payload)
            return

        def found(target: Target) -> None:
            if isinstance(target, Function):
                tell(target)

        self._solver.watch(self._node(callee), found)

    def _link(self, edge: Edge, op: ops.Call, callee: Function) -> None:
        function = self.program.functions[callee.name]
        if callee.name in self._calls.get(edge, ()):
            return
        self._calls.setdefault(edge, {})[callee.name] = None
        for param, arg in zip(function.params, op.args, strict=False):
            self._solver.flow(self._node(arg), self._register(param))
        for param in function.params[len(op.args) :]:
            self._solver.add(self._register(param), NUMBER)
        if op.target is not None:
            self._solver.flow(self._return(callee.name), self._register(op.target))
        self._enter(callee.name)

    def _start(self, edge: Edge, callee: Function, argument: Expr) -> None:
        function = self.program.functions[callee.name]
        if callee.name in self._calls.get(edge, ()):
            return
        self._calls.setdefault(edge, {})[callee.name] = None
        self._spawned[callee.name] = None
        for param in function.params[:1]:
            self._solver.flow(self._node(argument), self._register(param))
        for param in function.params[1:]:
            self._solver.add(self._register(param), NUMBER)
        self._solver.flow(self._return(callee.name), self._results)
        self._enter(callee.name)

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _node(self, root: Expr) -> int:
        if root not in self._nodes:
            for node in _bottom_up(root, self._nodes):
                self._nodes[node] = self._expression(node)
        return self._nodes[root]

    def _expression(self, node: Expr) -> int:
        solver = self._solver
        if node.op == "var":
            return self._register(node.payload)
        if node.op in _ARITHMETIC_ONLY or isinstance(node.type, FloatType):
            for part in node.args if node.op in _HIDING else ():
                solver.flow(self._nodes[part], self._hidden, ANYWHERE)
            return self._number
        if node.op == "addr":
            return solver.node(solver.place(node.payload))
        args = [self._nodes[arg] for arg in node.args]
        if all(arg == self._number for arg in args):
            return self._number
        result = solver.node()
        match node.op:
            case "add":
                self._sum(node, args, result)
            case "sub" if node.args[1].op in _ARITHMETIC_ONLY:
                offset, stride = stride_of(node.args[1])
                solver.flow(args[0], result, Shift(-offset, stride))
            case "sub" if isinstance(node.type, PtrType):
                solver.add(result, NUMBER)  # the distance of two addresses
            case "displace":  # what the distance was computed from does not matter
                solver.flow(args[0], result, Shift(*stride_of(node.args[1]), displaces=True))
            case "ite":
                for arg in args[1:]:
                    solver.flow(arg, result)
            case "cast" if _keeps_address(node):
                solver.flow(args[0], result)
            case _:
                solver.add(result, NUMBER)
                for arg in args:
                    solver.flow(arg, result, ANYWHERE)
        return result

    def _sum(self, node: Expr, args: list[int], result: int) -> None:
        a, b = node.args
        if b.is_const:
            self._solver.flow(args[0], result, Shift(signed(b), 0))
            return
        self._solver.flow(args[0], result, Shift(*stride_of(b), number=False))
        self._solver.flow(args[1], result, Shift(*stride_of(a), number=False))
        self._solver.number_if_both(args[0], args[1], result)


class _Last:
    """The last result: a pass that only adds facts leaves functions and objects alone, and the next one asks for the same."""

    points: PointsTo | None = None


def points_to(program: Program) -> PointsTo:
    """`PointsTo(program)`, which may be there already."""
    found = _Last.points
    if found is None or found.program.functions is not program.functions or found.program.objects is not program.objects:
        found = _Last.points = PointsTo(program)
    return found


def _bottom_up(root: Expr, known: dict[Expr, int]) -> Iterable[Expr]:
    stack = [root]
    while stack:
        node = stack[-1]
        missing = [arg for arg in node.args if arg not in known]
        if missing and node not in known:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in known:
                yield node


def _keeps_address(node: Expr) -> bool:
    """A conversion between integers and addresses that loses no bits (of an address)."""
    source = node.args[0].type
    if not isinstance(source, IntType | PtrType) or not isinstance(node.type, IntType | PtrType):
        return False
    return width(node.type) >= width(source) or width(node.type) >= 64


def _size(target: Target) -> int | None:
    """Bytes of an object; None if that is not known, 0 for functions."""
    if isinstance(target, Edge):
        made = target.ops[0]
        return int(made.size.payload) if isinstance(made, ops.Alloc) and made.size.is_const else None
    return (target.size or None) if isinstance(target, MemoryObject) else 0


def _starts_as_address(target: Target, offset: int) -> bool:
    if not isinstance(target, MemoryObject):
        return False
    return any(init.offset == offset and _is_address(init.value) for init in target.init)


def _is_address(value: Expr) -> bool:
    return any(node.op == "addr" for node in subterms(value))
