"""What names stand for: functions and objects of the modules, and of the models of the C library, made when they are first used.

The modules' own definitions come first, then the models, which the C front end lowers. What has internal linkage belongs to
its module; of several definitions of a name (`linkonce_odr`, `weak`) one is taken, which is not weak if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from threadproof.errors import NOWHERE, InputError, Pos, UnsupportedError
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.c.lower.image import Image
from threadproof.frontend.c.lower.link import Definition, Linker
from threadproof.frontend.llvm.debug import DebugInfo
from threadproof.frontend.llvm.text.tokens import unquoted
from threadproof.frontend.llvm.text.tree import (
    Folded,
    FunctionSource,
    GlobalName,
    GlobalSource,
    IrOperand,
    ModuleSource,
    Parts,
    Typed,
)
from threadproof.frontend.llvm.text.types import LVoid, Named, Struct, Target
from threadproof.ir import expr as e
from threadproof.ir import types as ir
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Cut
from threadproof.ir.program import Function, MemoryObject, NoteKind
from threadproof.records import dataclass, field

_MENTIONED = re.compile(r'@([-\w$.]+|"[^"]*")')
_CALLED = re.compile(r"\b(?:call|invoke) [^@\n]*@([\w$.]+)\(([^,)\n]*)")
_WEAK = frozenset({"weak", "weak_odr", "linkonce", "linkonce_odr", "common", "available_externally"})
_OF_CLASSES = ("_ZTV", "_ZTI", "_ZTS", "_ZTT")  # tables of virtual functions, descriptions of types
_INTERNAL = frozenset({"internal", "private"})


FREES = frozenset({"free", "realloc", "reallocarray", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"})
_ENDED = re.compile(r"@llvm\.lifetime\.end\.\w+\((?:i64 [-\d]+, )?ptr (?:\w+ )*(%[-\w$.]+|%\"[^\"]*\")\)")
_HANDED = re.compile(r"(?:store ptr|ptr(?: \w+(?:\([^)]*\))?)*) (%[-\w$.]+|%\"[^\"]*\")(?=[,)])")


def _leaves_objects(text: ModuleSource, function: FunctionSource) -> bool:
    """Whether a variable of a block that is left has its address stored or handed over."""
    ended = {found[1] for line in function.lines if (found := _ENDED.search(line)) is not None}
    for line in function.lines if ended else ():
        if line.startswith("    #dbg") or "@llvm.lifetime" in line:
            continue
        at = line.rfind(", ptr ") if line.startswith("  store") else len(line)
        if any(found in ended for found in _HANDED.findall(line[: at + 1])):
            return True
    return False


_ROOTS = ("main", "llvm.global_ctors", "llvm.global_dtors")


def _bare(name: str) -> str:
    return unquoted(name) if name.startswith('"') else name


def _globals(value: IrOperand) -> Iterator[str]:
    """The names in a constant."""
    if isinstance(value, GlobalName):
        yield value.name
    elif isinstance(value, Parts | Folded):
        for item in value.items if isinstance(value, Parts) else value.operands:
            yield from _globals(item.value)


class Names(Image):
    """What models ask about the program: answered from the text of its modules, with yes where that does not tell."""

    def __init__(self, modules: list[ModuleSource]) -> None:
        super().__init__(())
        self.texts = modules

    def function(self, name: str) -> Node | None:
        return None

    def variable(self, name: str) -> Node | None:
        return None

    def defines(self, module: Module, name: str) -> bool:
        return any(name in text.functions for text in self.texts)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The names that functions refer to which may run, by the names in their text and in that of objects."""
        work, found = list(_ROOTS), set[str]()
        while work:
            name = work.pop()
            for other in self._named(name):
                if other not in found:
                    found.add(other)
                    work.append(other)
        return frozenset(found)

    def _named(self, name: str) -> Iterator[str]:
        for text in self.texts:
            function = text.functions.get(name)
            for line in function.lines if function is not None else ():
                yield from map(_bare, _MENTIONED.findall(line))
            item = text.globals.get(name) or text.aliases.get(name)
            value = None if item is None else item.value if isinstance(item, Typed) else item.initial
            if value is not None:
                yield from _globals(value)

    @cached_property
    def _running(self) -> list[tuple[ModuleSource, FunctionSource]]:
        names = self.mentioned | {"main"}
        return [(text, each) for text in self.texts for each in text.functions.values() if each.name in names]

    @cached_property
    def _calls(self) -> list[str]:
        lines = (line for _, function in self._running for line in function.lines)
        return [_bare(found[1]) for line in lines if (found := _CALLED.search(line)) is not None]

    @cached_property
    def ends(self) -> bool:
        """Whether the program has objects that end while their address may be held."""
        frees = not self.mentioned.isdisjoint(FREES)
        return frees or any(_leaves_objects(text, function) for text, function in self._running)

    def repeats(self, name: str) -> bool:
        return self._calls.count(name) > 1

    def again(self, name: str) -> bool:
        return name in self.mentioned

    def observes(self, name: str, beyond: str) -> bool:
        return name in self.mentioned

    @property
    def has_long_handlers(self) -> bool:
        return True


