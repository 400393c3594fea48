"""Arguments of calls: what is passed for a parameter, and C text that makes it, as arbitrary as callers may be.

What a parameter is for is guessed from its type and its name, and can be said instead (`--argument`). Numbers are arbitrary, or
below a bound that the user chose. Texts are short and arbitrary. Results through pointers get a place of their own. Functions
that are passed do nothing and return anything. A pointer to what threads share is the shared object, one to another record is a
new zeroed object. A `void *` points to an item that only this call passes, so the items of two calls differ; where a function
takes something out by its name, it is the place for that. A number that follows a pointer to bytes is at most their size.
"""

from __future__ import annotations

import re
from enum import Enum

from threadproof.errors import OptionError
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.harness.interface import Parameter, Routine, declared, plain
from threadproof.harness.selection import SharedObject, is_pointer_to
from threadproof.ir.types import BOOL, F32, F64, IntType
from threadproof.records import dataclass, field, replace

TEXT = 3  # bytes of a text, with its end
BYTES = 8  # of what a pointer to bytes points to
FILLED = "out"  # for --argument
_NONDET = {
    (8, True): "char",
    (8, False): "uchar",
    (16, True): "short",
    (16, False): "ushort",
    (32, True): "int",
    (32, False): "uint",
    (64, True): "longlong",
    (64, False): "ulonglong",
}
_C = {"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int", "longlong": "long long"}
_C |= {"ulonglong": "unsigned long long", "bool": "_Bool"}
_BESIDES = {
    "assume": "__VERIFIER_assume(int)",
    "atomic": "__VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void)",
    "memory": "__VERIFIER_nondet_memory(void *, size_t)",
}
_TAKES = re.compile(r"(?:^|_)(?:dequeue|pop|get|take|receive|recv|remove|read|steal|poll|peek|front|first|shift)", re.IGNORECASE)


class Purpose(Enum):
    """What a parameter is for."""

    SHARED = "what threads share"
    SAID = "an expression that the user gave"
    NUMBER = "a number"
    LENGTH = "a number of bytes"
    STRUCTURE = "a record by value"
    FUNCTION = "a function to be called"
    ITEM = "something that is only passed on"
    PLACE = "a place for a result"
    INPUT = "a value that is read through a pointer"
    RECORD = "a record that the function may keep"
    BYTES = "bytes or a text"
    NOTHING = "a pointer to something that is not known"


