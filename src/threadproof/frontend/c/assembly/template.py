"""From a template to instructions, in the syntax of AT&T: `movl %eax, 4(%rbx,%rcx,8)`.

Sections other than `.text` hold tables: where lock prefixes stand, alternative instructions, where faults go on. What is put
into them is not executed here, so it is skipped; an alternative means the same as what it replaces.
"""

from __future__ import annotations

import re

from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.statement import AsmStatement
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of the statement: `%0`, `%b0`, `%[name]`."""

    number: int
    modifier: str = ""
    named: bool = False


@dataclass(frozen=True, slots=True)
class Hard:
    """A register by its name: the family (`a`, `si`, `r8`), and which of its bits."""

    family: str
    bits: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Immediate:
    value: int


@dataclass(frozen=True, slots=True)
class Address:
    """`segment:displacement(base, index, scale)`"""

    segment: str
    displacement: int | Operand
    base: Hard | Operand | None = None
    index: Hard | Operand | None = None
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Symbol:
    """A label, or the name of something elsewhere."""

    name: str


Argument = Operand | Hard | Immediate | Address | Symbol


@dataclass(frozen=True, slots=True)
class TemplateLabel:
    name: str


@dataclass(frozen=True, slots=True)
class Instruction:
    name: str
    arguments: tuple[Argument, ...]
    prefixes: frozenset[str]

    @property
    def locked(self) -> bool:
        return "lock" in self.prefixes


Item = TemplateLabel | Instruction

_PREFIXES = frozenset({"lock", "rep", "repe", "repz", "repne", "repnz"})
_PADDING = frozenset({".align", ".balign", ".p2align", ".skip", ".nops"})
_REGISTER = "\1"  # stands before the name of a register
_HARD: dict[str, Hard] = {}
for _family in "abcd":
    _HARD[f"{_family}l"], _HARD[f"{_family}h"] = Hard(_family, 8), Hard(_family, 8, 8)
for _family, _names in [(f, f"{f}x") for f in "abcd"] + [(f, f) for f in ("si", "di", "bp", "sp")]:
    _HARD[_names], _HARD[f"e{_names}"], _HARD[f"r{_names}"] = Hard(_family, 16), Hard(_family, 32), Hard(_family, 64)
    if len(_family) == 2:
        _HARD[f"{_family}l"] = Hard(_family, 8)
for _family in [f"r{number}" for number in range(8, 16)]:
    for _end, _bits in (("", 64), ("d", 32), ("w", 16), ("b", 8)):
        _HARD[f"{_family}{_end}"] = Hard(_family, _bits)


def hard_register(name: str) -> Hard | None:
    return _HARD.get(name.lstrip("%").lower())


def read(statement: AsmStatement) -> list[Item]:
    """The instructions and labels of a template, or `NotKnown`."""
    text = re.sub(r"/\*.*?\*/", " ", statement.template, flags=re.S)
    if "{" in text and "%{" not in text:
        text = re.sub(r"\{([^|{}]*)\|[^{}]*\}", r"\1", text)  # the first dialect is this one
    if "{" in text or "intel_syntax" in text:
        raise NotKnown("another syntax of assembly")
    text = text.replace("%=", "0").replace("%%", _REGISTER) if statement.extended else text.replace("%", _REGISTER)
    lines = [part.strip() for line in text.splitlines() for part in line.partition("#")[0].split(";")]
    return list(_items(statement, [line for line in lines if line]))


def _items(statement: AsmStatement, lines: list[str]) -> list[Item]:
    found: list[Item] = []
    sections = _SectionStack()
    prefixes = frozenset[str]()
    for line in lines:
        while label := re.match(r"([.\w$]+)\s*:\s*", line):
            if sections.text:
                found.append(TemplateLabel(label[1]))
            line = line[label.end() :]
        head, rest = _head(line)
        if sections.directive(head, rest) or not sections.text or not head or head in _PADDING:
            continue
        if head.startswith("."):
            raise NotKnown(head)
        while head in _PREFIXES:
            prefixes |= {head}
            head, rest = _head(rest)
        if head:
            found.append(_instruction(statement, head, rest, prefixes))
            prefixes = frozenset()
    if prefixes or not sections.text:
        raise NotKnown(f"the end of a template ({', '.join(prefixes) or 'in another section'})")
    return found


def _head(line: str) -> tuple[str, str]:
    """The first word, and the rest."""
    word, *rest = line.split(None, 1) or [""]
    return word.lower(), "".join(rest)


class _SectionStack:
    """Whether what follows goes to the text."""

    def __init__(self) -> None:
        self.text, self._previous = True, True
        self._pushed: list[tuple[bool, bool]] = []

    def directive(self, name: str, argument: str) -> bool:
        match name:
            case ".pushsection" | ".section":
                if name == ".pushsection":
                    self._pushed.append((self.text, self._previous))
                self.text, self._previous = re.match(r"\.text\b(?!\.)", argument) is not None, self.text
            case ".popsection" if self._pushed:
                self.text, self._previous = self._pushed.pop()
            case ".previous":
                self.text, self._previous = self._previous, self.text
            case ".text":
                self.text, self._previous = True, self.text
            case _:
                return False
        return True


def _instruction(statement: AsmStatement, name: str, rest: str, prefixes: frozenset[str]) -> Instruction:
    arguments = tuple(_argument(statement, name, each.strip()) for each in _split(rest)) if rest else ()
    return Instruction(name, arguments, prefixes)


def _split(text: str) -> list[str]:
    return re.split(r",(?![^(]*\))", text)


_REF = r"%([a-zA-Z]?)(\d+|\[\w+\])"
_PART = rf"(?:\x01\w+|{_REF.replace('(', '(?:')})"
_ADDRESS = re.compile(
    rf"(?:\x01([c-gs]s):)?([-+]?\w*|{_REF.replace('(', '(?:')})\(({_PART})?\s*(?:,\s*({_PART})\s*(?:,\s*([1248]))?)?\)"
)
_SEGMENT = re.compile(r"\x01([c-gs]s):(.+)")


def _argument(statement: AsmStatement, name: str, text: str) -> Argument:
    if text.startswith(_REGISTER) and (hard := hard_register(text[1:])) is not None:
        return hard
    if re.fullmatch(_REF, text):
        return _operand(statement, text)
    if text.startswith("$"):
        if re.fullmatch(_REF, text[1:]):
            return _operand(statement, text[1:])
        return Immediate(_number(text[1:]))
    address = _ADDRESS.fullmatch(text)
    if address:
        segment, distance, base, index, scale = address.groups()
        displacement = _operand(statement, distance) if distance.startswith("%") else _number(distance) if distance else 0
        both = [None if part is None else _part(statement, part) for part in (base, index)]
        return Address(segment or "", displacement, both[0], both[1], int(scale or 1))
    segmented = _SEGMENT.fullmatch(text)
    if segmented:
        where = segmented[2]
        return Address(segmented[1], _operand(statement, where) if where.startswith("%") else _number(where))
    if re.fullmatch(r"[.\w$]+", text):
        return Symbol(text)
    raise NotKnown(f"{name} {text}".replace(_REGISTER, "%"))


def _part(statement: AsmStatement, text: str) -> Hard | Operand:
    if text.startswith("%"):
        return _operand(statement, text)
    hard = hard_register(text[1:])
    if hard is None:
        raise NotKnown(f"the register %{text[1:]}")
    return hard


def _operand(statement: AsmStatement, text: str) -> Operand:
    found = re.fullmatch(_REF, text)
    if found is None:
        raise NotKnown(text)
    modifier, which = found.groups()
    number = int(which) if which[0] != "[" else statement.number(which[1:-1])
    if number is None:  # a label by its name
        name = which[1:-1]
        number = (
            -1 if name not in statement.labels else len(statement.outputs) + len(statement.inputs) + statement.labels.index(name)
        )
    return Operand(number, modifier, which[0] == "[")


def _number(text: str) -> int:
    try:
        return int(text, 8 if re.fullmatch(r"[-+]?0\d+", text) else 0)
    except ValueError:
        raise NotKnown(text) from None
