"""A whole IVL program: declarations in order, then the bodies.

Main begins by creating a thread for each `thread` of the program, numbered from 1 in the order of the text, and by evaluating
the initial values of globals that are not constants. Globals are zero otherwise. Functions, threads and updates may be used
before they are declared; types, constants and globals may not.
"""

from __future__ import annotations

import sys
from os import PathLike
from pathlib import Path

from threadproof.errors import NOWHERE, InputError, Pos, UserError
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.assemble import assemble
from threadproof.frontend.ivl.context import (
    FAIR,
    FunctionContext,
    Global,
    IvlRoutine,
    MemoryPlace,
    Numbered,
    ProgramContext,
    RegisterPlace,
    Symbol,
    fail,
    named_type,
    stored_type,
)
from threadproof.frontend.ivl.declaration import dimensions, initialise, named_constant
from threadproof.frontend.ivl.expression import converted, value
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.parse import parse
from threadproof.frontend.ivl.statement import statement
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Function, Init, MemoryObject, Program
from threadproof.ir.types import U32

MAIN = "main"
DEEPEST = 20_000  # nested calls of Python


def load(path: str | PathLike[str], options: IvlOptions) -> Program:
    file = str(path)
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", Pos(file)) from None
    except UnicodeDecodeError:
        raise InputError("the file is not text (UTF-8)", Pos(file)) from None
    return translate(text, file, options)


def translate(text: str, file: str, options: IvlOptions) -> Program:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST))
    try:
        items = parse(text, file)
        if items and isinstance(items[0], s.Core):
            return assemble(items[0], items[1:], options, file, text)
        return Translation(options, file, text).program(items)
    except UserError as error:
        error.excerpt = excerpt(text, error.pos)
        raise
    except RecursionError:
        raise InputError("nested too deeply", Pos(file)) from None
    finally:
        sys.setrecursionlimit(limit)


def excerpt(text: str, pos: Pos) -> str:
    """The line of an error and a mark below the place."""
    lines = text.split("\n")
    if not 0 < pos.line <= len(lines):
        return ""
    line = lines[pos.line - 1].rstrip()
    before = "".join("\t" if char == "\t" else " " for char in line[: max(0, pos.column - 1)])
    return f"    {line}\n    {before}^"


