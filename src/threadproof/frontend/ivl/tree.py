"""The parse tree of lark to the syntax tree: one method per rule of the grammar. Nothing here is recursive, so depth costs no
stack."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from threadproof.errors import InputError, Pos
from threadproof.frontend.ivl import syntax as s
from threadproof.records import replace

# how tightly binary operators bind, as in C
BINDING = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, "<=": 7, ">": 7, ">=": 7, "==": 6, "!=": 6,
    "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1,
}  # fmt: skip
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11}


def position(file: str, where: Meta | Token) -> Pos:
    return Pos(file, getattr(where, "line", 0) or 0, getattr(where, "column", 0) or 0)


def number_of(token: str) -> tuple[int | float, str]:
    """Value and type, as in C."""
    body = token.rstrip("uUlL") if not token.lower().startswith("0x") else re.sub(r"[uUlL]+$", "", token)
    suffix = token[len(body) :].lower()
    if "." in body:
        return float(body.rstrip("fF")), "f32" if body[-1] in "fF" else "f64"
    octal = len(body) > 1 and body[0] == "0" and body.isdigit()
    value = int(body, 8) if octal else int(body, 0)
    unsigned, wide = "u" in suffix, "l" in suffix
    for bits in (64,) if wide else (32, 64):
        if not unsigned and value < 1 << bits - 1:
            return value, f"i{bits}"
        if (unsigned or octal or not body.isdigit()) and value < 1 << bits:
            return value, f"u{bits}"
    return value, "u64" if value < 1 << 64 else ""


def climb(operands: list[s.Expr], operators: list[tuple[Pos, str]]) -> s.Expr:
    """A flat row of operands and operators as a tree."""
    values = [operands[0]]
    waiting: list[tuple[Pos, str]] = []

    def reduce() -> None:
        pos, operator = waiting.pop()
        right, left = values.pop(), values.pop()
        values.append(s.Binary(pos, operator, left, right))

    for (pos, operator), operand in zip(operators, operands[1:], strict=True):
        while waiting and BINDING[waiting[-1][1]] >= BINDING[operator]:
            reduce()
        waiting.append((pos, operator))
        values.append(operand)
    while waiting:
        reduce()
    return values[0]


@v_args(meta=True)
class TreeBuilder(Transformer_NonRecursive[Any, Any]):
    """One method per rule of the grammar."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file

    def at(self, where: Meta | Token) -> Pos:
        return position(self.file, where)

    # -- declarations ----------------------------------------------------------------------------------------------------

    def start(self, meta: Meta, items: list[Any]) -> list[s.Item]:
        return [item for item in items if item is not None]

    def scheduler(self, meta: Meta, parts: list[Any]) -> s.SchedulerName:
        return s.SchedulerName(self.at(parts[0]), str(parts[0]))

    def struct(self, meta: Meta, parts: list[Any]) -> s.StructDeclaration:
        word, name, size, *groups = parts
        fields = tuple(field for group in groups for field in group)
        return s.StructDeclaration(
            self.at(name), str(name), fields, str(word) == "union", None if size is None else self.whole(size)
        )

    def field(self, meta: Meta, parts: list[Any]) -> list[s.Declare]:
        base, *declarators, offset = parts
        at = None if offset is None else self.whole(offset)
        return [self.declared(base, declarator, None, False, at) for declarator in declarators]

    def whole(self, token: Token) -> int:
        value, kind = number_of(str(token))
        if kind[:1] == "f" or not kind:
            raise InputError(f"{token} is not a size", self.at(token))
        return int(value)

    def declared(self, base: s.TypeName, declarator: Any, initial: Any, constant: bool, offset: int | None = None) -> s.Declare:
        stars, name, *sizes = declarator
        type_ = replace(base, stars=stars)
        return s.Declare(self.at(name), str(name), type_, tuple(sizes), initial, constant, offset)

    def function(self, meta: Meta, parts: list[Any]) -> s.FunctionDefinition:
        base, stars, name, *params, body = parts
        result = replace(base, stars=stars)
        given = tuple(p for p in params if isinstance(p, s.Declare))
        return s.FunctionDefinition(self.at(name), str(name), result, given, body, any(isinstance(p, Token) for p in params))

    def parameter(self, meta: Meta, parts: list[Any]) -> s.Declare:
        return self.declared(parts[0], parts[1:], None, False)

    def thread(self, meta: Meta, parts: list[Any]) -> s.Process:
        return s.Process(self.at(parts[0]), "thread", str(parts[0]), parts[1])

    def update(self, meta: Meta, parts: list[Any]) -> s.Process:
        return s.Process(self.at(parts[0]), "update", str(parts[0]), parts[1])

    def main(self, meta: Meta, parts: list[Any]) -> s.Process:
        return s.Process(self.at(meta), "main", "main", parts[0])

    def declaration(self, meta: Meta, parts: list[Any]) -> s.Declarations:
        constant, base, *rest = parts
        return s.Declarations(self.at(meta), tuple(self.declared(base, d, i, constant is not None) for d, i in rest))

    def for_declaration(self, meta: Meta, parts: list[Any]) -> s.Declarations:
        return self.declaration(meta, [None, *parts])

    def initialised(self, meta: Meta, parts: list[Any]) -> tuple[Any, Any]:
        return parts[0], parts[1]

    def init_list(self, meta: Meta, parts: list[Any]) -> s.InitList:
        return s.InitList(self.at(meta), tuple(part for part in parts if part is not None))

    def declarator(self, meta: Meta, parts: list[Any]) -> list[Any]:
        return parts

    def dimension(self, meta: Meta, parts: list[Any]) -> Any:
        return parts[0]

    def plain_type(self, meta: Meta, parts: list[Any]) -> s.TypeName:
        return s.TypeName(self.at(parts[0]), str(parts[0]), False)

    def valued_type(self, meta: Meta, parts: list[Any]) -> s.TypeName:
        return s.TypeName(self.at(parts[0]), str(parts[0]), False, value=parts[1], room=parts[2])

    def struct_type(self, meta: Meta, parts: list[Any]) -> s.TypeName:
        return s.TypeName(self.at(meta), str(parts[1]), True)

    def stars(self, meta: Meta, parts: list[Any]) -> int:
        return len(parts)

    def type(self, meta: Meta, parts: list[Any]) -> s.TypeName:
        named: s.TypeName = replace(parts[0], stars=parts[1])
        return named

    # -- the core --------------------------------------------------------------------------------------------------------

    def core(self, meta: Meta, parts: list[Any]) -> s.Core:
        return s.Core(self.at(meta), str(parts[0]), str(parts[1]), self.unquoted(parts[2]), self.unquoted(parts[3]))

    def object(self, meta: Meta, parts: list[Any]) -> s.Object:
        name, size, align, layout, *rest = parts
        flags = frozenset(str(part) for part in rest if isinstance(part, Token))
        initial = tuple(part for part in rest if isinstance(part, tuple))
        return s.Object(self.at(name), str(name), self.whole(size), self.whole(align), layout, flags, initial)

    def part(self, meta: Meta, parts: list[Any]) -> tuple[int, s.Expr]:
        return self.whole(parts[0]), parts[1]

    def shared(self, meta: Meta, parts: list[Any]) -> s.Shared:
        return s.Shared(self.at(meta), self.declared(parts[0], parts[1], parts[2], False))

    def register(self, meta: Meta, parts: list[Any]) -> s.RegisterDeclaration:
        return s.RegisterDeclaration(self.at(meta), self.declared(parts[0], parts[1], None, False))

    def alternative(self, meta: Meta, parts: list[Any]) -> s.Alternative:
        guard, body, *target = parts
        return s.Alternative(self.at(meta), guard, body, str(target[0]) if target else None)

    def choose(self, meta: Meta, parts: list[Any]) -> s.Choose:
        return s.Choose(self.at(meta), tuple(parts))

    def step(self, meta: Meta, parts: list[Any]) -> s.StepStatement:
        return s.StepStatement(self.at(meta), parts[0].body)

    def private(self, meta: Meta, parts: list[Any]) -> s.Private:
        return s.Private(self.at(meta), parts[0])

    def stop(self, meta: Meta, parts: list[Any]) -> s.Stop:
        return s.Stop(self.at(meta))

    def any_type(self, meta: Meta, parts: list[Any]) -> s.TypeArgument:
        return s.TypeArgument(parts[0].pos, parts[0], tuple(parts[1:]))

    def string(self, meta: Meta, parts: list[Any]) -> s.StringLiteral:
        return s.StringLiteral(self.at(parts[0]), self.unquoted(parts[0]))

    def unquoted(self, token: Token) -> str:
        return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], str(token)[1:-1])

    # -- statements ------------------------------------------------------------------------------------------------------

    def block(self, meta: Meta, parts: list[Any]) -> s.BlockStatement:
        return s.BlockStatement(self.at(meta), tuple(parts), Pos(self.file, meta.end_line, meta.end_column - 1))

    def simple(self, meta: Meta, parts: list[Any]) -> s.Statement:
        target, operator, *value = parts if len(parts) > 1 else [*parts, None]
        if operator is None:
            return s.Evaluate(self.at(meta), target)
        if not value or value[0] is None:
            return s.Assign(self.at(meta), target, operator[0], s.Number(self.at(meta), 1, "i32"))
        return s.Assign(self.at(meta), target, str(operator)[:-1], value[0])

    def step_first(self, meta: Meta, parts: list[Any]) -> s.Statement:
        return s.Assign(self.at(meta), parts[1], parts[0][0], s.Number(self.at(meta), 1, "i32"))

    def nothing(self, meta: Meta, parts: list[Any]) -> s.Statement:
        return s.BlockStatement(self.at(meta), (), self.at(meta))

    def if_(self, meta: Meta, parts: list[Any]) -> s.If:
        return s.If(self.at(meta), *parts)

    def if_goto(self, meta: Meta, parts: list[Any]) -> s.If:
        return s.If(self.at(meta), parts[0], s.Goto(self.at(parts[1]), str(parts[1])), None)

    def while_(self, meta: Meta, parts: list[Any]) -> s.While:
        return s.While(self.at(meta), *parts)

    def do_while(self, meta: Meta, parts: list[Any]) -> s.While:
        return s.While(self.at(meta), parts[1], parts[0], True)

    def for_(self, meta: Meta, parts: list[Any]) -> s.For:
        return s.For(self.at(meta), *parts)

    def switch(self, meta: Meta, parts: list[Any]) -> s.Switch:
        return s.Switch(self.at(meta), *parts)

    def case(self, meta: Meta, parts: list[Any]) -> s.Case:
        return s.Case(self.at(meta), parts[0])

    def default(self, meta: Meta, parts: list[Any]) -> s.Case:
        return s.Case(self.at(meta), None)

    def break_(self, meta: Meta, parts: list[Any]) -> s.Leave:
        return s.Leave(self.at(meta), "break")

    def continue_(self, meta: Meta, parts: list[Any]) -> s.Leave:
        return s.Leave(self.at(meta), "continue")

    def return_(self, meta: Meta, parts: list[Any]) -> s.Return:
        return s.Return(self.at(meta), parts[0])

    def goto(self, meta: Meta, parts: list[Any]) -> s.Goto:
        return s.Goto(self.at(parts[0]), str(parts[0]))

    def label(self, meta: Meta, parts: list[Any]) -> s.Label:
        return s.Label(self.at(parts[0]), str(parts[0]))

    def assert_(self, meta: Meta, parts: list[Any]) -> s.Require:
        return s.Require(self.at(meta), "assert", parts[0])

    def assume(self, meta: Meta, parts: list[Any]) -> s.Require:
        return s.Require(self.at(meta), "assume", parts[0])

    def start_(self, meta: Meta, parts: list[Any]) -> s.Start:
        return s.Start(self.at(meta), parts[0])

    def wait(self, meta: Meta, parts: list[Any]) -> s.Wait:
        return s.Wait(self.at(meta), parts[0], parts[1])

    def wait_time(self, meta: Meta, parts: list[Any]) -> s.Wait:
        return s.Wait(self.at(meta), None, parts[0])

    def notify(self, meta: Meta, parts: list[Any]) -> s.Notify:
        return s.Notify(self.at(meta), parts[0], parts[1])

    def cancel(self, meta: Meta, parts: list[Any]) -> s.Cancel:
        return s.Cancel(self.at(meta), parts[0])

    def suspend(self, meta: Meta, parts: list[Any]) -> s.ControlStatement:
        return s.ControlStatement(self.at(meta), "suspend", str(parts[0]))

    def resume(self, meta: Meta, parts: list[Any]) -> s.ControlStatement:
        return s.ControlStatement(self.at(meta), "resume", str(parts[0]))

    def resume_now(self, meta: Meta, parts: list[Any]) -> s.ControlStatement:
        return s.ControlStatement(self.at(meta), "resume_now", str(parts[0]))

    def request_update(self, meta: Meta, parts: list[Any]) -> s.ControlStatement:
        return s.ControlStatement(self.at(meta), "request_update", str(parts[0]))

    def delete(self, meta: Meta, parts: list[Any]) -> s.Delete:
        return s.Delete(self.at(meta), parts[0])

    # -- expressions -----------------------------------------------------------------------------------------------------

    def conditional(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Conditional(self.at(meta), *parts)

    def chain(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return climb(parts[::2], [(self.at(token), str(token)) for token in parts[1::2]])

    def operator(self, meta: Meta, parts: list[Any]) -> Token:
        token: Token = parts[0]
        return token

    def dereference(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Unary(self.at(meta), "*", parts[1])

    def address(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Unary(self.at(meta), "&", parts[1])

    def prefix(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Unary(self.at(meta), str(parts[0]), parts[1])

    def cast(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Cast(self.at(meta), *parts)

    def new(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.New(self.at(meta), *parts)

    def index(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Index(self.at(meta), *parts)

    def member(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.MemberAccess(self.at(parts[1]), parts[0], str(parts[1]), False)

    def arrow(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.MemberAccess(self.at(parts[1]), parts[0], str(parts[1]), True)

    def name(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Name(self.at(parts[0]), str(parts[0]))

    def number(self, meta: Meta, parts: list[Any]) -> s.Expr:
        pos = self.at(parts[0])
        value, kind = number_of(str(parts[0]))
        if not kind:
            raise InputError(f"{parts[0]} does not fit into 64 bits", pos)
        return s.Number(pos, value, kind)

    def character(self, meta: Meta, parts: list[Any]) -> s.Expr:
        body = str(parts[0])[1:-1]
        value = ord(body) if len(body) == 1 else int(body[2:], 16) if body[1] == "x" else _ESCAPES.get(body[1:], 256)
        if value > 255:
            raise InputError(f"{parts[0]} is not a character", self.at(parts[0]))
        return s.Number(self.at(parts[0]), value - 256 if value > 127 else value, "i8")

    def true(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Number(self.at(meta), 1, "bool")

    def false(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Number(self.at(meta), 0, "bool")

    def null(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Null(self.at(meta))

    def parenthesised(self, meta: Meta, parts: list[Any]) -> s.Expr:
        expr: s.Expr = parts[0]
        return expr

    def symbolic(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Symbolic(self.at(meta), parts[0])

    def time(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Time(self.at(parts[0]))

    def call(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.Call(self.at(parts[0]), str(parts[0]), tuple(part for part in parts[1:] if part is not None))

    def size_of(self, meta: Meta, parts: list[Any]) -> s.Expr:
        return s.SizeOf(self.at(meta), parts[0])
