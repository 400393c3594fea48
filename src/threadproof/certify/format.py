"""Expressions as text: small s-expressions, read back with their types checked.

    counter                            a variable, by its name (`certify.names`); |a b| if it contains blanks or brackets
    5:i32  0:p64  true                 a constant with its type; floats by their bits: #3f800000:f32
    (add work.x@1 1:i32)               an operator of `ir.expr` with its arguments
    (cast u64 x) (fill i32[4] 0:i32)   cast, bitcast and fill name their type first
    $7                                 entry 7 of a table of terms: what occurs in several places is written once

Reading uses the constructors of `ir.expr`, so it gives the expression that was written, up to their simplifications. Whatever
is not an expression over the given variables is a `FormatError`; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from threadproof.ir import expr as E
from threadproof.ir.arith import from_bytes, to_bytes
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, ArrayType, FloatType, IntType, PtrType, Type, byte_size, is_integral, width
from threadproof.ir.walk import fold


class FormatError(Exception):
    """Not an expression, or one that does not fit the program."""


_TYPED = frozenset({"cast", "bitcast", "fill"})
_PLAIN = re.compile(r"[^\s()|\\$:#\d-][^\s()|\\$:#]*")
_TOKEN = re.compile(r"\s*(\(|\)|\|(?:[^|\\]|\\.)*\||[^\s()|]+)\s*", re.S)
_TYPE = re.compile(r"(bool|[iup][1-9]\d{0,3}|f32|f64)(?:\[(\d{0,18})\])?")
SHORT = 10  # characters; a term that is no longer is repeated


# -- writing -----------------------------------------------------------------------------------------------------------


class Writer:
    """`table` collects the terms that texts refer to by number."""

    def __init__(self, name: Callable[[Variable], str]) -> None:
        self.name = name
        self.table: list[str] = []

    def write(self, roots: Sequence[Expr]) -> list[str]:
        """One text per expression."""
        uses: dict[Expr, int] = {}
        counted: dict[Expr, None] = {}

        def count(node: Expr, _: list[None]) -> None:
            for arg in node.args:
                uses[arg] = uses.get(arg, 0) + 1

        for root in roots:
            fold(root, count, counted)
        texts: dict[Expr, str] = {}

        def visit(node: Expr, args: list[str]) -> str:
            text = self._text(node, args)
            if uses.get(node, 0) > 1 and node.args and len(text) > SHORT:
                self.table.append(text)
                text = f"${len(self.table) - 1}"
            return text

        return [fold(root, visit, texts) for root in roots]

    def _text(self, node: Expr, args: list[str]) -> str:
        if node.op == "const":
            return _constant_text(node)
        if node.op == "var":
            name = self.name(node.payload)
            quoted = name.replace("\\", "\\\\").replace("|", "\\|")
            return name if _PLAIN.fullmatch(name) and name not in ("true", "false") else f"|{quoted}|"
        typed = [str(node.type)] if node.op in _TYPED else []
        return f"({' '.join([node.op, *typed, *args])})"


def _constant_text(node: Expr) -> str:
    if node.type == BOOL:
        return "true" if node.payload else "false"
    if isinstance(node.type, FloatType):
        return f"#{to_bytes(node.type, node.payload)[::-1].hex()}:{node.type}"
    return f"{node.payload}:{node.type}"


# -- reading -----------------------------------------------------------------------------------------------------------


class ExprReader:
    def __init__(self, find: Callable[[str], Variable | None], table: Sequence[str] = ()) -> None:
        """Entries of the table may refer to earlier ones."""
        self.find = find
        self.table: list[Expr] = []
        for text in table:
            self.table.append(self.read(text))

    def read(self, text: str) -> Expr:
        """The expression that a text stands for."""
        open_: list[list[str | Expr]] = [[]]
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise FormatError(f"not an expression: {text[:80]!r}")
            token, position = match[1], match.end()
            if token == "(":
                open_.append([])
            elif token == ")":
                done = open_.pop()
                if not open_ or not done:
                    raise FormatError(f"a bracket too many in {text[:80]!r}")
                open_[-1].append(self._apply(done))
            else:
                operator = len(open_) > 1 and not open_[-1]
                typed = len(open_[-1]) == 1 and open_[-1][0] in _TYPED
                open_[-1].append(token if operator or typed else self._leaf(token))
        if len(open_) != 1 or len(open_[0]) != 1 or not isinstance(open_[0][0], Expr):
            raise FormatError(f"not one expression: {text[:80]!r}")
        return open_[0][0]

    def _leaf(self, token: str) -> Expr:
        if token in ("true", "false"):
            return E.const(BOOL, token == "true")
        if token[0] == "$":
            number = token[1:]
            if not number.isdecimal() or int(number) >= len(self.table):
                raise FormatError(f"no term {token}")
            return self.table[int(number)]
        if token[0].isdigit() or token[0] in "-#":
            return _constant(token)
        name = re.sub(r"\\(.)", r"\1", token[1:-1]) if token[0] == "|" else token
        variable = self.find(name)
        if variable is None:
            raise FormatError(f"the program has no variable {name!r}")
        return E.var(variable)

    def _apply(self, parts: list[str | Expr]) -> Expr:
        head, args = parts[0], parts[1:]
        type_ = None
        if head in _TYPED and args and isinstance(args[0], str):
            type_ = read_type(args[0])
            args = args[1:]
        terms = [arg for arg in args if isinstance(arg, Expr)]
        if not isinstance(head, str) or len(terms) != len(args):
            raise FormatError("an operator is missing")
        try:
            return _build(head, type_, terms)
        except TypeError as error:
            raise FormatError(str(error)) from None


def read_type(text: str) -> Type:
    match = _TYPE.fullmatch(text)
    if match is None:
        raise FormatError(f"not a type: {text!r}")
    name, size = match[1], match[2]
    type_: Type
    if name == "bool":
        type_ = BOOL
    elif name[0] == "f":
        type_ = FloatType(int(name[1:]))
    else:
        type_ = PtrType(int(name[1:])) if name[0] == "p" else IntType(int(name[1:]), name[0] == "i")
    return type_ if size is None else ArrayType(type_, int(size or 0))


def _constant(token: str) -> Expr:
    value, _, type_text = token.partition(":")
    type_ = read_type(type_text)
    if isinstance(type_, FloatType) and re.fullmatch(r"#[0-9a-f]+", value) and len(value) == 1 + 2 * byte_size(type_):
        return E.const(type_, from_bytes(type_, bytes.fromhex(value[1:])[::-1]))
    if is_integral(type_) and re.fullmatch(r"-?\d{1,1300}", value):
        constant = E.const(type_, int(value))
        if constant.payload == int(value):
            return constant
    raise FormatError(f"not a constant: {token!r}")


def _scalar(type_: Type) -> bool:
    return not isinstance(type_, ArrayType)


def _number(type_: Type) -> bool:
    return is_integral(type_) or isinstance(type_, FloatType)


# operator -> (number of arguments, what their types must satisfy)
_RULES: dict[str, tuple[int, Callable[[Sequence[Type]], bool]]] = {
    "lnot": (1, lambda t: t[0] == BOOL),
    "neg": (1, lambda t: _number(t[0])),
    "not": (1, lambda t: is_integral(t[0])),
    **{op: (2, lambda t: t[0] == t[1] and _number(t[0])) for op in ("add", "sub", "mul", "div", "lt", "le")},
    "rem": (2, lambda t: t[0] == t[1] and is_integral(t[0])),
    **{op: (2, lambda t: t[0] == t[1] and (t[0] == BOOL or is_integral(t[0]))) for op in ("and", "or", "xor")},
    **{op: (2, lambda t: is_integral(t[0]) and is_integral(t[1])) for op in ("shl", "shr")},
    "eq": (2, lambda t: t[0] == t[1] and _scalar(t[0])),
    "same": (2, lambda t: t[0] == t[1]),
    "ite": (3, lambda t: t[0] == BOOL and t[1] == t[2]),
    "select": (2, lambda t: not _scalar(t[0])),
    "store": (3, lambda t: not _scalar(t[0])),
}


def _build(op: str, type_: Type | None, args: Sequence[Expr]) -> Expr:
    if type_ is not None:
        return _build_typed(op, type_, args)
    rule = _RULES.get(op)
    if rule is None or len(args) != rule[0] or not rule[1]([arg.type for arg in args]):
        raise FormatError(f"operator {op!r} does not take {', '.join(str(arg.type) for arg in args) or 'nothing'}")
    match op:
        case "lnot":
            return E.lnot(args[0])
        case "neg":
            return E.neg(args[0])
        case "not":
            return E.bit_not(args[0])
        case "eq":
            return E.eq(*args)
        case "lt":
            return E.lt(*args)
        case "le":
            return E.le(*args)
        case "same":
            return E.same(*args)
        case "ite":
            return E.ite(*args)
        case "select":
            return E.select(*args)
        case "store":
            return E.store(*args)
    return E.binary(op, *args)


def _build_typed(op: str, type_: Type, args: Sequence[Expr]) -> Expr:
    source = args[0].type if len(args) == 1 else None
    if op == "fill" and isinstance(type_, ArrayType) and source is not None:
        return E.fill(type_, args[0])
    if source is not None and _scalar(source) and _scalar(type_):
        if op == "cast":
            return E.cast(type_, args[0])
        if op == "bitcast" and BOOL not in (source, type_) and width(source) == width(type_):
            return E.bitcast(type_, args[0])
    raise FormatError(f"{op} from {source} to {type_}")
