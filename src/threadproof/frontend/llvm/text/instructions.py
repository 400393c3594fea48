"""Parses the body of a function: logical lines, then one instruction per line.

Instructions begin with two blanks; what is indented further continues the line before, except debug records.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from threadproof.frontend.llvm.text.tokens import TokenReader, name, unquoted
from threadproof.frontend.llvm.text.tree import BasicBlock, Declared, FunctionSource, Instr, Typed
from threadproof.frontend.llvm.text.types import I1, VOID, FunctionType, LType
from threadproof.frontend.llvm.text.values import FLAGS, attributes, type_, typed, typed_list, value

_OLD_RECORD = re.compile(r"(?:tail )?call void @llvm\.dbg\.(\w+)\(metadata (.*?), metadata (!\d+)")
_LABEL = re.compile(r'^("[^"]*"|[-\w$.]+):')
_ARITHMETIC = "add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem"
_CONVERSIONS = "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast"
_STRENGTHS = "unordered monotonic acquire release acq_rel seq_cst"
BINARY, CASTS, _ORDERS = (frozenset(words.split()) for words in (_ARITHMETIC, _CONVERSIONS, _STRENGTHS))
_WORDS = FLAGS | {"weak", "atomic", "tail", "musttail", "notail", "inalloca", "swifterror", "cleanup"}


def body(function: FunctionSource, file: str) -> list[BasicBlock]:
    """The blocks, the first one is the entry."""
    unnamed = len([param for param in function.params if param.name.isdigit()])
    blocks: list[BasicBlock] = []
    for line in _logical(function.lines):
        label = _LABEL.match(line)
        if label is not None:
            word = label[1]
            blocks.append(BasicBlock(unquoted(word) if word[0] == '"' else word))
            continue
        if not blocks:
            blocks.append(BasicBlock(str(unnamed)))
        old = _OLD_RECORD.match(line)
        if old is not None:  # before version 19
            if old[1] != "declare":
                continue
            line = f"#dbg_declare({old[2]}, {old[3]}, )"
        made = _instruction(TokenReader(line, file))
        if made is not None:
            blocks[-1].body.append(made)
    return blocks


def _logical(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        text = line.strip()
        if not text or text[0] == ";":
            continue
        starts = not line.startswith(" ") or text.startswith("#dbg") or (line[2:3] != " " and text[0] != "]")
        if starts or not found:
            found.append(line if not line.startswith(" ") else text)
        else:
            found[-1] += " " + text
    return found


def _instruction(cursor: TokenReader) -> Instr | None:
    result = ""
    if cursor.peek()[0] == "#":
        return _record(cursor)
    if cursor.peek()[0] == "%" and cursor.peek(1) == "=":
        result = name(cursor.next())
        cursor.next()
    op = cursor.next()
    if op in ("tail", "musttail", "notail"):
        op = cursor.next()
    made = Instr(op, result)
    parse = _TABLE.get(op)
    if parse is None:
        made.op, made.indices = "unsupported", []
        made.words = frozenset({op})
        return _with_position(cursor, made)
    parse(cursor, made)
    _metadata(cursor, made)
    return made


def _with_position(cursor: TokenReader, made: Instr) -> Instr:
    while cursor.peek() and cursor.peek() != "!dbg":
        cursor.next()
    if cursor.accept("!dbg"):
        made.meta["dbg"] = cursor.next()
    return made


def _metadata(cursor: TokenReader, made: Instr) -> None:
    while cursor.accept(","):
        token = cursor.next()
        if token == "align":
            cursor.next()
        elif token.startswith("!"):
            key = token[1:]
            made.meta[key] = cursor.next()
            if cursor.peek() in "([{" and cursor.peek():
                cursor.skip_group()
        else:
            raise cursor.error(f"'{token}' behind an instruction")
    if cursor.peek():
        raise cursor.error(f"'{cursor.peek()}' behind an instruction")


def _record(cursor: TokenReader) -> Instr | None:
    kind = cursor.next()
    if kind not in ("#dbg_declare", "#dbg_value"):
        return None
    cursor.expect("(")
    if cursor.peek().startswith("!"):  # a value that is metadata: it is lost
        return None
    operand = typed(cursor)
    cursor.expect(",")
    made = Declared(kind[1:])
    made.variable = cursor.next()
    made.operands = [operand]
    return made


# -- kinds of instructions ---------------------------------------------------------------------------------------------


def _flags(cursor: TokenReader, made: Instr) -> None:
    found = set(made.words)
    while cursor.peek() in _WORDS:
        word = cursor.next()
        found.add(word)
    made.words = frozenset(found)


def _binary(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    if made.op in ("icmp", "fcmp"):
        made.words |= {cursor.next()}
    first = typed(cursor)
    cursor.expect(",")
    made.operands = [first, Typed(first.type, value(cursor, first.type))]
    made.type = I1 if made.op in ("icmp", "fcmp") else first.type


def _unary(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.operands = [typed(cursor)]
    made.type = made.operands[0].type


def _cast(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.operands = [typed(cursor)]
    cursor.expect("to")
    made.type = type_(cursor)


def _alloca(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.type = type_(cursor)
    while cursor.peek() == "," and not cursor.peek(1).startswith("!") and cursor.peek(1) != "align":
        cursor.next()
        if cursor.accept("addrspace"):
            cursor.skip_group()
        else:
            made.operands = [typed(cursor)]


def _load(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.type = type_(cursor)
    cursor.expect(",")
    made.operands = [typed(cursor)]
    _ordering(cursor, made)


def _store(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    stored = typed(cursor)
    cursor.expect(",")
    made.operands = [stored, typed(cursor)]
    _ordering(cursor, made)


def _ordering(cursor: TokenReader, made: Instr) -> None:
    if cursor.accept("syncscope"):
        made.words |= {cursor.peek(1).strip('"')}
        cursor.skip_group()
    while cursor.peek() in _ORDERS:
        made.orders.append(cursor.next())


def _fence(cursor: TokenReader, made: Instr) -> None:
    _ordering(cursor, made)


def _cmpxchg(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    for _ in range(3):
        made.operands.append(typed(cursor))
        cursor.accept(",")
    _ordering(cursor, made)


def _atomicrmw(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.words |= {cursor.next()}
    made.operands = [typed(cursor)]
    cursor.expect(",")
    made.operands.append(typed(cursor))
    made.type = made.operands[1].type
    _ordering(cursor, made)


def _getelementptr(cursor: TokenReader, made: Instr) -> None:
    while cursor.peek() in FLAGS:
        made.words |= {cursor.next()}
        if cursor.peek() == "(":
            cursor.skip_group()
    made.type = type_(cursor)
    while cursor.peek() == "," and not cursor.peek(1).startswith("!"):
        cursor.next()
        made.operands.append(typed(cursor))


def _phi(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    made.type = type_(cursor)
    while cursor.accept("["):
        found = value(cursor, made.type)
        cursor.expect(",")
        made.incoming.append((found, name(cursor.next())))
        cursor.expect("]")
        if cursor.peek(1) == "[":
            cursor.expect(",")


def _select(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    for _ in range(3):
        made.operands.append(typed(cursor))
        if len(made.operands) < 3:
            cursor.expect(",")
    made.type = made.operands[1].type


def _values(cursor: TokenReader, made: Instr) -> None:
    """`extractvalue`, `insertvalue`: operands, then indices."""
    made.operands = [typed(cursor)]
    while cursor.peek() == "," and not cursor.peek(1).startswith("!"):
        cursor.next()
        if cursor.peek().isdigit():
            made.indices.append(int(cursor.next()))
        else:
            made.operands.append(typed(cursor))
    made.type = made.operands[0].type


def _br(cursor: TokenReader, made: Instr) -> None:
    if not cursor.accept("label"):
        made.operands = [typed(cursor)]
        cursor.expect(",")
        cursor.expect("label")
        made.targets.append(name(cursor.next()))
        cursor.expect(",")
        cursor.expect("label")
    made.targets.append(name(cursor.next()))


def _switch(cursor: TokenReader, made: Instr) -> None:
    made.operands = [typed(cursor)]
    cursor.expect(",")
    cursor.expect("label")
    made.targets.append(name(cursor.next()))
    cursor.expect("[")
    while not cursor.accept("]"):
        type_(cursor)
        number = cursor.next()
        cursor.expect(",")
        cursor.expect("label")
        made.cases.append(({"true": 1, "false": 0}.get(number) if number.isalpha() else int(number), name(cursor.next())))  # type: ignore[arg-type]


def _ret(cursor: TokenReader, made: Instr) -> None:
    if not cursor.accept("void"):
        made.operands = [typed(cursor)]


def _call(cursor: TokenReader, made: Instr) -> None:
    _flags(cursor, made)
    _convention(cursor)
    noted = attributes(cursor)
    found: LType = type_(cursor)
    if isinstance(found, FunctionType):
        made.signature, made.type = found, found.result
    else:
        made.type = found
    made.words |= noted.keys()
    made.callee = value(cursor, VOID)
    cursor.expect("(")
    made.operands = list(typed_list(cursor, ")"))
    made.words |= attributes(cursor).keys()
    if cursor.accept("["):
        made.words |= {"bundle"}
        cursor.at -= 1
        cursor.skip_group()
    if made.op == "invoke":
        for word in ("to", "unwind"):
            cursor.expect(word)
            cursor.expect("label")
            made.targets.append(name(cursor.next()))


def _convention(cursor: TokenReader) -> None:
    while cursor.peek() in ("fastcc", "coldcc", "ccc", "tailcc") or cursor.peek().startswith("x86_"):
        if cursor.peek() == "x86_fp80":
            return
        cursor.next()


def _landingpad(cursor: TokenReader, made: Instr) -> None:
    made.type = type_(cursor)
    while cursor.peek() in ("cleanup", "catch", "filter"):
        word = cursor.next()
        if word == "cleanup":
            made.words |= {"cleanup"}
        else:
            made.clauses.append((word, typed(cursor)))


def _nothing(cursor: TokenReader, made: Instr) -> None:
    pass


def _va_arg(cursor: TokenReader, made: Instr) -> None:
    made.operands = [typed(cursor)]
    cursor.expect(",")
    made.type = type_(cursor)


_TABLE: dict[str, Callable[[TokenReader, Instr], None]] = {
    **dict.fromkeys((*BINARY, "icmp", "fcmp"), _binary),
    **dict.fromkeys(CASTS, _cast),
    **dict.fromkeys(("fneg", "freeze", "resume"), _unary),
    **dict.fromkeys(("extractvalue", "insertvalue", "extractelement", "insertelement"), _values),
    **dict.fromkeys(("call", "invoke"), _call),
    "alloca": _alloca,
    "load": _load,
    "store": _store,
    "fence": _fence,
    "cmpxchg": _cmpxchg,
    "atomicrmw": _atomicrmw,
    "getelementptr": _getelementptr,
    "phi": _phi,
    "select": _select,
    "br": _br,
    "switch": _switch,
    "ret": _ret,
    "landingpad": _landingpad,
    "unreachable": _nothing,
    "va_arg": _va_arg,
}
