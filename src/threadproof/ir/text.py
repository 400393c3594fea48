"""Programs as readable text: what `threadproof lower` prints, and the `repr` of expressions.

The notation is that of a small typed language: `x := e` assigns a register, `[e]` is the memory at an address (`[&x + 4]` is
written as the member it is, `x.next`), `u8(e)` converts. Operators bind as in C; `&&` and `||` are the Boolean `and` and
`or`. One line per edge: `source -> target: operations`, with the source line as a comment. The text is built with
an explicit stack, so deep expressions do not meet the recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from threadproof.errors import Pos
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf, Layout, Record, path_at
from threadproof.ir.program import Edge, Fact, Function, MemoryObject, Program
from threadproof.ir.types import BOOL, FloatType, IntType, PtrType, Type

# operator -> (text, how tightly it binds), as in C
_INFIX = {
    "mul": ("*", 11),
    "div": ("/", 11),
    "rem": ("%", 11),
    "add": ("+", 10),
    "sub": ("-", 10),
    "shl": ("<<", 9),
    "shr": (">>", 9),
    "lt": ("<", 8),
    "le": ("<=", 8),
    "eq": ("==", 7),
    "and": ("&", 6),
    "xor": ("^", 5),
    "or": ("|", 4),
}
_BOOLEAN = {"and": ("&&", 3), "or": ("||", 2), "xor": ("!=", 7)}
_NEGATED = {"eq": ("!=", 7), "lt": (">=", 8), "le": (">", 8)}
_PREFIX = {"neg": "-", "not": "~", "lnot": "!"}
_TERNARY, _UNARY, _ATOM = 1, 12, 13

_Piece = str | tuple[Expr, int]


LONG = 20_000  # pieces of text
_ENDLESS = 1 << 62


def brief_text(expr: Expr) -> str:
    """The same, if it is not too long. Otherwise every part once, with a number: terms that share parts may have texts that no
    memory holds. One term has one text, the same in every run."""
    return expr_text(expr, LONG) or _parts_text(expr)


def _parts_text(expr: Expr) -> str:
    number: dict[Expr, int] = {}
    out: list[str] = []
    stack = [expr]
    while stack:
        node = stack[-1]
        missing = [arg for arg in reversed(node.args) if arg not in number]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in number:
            number[node] = len(number)
            args = " ".join(f"#{number[arg]}" for arg in node.args)
            out.append(f"#{number[node]}: {node.op} {args or _leaf(node)} {node.type}")
    return "; ".join(out)


def expr_text(expr: Expr, most: int = _ENDLESS) -> str:
    """The expression with as few parentheses as C needs. Empty if it has more than so many pieces."""
    out: list[str] = []
    stack: list[_Piece] = [(expr, 0)]
    while stack:
        if len(out) + len(stack) > most:
            return ""
        piece = stack.pop()
        if isinstance(piece, str):
            out.append(piece)
            continue
        node, context = piece
        pieces, binding = _pieces(node)
        if binding < context:
            pieces = ["(", *pieces, ")"]
        stack.extend(reversed(pieces))
    return "".join(out)


def _pieces(node: Expr) -> tuple[list[_Piece], int]:
    """The parts of a node, left to right, each argument with the binding that it needs, and the binding of the whole."""
    args = node.args
    match node.op:
        case "lnot" if args[0].op in _NEGATED and not isinstance(args[0].args[0].type, FloatType):
            return _infix(args[0], *_NEGATED[args[0].op])
        case "lnot" | "neg" | "not":
            return [_PREFIX[node.op], (args[0], _ATOM if node.op == "neg" else _UNARY)], _UNARY  # no `--`
        case "ite":
            return [(args[0], _TERNARY + 1), " ? ", (args[1], _TERNARY + 1), " : ", (args[2], _TERNARY)], _TERNARY
        case "cast":
            return [f"{node.type}(", (args[0], 0), ")"], _ATOM
        case "bitcast":
            return [f"bits<{node.type}>(", (args[0], 0), ")"], _ATOM
        case "displace":
            return ["displace(", (args[0], 0), ", ", (args[1], 0), ")"], _ATOM
        case "select":
            return [(args[0], _ATOM), "[", (args[1], 0), "]"], _ATOM
        case "store":
            return [(args[0], _ATOM), "[", (args[1], 0), " := ", (args[2], 0), "]"], _ATOM
        case "fill":
            return ["[", (args[0], 0), ", ...]"], _ATOM
        case "and" | "or" | "xor" if node.type == BOOL:
            return _infix(node, *_BOOLEAN[node.op])
        case _ if args:
            return _infix(node, *_INFIX[node.op])
    text = _leaf(node)
    return [text], _UNARY if text[0] in "-&" else _ATOM


def _infix(node: Expr, symbol: str, binding: int) -> tuple[list[_Piece], int]:
    left, right = node.args
    if node.op == "add" and right.is_const and not isinstance(right.type, FloatType):
        minus = _as_minus(right)
        if minus is not None:
            return [(left, binding), f" - {minus}"], binding
    return [(left, binding), f" {symbol} ", (right, binding + 1)], binding


def _as_minus(constant: Expr) -> int | None:
    """`k` where adding the constant is better read as subtracting k: negative numbers, and unsigned ones that wrap around."""
    value = int(constant.payload)
    if isinstance(constant.type, PtrType | IntType) and value >> (constant.type.bits - 1) > 0:
        value -= 1 << constant.type.bits
    return -value if value < 0 else None


def _leaf(node: Expr) -> str:
    match node.op:
        case "const":
            if node.type == BOOL:
                return "true" if node.payload else "false"
            if isinstance(node.type, PtrType):
                return hex(node.payload) if node.payload >= 4096 else str(node.payload or "null")
            return str(node.payload)
        case "var":
            return str(node.payload.name)
        case "addr":
            return f"&{node.payload.name}"
    return "self"


def place_text(address: Expr, type_: Type | None = None) -> str:
    """The memory at an address: the member of a known object, otherwise `[address]`."""
    base, offset = address, 0
    if address.op == "add" and address.args[1].is_const:
        base, offset = address.args[0], int(address.args[1].payload)
    if base.op == "addr" and isinstance(base.payload, MemoryObject) and offset < max(1, base.payload.size):
        path = path_at(base.payload.layout, offset, type_)
        if "+" not in path:
            return base.payload.name + path
    return f"[{expr_text(address)}]"


def _condition(word: str, condition: Expr) -> str:
    return f"{word} {expr_text(condition)}"


def _assigned(target: Variable | None, text: str) -> str:
    return text if target is None else f"{target.name} := {text}"


def op_text(op: ops.Op) -> str:
    """One operation on one line."""
    match op:
        case ops.Assign(target, value):
            return f"{target.name} := {expr_text(value)}"
        case ops.Havoc(target, origin, name):
            return f"{target.name} := {origin.value}({name})"
        case ops.Load(target, address, _, ops.Sync() as sync, total):
            return f"synchronise {sync.value}{'' if total else ' weaker'} {place_text(address, target.type)}"
        case ops.Load(target, address, atomic):
            return f"{target.name} := {'atomic ' if atomic else ''}{place_text(address, target.type)}"
        case ops.Store(address, value, atomic):
            return f"{'atomic ' if atomic else ''}{place_text(address, value.type)} := {expr_text(value)}"
        case ops.Alloc(target, size, stack, name, _, zeroed):
            kind = ("stack" if stack else "heap") + (" zeroed" if zeroed else "")
            return f"{target.name} := new {kind} {name}[{expr_text(size)}]"
        case ops.Free(address):
            return f"free {expr_text(address)}"
        case ops.Lifetime(address, alive):
            return f"{'renew' if alive else 'end'} {expr_text(address)}"
        case ops.ObjectSize(target, address):
            return f"{target.name} := size of {expr_text(address)}"
        case ops.Compared(address):
            return f"compared {expr_text(address)}"
        case ops.Write(array, index, value):
            return f"{array.name}[{expr_text(index)}] := {expr_text(value)}"
        case ops.Assume(condition, branch):
            return _condition("when" if branch else "assume", condition)
        case ops.Await(condition, holders):
            held = f" held by {', '.join(map(expr_text, holders))}" if holders else ""
            return _condition("await", condition) + held
        case ops.Check(condition, kind, message):
            return _condition(f"check {kind}", condition) + (f' "{message}"' if message else "")
        case ops.Cut(reason):
            return f'cut "{reason}"'
        case _:
            return _control_text(op)


def _control_text(op: ops.ControlOp | ops.Kernel) -> str:
    match op:
        case ops.Call(target, callee, args):
            name = callee.payload.name if callee.op == "addr" else f"({expr_text(callee)})"
            return _assigned(target, f"call {name}({', '.join(map(expr_text, args))})")
        case ops.Return(value):
            return "return" if value is None else f"return {expr_text(value)}"
        case ops.Spawn(target, function, argument):
            name = function.payload.name if function.op == "addr" else f"({expr_text(function)})"
            return _assigned(target, f"spawn {name}({expr_text(argument)})")
        case ops.Join(target, thread):
            return _assigned(target, f"join {expr_text(thread)}")
        case ops.ThreadExit(value):
            return "exit thread" if value is None else f"exit thread {expr_text(value)}"
        case ops.Halt():
            return "halt"
        case ops.AtomicBegin():
            return "atomic {"
        case ops.AtomicEnd():
            return "}"
        case ops.Fence(before, after, place):
            return f"fence {before} {after}{f' if wanted {place}' if place else ''}"
        case ops.Skip():
            return "skip"
        case _:
            return _kernel_text(op)


def _kernel_text(op: ops.Kernel) -> str:
    match op:
        case ops.Wait(events, every, timeout):
            awaited = (" & " if every else " | ").join(map(expr_text, events)) or ("ever" if timeout is None else "time")
            return f"wait for {awaited}" + ("" if timeout is None else f" {expr_text(timeout)}")
        case ops.Notify(event, delay):
            return f"notify {expr_text(event)}" + ("" if delay is None else f" after {expr_text(delay)}")
        case ops.Cancel(event):
            return f"cancel {expr_text(event)}"
        case ops.Suspend(thread):
            return f"suspend {expr_text(thread)}"
        case ops.Resume(thread, now):
            return f"resume {expr_text(thread)}" + (" now" if now else "")
        case ops.AwaitEnd(thread, timeout):
            return f"wait for the end of {expr_text(thread)}" + ("" if timeout is None else f" {expr_text(timeout)}")
        case ops.Stop(thread):
            return f"stop {expr_text(thread)}"
        case ops.Came(target):
            return f"{target.name} := came"
        case ops.Present(target, event):
            return f"{target.name} := present {expr_text(event)}"
        case ops.RequestUpdate(update):
            return f"request update {expr_text(update)}"
        case ops.Simulate(limit):
            return "simulate" + ("" if limit is None else f" for {expr_text(limit)}")
        case ops.Idle():
            return "idle"
        case ops.PickUpdate(target):
            return f"{target.name} := update" + (f" ({', '.join(map(str, op.free))} first)" if op.free else "")
        case ops.Advance(target):
            return f"{target.name} := advance"
        case ops.Now(target):
            return f"{target.name} := time"
        case _:
            assert_never(op)


def ops_text(operations: tuple[ops.Op, ...]) -> str:
    return "; ".join(map(op_text, operations))


def layout_text(layout: Layout | None, size: int) -> str:
    """The type of an object, on one line."""
    match layout:
        case None:
            return f"u8[{size}]"
        case Record(fields=fields, is_union=is_union):
            members = "; ".join(f"{f.name}: {layout_text(f.layout, 0)}" for f in fields)
            return f"{'union' if is_union else 'struct'} {{ {members} }}"
        case ArrayOf(element=element, count=count):
            return f"{layout_text(element, 0)}[{count or ''}]"
    return str(layout)


def _place(pos: Pos, file: str, edge: Edge | None = None) -> str:
    """The line; inside of a library also the line of the call from the program that led there."""
    if pos.file == file or not pos.line:
        return f"line {pos.line}" if pos.line else ""
    inside = f"{pos.file.rpartition('/')[2]}:{pos.line}"
    calls = edge.origin[0] if edge is not None and edge.origin else ()
    line = next((call.pos.line for call in reversed(calls) if call.pos.file == file), 0)
    return f"line {line} ({inside})" if line else inside


def _commented(text: str, place: str, column: int = 60) -> str:
    return f"{text:<{column}} // {place}" if place else text


def _object_text(target: MemoryObject, file: str) -> str:
    place = _place(target.pos, file)
    kind = ("constant" if target.constant else "global") + (" thread_local" if target.thread_local else "")
    text = f"{kind} {target.name}: {layout_text(target.layout, target.size)}"
    parts = []
    for init in target.init:
        path = path_at(target.layout, init.offset, init.value.type)
        parts.append(f"{path} = {expr_text(init.value)}" if path else expr_text(init.value))
    if len(parts) == 1 and target.init[0].offset == 0:
        return _commented(f"{text} = {parts[0].removeprefix(' = ')}", place)
    return _commented(f"{text} = {{ {', '.join(parts)} }}" if parts else text, place)


def _declarations(variables: list[Variable]) -> Iterator[str]:
    """Registers grouped by type, a few to a line."""
    by_type: dict[Type, list[str]] = {}
    for variable in variables:
        by_type.setdefault(variable.type, []).append(variable.name)
    for type_, names in by_type.items():
        for start in range(0, len(names), 12):
            yield f"  var {', '.join(names[start : start + 12])}: {type_}"


def _edge_order(edge: Edge) -> tuple[int, int]:
    return edge.source, edge.target


def function_text(function: Function, keyword: str, file: str, private: Callable[[Edge], bool] | None = None) -> str:
    """Registers and edges of one automaton; loop heads and back edges are marked."""
    params = ", ".join(f"{p.name}: {p.type}" for p in function.params)
    result = f": {function.result}" if function.result is not None else ""
    lines = [_commented(f"{keyword} {function.name}({params}){result}", _place(function.pos, file))]
    own = set(function.params)
    lines.extend(_declarations([v for v in function.locals if v not in own]))
    if function.entry:
        lines.append(f"  start {function.entry}")
    digits = len(str(max((e.target for e in function.edges), default=0)))
    for edge in sorted(function.edges, key=_edge_order):
        head = "*" if edge.source in function.loop_heads else " "
        arrow = "=>" if edge.back else "->"
        mark = "(private) " if private is not None and private(edge) else ""
        text = f" {head}{edge.source:>{digits}} {arrow} {edge.target:>{digits}}: {mark}{ops_text(edge.ops)}"
        lines.append(_commented(text, _place(edge.pos, file, edge)))
    return "\n".join(lines)


def program_text(program: Program) -> str:
    """The whole program: objects and shared variables with initial values, then every function or thread template."""
    lowered = Fact.MEMORY in program.ensures
    file = program.entry.pos.file
    lines = [f"// {program.name} ({program.data_model.name}, {program.scheduler} scheduler)"]
    if any(f.loop_heads for f in program.functions.values()):
        lines.append("// *n is the head of a loop, => closes a loop")
    lines.append("")
    lines.extend(_object_text(target, file) for target in program.objects)
    for variable in shared_variables(program):
        value = program.initial.get(variable)
        lines.append(f"shared {variable.name}: {variable.type} = {'any' if value is None else expr_text(value)}")
    for function in sorted(program.functions.values(), key=lambda f: f.name != program.main):
        keyword = "thread" if lowered else "function"
        lines.extend(["", function_text(function, keyword, file, program.private.__contains__)])
    return "\n".join(lines) + "\n"


def shared_variables(program: Program) -> list[Variable]:
    """Cells and arrays of a lowered program, by name: those with an initial value and those that are used."""
    from threadproof.ir.uses import op_variables

    found = dict.fromkeys(program.initial)
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                found.update((variable, None) for variable in op_variables(op) if variable.shared)
    return sorted(found, key=lambda variable: variable.name)
