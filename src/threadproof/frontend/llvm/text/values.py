"""Parses types, attributes and operands."""

from __future__ import annotations

import struct

from threadproof.frontend.llvm.text.tokens import TokenReader, content, name
from threadproof.frontend.llvm.text.tree import (
    Decimal,
    Folded,
    GlobalName,
    IrOperand,
    LocalName,
    NumberConstant,
    Other,
    Parts,
    TextConstant,
    Typed,
    UndefinedConstant,
    Zero,
)  # fmt: skip
from threadproof.frontend.llvm.text.types import (
    PTR,
    VOID,
    FunctionType,
    Int,
    LArray,
    LType,
    LVector,
    Named,
    Real,
    Struct,
)  # fmt: skip

_WORDS: dict[str, LType] = {"void": VOID, "label": VOID, "token": VOID, "metadata": VOID, "ptr": PTR}
_WORDS |= {real: Real(real) for real in ("half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128")}
_ZEROS = frozenset({"null", "zeroinitializer", "none"})
_CASTS = frozenset({"ptrtoint", "inttoptr", "bitcast", "trunc", "zext", "sext", "addrspacecast", "ptrtoaddr"})
_FOLDED = frozenset({"getelementptr", "add", "sub", "mul", "xor", "and", "or", "shl", "lshr", "ashr", "icmp", "select", *_CASTS})
_VALUES = frozenset(
    {"true", "false", "undef", "poison", "asm", "blockaddress", "dso_local_equivalent", "no_cfi", "splat", *_ZEROS, *_FOLDED}
)
ASSEMBLY = "inline assembly "
_FLAGS = "inbounds nuw nsw nusw exact inrange nneg disjoint samesign fast nnan ninf nsz arcp contract afn reassoc volatile"
FLAGS = frozenset(_FLAGS.split())


def type_(cursor: TokenReader) -> LType:
    found = _type(cursor)
    while True:
        if cursor.accept("addrspace"):
            cursor.skip_group()
        elif cursor.peek() == "(" and found is not PTR:
            found = FunctionType(found, *_signature(cursor))
        elif cursor.accept("*"):
            found = PTR
        else:
            return found


def _type(cursor: TokenReader) -> LType:
    token = cursor.next()
    if token in _WORDS:
        return _WORDS[token]
    if token[0] == "i" and token[1:].isdigit():
        return Int(int(token[1:]))
    if token[0] == "%":
        return Named(name(token))
    if token == "[":
        return LArray(*_counted(cursor, "]"))
    if token == "<" and cursor.accept("{"):
        fields = _fields(cursor)
        cursor.expect(">")
        return Struct(fields, True)
    if token == "<":
        return LVector(*_counted(cursor, ">"))
    if token == "{":
        return Struct(_fields(cursor))
    raise cursor.error(f"'{token}' is no type that is known")


def _counted(cursor: TokenReader, end: str) -> tuple[int, LType]:
    count = int(cursor.next())
    cursor.expect("x")
    element = type_(cursor)
    cursor.expect(end)
    return count, element


def _fields(cursor: TokenReader) -> tuple[LType, ...]:
    found: list[LType] = []
    while not cursor.accept("}"):
        found.append(type_(cursor))
        cursor.accept(",")
    return tuple(found)


def _signature(cursor: TokenReader) -> tuple[tuple[LType, ...], bool]:
    cursor.expect("(")
    found: list[LType] = []
    variadic = False
    while not cursor.accept(")"):
        if cursor.accept("..."):
            variadic = True
        else:
            found.append(type_(cursor))
            attributes(cursor)
        cursor.accept(",")
    return tuple(found), variadic


