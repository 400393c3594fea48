"""Boolean circuits as a hash-consed graph of gates, and their clauses.

A literal is a non-zero integer as in DIMACS; variable 1 is the constant true. Equal gates are one gate, and a gate is
simplified against the gates right below it when it is made (absorption, contradiction, resolution of `a & b | a & !b`), so that
most of what a program leaves constant never becomes a gate. A gate's number is greater than those of its arguments.

`emit` writes the defining clauses of what a literal depends on, once. A gate that nothing asks for has no clauses; since every
gate is a function of inputs, leaving one out changes nothing for the others. Conditions on inputs (`require`) are written when
the input is first asked for; they must be satisfiable whatever the other inputs are.
"""

from __future__ import annotations

from collections.abc import Sequence

Literal = int
TRUE, FALSE = 1, -1
AND, XOR, ITE = 0, 1, 2

Gate = tuple[int, int, int, int]  # kind, arguments (the last one of a gate with two is 0)


class Gates:
    def __init__(self) -> None:
        self.last = 1
        self.gates: dict[int, Gate] = {}
        self.clauses: list[list[Literal]] = [[TRUE]]
        self.asked: list[int] = []  # inputs that emitted clauses depend on, in the order in which they were met
        self._numbers: dict[Gate, int] = {}
        self._emitted: set[int] = {1}
        self._conditions: dict[int, list[Literal]] = {}

    # -- construction ------------------------------------------------------------------------------------------------------

    def input(self) -> Literal:
        self.last += 1
        return self.last

    def require(self, inputs: Sequence[Literal], condition: Literal) -> None:
        """What holds of inputs."""
        for number in inputs:
            self._conditions.setdefault(number, []).append(condition)

    def _gate(self, gate: Gate) -> Literal:
        found = self._numbers.get(gate)
        if found is None:
            self.last += 1
            found = self._numbers[gate] = self.last
            self.gates[found] = gate
        return found

    def and_(self, a: Literal, b: Literal) -> Literal:
        if a == b or b == TRUE:
            return a
        if a == TRUE:
            return b
        if a == -b or a == FALSE or b == FALSE:
            return FALSE
        if a > b:
            a, b = b, a
        found = self._numbers.get((AND, a, b, 0))
        return found if found is not None else self._new_and(a, b)

    def _new_and(self, a: Literal, b: Literal) -> Literal:
        over, under = self.gates.get(abs(a)), self.gates.get(abs(b))
        if over is not None and over[0] == AND:
            simpler = self._absorb(b, a, over)
            if simpler is not None:
                return simpler
        if under is not None and under[0] == AND:
            simpler = self._absorb(a, b, under)
            if simpler is not None:
                return simpler
            if a < 0 and b < 0 and over is not None and over[0] == AND:  # !(c & d) & !(c & !d)
                _, c, d, _ = over
                if (c == under[1] and d == -under[2]) or (c == under[2] and d == -under[1]):
                    return -c
                if (d == under[1] and c == -under[2]) or (d == under[2] and c == -under[1]):
                    return -d
        return self._gate((AND, a, b, 0))

    def _absorb(self, a: Literal, b: Literal, gate: Gate) -> Literal | None:
        """`a & b`, where b is the conjunction `gate` or its negation."""
        _, c, d, _ = gate
        if b > 0:
            if a in (c, d):
                return b
            return FALSE if -a in (c, d) else None
        if -a in (c, d):
            return a
        if a == c:
            return self.and_(a, -d)
        return self.and_(a, -c) if a == d else None

    def or_(self, a: Literal, b: Literal) -> Literal:
        return -self.and_(-a, -b)

    def xor(self, a: Literal, b: Literal) -> Literal:
        if a == b:
            return FALSE
        if a == -b:
            return TRUE
        sign = 1
        if a < 0:
            a, sign = -a, -sign
        if b < 0:
            b, sign = -b, -sign
        if a > b:
            a, b = b, a
        return -sign * b if a == TRUE else sign * self._gate((XOR, a, b, 0))

    def ite(self, c: Literal, a: Literal, b: Literal) -> Literal:
        if a == b or c == TRUE:
            return a
        if c == FALSE:
            return b
        if c < 0:
            c, a, b = -c, b, a
        if a in (TRUE, c):
            return self.or_(c, b)
        if a in (FALSE, -c):
            return self.and_(-c, b)
        if b in (TRUE, -c):
            return self.or_(-c, a)
        if b in (FALSE, c):
            return self.and_(c, a)
        if a == -b:
            return -self.xor(c, a)
        inner = self.gates.get(abs(a))
        if inner is not None and inner[0] == ITE and inner[1] == c:
            return self.ite(c, inner[2] if a > 0 else -inner[2], b)
        inner = self.gates.get(abs(b))
        if inner is not None and inner[0] == ITE and inner[1] == c:
            return self.ite(c, a, inner[3] if b > 0 else -inner[3])
        return -self._gate((ITE, c, -a, -b)) if a < 0 else self._gate((ITE, c, a, b))

    def all(self, literals: Sequence[Literal]) -> Literal:
        result = TRUE
        for literal in literals:
            result = self.and_(result, literal)
        return result

    def any(self, literals: Sequence[Literal]) -> Literal:
        result = FALSE
        for literal in literals:
            result = self.or_(result, literal)
        return result

    def exclusive(self, a: Literal, b: Literal) -> bool:
        """Whether one needs what the other forbids; looks at conjunctions only, so False means nothing."""
        if self.and_(a, b) == FALSE:
            return True
        parts = self.conjuncts(a)
        return any(-literal in parts for literal in self.conjuncts(b))

    def conjuncts(self, literal: Literal) -> set[Literal]:
        """What it certainly needs, as far as conjunctions show."""
        found: set[Literal] = set()
        stack = [literal]
        while stack:
            part = stack.pop()
            gate = self.gates.get(part)
            if gate is not None and gate[0] == AND:
                stack += gate[1:3]
            else:
                found.add(part)
        return found

    # -- clauses and values ------------------------------------------------------------------------------------------------

    def emit(self, literal: Literal) -> Literal:
        """Make sure that the literal means what it should in `clauses`."""
        emitted = self._emitted
        stack = [abs(literal)]
        while stack:
            number = stack.pop()
            if number in emitted:
                continue
            emitted.add(number)
            gate = self.gates.get(number)
            if gate is None:
                self.asked.append(number)
                for condition in self._conditions.pop(number, ()):
                    self.clauses.append([condition])
                    stack.append(abs(condition))
                continue
            kind, a, b, c = gate
            stack += (abs(a), abs(b))
            if kind == AND:
                self.clauses += ([-number, a], [-number, b], [number, -a, -b])
            elif kind == XOR:
                self.clauses += ([-number, a, b], [-number, -a, -b], [number, -a, b], [number, a, -b])
            else:
                stack.append(abs(c))
                self.clauses += ([-a, -b, number], [-a, b, -number], [a, -c, number], [a, c, -number])
                self.clauses += ([-b, -c, number], [b, c, -number])
        return literal

    def is_emitted(self, literal: Literal) -> bool:
        """Whether `clauses` say what it means."""
        return abs(literal) == TRUE or abs(literal) in self._emitted

    def add(self, clause: list[Literal]) -> None:
        """A clause beside the definitions; its literals get theirs."""
        if TRUE in clause:
            return
        kept = [literal for literal in clause if literal != FALSE]
        for literal in kept:
            self.emit(literal)
        self.clauses.append(kept)

    def evaluate(self, inputs: Sequence[bool]) -> list[bool]:
        """The value of every variable, given those of the inputs (by number; missing ones are false)."""
        known = len(inputs)
        value = [False] * (self.last + 1)
        value[1] = True
        gates = self.gates

        def of(literal: Literal) -> bool:
            return value[literal] if literal > 0 else not value[-literal]

        for number in range(2, self.last + 1):
            gate = gates.get(number)
            if gate is None:
                value[number] = number < known and inputs[number]
                continue
            kind, a, b, c = gate
            if kind == AND:
                value[number] = of(a) and of(b)
            elif kind == XOR:
                value[number] = of(a) != of(b)
            else:
                value[number] = of(b) if of(a) else of(c)
        return value
