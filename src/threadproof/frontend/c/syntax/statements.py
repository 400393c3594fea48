"""The statements and calls of a C file with their places: what witnesses refer to, and where text may be put in.

An operation of the intermediate representation knows the place of one token. A witness names a statement by its first token,
a loop or branch by its keyword, and a call by its right parenthesis. So the syntax tree is walked once more, and everything
that such a place may mean is listed with its extent. What a macro expands to has the extent of the macro's use: if that is a
whole statement, it is listed once; the statements inside of it are not listed, since nothing can be put between them.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.source import parse
from threadproof.frontend.c.clang.stack import with_deep_stack
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.ctype import TypeTable
from threadproof.records import dataclass, field

Place = tuple[int, int]
"""Line and column, both from 1; columns count bytes."""
Span = tuple[Place, Place]
"""From the first character up to the one after the last."""

IF, SWITCH, LOOP, DECLARATION, BLOCK, LABEL, PLAIN = "if", "switch", "loop", "declaration", "block", "label", "plain"
_KINDS = {
    k.IF: IF, k.SWITCH: SWITCH, k.WHILE: LOOP, k.DO: LOOP, k.FOR: LOOP, k.DECL_STMT: DECLARATION, k.BLOCK: BLOCK,
    k.LABEL: LABEL, k.CASE: LABEL, k.DEFAULT: LABEL,
}  # fmt: skip
_BODIES = {k.IF: (1, 2), k.DO: (0,), **dict.fromkeys((k.SWITCH, k.WHILE, k.FOR, k.LABEL, k.CASE, k.DEFAULT), (-1,))}


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """`test`: of an `if` or a loop, its condition; None where it has none. `then`: of an `if`, the statement after it."""

    kind: str
    span: Span
    function: str
    parent: Statement | None = None
    test: Span | None = None
    then: Span | None = None
    listed: bool = False  # stands in a block, beside others

    def contains(self, place: Place) -> bool:
        return self.span[0] <= place < self.span[1]


@dataclass(frozen=True, slots=True, eq=False)
class CallSite:
    """A call by the place of its right parenthesis."""

    name: str
    close: Place
    span: Span
    arguments: tuple[str, ...] = ()  # as they are written


@dataclass(slots=True, eq=False)
class Syntax:
    """Statements in the order of the text, outer ones first."""

    file: str
    statements: list[Statement] = field(default_factory=list)
    calls: list[CallSite] = field(default_factory=list)
    functions: dict[str, Span] = field(default_factory=dict)  # bodies of definitions
    locals: dict[str, list[str]] = field(default_factory=dict)  # function -> names of parameters and locals, once per declaration
    declared: dict[str, dict[str, Place]] = field(default_factory=dict)  # function -> name of a local -> its declaration
    globals: set[str] = field(default_factory=set)
    _innermost: dict[Place, Statement | None] = field(default_factory=dict)

    def at(self, place: Place) -> Statement | None:
        """The innermost statement around a place that is no block."""
        if place not in self._innermost:
            around = [s for s in self.statements if s.kind not in (BLOCK, LABEL) and s.contains(place)]
            self._innermost[place] = around[-1] if around else None
        return self._innermost[place]

    def visible(self, statement: Statement) -> set[str]:
        """Names of locals that can be used where a statement begins (of a loop: in its condition), and mean one variable."""
        names = self.locals.get(statement.function, [])
        found = set()
        for name, place in self.declared.get(statement.function, {}).items():
            scopes = [s for s in self.statements if s.kind in (BLOCK, LOOP) and s.contains(place)]
            scope = scopes[-1] if scopes else None  # None: a parameter
            inside = scope is None or scope.contains(statement.span[0])
            if inside and (place < statement.span[0] or scope is statement) and names.count(name) == 1:
                found.add(name)
        return {name for name in found if not name.startswith("__tp_")}

    def starting(self, line: int, column: int = 0) -> list[Statement]:
        """Statements that begin there, outer ones first; without a column those with the least one of the line."""
        found = [s for s in self.statements if s.span[0][0] == line and s.kind != BLOCK]
        column = column or min((s.span[0][1] for s in found), default=0)
        return [s for s in found if s.span[0][1] == column]

    def calls_at(self, line: int, column: int = 0) -> list[CallSite]:
        """Calls whose parenthesis closes there; without a column: on that line."""
        return [call for call in self.calls if call.close[0] == line and column in (0, call.close[1])]


def syntax(path: str, options: COptions) -> Syntax:
    """Of a file that the front end has accepted."""
    return with_deep_stack(lambda: _read(path, options))


def _read(path: str, options: COptions) -> Syntax:
    unit = parse(options.command(path), options)
    try:
        module = Module(unit, TypeTable(options.data_model, lambda: None), False)
        found = Syntax(path, globals=set(module.variables))
        for name, function in module.functions.items():
            if function.pos.file == path:
                _function(found, name, function)
        found.statements.sort(key=lambda s: (s.span[0], (-s.span[1][0], -s.span[1][1])))
        return found
    finally:
        unit.close()


def _function(found: Syntax, name: str, function: Node) -> None:
    body = next((child for child in function.children if child.kind == k.BLOCK), None)
    if body is None or _span(body) is None:
        return
    span = _span(body)
    assert span is not None
    found.functions[name] = span
    nodes = list(function.walk())
    declared = [node for node in nodes if node.kind in (k.VAR_DECL, k.PARM_DECL)]
    found.locals[name] = [node.spelling for node in declared]
    found.declared[name] = {node.spelling: (node.pos.line, node.pos.column) for node in declared if node.pos.file == found.file}
    for node in nodes:
        place = _span(node) if node.kind == k.CALL else None
        if place is not None:
            (line, column) = place[1]
            written = tuple("".join(argument.tokens()) for argument in node.expressions[1:])
            found.calls.append(CallSite(node.spelling, (line, column - 1), place, written))
    _statement(found, name, body, None, False)


def _statement(found: Syntax, function: str, node: Node, parent: Statement | None, listed: bool) -> None:
    span = _span(node)
    if span is None or (parent is not None and parent.span == span and parent.kind != LABEL):
        return  # out of one macro
    kind = _KINDS.get(node.kind, PLAIN)
    parts = node.children
    then = _span(parts[1]) if kind == IF else None
    mine = Statement(kind, span, function, parent, _test(node), then, listed)
    found.statements.append(mine)
    if kind == BLOCK:
        for child in parts:
            _statement(found, function, child, mine, True)
    for index in _BODIES.get(node.kind, ()):
        if index < len(parts):
            _statement(found, function, parts[index], mine, False)
    if kind in (PLAIN, DECLARATION):
        for inner in (n for n in node.walk() if n.kind == k.STATEMENT_EXPR):
            for child in inner.children:
                if _span(child) != _span(inner):  # one extent for the parentheses and the block in them: out of a macro
                    _statement(found, function, child, mine, False)


def _test(node: Node) -> Span | None:
    parts = node.children
    match node.kind:
        case k.IF | k.WHILE:
            return _span(parts[0])
        case k.DO:
            return _span(parts[-1])
        case k.FOR if len(parts) == 4:
            return _span(parts[1])
    return None


def _span(node: Node) -> Span | None:
    """None for what lies in another file."""
    start, end = node.extent
    if start.file != node.module.path or end.file != start.file or not start.line:
        return None
    return (start.line, start.column), (end.line, end.column)
