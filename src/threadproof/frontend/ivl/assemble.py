"""Programs of the core: every statement is one edge, labels are locations, nothing is added.

Jumps are not edges: the locations at their ends become one. Locations are numbered in the order of a depth-first walk from the
entry, and edges that return to a location on the current path are marked as back edges, as the C front end does.
"""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.ivl import core
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.context import (
    CORE,
    ArrayVariable,
    Element,
    FunctionContext,
    Global,
    IvlRoutine,
    MemoryPlace,
    ProgramContext,
    RegisterPlace,
    fail,
    named_type,
)
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.places import place
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.happens_before import classify
from threadproof.ir.program import Edge, Fact, Function, Init, MemoryObject, Program
from threadproof.ir.types import DATA_MODELS, ArrayType, Type
from threadproof.records import dataclass, replace

ENDS = ops.Ending
SCHEDULERS = ("preemptive", "systemc", "fairthreads")


def _fact(word: str, pos: Pos) -> Fact:
    if word not in {fact.value for fact in Fact}:
        fail(f"no pass establishes {word!r}", pos)
    return Fact(word)


def assemble(header: s.Core, items: list[s.Item], options: IvlOptions, file: str, text: str) -> Program:
    if header.model not in DATA_MODELS or header.scheduler not in SCHEDULERS:
        fail(f"expected one of {', '.join(DATA_MODELS)}, then one of {', '.join(SCHEDULERS)}", header.pos)
    world = ProgramContext(replace(options, data_model=DATA_MODELS[header.model], overflow=False))
    program = Program(file, world.model, [], {}, header.main, header.scheduler, {file: text})
    program.ensures = frozenset(_fact(word, header.pos) for word in header.ensures.split())
    ctx = FunctionContext(world, CORE, t.VOID, frozenset(), Builder(world.model))
    bodies: list[tuple[Function, s.FunctionDefinition]] = []
    objects: list[s.Object] = []
    for item in items:
        match item:
            case s.StructDeclaration():
                struct(world, item)
            case s.Object():
                objects.append(item)
                world.symbols[item.name] = Global(_object(ctx, item, ()), t.VOID)
            case s.Shared(variable=node):
                shared(ctx, program, node)
            case s.FunctionDefinition():
                bodies.append((function(world, item), item))
            case _:
                fail("this does not belong to the core", item.pos)
    _place_objects(ctx, objects, program)
    for made, body in bodies:
        program.functions[made.name] = made
        Assembler(ctx, made, program).run(body)
    if header.main not in program.functions:
        fail(f"there is no function '{header.main}'", header.pos)
    classify(program)
    return program


# -- declarations ------------------------------------------------------------------------------------------------------


def struct(world: ProgramContext, node: s.StructDeclaration) -> None:
    found = t.IvlStruct(node.name, is_union=node.is_union)
    for field in node.fields:
        type_ = named_type(world, field.type, [_count(world, size) for size in field.sizes])
        name = field.name or f"{t.UNNAMED}{len(found.fields)}"
        found.fields[name] = (field.offset or 0, type_)
    found.size, found.complete = node.size or 0, True
    world.structs[node.name] = found


def _count(world: ProgramContext, size: s.Expr | None) -> int:
    if size is None:
        return 0
    if not isinstance(size, s.Number):
        fail("expected a number", size.pos)
    return int(size.value)


def _object(ctx: FunctionContext, node: s.Object, init: tuple[Init, ...]) -> MemoryObject:
    layout = None if node.layout is None else core.layout_of(ctx, node.layout)
    flags = ("thread_local" in node.flags, "constant" in node.flags)
    return MemoryObject(node.name, node.size, node.align, layout, init, *flags, node.pos)


def _place_objects(ctx: FunctionContext, nodes: list[s.Object], program: Program) -> None:
    """Objects whose initial values are addresses of others: they are made first, and filled when all of them exist."""
    for node in nodes:
        symbol = ctx.world.symbols[node.name]
        assert isinstance(symbol, Global)
        init = tuple(Init(offset, core.expr(ctx, part)) for offset, part in node.initial)
        object.__setattr__(symbol.item, "init", init)
        program.objects.append(symbol.item)


def variable_type(world: ProgramContext, node: s.Declare) -> Type:
    inner = t.value_type(named_type(world, node.type), world.model)
    if inner is None or len(node.sizes) > 1:
        fail("expected the type of a value or an array of them", node.type.pos)
    return ArrayType(inner, _count(world, node.sizes[0])) if node.sizes else inner