class Translation:
    def __init__(self, options: IvlOptions, file: str, text: str) -> None:
        self.world = ProgramContext(options)
        self.file = file
        self.text = text
        self.objects: list[MemoryObject] = []
        self.functions: dict[str, Function] = {}
        self.threads: list[Function] = []
        self.bodies: list[tuple[Function, s.FunctionDefinition | s.Process]] = []
        self.initial: list[tuple[s.Declare, MemoryObject, t.IvlType]] = []
        self.main: s.Process | None = None

    def program(self, items: list[s.Item]) -> Program:
        for item in items:
            match item:
                case s.SchedulerName():
                    self.scheduler(item, item is items[0])
                case s.StructDeclaration():
                    self.struct(item)
                case s.Declarations(items=declared):
                    for one in declared:
                        self.variable(one)
                case s.FunctionDefinition():
                    self.routine(item)
                case s.Process():
                    self.process(item)
                case s.Core() | s.Object() | s.Shared():
                    fail("this belongs to the core, which begins with __core", item.pos)
        if self.main is None:
            raise InputError("there is no main", Pos(self.file), "add: main { start; }")
        entry = Function(MAIN, (), None, pos=self.main.pos)
        for function, body in [*self.bodies, (entry, self.main)]:
            self.body(function, body)
        functions = {MAIN: entry, **self.functions}
        model = self.world.model
        return Program(self.file, model, self.objects, functions, MAIN, self.world.scheduler, {self.file: self.text})

    # -- declarations ----------------------------------------------------------------------------------------------------

    def enter(self, name: str, symbol: Symbol, pos: Pos) -> None:
        if name in self.world.symbols:
            fail(f"'{name}' is declared twice", pos)
        self.world.symbols[name] = symbol

    def scheduler(self, node: s.SchedulerName, first: bool) -> None:
        if node.name not in ("systemc", FAIR):
            fail(f"there is no scheduler '{node.name}'", node.pos, f"systemc or {FAIR}")
        if not first:
            fail("the scheduler comes before everything else", node.pos)
        self.world.scheduler = node.name

    def struct(self, node: s.StructDeclaration) -> None:
        if node.name in self.world.structs:
            fail(f"struct '{node.name}' is declared twice", node.pos)
        struct = self.world.structs[node.name] = t.IvlStruct(node.name)
        for field in node.fields:
            if field.name in struct.fields:
                fail(f"two fields '{field.name}'", field.pos)
            t.add_field(struct, field.name, stored_type(self.world, field.type, dimensions(self.world, field)), self.world.model)
        t.complete(struct)

    def variable(self, node: s.Declare) -> None:
        if node.constant:
            self.enter(node.name, named_constant(self.world, node), node.pos)
            return
        type_ = stored_type(self.world, node.type, dimensions(self.world, node))
        model = self.world.model
        known = self.known(node, type_)
        sizes = (t.size_of(type_, model), t.align_of(type_, model), t.layout_of(type_, model))
        item = MemoryObject(node.name, *sizes, known, pos=node.pos)
        self.objects.append(item)
        if node.initial is not None and not known:
            self.initial.append((node, item, type_))
        self.enter(node.name, Global(item, type_), node.pos)

    def known(self, node: s.Declare, type_: t.IvlType) -> tuple[Init, ...]:
        """The initial value of a number, if it is a constant."""
        if not isinstance(type_, t.Scalar) or not isinstance(node.initial, s.Number | s.Unary | s.Binary | s.Cast | s.Name):
            return ()
        trial = FunctionContext(self.world, MAIN, t.VOID, frozenset(), Builder(self.world.model))
        found = converted(trial, value(trial, node.initial), type_, node.initial.pos)
        return (Init(0, found),) if found.is_const and not trial.builder.emitted else ()

    def routine(self, node: s.FunctionDefinition) -> None:
        result = named_type(self.world, node.result)
        params = tuple(stored_type(self.world, param.type) for param in node.params)
        for type_, where in [*zip(params, (p.pos for p in node.params), strict=True), (result, node.result.pos)]:
            if t.value_type(type_, self.world.model) is None and not (type_ is result and isinstance(result, t.Void)):
                fail(f"a {type_} cannot be passed", where, "use a pointer")
        function = Function(node.name, (), t.value_type(result, self.world.model), pos=node.pos)
        self.enter(node.name, IvlRoutine(function, result, params), node.pos)
        self.functions[node.name] = function
        self.bodies.append((function, node))

    def process(self, node: s.Process) -> None:
        if node.kind == MAIN:
            if self.main is not None:
                fail("there are two mains", node.pos)
            self.main = node
            return
        if node.kind == "update" and self.world.scheduler == FAIR:
            fail("FairThreads have no updates", node.pos)
        group = self.threads if node.kind == "thread" else self.world.updates
        function = Function(node.name, (), None, pos=node.pos)
        group.append(function)
        self.enter(node.name, Numbered(node.kind, len(group)), node.pos)
        self.functions[node.name] = function
        self.bodies.append((function, node))

    # -- bodies ----------------------------------------------------------------------------------------------------------

    def body(self, function: Function, node: s.FunctionDefinition | s.Process) -> None:
        builder = Builder(self.world.model, node.pos)
        routine = self.world.symbols.get(node.name)
        result = routine.result if isinstance(routine, IvlRoutine) else t.VOID
        kind = "function" if isinstance(node, s.FunctionDefinition) else node.kind
        ctx = FunctionContext(self.world, kind, result, addressed(node.body), builder)
        ctx.scopes.append({})
        if isinstance(node, s.FunctionDefinition):
            self.parameters(ctx, function, node)
        elif kind == MAIN:
            self.elaborate(ctx)
        statement(ctx, node.body)
        for name, label in ctx.labels.items():
            if not label.defined:
                fail(f"there is no label '{name}'", label.pos)
        builder.pos = node.body.end
        builder.stop(ops.Return(None if function.result is None else e.zero(function.result)))
        builder.finish(function)

    def parameters(self, ctx: FunctionContext, function: Function, node: s.FunctionDefinition) -> None:
        params: list[Variable] = []
        for param in node.params:
            type_ = named_type(self.world, param.type)
            variable = Variable(param.name, ctx.value_type(type_))
            params.append(variable)
            symbol: RegisterPlace | MemoryPlace = RegisterPlace(variable, type_)
            if param.name in ctx.addressed:
                address = ctx.builder.stack_object(param.name, t.size_of(type_, ctx.model), t.layout_of(type_, ctx.model))
                ctx.builder.emit(ops.Store(address, e.var(variable)))
                symbol = MemoryPlace(address, type_)
            ctx.declare(param.name, symbol, param.pos)
        function.params = tuple(params)

    def elaborate(self, ctx: FunctionContext) -> None:
        for function in self.threads:
            ctx.builder.pos = NOWHERE
            target = ctx.builder.register(f"%{function.name}", U32)
            ctx.builder.emit(ops.Spawn(target, e.addr(function, ctx.pointer), e.zero(ctx.pointer)))
        for node, item, type_ in self.initial:
            ctx.at(node)
            initialise(ctx, MemoryPlace(e.addr(item, ctx.pointer), type_), node.initial, node.pos)


def addressed(root: s.BlockStatement) -> frozenset[str]:
    """Names to which `&` is applied somewhere in a body."""
    found: set[str] = set()
    work: list[object] = [root]
    while work:
        node = work.pop()
        if isinstance(node, s.Unary) and node.operator == "&" and isinstance(node.operand, s.Name):
            found.add(node.operand.text)
        if isinstance(node, s.IvlNode):
            work.extend(getattr(node, name) for name in node.__match_args__)
        elif isinstance(node, tuple):
            work.extend(node)
    return frozenset(found)
