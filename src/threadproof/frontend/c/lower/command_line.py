"""The command line and the environment as main gets them: arbitrary, or as `--argv` says.

There is always a first argument (C allows none; Linux gives one since 5.18, and so does every shell), and `argv[argc]` is NULL.

- Where main only converts its arguments to numbers (`syntax.command_line`), each is an input of the type that the conversion
  gives, in a register, and no text exists. There may be any number of them: `argv[E]` is checked against `argc` alone.
- Otherwise they are objects, as long as the longest text that is considered, with any content. The vector is one of several
  objects, one for each count, so that accesses beyond its end are seen. More arguments and longer texts are cut off.
- Texts that are given are objects with these contents.

The environment is a vector of the second kind, if main has a third parameter or `environ` is mentioned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.link import ENVIRONMENT
from threadproof.frontend.c.lower.place import Register
from threadproof.frontend.c.syntax.command_line import Numbers, identity, index_of, numbers
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf
from threadproof.ir.op import Assign, Assume, Check, Cut, Havoc, Origin, Store
from threadproof.ir.program import Init, MemoryObject, NoteKind
from threadproof.ir.types import BOOL, I8, I32, I64, Type
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.context import Context
WHAT = "arguments of main"
MOST_VARIABLES = 2


def enter(context: Context, parameters: list[Node], variables: list[Variable]) -> None:
    """Give values to those parameters of main that it looks at."""
    assert context.function is not None
    main = context.function
    used = {node.referenced.key for node in main.walk() if node.kind == k.DECL_REF}
    seen = [parameter.key in used for parameter in parameters] + [False] * 3
    mentioned = main.module.mentioned
    surroundings = [name for name in ENVIRONMENT if name in mentioned and _declared(main, name)]
    if not any(seen[:3]) and not surroundings:
        return
    if "main" in mentioned:
        context.builder.stop(Cut("main is called by the program, and looks at its arguments"))
        return
    if seen[0] or seen[1]:
        _Arguments(context).enter(parameters, variables, seen[1])
    if seen[2] or surroundings:
        _environment(context, variables[2] if seen[2] else None, surroundings)


def _declared(main: Node, name: str) -> bool:
    """Whether it is a variable that the program has not defined itself."""
    found = main.module.variables.get(name)
    return found is not None and found.initialiser is None and found.storage == k.S_EXTERN


class _Arguments:
    def __init__(self, context: Context) -> None:
        self.context, self.builder, self.options = context, context.builder, context.options

    def enter(self, parameters: list[Node], variables: list[Variable], looks: bool) -> None:
        given = self.options.arguments
        if given is not None:
            vector = Vector(self.context, "argv").of(given)
            self.builder.emit(Assign(variables[0], e.const(variables[0].type, len(given))))
            if looks:
                self.builder.emit(Assign(variables[1], vector))
            self.note(parameters[0], NoteKind.MODELLED, "those of --argv")
            return
        count = self.counted(variables[0])
        if not looks:
            self.note(parameters[0], NoteKind.MODELLED, "any positive number of arguments")
            return
        assert self.context.function is not None
        plain = numbers(self.context.function, parameters[1], self.context.linker.image)
        if plain is None:
            self.note(parameters[1], NoteKind.APPROXIMATED, self.texts())
            Vector(self.context, "argv").arbitrary(1, 1 + self.options.max_args, e.var(count), variables[1], variables[0])
        else:
            self.context.command_line = Converted(self.context, plain, count)
            number = "; each is any number that the function which converts it can return" if plain.conversions else ""
            self.note(parameters[1], NoteKind.ASSUMED if number else NoteKind.MODELLED, f"any number of arguments{number}")

    def counted(self, parameter: Variable) -> Variable:
        """argc. It has a register of its own, since main may change the parameter."""
        count = self.builder.register("argc", parameter.type)
        self.builder.emit(Havoc(count, Origin.INPUT, "argc"))
        self.builder.emit(Assume(e.le(e.const(count.type, 1), e.var(count)), branch=False))
        self.builder.emit(Assign(parameter, e.var(count)))
        return count

    def texts(self) -> str:
        most, longest = self.options.max_args, self.options.max_arg_length
        return f"any texts of at most {longest} bytes, at most {most} of them; others are not explored (--argv gives them)"

    def note(self, parameter: Node, kind: NoteKind, effect: str) -> None:
        self.context.linker.note(kind, parameter.pos, WHAT, effect)


# -- numbers -----------------------------------------------------------------------------------------------------------------


class Converted:
    """Arguments that are numbers, in registers of main. One that a variable index names is chosen among the first ones."""

    def __init__(self, context: Context, plain: Numbers, count: Variable) -> None:
        self.context, self.plain, self.count = context, plain, count
        self.numbers: dict[int, Variable] = {}
        self.any = Vector(context, "argv").text(0, 0)
        for call, _ in plain.conversions.values():
            index = index_of(call).evaluate()
            type_ = call.type.value
            assert type_ is not None
            for number in range(context.options.max_args + 1) if index is None else (int(index),):
                if number >= 0 and number not in self.numbers:
                    self.draw(number, type_)

    def draw(self, number: int, type_: Type) -> None:
        builder, name = self.context.builder, f"argv[{number}]"
        self.numbers[number] = builder.register(name, type_)
        builder.emit(Havoc(self.numbers[number], Origin.INPUT, name))

    def element(self, node: Node) -> Register | None:
        """`argv[E]` where it is not converted: NULL, or some text."""
        if identity(node) not in self.plain.elements:
            return None
        index = self.index(node.expressions[1], True)
        pointer = self.context.pointer
        found = self.context.builder.temporary(pointer)
        text = e.ite(e.lt(index, self.bound(index)), e.addr(self.any, pointer), e.zero(pointer))
        self.context.builder.emit(Assign(found, text))
        return Register(found, node.type)

    def call(self, node: Node) -> Expr | None:
        """The number that a conversion gives."""
        if identity(node) not in self.plain.conversions:
            return None
        index = self.index(index_of(node), False)
        if index.is_const:
            return e.var(self.numbers[int(index.payload)]) if int(index.payload) in self.numbers else e.zero(self.type(node))
        builder, last = self.context.builder, max(self.numbers)
        fine, beyond = builder.location(), builder.location()
        builder.branch(e.le(index, e.const(index.type, last)), fine, beyond)
        builder.here = beyond
        builder.stop(Cut(f"more than {last} arguments (--max-args raises it)"))
        builder.here = fine
        value = e.var(self.numbers[last])
        for number in range(last - 1, -1, -1):
            value = e.ite(e.eq(index, e.const(index.type, number)), e.var(self.numbers[number]), value)
        return value

    def type(self, node: Node) -> Type:
        assert node.type.value is not None
        return node.type.value

    def index(self, node: Node, end: bool) -> Expr:
        """Undefined unless it is one of the vector; `end`: its last element, NULL, will do."""
        index = e.cast(I64, self.context.value(node))
        self.context.at(node)
        bound = self.bound(index)
        inside = e.land(e.le(e.zero(I64), index), e.le(index, bound) if end else e.lt(index, bound))
        what = "beyond the end of argv" if end else "an argument that is not there is converted"
        self.context.builder.emit(Check(inside, "invalid-deref", what))
        return self.context.hold(index)

    def bound(self, index: Expr) -> Expr:
        return e.cast(index.type, e.var(self.count))


# -- texts -----------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Vector:
    """A list of texts that ends with NULL, as objects."""

    context: Context
    name: str

    def of(self, texts: tuple[bytes, ...]) -> Expr:
        return self.vector([self.text(number, len(text), text) for number, text in enumerate(texts)])

    def arbitrary(self, least: int, most: int, count: Expr, target: Variable, length: Variable | None = None) -> None:
        """Of each length from `least` to `most`; `count` says which, and so does then `length`, as a constant."""
        builder, longest = self.context.builder, self.context.options.max_arg_length
        texts: list[MemoryObject] = []
        end = builder.location()
        self.cut_if_longer()
        while True:
            if len(texts) >= least:
                chosen, further = builder.location(), builder.location()
                builder.branch(e.eq(count, e.const(count.type, len(texts))), chosen, further)
                builder.here = chosen
                builder.emit(Assign(target, self.vector(texts)))
                if length is not None:
                    builder.emit(Assign(length, e.const(length.type, len(texts))))
                builder.jump(end)
                builder.here = further
            if len(texts) == most:
                break
            texts.append(self.text(len(texts), longest))
            self.fill(texts[-1])
        words = "arguments (--max-args raises it)" if least else "variables in the list of the environment"
        builder.stop(Cut(f"more than {most - least} {words}"))
        builder.here = end

    def cut_if_longer(self) -> None:
        builder, longest = self.context.builder, self.context.options.max_arg_length
        longer, others = builder.location(), builder.location()
        builder.branch(builder.havoc(BOOL, Origin.INPUT), longer, others)
        builder.here = longer
        builder.stop(Cut(f"a text of {self.name} with more than {longest} bytes (--max-arg-length raises it)"))
        builder.here = others

    def fill(self, text: MemoryObject) -> None:
        """Any bytes in front of the last one. Their name tells a replay what to put together."""
        builder = self.context.builder
        for offset in range(text.size - 1):
            place = e.add(e.addr(text, self.context.pointer), e.const(self.context.pointer, offset))
            builder.emit(Store(place, builder.havoc(I8, Origin.INPUT, f"{text.name}[]")))

    def text(self, number: int, length: int, content: bytes = b"") -> MemoryObject:
        init = tuple(Init(at, e.const(I8, byte - 256 if byte > 127 else byte)) for at, byte in enumerate(content))
        return self.made(f"{self.name}[{number}]", length + 1, 1, ArrayOf(I8, length + 1, 1), init)

    def vector(self, texts: list[MemoryObject]) -> Expr:
        pointer = self.context.pointer
        size = pointer.bits // 8
        init = tuple(Init(at * size, e.addr(text, pointer)) for at, text in enumerate(texts))
        made = self.made(self.name, size * (len(texts) + 1), size, ArrayOf(pointer, len(texts) + 1, size), init)
        return e.addr(made, pointer)

    def made(self, name: str, size: int, align: int, layout: ArrayOf, init: tuple[Init, ...]) -> MemoryObject:
        assert self.context.function is not None
        made = MemoryObject(name, size, align, layout, init, pos=self.context.function.pos)
        self.context.linker.add(made)
        return made


def _environment(context: Context, parameter: Variable | None, names: list[str]) -> None:
    builder, linker = context.builder, context.linker
    assert context.function is not None
    module = context.function.module
    if "getenv" in module.mentioned:
        builder.stop(Cut("getenv beside the list of the environment"))
        return
    effect = (
        f"any texts of at most {context.options.max_arg_length} bytes, at most {MOST_VARIABLES} of them; others are not explored"
    )
    linker.note(NoteKind.APPROXIMATED, context.function.pos, "the list of the environment", effect)
    count, vector = builder.register("envc", I32), builder.register("envp", context.pointer)
    builder.emit(Havoc(count, Origin.INPUT, "envc"))
    builder.emit(Assume(e.le(e.const(I32, 0), e.var(count)), branch=False))
    Vector(context, "envp").arbitrary(0, MOST_VARIABLES, e.var(count), vector)
    if parameter is not None:
        builder.emit(Assign(parameter, e.var(vector)))
    for name in names:
        place = linker.variable(module.variables[name])
        builder.emit(Store(e.addr(place, context.pointer), e.var(vector)))