def shared(ctx: FunctionContext, program: Program, node: s.Declare) -> None:
    variable = Variable(node.name, variable_type(ctx.world, node), shared=True)
    ctx.world.symbols[node.name] = symbol_of(variable)
    if node.initial is not None and not isinstance(node.initial, s.InitList):
        program.initial[variable] = core.expr(ctx, node.initial)


def symbol_of(variable: Variable) -> RegisterPlace | ArrayVariable:
    if isinstance(variable.type, ArrayType):
        return ArrayVariable(variable)
    return RegisterPlace(variable, core.language_type(variable.type))


def function(world: ProgramContext, node: s.FunctionDefinition) -> Function:
    result = t.value_type(named_type(world, node.result), world.model)
    made = Function(node.name, (), result, pos=node.pos, variadic=node.variadic)
    world.symbols[node.name] = IvlRoutine(made, t.VOID if result is None else core.language_type(result), ())
    return made


# -- bodies ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Raw:
    source: int
    target: int
    ops: tuple[ops.Op, ...]
    pos: Pos
    private: bool


class Assembler:
    """The automaton of one function."""

    def __init__(self, ctx: FunctionContext, function: Function, program: Program) -> None:
        self.ctx = replace(ctx, scopes=[{}])
        self.function = function
        self.program = program
        self.edges: list[Raw] = []
        self.same: dict[int, int] = {}
        self.labels: dict[str, tuple[int, Pos]] = {}
        self.defined: set[str] = set()
        self.count = 1
        self.here = 0

    def run(self, node: s.FunctionDefinition) -> None:
        params = []
        for param in node.params:
            variable = Variable(param.name, variable_type(self.ctx.world, param))
            self.ctx.declare(param.name, symbol_of(variable), param.pos)
            params.append(variable)
        self.function.params = tuple(params)
        for part in node.body.body:
            self.statement(part)
        for name, (_, pos) in self.labels.items():
            if name not in self.defined:
                fail(f"there is no label '{name}'", pos)
        self.number()

    def fresh(self) -> int:
        self.count += 1
        return self.count - 1

    def label(self, name: str, pos: Pos) -> int:
        if name not in self.labels:
            self.labels[name] = (self.fresh(), pos)
        return self.labels[name][0]

    def find(self, location: int) -> int:
        while location in self.same:
            location = self.same[location]
        return location

    def link(self, location: int, target: int) -> None:
        one, other = self.find(location), self.find(target)
        if one != other:
            self.same[one] = other

    def edge(self, source: int, target: int, operations: tuple[ops.Op, ...], pos: Pos, private: bool = False) -> None:
        self.edges.append(Raw(source, target, operations, pos, private))

    def emit(self, operations: tuple[ops.Op, ...], pos: Pos, private: bool = False) -> None:
        target = self.fresh()
        self.edge(self.here, target, operations, pos, private)
        self.here = self.fresh() if operations and isinstance(operations[-1], ENDS) else target

    def statement(self, node: s.Statement) -> None:
        match node:
            case s.RegisterDeclaration(variable=declared):
                variable = Variable(declared.name, variable_type(self.ctx.world, declared))
                self.ctx.declare(declared.name, symbol_of(variable), declared.pos)
                self.function.locals.append(variable)
            case s.Label(name=name):
                location = self.label(name, node.pos)
                self.link(self.here, location)
                self.defined.add(name)
                self.here = location
            case s.Goto(label=name):
                self.link(self.here, self.label(name, node.pos))
                self.here = self.fresh()
            case s.Stop():
                self.here = self.fresh()
            case s.If(condition=condition, yes=s.Goto(label=name), no=None):
                self.branch(core.expr(self.ctx, condition), self.label(name, node.pos), node.pos)
            case s.Choose(alternatives=alternatives):
                for alternative in alternatives:
                    self.alternative(alternative)
                self.here = self.fresh()
            case s.StepStatement(body=body):
                self.emit(tuple(self.operation(part) for part in body), node.pos)
            case s.Private(statement=inner):
                self.emit((self.operation(inner),), inner.pos, True)
            case _:
                self.emit((self.operation(node),), node.pos)

    def branch(self, condition: Expr, yes: int, pos: Pos) -> None:
        no = self.fresh()
        self.edge(self.here, yes, (ops.Assume(condition),), pos)
        self.edge(self.here, no, (ops.Assume(e.lnot(condition)),), pos)
        self.here = no

    def alternative(self, node: s.Alternative) -> None:
        guard = [] if node.guard is None else [ops.Assume(core.expr(self.ctx, node.guard))]
        body = [] if node.body is None else [self.operation(part) for part in node.body.body]
        target = self.fresh() if node.target is None else self.label(node.target, node.pos)
        self.edge(self.here, target, (*guard, *body), node.pos)

    # -- operations ------------------------------------------------------------------------------------------------------

    def operation(self, node: s.Statement) -> ops.Op:
        ctx = self.ctx
        match node:
            case s.Assign(target=target, operator="", value=value):
                return self.assign(target, value)
            case s.Evaluate(value=s.Call() as call):
                return self.call(call, None)
            case s.Require(word="assume", condition=condition):
                return ops.Assume(core.expr(ctx, condition), branch=False)
            case s.Delete(pointer=pointer):
                return ops.Free(core.expr(ctx, pointer))
            case s.Return(value=None):
                return ops.Return(None)
            case s.Return(value=value) if value is not None:
                return ops.Return(core.expr(ctx, value))
        fail("this is not an operation of the core", node.pos)

    def assign(self, target: s.Expr, value: s.Expr) -> ops.Op:
        ctx = self.ctx
        symbol = ctx.find(target.text, target.pos) if isinstance(target, s.Name) else None
        if isinstance(symbol, ArrayVariable):
            return self.produced(symbol.variable, value)
        found = place(ctx, target)
        match found:
            case RegisterPlace(variable=variable):
                return self.produced(variable, value)
            case Element(array=array, index=index):
                return ops.Write(array, index, core.expr(ctx, value))
        return ops.Store(found.address, core.expr(ctx, value))

    def produced(self, variable: Variable, value: s.Expr) -> ops.Op:
        ctx = self.ctx
        if isinstance(value, s.Call) and not _is_operator(value):
            return self.call(value, variable)
        if isinstance(value, s.Unary) and value.operator == "*":
            found = place(ctx, value)
            assert isinstance(found, MemoryPlace)
            if ctx.value_type(found.type) != variable.type:
                fail(f"{variable.name} is {variable.type}", value.pos)
            return ops.Load(variable, found.address)
        if isinstance(value, s.Name):
            symbol = ctx.find(value.text, value.pos)
            if isinstance(symbol, ArrayVariable):
                return ops.Assign(variable, e.var(symbol.variable))
        return ops.Assign(variable, core.expr(ctx, value))

    def call(self, node: s.Call, target: Variable | None) -> ops.Op:
        if node.function.startswith("__") and not isinstance(self.ctx.world.symbols.get(node.function), IvlRoutine):
            return core.intrinsic(self.ctx, node, target)
        routine = self.ctx.find(node.function, node.pos)
        if not isinstance(routine, IvlRoutine):
            fail(f"'{node.function}' is not a function", node.pos)
        args = tuple(core.expr(self.ctx, arg) for arg in node.args)
        return ops.Call(target, e.addr(routine.function, self.ctx.pointer), args)

    # -- the result ------------------------------------------------------------------------------------------------------

    def number(self) -> None:
        out: dict[int, list[Raw]] = {}
        for raw in self.edges:
            out.setdefault(self.find(raw.source), []).append(raw)
        entry = self.find(0)
        numbers, active = {entry: 0}, {entry}
        stack = [(entry, iter(out.get(entry, [])))]
        while stack:
            location, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                active.discard(location)
                stack.pop()
                continue
            raw = following
            target = self.find(raw.target)
            fresh = target not in numbers
            number = numbers.setdefault(target, len(numbers))
            back = target in active
            if back:
                self.function.loop_heads.add(number)
            edge = Edge(numbers[location], number, raw.ops, raw.pos, back)
            self.function.edges.append(edge)
            if raw.private:
                self.program.private.add(edge)
            if fresh:
                active.add(target)
                stack.append((target, iter(out.get(target, []))))


def _is_operator(node: s.Call) -> bool:
    name = node.function.removeprefix("__")
    return name in ("self", "bitcast", *core.BINARY, *core.OTHERS, *core.UNARY)