@dataclass(slots=True, eq=False)
class LlvmModule:
    """A module with what is known of it."""

    text: ModuleSource
    target: Target
    debug: DebugInfo
    objects: dict[str, MemoryObject] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """A function of a module. Hidden parameters: the place of an aggregate result (first), the variable arguments (last)."""

    function: Function
    unit: LlvmModule
    text: FunctionSource
    hidden_result: bool
    uses_varargs: bool


class Linkage:
    def __init__(self, units: list[LlvmModule], linker: Linker) -> None:
        self.units, self.linker = units, linker
        assert isinstance(linker.image, Names)
        self.names = linker.image
        self.pointer = linker.options.data_model.pointer
        self.pending: list[Signature] = []
        self.pending_objects: list[tuple[MemoryObject, LlvmModule, GlobalSource]] = []
        self.signatures: dict[Function, Signature] = {}
        self._library: dict[str, MemoryObject] = {}
        self._made: dict[int, Signature] = {}
        self._undefined: dict[str, Function] = {}

    # -- functions -------------------------------------------------------------------------------------------------------

    def resolve(self, unit: LlvmModule, name: str) -> str:
        """Behind aliases."""
        for _ in range(20):
            found = unit.text.aliases.get(name)
            if found is None and name not in unit.text.functions and name not in unit.text.globals:
                found = next((each.text.aliases[name] for each in self.units if name in each.text.aliases), None)
            if found is None:
                return name
            if not isinstance(found.value, GlobalName):
                raise UnsupportedError(f"unsupported: the alias @{name}")
            name = found.value.name
        raise UnsupportedError(f"unsupported: the alias @{name}")

    def defined(self, unit: LlvmModule, name: str) -> Signature | None:
        """The function of a module that a name means in another one."""
        own = unit.text.functions.get(name)
        if own is not None and not _INTERNAL.isdisjoint(own.words):
            return self._signature(unit, own)
        found = [(each, each.text.functions[name]) for each in self.units if name in each.text.functions]
        found = [(each, text) for each, text in found if _INTERNAL.isdisjoint(text.words)]
        own_ones = [(each, text) for each, text in found if not each.text.is_library]
        strong = [(each, text) for each, text in own_ones if _WEAK.isdisjoint(text.words)]
        strong = strong or [(each, text) for each, text in found if _WEAK.isdisjoint(text.words)]
        if len(strong) > 1:
            raise InputError(f"'{name}' is defined in several modules", Pos(strong[1][0].text.file))
        chosen = (*strong, *found)
        return self._signature(*chosen[0]) if chosen else None

    def _signature(self, unit: LlvmModule, text: FunctionSource) -> Signature:
        found = self._made.get(id(text))
        if found is None:
            found = self._made[id(text)] = self._shell(unit, text)
            self.pending.append(found)
        return found

    def _shell(self, unit: LlvmModule, text: FunctionSource) -> Signature:
        target, names = unit.target, parameter_names(text)
        params: list[Variable] = []
        for param, called in zip(text.params, names, strict=True):
            params += [Variable(called + path, type_) for path, type_ in leaves(target, param.type)]
        result = None if isinstance(text.result, LVoid) else target.value(text.result)
        hidden = result is None and not isinstance(text.result, LVoid)
        if hidden:
            params.insert(0, Variable("&result", self.pointer))
        varargs = text.variadic and any("@llvm.va_start" in line for line in text.lines)
        if varargs:
            params.append(Variable("&arguments", self.pointer))
        name = unit.debug.function_name(text.debug) or text.name
        if name in self.linker.functions:
            name = self.linker.unique(name)
        pos = unit.debug.declared_at(text.debug)
        function = Function(name, tuple(params), result, pos=pos, variadic=text.variadic)
        self.linker.functions[name] = function
        made = self.signatures[function] = Signature(function, unit, text, hidden, varargs)
        return made

    def _unknown(self, unit: LlvmModule, declared: FunctionSource) -> Function:
        """A function that is defined nowhere, and whose address is taken: no execution goes on in it."""
        found = self._undefined.get(declared.name)
        if found is None:
            found = self._undefined[declared.name] = self._shell(unit, declared).function
            builder = Builder(self.linker.options.data_model, found.pos)
            builder.stop(Cut(f"{found.name} is not modelled"))
            builder.finish(found)
            self.linker.address_taken[found] = None
        return found

    def model(self, name: str, pos: Pos) -> Definition | None:
        """The model of a function of the C library."""
        path = library.model_file(name)
        if path is None:
            return None
        module = self.linker.load_model(path)
        found = self.linker.definition(module, name, pos)
        if found is not None:
            self.linker.note_model(name, pos)
        return found

    # -- objects -----------------------------------------------------------------------------------------------------------

    def address(self, unit: LlvmModule, name: str) -> Expr:
        """Of a global or a function."""
        name = self.resolve(unit, name)
        if name in unit.text.globals:
            return e.addr(self.object(unit, name), self.pointer)
        signature = self.defined(unit, name)
        if signature is not None:
            if signature.uses_varargs:
                raise UnsupportedError(f"unsupported: pointer to the variadic function '{name}'")
            self.linker.address_taken[signature.function] = None
            return e.addr(signature.function, self.pointer)
        definition = self.model(name, NOWHERE)
        if definition is None:
            declared = unit.text.declared.get(name)
            if declared is None:
                raise UnsupportedError(f"unsupported: pointer to '{name}', which is not defined")
            if "extern_weak" in declared.words:
                return e.zero(self.pointer)
            return e.addr(self._unknown(unit, declared), self.pointer)
        self.linker.address_taken[definition.function] = None
        return e.addr(definition.function, self.pointer)

    def object(self, unit: LlvmModule, name: str) -> MemoryObject:
        found = unit.objects.get(name)
        if found is None:
            found = unit.objects[name] = self._find(unit, name)
        return found

    def _find(self, unit: LlvmModule, name: str) -> MemoryObject:
        text = unit.text.globals[name]
        if _INTERNAL.isdisjoint(text.words):
            others = [(each, each.text.globals[name]) for each in self.units if name in each.text.globals]
            others = [(each, other) for each, other in others if _INTERNAL.isdisjoint(other.words)]
            defined = [(each, other) for each, other in others if other.initial is not None]
            strong = [(each, other) for each, other in defined if _WEAK.isdisjoint(other.words)]
            home, text = (*strong, *defined, (unit, text))[0]
            if home is not unit:
                return self.object(home, name)
        if text.initial is None:
            return self._outside(unit, text)
        made = self._object(unit, text)
        self.pending_objects.append((made, unit, text))
        return made

    def _outside(self, unit: LlvmModule, text: GlobalSource) -> MemoryObject:
        """Declared only: one of the library, or anything."""
        path = library.object_file(text.name)
        declaration = None if path is None else self.linker.load_model(path).variables.get(text.name)
        if declaration is not None:
            return self.linker.variable(declaration)
        if "thread_local" in text.words:
            raise UnsupportedError(f"unsupported: thread-local '{text.name}' is defined elsewhere")
        type_ = unit.target.resolve(text.type) if not isinstance(text.type, Named) else unit.target.names.get(text.type.name)
        if type_ is None or "extern_weak" in text.words or (isinstance(type_, Struct) and not type_.fields):
            raise UnsupportedError(f"unsupported: '{text.name}', which is defined elsewhere")
        if text.name.startswith(_OF_CLASSES):
            raise UnsupportedError(f"unsupported: '{text.name}', which belongs to a class of the library that is not modelled")
        if not unit.target.size(text.type):
            raise UnsupportedError(f"unsupported: the size of {text.name} is known in no given file")
        made = self._object(unit, text)
        self.linker.note(NoteKind.ASSUMED, made.pos, f"external object {made.name}", "any value at the start")
        self.linker.external_objects.append(made)
        return made

    def _object(self, unit: LlvmModule, text: GlobalSource) -> MemoryObject:
        size = unit.target.size(text.type)
        debug = next(iter(text.debug), "")
        name = (unit.debug.name(debug) if debug else "") or text.name
        name = name.lstrip(".") if name.startswith(".str") else name
        taken = self.linker._object_names
        if name in taken:
            name = self.linker.unique(name)
        taken.add(name)
        layout = unit.debug.layout(debug, size) or unit.target.layout(text.type)
        align = max(text.align, unit.target.align(text.type))
        pos = unit.debug.declared_at(debug) if debug else NOWHERE
        constant = text.constant and text.initial is not None
        made = MemoryObject(name, size, align, layout, (), "thread_local" in text.words, constant, pos)
        self.linker.objects.append(made)
        return made


def leaves(target: Target, type_: object) -> list[tuple[str, ir.Type]]:
    """The scalars of a value, each with a suffix for its name."""
    from threadproof.frontend.llvm.text.types import LType

    assert isinstance(type_, LType)
    scalar = target.value(type_)
    if scalar is not None:
        return [("", scalar)]
    return [
        (f".{index}{path}", leaf) for index, (_, part) in enumerate(target.parts(type_)) for path, leaf in leaves(target, part)
    ]


def parameter_names(text: FunctionSource) -> list[str]:
    return [f"argument{param.name}" if param.name.isdigit() else param.name for param in text.params]