def attributes(cursor: TokenReader) -> dict[str, LType | None]:
    """Those of a parameter or result, up to a value, a type, or a comma."""
    found: dict[str, LType | None] = {}
    while True:
        token = cursor.peek()
        word = token[:1].isalpha() and token not in _VALUES and not token.startswith('c"')
        if not (word or token[:1] in ("#", '"')) or starts_type(token) or token == "to":
            return found
        cursor.next()
        if token == "align" and cursor.peek() != "(":
            cursor.next()
        elif token in ("byval", "sret", "inalloca", "preallocated", "elementtype", "byref"):
            cursor.expect("(")
            found[token] = type_(cursor)
            cursor.expect(")")
        else:
            found[token] = None
            if cursor.peek() == "(":
                cursor.skip_group()
            elif cursor.accept("="):
                cursor.next()


def starts_type(token: str) -> bool:
    return token in _WORDS or (token[:1] == "i" and token[1:].isdigit())


def typed(cursor: TokenReader) -> Typed:
    """A type, attributes and a value."""
    of = type_(cursor)
    noted = attributes(cursor)
    return Typed(of, value(cursor, of), noted.get("byval"), "sret" in noted)


def typed_list(cursor: TokenReader, end: str) -> tuple[Typed, ...]:
    found: list[Typed] = []
    while not cursor.accept(end):
        found.append(typed(cursor))
        cursor.accept(",")
    return tuple(found)


def value(cursor: TokenReader, of: LType) -> IrOperand:
    token = cursor.next()
    first = token[0]
    if first == "%":
        return LocalName(name(token))
    if first == "@":
        return GlobalName(name(token))
    if first.isdigit() or first == "-":
        return _number(token, of, cursor)
    if token in ("true", "false"):
        return NumberConstant(int(token == "true"))
    if token in _ZEROS:
        return Zero()
    if token in ("undef", "poison"):
        return UndefinedConstant()
    if token.startswith('c"'):
        return TextConstant(content(token))
    if first in "[{":
        return Parts(typed_list(cursor, "]" if first == "[" else "}"))
    if first == "<":
        return _in_angles(cursor)
    if token in _FOLDED:
        return _folded(cursor, token)
    return _other(cursor, token, of)


def _in_angles(cursor: TokenReader) -> IrOperand:
    if cursor.accept("{"):
        found = typed_list(cursor, "}")
        cursor.expect(">")
        return Parts(found)
    return Parts(typed_list(cursor, ">"))


def _number(token: str, of: LType, cursor: TokenReader) -> IrOperand:
    if not isinstance(of, Real):
        return NumberConstant(int(token))
    if of.name not in ("float", "double"):
        return Other(f"a number of type {of.name}")
    if token.startswith("0x"):
        return Decimal(struct.unpack(">d", int(token[2:], 16).to_bytes(8, "big"))[0])
    return Decimal(float(token))


def _folded(cursor: TokenReader, op: str) -> IrOperand:
    while cursor.peek() in FLAGS:
        if cursor.next() == "inrange" and cursor.peek() == "(":
            cursor.skip_group()
    if op == "icmp":
        op = f"icmp {cursor.next()}"
    cursor.expect("(")
    if op == "getelementptr":
        element = type_(cursor)
        cursor.expect(",")
        return Folded(op, typed_list(cursor, ")"), element)
    if op in _CASTS:
        operand = typed(cursor)
        cursor.expect("to")
        target = type_(cursor)
        cursor.expect(")")
        return Folded(op, (operand,), target)
    return Folded(op, typed_list(cursor, ")"))


def _other(cursor: TokenReader, token: str, of: LType) -> IrOperand:
    if token in ("dso_local_equivalent", "no_cfi"):
        return GlobalName(name(cursor.next()))
    if token == "splat":
        cursor.expect("(")
        one = typed(cursor)
        cursor.expect(")")
        return Parts((one,) * of.count) if isinstance(of, LVector) else Other("splat")
    if token == "blockaddress":
        cursor.skip_group()
        return Other("the address of a block")
    if token == "asm":
        while not cursor.peek().startswith('"'):
            cursor.next()
        words = cursor.next()
        cursor.expect(",")
        cursor.next()
        return Other(ASSEMBLY + words)
    if token.startswith("!"):
        return Other("metadata")
    raise cursor.error(f"'{token}' is no value that is known")
