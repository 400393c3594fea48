"""Arguments of calls: C text that makes a value of a parameter's type, as arbitrary as callers may be.

Numbers are arbitrary, or below a bound that the user chose. Texts are short and arbitrary. Results through pointers get a place
of their own. Functions that are passed do nothing and return anything. A pointer to the subject is the shared object, one to
another record is a new zeroed object. A `void *` points to an item that only this call passes, so the items of two calls
differ. A number that follows a pointer to bytes is at most their size.
"""

from __future__ import annotations

from threadproof.frontend.c.syntax.ctype import CType
from threadproof.harness.interface import Parameter, declared, plain
from threadproof.ir.types import BOOL, F32, F64, IntType
from threadproof.records import dataclass, field

TEXT = 3  # bytes of a text, with its end
BYTES = 8  # of what a pointer to bytes points to
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


@dataclass(slots=True)
class Maker:
    """Makes arguments, and remembers what the program must declare for them."""

    subject: str  # type
    address: str  # an expression that points to the subject
    item: str  # an expression that points to an item of the call
    values: int = 0
    taken: frozenset[str] = frozenset()  # names that locals must not hide
    nondet: dict[str, None] = field(default_factory=dict)  # of `__VERIFIER_nondet_...`, in the order of their first use
    functions: dict[str, str] = field(default_factory=dict)  # name -> text
    assumes: bool = False
    copies: bool = False  # arbitrary structures

    def argument(self, parameter: Parameter, before: Parameter | None, local: str) -> tuple[list[str], str]:
        """Statements, and an expression. `before`: the parameter in front of this one; `local`: a name that is free."""
        type_ = parameter.type
        if type_.value is not None and not type_.is_pointer:
            if before is not None and _is_bytes(before) and isinstance(type_.value, IntType):
                return self._length(type_, local)
            return self._number(type_, local)
        if type_.is_record:
            self.copies = True
            return [f"{plain(type_)} {local};", f"__VERIFIER_nondet_memory(&{local}, sizeof {local});"], local
        target = type_.target
        if target.is_function:
            return [], self._function(target)
        if plain(target) == self.subject:
            return [], self.address
        if target.is_void:
            return ([], self.item) if not _is_bytes(parameter) else ([f"char {local}[{BYTES}];"], local)
        if target.is_record:
            if target.size < 0:
                return [], f"0 /* nothing is known about {plain(target)} */"
            return [f"{plain(target)} *{local} = calloc(1, sizeof *{local});"], local
        if target.value is not None and target.size == 1 and not target.is_pointer:
            return self._text(local)
        declaration = declared(target, local)
        if target.const or target.value is None or target.is_pointer:
            return [f"{declaration} = {{0}};"], f"&{local}"
        lines, value = self._number(target, local + "_in")
        return [*lines, f"{declaration} = {value};"], f"&{local}"

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
        found += ["extern void __VERIFIER_assume(int);"] if self.assumes else []
        return [*found, *(["extern void __VERIFIER_nondet_memory(void *, size_t);"] if self.copies else [])]

    def _number(self, type_: CType, local: str) -> tuple[list[str], str]:
        value = self.any(type_)
        if not self.values or not isinstance(type_.value, IntType):
            return [], value
        mask = (1 << (self.values - 1).bit_length()) - 1
        lines = [f"{plain(type_)} {local} = {value} & {mask};"]
        if mask + 1 > self.values:
            self.assumes = True
            lines.append(f"__VERIFIER_assume({local} < {self.values});")
        return lines, local

    def _length(self, type_: CType, local: str) -> tuple[list[str], str]:
        self.assumes = True
        bound = f"__VERIFIER_assume(0 <= {local} && {local} <= {BYTES});"
        return [f"{plain(type_)} {local} = {self.any(type_)};", bound], local

    def _text(self, local: str) -> tuple[list[str], str]:
        self.nondet["char"] = None
        values = ", ".join(["__VERIFIER_nondet_char()"] * (TEXT - 1))
        return [f"char {local}[{max(TEXT, BYTES)}] = {{{values}}};"], local

    def _function(self, type_: CType) -> str:
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


def _is_bytes(parameter: Parameter) -> bool:
    """Whether a pointer is to memory whose size the next parameter may say."""
    target = parameter.pointee
    named = parameter.name.lower().strip("_")
    return (
        target is not None
        and (target.is_void or target.size == 1)
        and named in ("buf", "buffer", "data", "bytes", "mem", "memory")
    )
