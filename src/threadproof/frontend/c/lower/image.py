"""The user's files as one program: which definition a name with external linkage stands for, as a linker decides it.

- A `static` name belongs to its file, and so does an inline definition: other files do not see it (C11 6.7.4p7).
- Several tentative definitions are one object, and so is one with an initialiser beside them (`-fcommon`).
- A weak definition gives way to one that is not. Two that are not weak are an error, which names both places.
- What models of the user define (`--model`) counts where no other file does. Then it is as any function of the program.
- A name that no file defines is left to the library's models, or is unknown.

Nothing of this costs anything where the program is one file: clang has checked it, and names are looked up as they are needed.
What one file declares and another one defines must have compatible types (`agreement`).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from functools import cached_property

from threadproof.errors import InputError, Pos, UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.syntax import handlers, usage
from threadproof.frontend.c.syntax.attributes import is_weak, other_name


class Image:
    """The parsed files; the first one is that of `main`, as far as there is a choice."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self.modules = modules
        self._functions: dict[str, Node | None] = {}
        self._variables: dict[str, Node | None] = {}
        if len(modules) > 1:
            self._refuse_duplicates()

    # -- definitions -------------------------------------------------------------------------------------------------------

    def function(self, name: str) -> Node | None:
        """The definition with external linkage."""
        if name not in self._functions:
            found = [m.functions[name] for m in self.modules if name in m.functions]
            self._functions[name] = self._strongest([node for node in found if is_external(node)])
        return self._functions[name]

    def variable(self, name: str) -> Node | None:
        """The definition with external linkage; a tentative one, or any declaration where there is none."""
        if name not in self._variables:
            found = [m.variables[name] for m in self.modules if name in m.variables]
            found = [node for node in found if node.storage != k.S_STATIC]
            defined = [node for node in found if node.initialiser is not None]
            tentative = [node for node in found if node.initialiser is None and node.storage != k.S_EXTERN]
            best = self._strongest(defined)
            if best is None or (tentative and is_weak(best)):
                tentative.sort(key=lambda node: (_complete(node), not is_weak(node)), reverse=True)
                best = next((node for node in tentative if best is None or not is_weak(node)), best)
            self._variables[name] = best or max(found, key=_complete, default=None)
        return self._variables[name]

    def other_name(self, module: Module, name: str) -> tuple[Module, str] | None:
        """What a name stands for that is defined nowhere by itself: a file and a name there."""
        for each in (module, *(other for other in self.modules if other is not module)):
            own = each.variables.get(name)
            for node in (*each.prototypes.get(name, ()), *(() if own is None else (own,))):
                target = None if each is not module and node.storage == k.S_STATIC else other_name(node)
                if target is not None and target != name:
                    return each, target
        return None

    def defines(self, module: Module, name: str) -> bool:
        """Whether a function of this name, used in `module`, is one of the program itself."""
        return (name in module.functions and not module.is_model) or self.function(name) is not None

    def _strongest(self, found: Sequence[Node]) -> Node | None:
        own = [node for node in found if not node.module.stands_in] if len(found) > 1 else found
        found = own or found
        strong = [node for node in found if not is_weak(node)] if len(found) > 1 else found
        return (*strong, *found, None)[0]

    def _refuse_duplicates(self) -> None:
        for module in self.modules:
            for name, node in (*module.functions.items(), *((n, module.variables[n]) for n in module.defined)):
                if node.kind == k.FUNCTION_DECL:
                    other = self.function(name) if is_external(node) else None
                else:
                    other = self.variable(name) if node.storage != k.S_STATIC else None
                if other is None or other is node or node.module.stands_in != other.module.stands_in:
                    continue
                if not (is_weak(node) or is_weak(other)):
                    raise InputError(f"'{name}' is defined twice: also at {other.pos}", node.pos, "name one of the files only")
        for name in sorted({name for module in self.modules for name in module.variables}):
            both = self.function(name), self.variable(name)
            if both[0] is not None and both[1] is not None and both[1].storage != k.S_EXTERN:
                raise InputError(f"'{name}' is a function at {both[0].pos}, and a variable here", both[1].pos)

    def refuse_variable(self, name: str, pos: Pos) -> None:
        """Where a function is called; linkers do not look at what a name is."""
        if len(self.modules) > 1:
            found = self.variable(name)
            if found is not None and found.storage != k.S_EXTERN:
                raise UnsupportedError(f"unsupported: call of '{name}', which is a variable at {found.pos}", pos)

    def refuse_function(self, name: str, pos: Pos) -> None:
        """Where an object is used."""
        found = self.function(name) if len(self.modules) > 1 else None
        if found is not None:
            raise UnsupportedError(f"unsupported: '{name}' as a variable, which is a function at {found.pos}", pos)

    # -- what is asked of all files together ------------------------------------------------------------------------------

    @cached_property
    def functions(self) -> Mapping[str, Node]:
        return self.modules[0].functions if len(self.modules) == 1 else ChainMap(*(m.functions for m in self.modules))

    @cached_property
    def variables(self) -> Mapping[str, Node]:
        return self.modules[0].variables if len(self.modules) == 1 else ChainMap(*(m.variables for m in self.modules))

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The names that its functions refer to."""
        return frozenset().union(*(module.mentioned for module in self.modules))

    def repeats(self, name: str) -> bool:
        """Whether a function is called at two places with the same first argument; two files may mean the same one."""
        callers = [module for module in self.modules if name in module.mentioned]
        return len(callers) > 1 or any(module.repeats(name) for module in callers)

    def again(self, name: str) -> bool:
        """Whether a function may be called more than once."""
        return usage.again(self.modules, name)

    def observes(self, name: str, beyond: str) -> bool:
        """Whether the results of a function are looked at beyond what it says."""
        return usage.observes(self.modules, name, beyond)

    @property
    def has_long_handlers(self) -> bool:
        """Whether some function that could handle a signal makes more than one access."""
        return handlers.are_long(self.modules)


def is_external(definition: Node) -> bool:
    """Whether other files may use a function that is defined here."""
    if definition.storage == k.S_STATIC:
        return False
    if not definition.is_inline:
        return True
    every = definition.module.prototypes[definition.spelling]
    if definition.module.gnu_inline or any("gnu_inline" in each.pretty().partition("{")[0] for each in every):
        return not any(each.storage == k.S_EXTERN for each in every)
    return any(each.storage == k.S_EXTERN or not each.is_inline for each in every)


def _complete(node: Node) -> bool:
    return node.type.size >= 0
