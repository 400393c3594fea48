"""Conditions of waypoints: expressions of C over integer variables whose values are known from the execution.

Identifiers, members and elements with constant index are looked up by their text (`s.next`, `a[3]`). Integers have C's types:
the usual arithmetic conversions decide how two operands meet, unsigned numbers wrap around. Whatever else C has (addresses,
calls, floating-point numbers) is refused with `Unclear`: a condition whose value is not known is never taken to hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from threadproof.records import dataclass

LONGEST = 10_000  # characters
DEEPEST = 100  # nested operators

_TOKEN = re.compile(
    r"\s*(?:(?P<number>0[xX][0-9a-fA-F]+|\d+)(?P<suffix>[uUlL]*)(?![\w.])"
    r"|(?P<name>\\result|[A-Za-z_]\w*(?:\s*(?:\.\s*[A-Za-z_]\w*|\[\s*\d+\s*\]))*)"
    r"|(?P<sign><<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^!~?:()]))"
)
_LEVELS = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
           "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}  # fmt: skip
_TYPE_WORDS = frozenset({"signed", "unsigned", "char", "short", "int", "long", "_Bool"})


class Unclear(Exception):
    """The condition, or a value in it, is not known."""


@dataclass(frozen=True, slots=True)
class CNumber:
    """An integer with the type that it has in C."""

    value: int
    bits: int = 32
    signed: bool = True


Lookup = Callable[[str], CNumber]


def wrapped(value: int, bits: int, signed: bool) -> CNumber:
    value &= (1 << bits) - 1
    return CNumber(value - (1 << bits) if signed and value >> (bits - 1) else value, bits, signed)


def holds(text: str, lookup: Lookup, long_bits: int = 64) -> bool:
    """Whether the condition holds. Raises Unclear."""
    return _ConditionParser(text, lookup, long_bits).whole().value != 0


class _ConditionParser:
    """A parser by precedence that computes as it goes."""

    def __init__(self, text: str, lookup: Lookup, long_bits: int) -> None:
        self.text, self.lookup, self.long_bits = text, lookup, long_bits
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0
        self.dead = 0  # inside of an operand that C does not evaluate

    def whole(self) -> CNumber:
        found = self.choice()
        if self.at != len(self.tokens):
            raise Unclear(f"cannot read {self.text!r}")
        return found

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def next(self) -> tuple[str, str]:
        if self.at == len(self.tokens):
            raise Unclear(f"{self.text!r} ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, sign: str) -> None:
        if self.next()[1] != sign:
            raise Unclear(f"cannot read {self.text!r}")

    def choice(self) -> CNumber:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unclear("the condition is nested too deeply")
        test = self.binary(1)
        if self.peek() == "?":
            self.next()
            yes = self.skipping(self.choice, not test.value)
            self.expect(":")
            no = self.skipping(self.choice, bool(test.value))
            yes, no = self.common(yes, no)
            test = yes if test.value else no
        self.depth -= 1
        return test

    def skipping(self, read: Callable[[], CNumber], skip: bool) -> CNumber:
        self.dead += skip
        found = read()
        self.dead -= skip
        return found

    def binary(self, level: int) -> CNumber:
        left = self.unary()
        while _LEVELS.get(self.peek(), 0) >= level:
            sign = self.next()[1]
            if sign in ("&&", "||"):
                decided = bool(left.value) == (sign == "||")
                right = self.skipping(lambda sign=sign: self.binary(_LEVELS[sign] + 1), decided)  # type: ignore[misc]
                left = CNumber(int(bool(left.value) if decided else bool(right.value)))
            else:
                left = self.apply(sign, left, self.binary(_LEVELS[sign] + 1))
        return left

    def apply(self, sign: str, left: CNumber, right: CNumber) -> CNumber:
        if sign in ("<<", ">>"):
            left = _promoted(left)
            if not 0 <= right.value < left.bits:
                return self.undefined(left)
            return wrapped(left.value << right.value if sign == "<<" else left.value >> right.value, left.bits, left.signed)
        left, right = self.common(left, right)
        a, b = left.value, right.value
        if sign in ("==", "!=", "<", ">", "<=", ">="):
            return CNumber(int({"==": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign]))
        if sign in "/%":
            if b == 0:
                return self.undefined(left)
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            result = quotient if sign == "/" else a - b * quotient
        else:
            result = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}[sign]
        found = wrapped(result, left.bits, left.signed)
        return found if not left.signed or found.value == result else self.undefined(found)

    def undefined(self, value: CNumber) -> CNumber:
        if not self.dead:
            raise Unclear(f"{self.text!r} is undefined here")
        return value

    def common(self, left: CNumber, right: CNumber) -> tuple[CNumber, CNumber]:
        left, right = _promoted(left), _promoted(right)
        bits = max(left.bits, right.bits)
        signed = all(operand.signed for operand in (left, right) if operand.bits == bits)
        return wrapped(left.value, bits, signed), wrapped(right.value, bits, signed)

    def unary(self) -> CNumber:
        kind, word = self.next()
        if kind == "number":
            return self.literal(word)
        if kind == "name":
            if self.dead:
                return CNumber(0)
            return self.lookup(re.sub(r"\s", "", word))
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unclear("the condition is nested too deeply")
        found = self.signed(word)
        self.depth -= 1
        return found

    def signed(self, sign: str) -> CNumber:
        if sign == "(":
            words = []
            while self.peek() in _TYPE_WORDS:
                words.append(self.next()[1])
            if words:
                self.expect(")")
                return self.cast(sorted(words), self.unary())
            found = self.choice()
            self.expect(")")
            return found
        if sign == "!":
            return CNumber(int(not self.unary().value))
        if sign not in "+-~":
            raise Unclear(f"cannot evaluate {self.text!r}")
        operand = _promoted(self.unary())
        result = {"+": operand.value, "-": -operand.value, "~": ~operand.value}[sign]
        found = wrapped(result, operand.bits, operand.signed)
        return found if not found.signed or found.value == result else self.undefined(found)

    def cast(self, words: list[str], operand: CNumber) -> CNumber:
        if words == ["_Bool"]:
            return CNumber(int(operand.value != 0), 8, False)
        longs = words.count("long")
        bits = 8 if "char" in words else 16 if "short" in words else 64 if longs == 2 else self.long_bits if longs else 32
        return wrapped(operand.value, bits, "unsigned" not in words)

    def literal(self, word: str) -> CNumber:
        digits = word.rstrip("uUlL")
        suffix = word[len(digits) :].lower()
        octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
        if octal and not set(digits) <= set("01234567"):
            raise Unclear(f"not a number: {word}")
        value = int(digits, 8) if octal else int(digits, 0)
        least = 64 if "ll" in suffix else self.long_bits if "l" in suffix else 32
        for bits in (32, 64):
            for signed in (True, False):
                fits = value < 1 << (bits - signed)
                allowed = (not signed or "u" not in suffix) and (signed or "u" in suffix or octal or digits[:2].lower() == "0x")
                if bits >= least and fits and allowed:
                    return CNumber(value, bits, signed)
        raise Unclear(f"too large: {word}")


def _promoted(operand: CNumber) -> CNumber:
    return operand if operand.bits >= 32 else CNumber(operand.value)


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > LONGEST:
        raise Unclear("the condition is too long")
    found: list[tuple[str, str]] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Unclear(f"cannot evaluate {text[:80]!r}")
        at = match.end()
        kind = str(match.lastgroup) if match["number"] is None else "number"
        found.append((kind, match["number"] + match["suffix"] if kind == "number" else match[kind]))
    return found
