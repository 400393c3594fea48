"""A node of clang's syntax tree: children, type and position are fetched when first asked for, and cached.

`Module` is one parsed file with its node and type tables; declarations are identified by `key` (clang's own pointer), so two
nodes that refer to the same local variable agree on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from threadproof.errors import Pos
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.libclang import Cursor, Unit, children_of, descendants_of, evaluate, library, pretty, text_of
from threadproof.frontend.c.syntax.ctype import CType, TypeTable


class Module:
    """A parsed file: its syntax tree, its types, and what it defines at file scope."""

    def __init__(self, unit: Unit, types: TypeTable, is_model: bool, gnu_inline: bool = False) -> None:
        self.unit = unit
        self.types = types
        self.is_model = is_model
        self.gnu_inline = gnu_inline  # what `inline` means, see `CompileCommand`
        self.wraps = False  # whether signed arithmetic wraps around
        self.stands_in = False  # a model of the user: its functions are taken where the program defines none of that name
        self.weak: frozenset[str] = frozenset()  # names of which `#pragma weak` speaks
        self.path = unit.path
        self._declarations: dict[int, Node] = {}
        self.functions: dict[str, Node] = {}
        self.variables: dict[str, Node] = {}  # the definition, or any declaration where there is none
        self.defined: set[str] = set()
        self.usage: dict[str, str] | None = None  # of results of functions (see `usage`)
        self.leaves_objects: bool | None = None  # see `lifetime`
        self.assembly: list[tuple[Pos, list[str]]] = []  # outside functions: the words
        self._top = children_of(unit.root)
        for cursor in self._top:
            if cursor.kind == k.FUNCTION_DECL:
                if library().clang_isCursorDefinition(cursor):  # most are prototypes in headers
                    node = self.declaration(cursor)
                    self.functions[node.spelling] = node
            elif cursor.kind == k.VAR_DECL:
                self._declare(self.declaration(cursor))
            elif cursor.kind == k.UNEXPOSED_DECL and (words := unit.tokens(cursor))[:1] in (["asm"], ["__asm__"], ["__asm"]):
                self.assembly.append((unit.pos(cursor), words))

    def _declare(self, node: Node) -> None:
        name = node.spelling
        if node.initialiser is not None:
            self.variables[name] = node
            self.defined.add(name)
        elif name not in self.defined:
            self._declare_tentative(name, node)

    def _declare_tentative(self, name: str, node: Node) -> None:
        """Several declarations without initialiser make one object, of the complete type among them."""
        old = self.variables.get(name)
        if old is None or old.storage == k.S_EXTERN or old.type.size < 0:
            self.variables[name] = node

    @cached_property
    def prototypes(self) -> dict[str, list[Node]]:
        """All declarations of functions at file scope, by name."""
        found: dict[str, list[Node]] = {}
        for cursor in self._top:
            if cursor.kind == k.FUNCTION_DECL:
                node = self.declaration(cursor)
                found.setdefault(node.spelling, []).append(node)
        return found

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The names that its functions refer to."""
        nodes = (node for function in self.functions.values() for node in function.walk() if node.kind == k.DECL_REF)
        declarations = {node.referenced for node in nodes}
        return frozenset(declaration.spelling for declaration in declarations)

    def repeats(self, name: str) -> bool:
        """Whether its functions call a function at two places with the same first argument."""
        if name not in self.mentioned:
            return False
        nodes = (node for function in self.functions.values() for node in function.walk())
        calls = [node for node in nodes if node.kind == k.CALL and node.spelling == name and len(node.expressions) > 1]
        return len({tuple(map(_part, node.expressions[1].walk())) for node in calls}) < len(calls)

    def declaration(self, cursor: Cursor) -> Node:
        key = cursor.first
        found = self._declarations.get(key)
        if found is None:
            found = self._declarations[key] = Node(self, cursor)
        return found


def _part(node: Node) -> tuple[int, object]:
    """A node without those below it: what it is, and which name or number."""
    if node.kind in (k.DECL_REF, k.MEMBER_EXPR):
        return node.kind, node.referenced.key
    return node.kind, node.evaluate() if node.kind == k.INTEGER else None


