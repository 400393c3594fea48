"""Debug information: where an instruction comes from, what variables and functions are called, how objects are divided.

Metadata is a graph of numbered nodes, of which few are needed: each is parsed when it is asked for. Nothing here decides
what a program means; a layout is taken only where it has the size that LLVM's type has.
"""

from __future__ import annotations

import os
import re

from threadproof.errors import NOWHERE, Pos
from threadproof.frontend.llvm.text.tokens import TokenReader, unquoted
from threadproof.frontend.llvm.text.tree import ModuleSource
from threadproof.ir.layout import ArrayOf, Field, Layout, Record, size_of
from threadproof.ir.types import BOOL, DataModel, FloatType, IntType, Type
from threadproof.records import dataclass, field

_SAME = frozenset({"DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type"})
_ADDRESSES = frozenset({"DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type"})
_SCOPES = frozenset({"DINamespace", "DICompositeType", "DISubprogram"})


@dataclass(slots=True, eq=False)
class MetadataNode:
    kind: str  # "" of a plain list
    fields: dict[str, str] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)

    def text(self, key: str) -> str:
        found = self.fields.get(key, "")
        return unquoted(found) if found.startswith('"') else found

    def number(self, key: str, default: int = 0) -> int:
        found = self.fields.get(key, "")
        return int(found) if found.lstrip("-").isdigit() else default


