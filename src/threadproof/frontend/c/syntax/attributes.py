"""Attributes. Clang applies those about layout and linkage; a few would change what happens, the others mean nothing here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.ir.program import NoteKind

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.link import Linker


def _names(node: Node) -> list[tuple[Node, str]]:
    """The attributes that libclang does not know by name, as they are written. Those from a macro of another file have no words
    there; then clang's rendering of the declaration names them all."""
    found = [child for child in node.children if child.kind == k.FIRST_ATTRIBUTE]
    written = [(child, child.tokens()[:1]) for child in found]
    if all(words for _, words in written):
        return [(child, words[0].strip("_")) for child, words in written]
    head = node.pretty().partition("{")[0]
    return [(found[0], name.strip("_")) for name in re.findall(r"__attribute__\(\((\w+)", head)]


_RUN_BY_START_UP = re.compile(r"__attribute__\(\(section\(\"(\.(?:preinit_array|init_array|fini_array|ctors|dtors)[^\"]*)")
"""Sections with addresses of such functions."""
_AT_END = frozenset({".fini_array", ".dtors"})


def refuse_indirect(linker: Linker, module: Module) -> None:
    """Names that a function of the program chooses, for the other files: no use of them is followed."""
    for node in (*(node for nodes in module.prototypes.values() for node in nodes), *module.variables.values()):
        if node.has_attributes and not node.is_system:
            for attribute, name in _names(node):
                if name == "ifunc":
                    linker.refused.setdefault(
                        node.spelling, UnsupportedError(f"unsupported: __attribute__(({name}))", attribute.pos)
                    )


def refuse_attributes(linker: Linker, module: Module) -> None:
    """Definitions that are more, or are called otherwise, than the text says: no use of the name, or no main, is followed."""
    declarations = [node for name in module.functions for node in module.prototypes[name]]
    for node in (*declarations, *module.variables.values()):
        if not node.has_attributes or node.is_system:
            continue
        for attribute, name in _names(node):
            error = UnsupportedError(f"unsupported: __attribute__(({name}))", attribute.pos)
            if name == "overloadable":  # functions that share their name
                linker.refused[node.spelling] = error
        section = _RUN_BY_START_UP.search(node.pretty())
        if section is not None:
            message = f"unsupported: section {section[1]}, whose functions run before or after main"
            linker.around_main[UnsupportedError(message, node.pos)] = section[1] not in _AT_END
        if node.kind == k.VAR_DECL and node.storage == k.S_EXTERN and node.initialiser is None:
            continue  # it defines nothing: see `other_name`
        for label in (child.spelling for child in node.children if child.kind == k.ASM_LABEL):
            others = linker.image.modules
            if label != node.spelling and any(label in each.variables or label in each.prototypes for each in others):
                error = UnsupportedError(f"unsupported: '{label}' as another name of '{node.spelling}'", node.pos)
                linker.refused[node.spelling] = linker.refused[label] = error


def cleanup(node: Node) -> str | None:
    """The function that is called when a local variable goes. What is written may come from a macro, so clang is asked."""
    for attribute, name in _names(node):
        if name == "cleanup":
            found = re.search(r"__attribute__\(\(cleanup\((\w+)\)\)\)", node.pretty())
            if found is None:
                raise UnsupportedError("unsupported: __attribute__((cleanup))", attribute.pos)
            return found[1]
    return None


_ALIAS = re.compile(r"\balias\(\"([^\"]+)\"\)")


def other_name(node: Node) -> str | None:
    """What a declaration that defines nothing stands for: `alias`, `weakref`, or the name of its symbol."""
    if not node.has_attributes or node.is_system:
        return None
    found = _ALIAS.search(node.pretty().partition("{")[0])
    if found is not None:
        return found[1]
    return next((child.spelling for child in node.children if child.kind == k.ASM_LABEL), None)


def refuse_other_name(node: Node) -> None:
    """A declaration that is defined nowhere by its own name, but stands for what is not found."""
    for attribute, name in _names(node):
        if name in ("alias", "ifunc"):
            raise UnsupportedError(f"unsupported: __attribute__(({name}))", attribute.pos)


def weak_by_pragma(text: str) -> frozenset[str]:
    """Clang applies `#pragma weak`, but does not show it."""
    return frozenset(re.findall(r"(?:#\s*pragma\s|_Pragma\s*\(\s*\")\s*weak\s+(\w+)", text))


def is_weak(node: Node) -> bool:
    """Whether some declaration in its file says so."""
    return any(map(_marked_weak, (node, *node.module.prototypes.get(node.spelling, ()))))


def _marked_weak(node: Node) -> bool:
    if node.spelling in node.module.weak:
        return True
    if not node.has_attributes:
        return False
    words = {word for _, word in _names(node)}
    return bool(words & {"weak", "weakref"}) or "__attribute__((weak))" in node.pretty().partition("{")[0]


_ENDING = frozenset({"err", "errx", "verr", "verrx", "__stack_chk_fail", "__chk_fail", "__fortify_fail"})


def never_returns(declaration: Node) -> bool:
    """Whether some declaration of the function says so: GNU's attribute is a part of the type, `_Noreturn` is not."""
    name = declaration.spelling
    if name in _ENDING:
        return True
    every = (declaration, *declaration.module.prototypes.get(name, ()))
    return any("noreturn" in each.type.spelling or "_Noreturn" in each.pretty() for each in every)


_FOLLOWED = frozenset({"constructor", "destructor"})


def note(linker: Linker, function: Node) -> None:
    for attribute, name in _names(function):
        if name == "weak":
            linker.note(NoteKind.ASSUMED, attribute.pos, f"weak definition of {function.spelling}", "no other file replaces it")
        elif name and name not in _FOLLOWED:
            linker.note(NoteKind.IGNORED, attribute.pos, f"attribute {name}", "none: it does not change what the program does")
