"""What a file offers to a linker, and what it asks of it: the names with external linkage that it defines and uses.

Functions that are not seen from outside count as far as something that is seen leads to them: a `static` function of a header
that nothing calls makes no object ask for anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.libclang import Cursor, descendants_of, library
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.source import parse
from threadproof.frontend.c.clang.stack import with_deep_stack
from threadproof.frontend.c.lower.image import is_external
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand
from threadproof.frontend.c.syntax.attributes import is_weak, weak_by_pragma
from threadproof.frontend.c.syntax.ctype import TypeTable
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Symbols:
    """Names."""

    defined: frozenset[str]
    weak: frozenset[str]  # of those: what gives way to other definitions, tentative ones, too
    used: frozenset[str]
    system: frozenset[str]  # of those: what a header of the system declares


def symbols(command: CompileCommand, options: COptions, text: str) -> Symbols:
    """Raises InputError where the file does not compile."""
    return with_deep_stack(lambda: _symbols(command, options, text))


def _symbols(command: CompileCommand, options: COptions, text: str) -> Symbols:
    unit = parse(command, options)
    try:
        module = Module(unit, TypeTable(options.data_model, lambda: None), False, command.gnu_inline)
        module.weak = weak_by_pragma(text)
        functions = {name for name, node in module.functions.items() if is_external(node)}
        variables = {name for name, node in module.variables.items() if _is_definition(node)}
        defined = functions | variables
        weak = {name for name in functions if is_weak(module.functions[name])}
        weak |= {name for name in variables if module.variables[name].initialiser is None or is_weak(module.variables[name])}
        used = {name: node for name, node in _used(module, functions).items() if name not in defined}
        system = {name for name, node in used.items() if node.is_system}
        return Symbols(frozenset(defined), frozenset(weak), frozenset(used), frozenset(system))
    finally:
        unit.close()


def _is_definition(node: Node) -> bool:
    return node.storage not in (k.S_STATIC, k.S_EXTERN) or (node.initialiser is not None and node.storage != k.S_STATIC)


def _used(module: Module, functions: set[str]) -> dict[str, Node]:
    """With a declaration each. Begins at what is seen from outside; of variables with internal linkage all count."""
    used: dict[str, Node] = {}
    reached = set(functions)
    work = [module.functions[name] for name in functions] + [v for v in module.variables.values() if v.initialiser is not None]
    seen: set[int] = set()
    while work:
        for node in _referenced(module, work.pop(), seen):
            name = node.spelling
            body = module.functions.get(name) if node.kind == k.FUNCTION_DECL else None
            if body is not None and not is_external(body):
                if name not in reached:
                    reached.add(name)
                    work.append(body)
            elif node.storage != k.S_STATIC and (node.kind == k.FUNCTION_DECL or node.is_global):
                used[name] = node
    return used


def _referenced(module: Module, node: Node, seen: set[int]) -> Iterator[Node]:
    """Functions and variables that are named in a definition, as far as they were not seen before."""
    lib = library()
    for cursor, _ in descendants_of(node.cursor):
        if cursor.kind == k.DECL_REF:
            declaration: Cursor = lib.clang_getCursorReferenced(cursor)
            if declaration.kind in (k.FUNCTION_DECL, k.VAR_DECL) and declaration.first not in seen:
                seen.add(declaration.first)
                yield module.declaration(declaration)