class DebugInfo:
    def __init__(self, module: ModuleSource, model: DataModel) -> None:
        self.module, self.model = module, model
        self._nodes: dict[str, MetadataNode] = {}
        self._positions: dict[str, Pos] = {}
        self._layouts: dict[str, Layout | None] = {}

    def node(self, key: str) -> MetadataNode:
        """An empty one where there is none."""
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = _parse(self.module.metadata.get(key, ""), self.module.file)
        return found

    # -- places and names ------------------------------------------------------------------------------------------------

    def pos(self, key: str) -> Pos:
        """Of a DILocation. Where a function was inlined, that is the place in its text."""
        found = self._positions.get(key)
        if found is None:
            node = self.node(key)
            line = node.number("line")
            found = Pos(self._file(node.text("scope")), line, node.number("column")) if line else NOWHERE
            self._positions[key] = found
        return found

    def declared_at(self, key: str) -> Pos:
        """Of a variable or function."""
        node = self._variable(key)
        file = self.node(node.text("file")).text("filename")
        return Pos(file, node.number("line"), 1) if file and node.number("line") else NOWHERE

    def path(self, key: str) -> str:
        """Of the file that a function or variable is declared in."""
        file = self.node(self._variable(key).text("file"))
        return os.path.join(file.text("directory"), file.text("filename"))

    def _file(self, scope: str) -> str:
        for _ in range(100):
            node = self.node(scope)
            if "file" in node.fields:
                return self.node(node.text("file")).text("filename")
            scope = node.text("scope")
        return ""

    def _variable(self, key: str) -> MetadataNode:
        node = self.node(key)
        return self.node(node.text("var")) if node.kind == "DIGlobalVariableExpression" else node

    def name(self, key: str) -> str:
        """Of a variable; one of a class or namespace with what it belongs to."""
        node = self._variable(key)
        if node.kind == "DILocalVariable":
            return node.text("name")
        scope = self._scopes(node.text("scope"), local=True)
        return f"{scope}{node.text('name')}"

    def function_name(self, key: str) -> str:
        node = self.node(key)
        if not node.text("linkageName"):
            return node.text("name")
        return plain(f"{self._scopes(node.text('scope'))}{node.text('name')}")

    def _scopes(self, scope: str, local: bool = False) -> str:
        parts: list[str] = []
        for _ in range(100):
            node = self.node(scope)
            if node.kind not in _SCOPES:
                if not node.kind.startswith("DILexical"):
                    break
            elif node.kind == "DISubprogram" and local:
                return f"{self.function_name(scope)}::{''.join(f'{part}::' for part in reversed(parts))}"
            elif node.text("name") and node.text("exportSymbols") != "true":
                parts.append(node.text("name"))
            scope = node.text("scope")
        return "".join(f"{part}::" for part in reversed(parts))

    # -- types -------------------------------------------------------------------------------------------------------------

    def layout(self, variable: str, size: int) -> Layout | None:
        """How a variable is divided, if it has that many bytes."""
        if not variable:
            return None
        found = self._layout(self._variable(variable).text("type"))
        return found if found is not None and size_of(found) == size else None

    def scalar(self, variable: str) -> Type | None:
        """The type of a variable that is a scalar."""
        found = self._layout(self._variable(variable).text("type")) if variable else None
        return found if isinstance(found, Type) else None

    def pointee(self, variable: str) -> Layout | None:
        """What a variable that is an address points to."""
        node = self.node(self._variable(variable).text("type")) if variable else MetadataNode("")
        for _ in range(100):
            if node.text("tag") in _ADDRESSES:
                return self._layout(node.text("baseType")) if "baseType" in node.fields else None
            if node.text("tag") not in _SAME:
                return None
            node = self.node(node.text("baseType"))
        return None

    def _layout(self, key: str) -> Layout | None:
        if key not in self._layouts:
            self._layouts[key] = None
            self._layouts[key] = self._made(self.node(key))
        return self._layouts[key]

    def _made(self, node: MetadataNode) -> Layout | None:
        tag = node.text("tag")
        if node.kind == "DIBasicType":
            return _basic(node.text("encoding"), node.number("size"))
        if tag in _SAME:
            return self._layout(node.text("baseType"))
        if tag in _ADDRESSES:
            return self.model.pointer
        if tag == "DW_TAG_enumeration_type":
            base = self._layout(node.text("baseType")) if "baseType" in node.fields else None
            return base or IntType(node.number("size", 32), False)
        if tag == "DW_TAG_array_type":
            return self._array(node)
        if tag in ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"):
            return self._record(node, tag == "DW_TAG_union_type")
        return None

    def _array(self, node: MetadataNode) -> Layout | None:
        found = self._layout(node.text("baseType"))
        for each in reversed(self.node(node.text("elements")).items):
            count = self.node(each).number("count", -1)
            if found is None or count < 0:
                return None
            found = ArrayOf(found, count, size_of(found))
        return found

    def _record(self, node: MetadataNode, union: bool) -> Layout | None:
        """None where members are parts of bytes, or are not known."""
        fields: list[Field] = []
        for each in self.node(node.text("elements")).items:
            member = self.node(each)
            flags = member.text("flags")
            if member.kind != "DIDerivedType" or "StaticMember" in flags or member.text("tag") == "DW_TAG_friend":
                continue
            if member.text("tag") not in ("DW_TAG_member", "DW_TAG_inheritance"):
                continue
            inner = self._layout(member.text("baseType"))
            if inner is None or "BitField" in flags:
                return None
            if isinstance(inner, Record) and not inner.fields:
                continue
            name = member.text("name")
            name = "" if name.startswith("__") else name  # those of the library mean nothing to a reader
            fields.append(Field(name, member.number("offset") // 8, inner))
        fields.sort(key=lambda each: each.offset)
        return Record(node.number("size") // 8, tuple(fields), union)


_PROXY = "__thread_proxy<"
_LAMBDA = re.compile(r"\(lambda at ([^()]*:\d+):\d+\)")


def plain(name: str) -> str:
    """A function without the arguments of templates; a thread is called as what it runs, if that is a lambda expression."""
    if _PROXY in name:
        found = _LAMBDA.search(name)
        return "std::thread" if found is None else f"lambda at {found[1]}"
    if "operator" in name:
        return name
    depth, kept = 0, ""
    for letter in name:
        depth += letter == "<"
        kept += "" if depth else letter
        depth -= letter == ">"
    return kept


def _basic(encoding: str, bits: int) -> Type | None:
    match encoding:
        case "DW_ATE_boolean":
            return BOOL if bits == 8 else None
        case "DW_ATE_float":
            return FloatType(bits) if bits in (32, 64) else None
        case "DW_ATE_signed" | "DW_ATE_signed_char":
            return IntType(bits, True)
        case "DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_UTF":
            return IntType(bits, False)
    return None


def _parse(text: str, file: str) -> MetadataNode:
    if not text:
        return MetadataNode("")
    cursor = TokenReader(text, file)
    cursor.accept("distinct")
    first = cursor.next()
    if first == "!" and cursor.accept("{"):
        return MetadataNode("", {}, [token for token in cursor.tokens[cursor.at : -1] if token != ","])
    found = MetadataNode(first[1:])
    cursor.accept("(")
    while cursor.peek() and cursor.peek() != ")":
        key = cursor.next()
        if not cursor.accept(":"):
            found.items.append(key)
        else:
            words = [cursor.next()]
            depth = 0
            while cursor.peek() and (depth or cursor.peek() not in (",", ")")):
                token = cursor.next()
                depth += (token in "([{") - (token in ")]}")
                words.append(token)
            found.fields[key] = words[0] if len(words) == 1 else " ".join(words)
        cursor.accept(",")
    return found