@dataclass(slots=True)
class Maker:
    """Makes arguments, and remembers what the program must declare for them."""

    shared: tuple[SharedObject, ...]
    item: str  # an expression that points to an item of the call
    values: int = 0
    taken: frozenset[str] = frozenset()  # names that locals must not hide
    said: dict[str, str] = field(default_factory=dict)  # [FUNCTION.]PARAMETER -> expression
    used: set[str] = field(default_factory=set)  # of `said`
    nondet: dict[str, None] = field(default_factory=dict)  # of `__VERIFIER_nondet_...`, in the order of their first use
    functions: dict[str, str] = field(default_factory=dict)  # name -> text
    uses: set[str] = field(default_factory=set)  # of `__VERIFIER_...` besides

    def purpose(self, routine: Routine, parameter: Parameter) -> Purpose:
        type_, said = parameter.type, self.expression(routine, parameter)
        if said == FILLED:
            if parameter.pointee is None or parameter.pointee.is_function:
                raise OptionError(f"--argument {parameter.name}={FILLED}: that parameter of {routine.name} is no pointer")
            return Purpose.BYTES if _holds_bytes(parameter.pointee) else Purpose.PLACE
        if said:
            return Purpose.SAID
        if self.common(type_) is not None:
            return Purpose.SHARED
        if type_.is_record:
            return Purpose.STRUCTURE
        if not type_.is_pointer:
            at = routine.parameters.index(parameter)
            follows = at > 0 and _is_buffer(routine.parameters[at - 1]) and isinstance(type_.value, IntType)
            return Purpose.LENGTH if follows else Purpose.NUMBER
        return _of_pointer(routine, parameter, type_.target)

    def expression(self, routine: Routine, parameter: Parameter) -> str:
        """What the user said; empty: nothing."""
        for name in (f"{routine.name}.{parameter.name}", parameter.name):
            if name in self.said:
                self.used.add(name)
                return self.said[name]
        return ""

    def common(self, type_: CType) -> tuple[SharedObject, str] | None:
        """What threads share of the type that is pointed to, and the expression that is passed for it."""
        for shared in self.shared:
            if type_.is_pointer and is_pointer_to(type_, shared.type):
                return shared, shared.address
            if type_.is_union:
                for member in type_.members:
                    if member.type.is_pointer and is_pointer_to(member.type, shared.type):
                        return shared, f"({plain(type_)}){{.{member.name} = {shared.address}}}"
        return None

    def argument(self, routine: Routine, parameter: Parameter, local: str) -> tuple[list[str], str]:
        """Statements, and an expression. `local`: a name that is free."""
        type_ = parameter.type
        match self.purpose(routine, parameter):
            case Purpose.SAID:
                return [], self.expression(routine, parameter)
            case Purpose.SHARED:
                found = self.common(type_)
                assert found is not None
                return [], found[1]
            case Purpose.NUMBER:
                return self.number(type_, local)
            case Purpose.LENGTH:
                return self.length(type_, local)
            case Purpose.STRUCTURE:
                self.uses.add("memory")
                return [f"{plain(type_)} {local};", f"__VERIFIER_nondet_memory(&{local}, sizeof {local});"], local
            case Purpose.FUNCTION:
                return [], self.function(type_.target)
            case Purpose.ITEM:
                return [], self.item
            case Purpose.RECORD:
                return [f"{plain(type_.target)} *{local} = calloc(1, sizeof *{local});"], local
            case Purpose.BYTES:
                return [f"char {local}[{BYTES}]{f' = {{{self.text()}}}' if not type_.target.is_void else ''};"], local
            case Purpose.NOTHING:
                return [], f"0 /* nothing is known about {plain(type_.target)} */"
        target = type_.target
        if target.is_void:
            return [f"void *{local} = 0;"], f"&{local}"
        if target.value is None or target.is_pointer:
            return [f"{declared(target, local)} = {{0}};"], f"&{local}"
        lines, value = self.number(target, local + "_in")
        return [*lines, f"{declared(target, local)} = {value};"], f"&{local}"

    def outside(self) -> Maker:
        """For calls that no thread of the harness makes: there is no item. Everything else is remembered in one place."""
        return replace(self, item="0")

    def local(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        return name

    def any(self, type_: CType) -> str:
        """An arbitrary number."""
        return f"{self.nondet_of(type_)}()"

    def nondet_of(self, type_: CType) -> str:
        if type_.value == BOOL:
            name = "bool"
        elif type_.value in (F32, F64):
            name = "float" if type_.value == F32 else "double"
        else:
            assert isinstance(type_.value, IntType)
            name = _NONDET.get((type_.value.bits, type_.value.signed), "int")
        self.nondet[name] = None
        return f"__VERIFIER_nondet_{name}"

    def prototypes(self) -> list[str]:
        found = [f"extern {_C.get(name, name)} __VERIFIER_nondet_{name}(void);" for name in self.nondet]
        return [*found, *(f"extern void {_BESIDES[name]};" for name in sorted(self.uses))]

    def number(self, type_: CType, local: str) -> tuple[list[str], str]:
        value = self.any(type_)
        if not self.values or not isinstance(type_.value, IntType):
            return [], value
        mask = (1 << (self.values - 1).bit_length()) - 1
        lines = [f"{plain(type_)} {local} = {value} & {mask};"]
        if mask + 1 > self.values:
            self.uses.add("assume")
            lines.append(f"__VERIFIER_assume({local} < {self.values});")
        return lines, local

    def length(self, type_: CType, local: str) -> tuple[list[str], str]:
        self.uses.add("assume")
        bound = f"__VERIFIER_assume(0 <= {local} && {local} <= {BYTES});"
        return [f"{plain(type_)} {local} = {self.any(type_)};", bound], local

    def text(self) -> str:
        """The characters of a text; what follows is its end."""
        self.nondet["char"] = None
        return ", ".join(["__VERIFIER_nondet_char()"] * (TEXT - 1))

    def function(self, type_: CType) -> str:
        """A function of that type which does nothing and returns anything."""
        name = f"callback{len(self.functions)}"
        for known, text in self.functions.items():
            if text.endswith(f"/* {type_.spelling} */"):
                return known
        parameters = ", ".join(declared(each, f"argument{at}") for at, each in enumerate(type_.parameters)) or "void"
        result = type_.result
        if result.is_void:
            body = ""
        elif result.value is not None and not result.is_pointer:
            body = f" return {self.any(result)};"
        else:
            body = f" {declared(result, 'result')} = {{0}}; return result;"
        text = f"static {declared(result, name)}({parameters}) {{{body} }} /* {type_.spelling} */"
        self.functions[name] = text
        return name


def spoken(arguments: tuple[str, ...]) -> dict[str, str]:
    """What `--argument` says, by parameter."""
    found = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not (equals and value.strip() and all(part.isidentifier() for part in name.split(".", 1))):
            raise OptionError(f"--argument {argument}: expected [FUNCTION.]PARAMETER=EXPRESSION")
        if set(value) & set("\n\r\0"):
            raise OptionError("--argument takes an expression in one line")
        found[name] = value.strip()
    return found


def _of_pointer(routine: Routine, parameter: Parameter, target: CType) -> Purpose:
    if target.is_function:
        return Purpose.FUNCTION
    if target.is_void:
        following = routine.parameters[routine.parameters.index(parameter) + 1 :]
        if _is_buffer(parameter) and following and isinstance(following[0].type.value, IntType):
            return Purpose.BYTES
        return Purpose.PLACE if _TAKES.search(routine.name) and not target.const else Purpose.ITEM
    if target.is_record:
        return Purpose.RECORD if target.size >= 0 else Purpose.NOTHING
    if _holds_bytes(target):
        return Purpose.BYTES
    return Purpose.INPUT if target.const and target.value is not None and not target.is_pointer else Purpose.PLACE


def _holds_bytes(target: CType) -> bool:
    return target.value not in (None, BOOL) and target.size == 1


def _is_buffer(parameter: Parameter) -> bool:
    """Whether a pointer is to memory whose size the next parameter may say."""
    target = parameter.pointee
    named = parameter.name.lower().strip("_")
    return (
        target is not None
        and (target.is_void or target.size == 1)
        and named in ("buf", "buffer", "data", "bytes", "mem", "memory")
    )
