"""An assertion that fails: the parts of its condition, with their values.

The condition is read as it is written, and evaluated as C does: integers are promoted and wrap around, `&&` and `||` stop as soon
as they can. Its variables have the values that the thread has read there, or that its registers hold. What is not known (a call,
a cast) leaves the expressions around it without value; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.ir import arith
from threadproof.ir.interp.outcome import Access, Assigned, FailedCheck
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.values import UNINIT, UNSET, Lazy
from threadproof.ir.layout import path_at
from threadproof.ir.types import BOOL, I32, BoolType, IntType, PtrType, Type
from threadproof.records import dataclass
from threadproof.report.explanation.expressions import TOKEN
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.memory import failing
from threadproof.report.explanation.model import AssertionExplanation, ExplainedValue
from threadproof.report.explanation.objects import ObjectNames

FAILS = "assertion fails: "
QUOTES = ("'", '"')
WRITTEN = re.compile(r"\bassert\b\s*(.*?)\s*;")  # in IVL, whose message has no text
LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
NAMES = {"|": "or", "^": "xor", "&": "and", "<<": "shl", ">>": "shr", "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem"}
Typed = tuple[Type, Any]


@dataclass(frozen=True, slots=True, eq=False)
class ConditionPart:
    """An expression: `operator` is empty of what has no operands here, and "?" of what is not understood."""

    text: str
    operator: str = ""
    operands: tuple[ConditionPart, ...] = ()


def assertion(past: ExecutionHistory, check: FailedCheck | None) -> AssertionExplanation | None:
    """None where no condition is known."""
    message, place = past.run.found.message, past.texts.place(past.run.pos)
    if message.startswith(FAILS):
        condition = message.removeprefix(FAILS)
    else:
        match = WRITTEN.search(place.source) if message == "assertion" else None
        condition = match[1] if match else ""
    if not condition:
        return None
    tree = _AssertionParser(condition).whole()
    if tree is None:
        return AssertionExplanation(condition, ())
    evaluation = _AssertionEvaluation(_known(past, check), lazy=message.startswith(FAILS))
    return AssertionExplanation(condition, tuple(evaluation.parts(tree)))


class KnownValues:
    """Values of variables and members, by their text. A member of what a pointer points to is known by the name of the object."""

    def __init__(self, names: ObjectNames, known: Mapping[str, Typed]) -> None:
        self.names, self.known = names, known

    def get(self, text: str) -> Typed | None:
        if text in self.known:
            return self.known[text]
        pointer, arrow, member = text.rpartition("->")
        target = self.get(pointer) if arrow else None
        if target is None or not isinstance(target[1], int) or not isinstance(target[0], PtrType):
            return None
        found = self.names.find(target[1])
        if found is None:
            return None
        inside = path_at(found.layout, target[1] - found.address) if target[1] != found.address else ""
        return self.known.get(found.joined(f"{inside}.{member}"))


def _known(past: ExecutionHistory, check: FailedCheck | None) -> KnownValues:
    """Values of variables, by the names that they have in the text."""
    known: dict[str, Typed] = {}
    for variable, value in check.registers if check is not None else ():
        if not variable.name.startswith(("%", "&")):
            known[variable.name.split("#")[0]] = variable.type, value
    place, thread = user_place(failing(past.run)), past.run.turns[-1].turn.thread
    for taken in past.run.turns:
        for entry in taken.log if taken.turn.thread == thread else ():
            if isinstance(entry, Access) and not entry.write and entry.thread == thread:
                moment = past.accesses[id(entry)]
                seen = user_place(moment.stack)
                if entry.type is not None and (seen.file, seen.line) == (place.file, place.line):
                    for name in {entry.name, past.names.learn(entry), past.texts.expression(moment.stack[0], whole=False)}:
                        known[name] = entry.type, entry.value
            elif isinstance(entry, Assigned) and entry.thread == thread and not entry.name.startswith(("%", "&")):
                known.setdefault(entry.name.split("#")[0], (entry.type, entry.value))
    sure = {name: typed for name, typed in known.items() if typed[1] not in (UNSET, UNINIT) and not isinstance(typed[1], Lazy)}
    return KnownValues(past.names, sure)


class _AssertionParser:
    """Of C expressions, as far as their operators go."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [(match[match.lastgroup or 0], match.start(match.lastgroup or 0)) for match in TOKEN.finditer(text)]
        self.at = 0

    def whole(self) -> ConditionPart | None:
        """None if it is not understood to the end."""
        found = self.binary(0)
        return found if found is not None and self.at == len(self.tokens) else None

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def since(self, start: int) -> str:
        end = self.tokens[self.at][1] if self.at < len(self.tokens) else len(self.text)
        return " ".join(self.text[self.tokens[start][1] : end].split())

    def binary(self, level: int) -> ConditionPart | None:
        if level == len(LEVELS):
            return self.unary()
        start = self.at
        left = self.binary(level + 1)
        while left is not None and self.peek() in LEVELS[level]:
            operator = self.peek()
            self.at += 1
            right = self.binary(level + 1)
            left = None if right is None else ConditionPart(self.since(start), operator, (left, right))
        return left

    def unary(self) -> ConditionPart | None:
        start, operator = self.at, self.peek()
        if operator in ("!", "-", "~", "+"):
            self.at += 1
            operand = self.unary()
            return None if operand is None else ConditionPart(self.since(start), f"unary {operator}", (operand,))
        if operator == "(":
            self.at += 1
            inner = self.binary(0)
            if inner is None or self.peek() != ")":
                return None
            self.at += 1
            return inner if self.peek() not in (".", "->", "[", "(") else None
        if not operator or not (operator[0].isalnum() or operator[0] in ("_", "*", "&", *QUOTES)):
            return None
        return self.operand(start)

    def operand(self, start: int) -> ConditionPart | None:
        """A name with members, subscripts and arguments; or a number."""
        while self.peek() in ("*", "&"):
            self.at += 1
        self.at += 1
        while self.peek() in (".", "->", "[", "("):
            opening = self.peek()
            self.at += 1 if opening in "[(" else 2
            depth = int(opening in "[(")
            while depth and self.peek():
                depth += (self.peek() in "[(") - (self.peek() in ")]")
                self.at += 1
            if depth:
                return None
        return ConditionPart(self.since(start))


