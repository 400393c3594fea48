"""What a name stands for: functions and objects of the program and of the library's models, made when they are first
used.

The program's own definitions come first (`image`), then models; a `static` name belongs to its file. Bodies and initial
values are left on work lists, so that only what `main` can reach is ever lowered, and recursion between functions or objects
is no problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.errors import Pos, UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.library.definite import is_definite
from threadproof.frontend.c.library.reserved import find as find_reserved
from threadproof.frontend.c.lower import user_models
from threadproof.frontend.c.lower.agreement import same_text, same_type
from threadproof.frontend.c.lower.builtins import library_name
from threadproof.frontend.c.lower.image import Image, is_external
from threadproof.frontend.c.lower.varargs import uses_varargs
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.attributes import is_weak, refuse_other_name
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.frontend.c.syntax.strings import units
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf, size_of
from threadproof.ir.program import Function, Init, MemoryObject, Note, NoteKind, Pointee
from threadproof.ir.types import IntType
from threadproof.records import dataclass, field

ENVIRONMENT = ("environ", "__environ")
"""Objects of the system: main begins by giving them values (see `command_line`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A function with a body. Hidden parameters: the place of a struct result (first), the variable arguments
    (last)."""

    function: Function
    node: Node
    module: Module
    result: CType
    parameters: list[CType]
    uses_varargs: bool


@dataclass(frozen=True, slots=True)
class Handler:
    """What is called at the end of threads, if `function` is ever called with anything but NULL for its parameter
    `about`."""

    handler: Function
    function: Function
    about: Variable


@dataclass(slots=True, eq=False)
class Linker:
    options: COptions
    load_model: Callable[[str], Module]
    image: Image = field(default_factory=lambda: Image(()))  # the files of the user
    functions: dict[str, Function] = field(default_factory=dict)
    objects: list[MemoryObject] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    pointees: dict[Pos, Pointee] = field(default_factory=dict)  # see `Program`
    pending_functions: list[Definition] = field(default_factory=list)
    pending_objects: list[tuple[MemoryObject, Module, CType, Node]] = field(default_factory=list)
    pending_externs: list[tuple[Function, Node]] = field(default_factory=list)
    external_objects: list[MemoryObject] = field(default_factory=list)
    unsized: set[MemoryObject] = field(default_factory=set)  # of those: arrays and structures whose size another file knows
    results_used: set[Function] = field(default_factory=set)
    results_ignored: set[Function] = field(default_factory=set)
    doubts: dict[str, Pos] = field(default_factory=dict)  # what the files disagree about; they forbid TRUE
    address_taken: dict[Function, None] = field(default_factory=dict)  # by the program itself
    around_main: dict[UnsupportedError, bool] = field(default_factory=dict)  # functions that run before (or after) main
    refused: dict[str, UnsupportedError] = field(default_factory=dict)  # names that may not be used
    spoiled: dict[MemoryObject, UnsupportedError] = field(default_factory=dict)  # objects whose initial value is not known
    marked: set[Function] = field(default_factory=set)  # those that call setjmp
    labels: dict[int, Function] = field(default_factory=dict)  # what stands for those whose address is taken
    at_thread_end: dict[int, Handler] = field(default_factory=dict)  # smallest number first
    _definitions: dict[int, Definition] = field(default_factory=dict)
    _variables: dict[object, MemoryObject] = field(default_factory=dict)
    _strings: dict[tuple[int, tuple[int, ...]], MemoryObject] = field(default_factory=dict)
    _agreed: set[Node] = field(default_factory=set)  # declarations that were compared with the definition
    _noted: set[tuple[NoteKind, str]] = field(default_factory=set)
    _names: dict[str, int] = field(default_factory=dict)
    _object_names: set[str] = field(default_factory=set)

    def note(self, kind: NoteKind, pos: Pos, what: str, effect: str) -> None:
        """Once for each thing noted, at its first place."""
        if (kind, what) not in self._noted:
            self._noted.add((kind, what))
            self.notes.append(Note(kind, pos, what, effect))

    def admit(self, name: str) -> None:
        """Raises if a name of the program may not be used."""
        if name in self.refused:
            refused = self.refused[name]
            raise UnsupportedError(refused.message, refused.pos)

    # -- functions -------------------------------------------------------------------------------------------------------

    def definition(self, module: Module, name: str, pos: Pos, declaration: Node | None = None) -> Definition | None:
        """The function that `name`, used in `module`, stands for; None if it has no body anywhere."""
        self.admit(name)
        own = module.functions.get(name)
        found = self.image.function(name)
        if own is not None and (found is None or not is_external(own)):
            if found is not None and own.storage != k.S_STATIC:
                self._agree_inline(own, found)
            found = own
        elif found is not None and found.module is not module:
            self._agree(module.prototypes.get(name, ()), found)
            if declaration is not None and declaration.spelling == name:  # in a block, or by nothing but a call
                self._agree([declaration], found)
        if found is None and not module.is_model:
            other = self.image.other_name(module, name)
            if other is not None and (defined := self.definition(*other, pos)) is not None:
                return defined
            self.image.refuse_variable(name, pos)
        if found is None or (not found.module.is_model and found.storage == k.S_EXTERN and found.is_inline):
            # an `extern inline` body in a header stands for the library's function
            path = library.model_file(name)
            if path is not None:
                found = self.load_model(path).functions.get(name)
        if found is None:
            return None
        if found.module.stands_in and not module.stands_in:
            user_models.note(self, found, pos)
        if found.module.is_model and not module.is_model:
            self.note_model(name, pos)
        return self._shell(found, found.module)

    def _agree(self, declarations: Iterable[Node], definition: Node) -> None:
        """Of another file. What is declared otherwise than it is defined is undefined (C11 6.2.7p2)."""
        for each in declarations:
            if each.module.is_model or each in self._agreed:
                continue
            self._agreed.add(each)
            if not same_type(each, definition):
                what = f"'{each.spelling}', which is not declared as it is defined at {definition.pos},"
                self.doubts.setdefault(what, each.pos)

    def _agree_inline(self, own: Node, other: Node) -> None:
        """Whether a call means the inline definition or the one for all files, the standard leaves open (C11 6.7.4p7)."""
        if not same_text(own, other):
            what = f"which definition of '{own.spelling}' is meant, the inline one or that at {other.pos},"
            self.doubts.setdefault(what, own.pos)

    def function_address(self, module: Module, declaration: Node, pos: Pos) -> Expr:
        """The address of a function that is named without being called."""
        name = declaration.spelling
        pointer = self.options.data_model.pointer
        definition = None if find_reserved(name) else self.definition(module, library_name(name), pos, declaration)
        if definition is not None:
            if definition.uses_varargs:
                raise UnsupportedError(f"unsupported: pointer to the variadic function '{name}'", pos)
            self.results_ignored.add(definition.function)  # by calls through the pointer, perhaps
            if not module.is_model:
                self.address_taken[definition.function] = None
            return e.addr(definition.function, pointer)
        if find_reserved(name) or name.startswith("__builtin_"):
            raise UnsupportedError(f"unsupported: pointer to '{name}'", pos)
        refuse_other_name(declaration)
        if self.is_absent(declaration):
            return e.zero(pointer)
        unknown = self._unknown(declaration, pos)
        self.address_taken[unknown] = None
        return e.addr(unknown, pointer)

    def is_absent(self, declaration: Node) -> bool:
        """Whether it is defined nowhere and need not be: then its address is NULL. So is that of a `weakref` to such a name."""
        name = declaration.spelling
        if not is_weak(declaration):
            return False
        if declaration.is_system or is_definite(name):
            raise UnsupportedError(f"unsupported: '{name}' is weak, and not modelled", declaration.pos)
        self.note(NoteKind.ASSUMED, declaration.pos, f"weak name {name}", "defined in no file, so its address is NULL")
        return True

    def is_absent_variable(self, declaration: Node) -> bool:
        if declaration.storage != k.S_EXTERN or not is_weak(declaration) or not declaration.is_global:
            return False
        home = self._external(declaration.module, declaration.spelling) or declaration
        if home.storage != k.S_EXTERN or home.initialiser is not None or home.module.is_model:
            return False
        return self._other_variable(declaration.module, declaration.spelling) is None and self.is_absent(declaration)

    def _other_variable(self, module: Module, name: str) -> Node | None:
        """The definition that another name stands for."""
        other = self.image.other_name(module, name)
        found = None if other is None else other[0].variables.get(other[1]) or self.image.variable(other[1])
        return found if found is not None and found.spelling != name else None

    def register_handler(self, order: int, handler: Function, function: str, about: Variable) -> None:
        self.at_thread_end[order] = Handler(handler, self.functions[function], about)

    def _unknown(self, declaration: Node, pos: Pos) -> Function:
        """A function without body whose address is taken; its body is made up (see `extern`)."""
        name = declaration.spelling
        found = self.functions.get(name)
        if found is None:
            type_ = declaration.type
            pointer = self.options.data_model.pointer
            variables = [Variable(f"argument{i}", t.value or pointer) for i, t in enumerate(type_.parameters)]
            if type_.result.value is None and not type_.result.is_void:
                variables.insert(0, Variable("&result", pointer))
            found = self.functions[name] = Function(name, tuple(variables), type_.result.value, pos=pos, variadic=type_.variadic)
            self.pending_externs.append((found, declaration))
        return found

    def note_model(self, name: str, pos: Pos) -> None:
        model = library.find(name)
        if model is not None and model.kind is NoteKind.UNSUPPORTED:
            raise UnsupportedError(f"unsupported: '{name}' ({model.text})", pos)
        if model is not None and not name.startswith("__tp_"):
            self.note(model.kind, pos, f"library function {name}", model.text)

    def _shell(self, node: Node, module: Module) -> Definition:
        found = self._definitions.get(node.key)
        if found is None:
            found = self._definitions[node.key] = self._make(node, module)
            self.pending_functions.append(found)
        return found

    def _make(self, node: Node, module: Module) -> Definition:
        parameters = [parameter.type for parameter in node.arguments]
        result = node.type.result
        pointer = self.options.data_model.pointer
        names = [parameter.spelling or f"argument{i}" for i, parameter in enumerate(node.arguments)]
        variables = [Variable(name, type_.value or pointer) for name, type_ in zip(names, parameters, strict=True)]
        if result.value is None and not result.is_void:
            variables.insert(0, Variable("&result", pointer))
        varargs = node.type.variadic and uses_varargs(node)
        if varargs:
            variables.append(Variable("&arguments", pointer))
        name = self.unique(node.spelling) if node.spelling in self.functions else node.spelling
        function = Function(name, tuple(variables), result.value, pos=node.pos, variadic=node.type.variadic)
        self.functions[name] = function
        return Definition(function, node, module, result, parameters, varargs)

    def unique(self, name: str) -> str:
        number = self._names[name] = self._names.get(name, 0) + 1
        return f"{name}#{number}"

    # -- objects -----------------------------------------------------------------------------------------------------------

    def variable(self, declaration: Node) -> MemoryObject:
        """The object of a variable that is not local to an activation."""
        found = self._variables.get(declaration.key)
        if found is None:
            found = self._variables[declaration.key] = self._find(declaration)
        return found

    def _find(self, declaration: Node) -> MemoryObject:
        module = declaration.module
        name = declaration.spelling
        if not declaration.is_global:
            if declaration.storage != k.S_STATIC:
                raise UnsupportedError(f"unsupported: '{name}' is used outside its block", declaration.pos)
            return self._object(declaration, name)
        self.admit(name)
        local = module.variables.get(name)
        if local is not None and local.storage == k.S_STATIC:
            key: object = (module, name)
            home = local
        else:
            key = name
            home = self._external(module, name) or declaration
            if home.storage == k.S_EXTERN and home.initialiser is None and not home.module.is_model:
                meant = self._other_variable(module, name)
                if meant is not None:
                    return self.variable(meant)
            if home.storage == k.S_EXTERN and home.initialiser is None:
                self.image.refuse_function(name, declaration.pos)
            if home.module is not module and not home.module.is_model:
                self._agree([declaration], home)
        found = self._variables.get(key)
        if found is None:
            found = self._variables[key] = self._object(home, name)
        return found

    def _external(self, module: Module, name: str) -> Node | None:
        """The definition of a global with external linkage, or some declaration."""
        own = module.variables.get(name) if module.is_model else None
        candidates = [node for node in (self.image.variable(name), own) if node is not None and node.storage != k.S_STATIC]
        for node in candidates:
            if node.storage != k.S_EXTERN or node.initialiser is not None:
                return node
        path = library.object_file(name)
        if path is not None:
            found = self.load_model(path).variables.get(name)
            if found is not None:
                return found
        return candidates[0] if candidates else None

    def _object(self, node: Node, name: str) -> MemoryObject:
        type_, initialiser = node.type, node.initialiser
        external = node.is_global and node.storage == k.S_EXTERN and initialiser is None and name not in ENVIRONMENT
        if external and node.is_thread_local:
            raise UnsupportedError(f"unsupported: thread-local '{name}' is defined elsewhere", node.pos)
        if external:
            refuse_other_name(node)
        if name in self._object_names:
            name = self.unique(name)
        self._object_names.add(name)
        constant = type_.const and not external
        made = MemoryObject(name, max(type_.size, 0), type_.align, type_.layout, (), node.is_thread_local, constant, node.pos)
        self.objects.append(made)
        if external:
            self.note(NoteKind.ASSUMED, node.pos, f"external object {name}", "any value at the start")
            self.external_objects.append(made)
            if type_.size < 0:
                self.unsized.add(made)
        if initialiser is not None:
            self.pending_objects.append((made, node.module, type_, initialiser))
        return made

    def add(self, made: MemoryObject) -> None:
        """An object that the program does not declare."""
        self.objects.append(made)

    def anonymous(self, module: Module, node: Node, name: str) -> MemoryObject:
        """The object of a compound literal outside functions."""
        found = self._variables.get(node.cursor.second)
        if found is None:
            type_ = node.type
            found = MemoryObject(self.unique(name), type_.size, type_.align, type_.layout, constant=type_.const, pos=node.pos)
            self._variables[node.cursor.second] = found
            self.objects.append(found)
            self.pending_objects.append((found, module, type_, node.expressions[-1]))
        return found

    def string(self, node: Node) -> MemoryObject:
        element = node.type.target
        assert isinstance(element.value, IntType)
        content = tuple(units(node))
        key = (element.size, content)
        found = self._strings.get(key)
        if found is None:
            init = tuple(Init(i * element.size, e.const(element.value, unit)) for i, unit in enumerate(content) if unit)
            layout = ArrayOf(element.value, len(content) + 1, element.size)
            found = MemoryObject(
                f"string{len(self._strings)}", size_of(layout), element.align, layout, init, constant=True, pos=node.pos
            )
            self._strings[key] = found
            self.objects.append(found)
        return found