class Node:
    """A cursor with memory."""

    __slots__ = ("_children", "_expressions", "_pos", "_referenced", "_type", "cursor", "kind", "module", "pure", "writes")

    def __init__(self, module: Module, cursor: Cursor) -> None:
        self.module = module
        self.cursor = cursor
        self.kind: int = cursor.kind
        self._children: list[Node] | None = None
        self._expressions: list[Node] | None = None
        self._referenced: Node | None = None
        self._type: CType | None = None
        self._pos: Pos | None = None
        self.writes: bool | None = None  # may assign a register (see `scan`)
        self.pure: bool | None = None  # evaluates without any operation (see `purity`)

    @property
    def key(self) -> int:
        return int(self.cursor.first)

    @property
    def children(self) -> list[Node]:
        if self._children is None:
            self._fetch()
            assert self._children is not None
        return self._children

    def _fetch(self) -> None:
        """The whole tree below, at once: sooner or later all of it is wanted. A node that clang lists twice is two nodes here."""
        module = self.module
        root = self.cursor
        below = self._children = []
        latest: dict[bytes, list[Node]] = {bytes(root): below}
        latest[bytes(Cursor(root.kind, root.xdata, None, root.second, root.third))] = below  # if clang forgets the function
        for cursor, parent in descendants_of(self.cursor):
            own, above = bytes(cursor), bytes(parent)
            if above not in latest:
                self._children = [Node(module, child) for child in children_of(root)]
                return
            if own != above:  # a node that libclang does not show has the cursor of what it contains
                node = Node(module, cursor)
                latest[above].append(node)
                node._children = latest[own] = []

    @property
    def expressions(self) -> list[Node]:
        """The children that are expressions (not references to types, members or labels, nor attributes)."""
        if self._expressions is None:
            self._expressions = [child for child in self.children if k.FIRST_EXPR <= child.kind <= k.LAST_EXPR]
        return self._expressions

    @property
    def type(self) -> CType:
        if self._type is None:
            type_ = self.module.types.of(library().clang_getCursorType(self.cursor))
            adjusted = self.kind == k.PARM_DECL and (type_.is_array or type_.is_function)
            self._type = self.module.types.pointer_to(type_) if adjusted else type_
        return self._type

    @property
    def written_type(self) -> str:
        """The type as it was written, typedef names kept."""
        return text_of(library().clang_getTypeSpelling(library().clang_getCursorType(self.cursor)))

    @property
    def pos(self) -> Pos:
        if self._pos is None:
            self._pos = self.module.unit.pos(self.cursor)
        return self._pos

    @property
    def extent(self) -> tuple[Pos, Pos]:
        return self.module.unit.extent(self.cursor)

    @property
    def spelling(self) -> str:
        return text_of(library().clang_getCursorSpelling(self.cursor))

    @property
    def binary(self) -> int:
        return int(library().clang_getCursorBinaryOperatorKind(self.cursor))

    @property
    def unary(self) -> int:
        return int(library().clang_getCursorUnaryOperatorKind(self.cursor))

    @property
    def referenced(self) -> Node:
        """The declaration that a reference names."""
        if self._referenced is None:
            self._referenced = self.module.declaration(library().clang_getCursorReferenced(self.cursor))
        return self._referenced

    @property
    def storage(self) -> int:
        return int(library().clang_Cursor_getStorageClass(self.cursor))

    @property
    def is_inline(self) -> bool:
        return bool(library().clang_Cursor_isFunctionInlined(self.cursor))

    @property
    def is_implicit(self) -> bool:
        """A function that is declared by nothing but its first call."""
        return not self.type.has_prototype and not self.tokens()

    @property
    def has_attributes(self) -> bool:
        return bool(library().clang_Cursor_hasAttrs(self.cursor))

    @property
    def is_system(self) -> bool:
        """Declared in a header of the system, as far as the line markers of a preprocessed file tell."""
        lib = library()
        return bool(lib.clang_Location_isInSystemHeader(lib.clang_getCursorLocation(self.cursor)))

    @property
    def is_thread_local(self) -> bool:
        return bool(library().clang_getCursorTLSKind(self.cursor))

    @property
    def is_global(self) -> bool:
        """Declared at file scope, or `extern` in a block."""
        parent = library().clang_getCursorSemanticParent(self.cursor)
        return bool(parent.kind == k.TRANSLATION_UNIT) or self.storage == k.S_EXTERN

    @property
    def initialiser(self) -> Node | None:
        lib = library()
        cursor = lib.clang_Cursor_getVarDeclInitializer(self.cursor)
        return None if lib.clang_Cursor_isNull(cursor) else Node(self.module, cursor)

    @property
    def arguments(self) -> list[Node]:
        """Parameters of a function declaration."""
        lib = library()
        count = max(0, lib.clang_Cursor_getNumArguments(self.cursor))
        return [self.module.declaration(lib.clang_Cursor_getArgument(self.cursor, i)) for i in range(count)]

    @property
    def enum_value(self) -> int:
        return int(library().clang_getEnumConstantDeclValue(self.cursor))

    def evaluate(self) -> int | float | None:
        return evaluate(self.cursor)

    def tokens(self) -> list[str]:
        return self.module.unit.tokens(self.cursor)

    def pretty(self) -> str:
        return pretty(self.cursor)

    def strip(self) -> Node:
        """Without parentheses and `__extension__`."""
        node = self
        while node.kind == k.PAREN or (node.kind == k.UNARY and node.unary == k.EXTENSION):
            node = node.expressions[0]
        return node

    def walk(self) -> Iterator[Node]:
        """All nodes below and including this one, parents first, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))