class _AssertionEvaluation:
    """`lazy`: `&&` and `||` leave out their right side where they can; IVL evaluates both."""

    def __init__(self, known: KnownValues, lazy: bool) -> None:
        self.known, self.lazy = known, lazy
        self.skipped: dict[int, bool] = {}  # not evaluated; whether it is the whole operand

    def parts(self, tree: ConditionPart) -> Iterator[ExplainedValue]:
        """Of everything but numbers and the whole, which is false."""
        seen: set[str] = set()
        values: dict[int, Typed | None] = {}
        self.value(tree, values)
        for part in _inner(tree):
            if part is tree or part.text in seen or part.text[0].isdigit() or part.text[0] in QUOTES:
                continue
            seen.add(part.text)
            typed = values.get(id(part))
            if id(part) in self.skipped:
                if self.skipped[id(part)]:
                    yield ExplainedValue(part.text, "")
            elif typed is not None:
                yield ExplainedValue(part.text, _shown(*typed))

    def value(self, part: ConditionPart, values: dict[int, Typed | None]) -> Typed | None:
        found = self._value(part, values)
        values[id(part)] = found
        return found

    def _value(self, part: ConditionPart, values: dict[int, Typed | None]) -> Typed | None:
        if not part.operator:
            return _number(part.text) or self.known.get(part.text)
        first = self.value(part.operands[0], values)
        if part.operator in ("&&", "||"):
            if first is None:
                return None
            if bool(first[1]) is (part.operator == "||") and self.lazy:
                self.skipped.update({id(each): each is part.operands[1] for each in _inner(part.operands[1])})
                return BOOL, bool(first[1])
            second = self.value(part.operands[1], values)
            if second is None:
                return None
            both = (bool(first[1]), bool(second[1]))
            return BOOL, any(both) if part.operator == "||" else all(both)
        rest = [self.value(each, values) for each in part.operands[1:]]
        if first is None or any(each is None for each in rest):
            return None
        return computed(part.operator, first, *[each for each in rest if each is not None])


def _inner(part: ConditionPart) -> Iterator[ConditionPart]:
    """In the order of evaluation."""
    for operand in part.operands:
        yield from _inner(operand)
    yield part


def _number(text: str) -> Typed | None:
    try:
        value = int(text, 0)
    except ValueError:
        return None
    return (I32, value) if value < 1 << 31 else (IntType(64, True), value)


def computed(operator: str, first: Typed, *rest: Typed) -> Typed | None:
    """On integers; None for anything else."""
    if operator == "unary !":
        return BOOL, not first[1]
    if not rest:
        type_ = _promoted(first[0])
        if type_ is None:
            return None
        value = {"unary -": -first[1], "unary ~": ~first[1], "unary +": first[1]}[operator]
        return type_, arith.wrap(type_, value)
    ((other, second),) = rest
    if isinstance(first[0], PtrType) or isinstance(other, PtrType):
        equal = first[1] == second
        return (BOOL, equal is (operator == "==")) if operator in ("==", "!=") else None
    a, b = _promoted(first[0]), _promoted(other)
    if a is None or b is None:
        return None
    if operator in ("<<", ">>"):
        return (a, arith.binary(NAMES[operator], a, first[1], second)) if 0 <= second < a.bits else None
    type_ = max((a, b), key=lambda each: (each.bits, not each.signed))
    left, right = arith.wrap(type_, first[1]), arith.wrap(type_, second)
    if operator in NAMES:
        if operator in ("/", "%") and right == 0:
            return None
        return type_, arith.binary(NAMES[operator], type_, left, right)
    compare = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right}
    return BOOL, compare.get(operator, left >= right)


def _promoted(type_: Type) -> IntType | None:
    if isinstance(type_, BoolType):
        return IntType(32, True)
    if isinstance(type_, IntType):
        return type_ if type_.bits >= 32 else IntType(32, True)
    return None


def _shown(type_: Type, value: Any) -> str:
    if isinstance(type_, BoolType):
        return "true" if value else "false"
    if isinstance(type_, PtrType):
        return "null" if value == 0 else "not null"
    return str(value)
