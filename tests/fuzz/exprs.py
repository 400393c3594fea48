"""Random expressions without undefined or unspecified behaviour.

Three families. *Pure* ones have no side effect, so that gcc's order of evaluation and ours cannot differ. *Stable* ones
read only what nothing changes, and therefore commute with side effects. An *effect* has side effects; two of them meet only
across a sequence point (`&&`, `||`, `?:`, comma, a call), and beside one of them there are only stable operands.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.fuzz.cdecl import WIDE, Arr, CType, Flt, Int, Ptr, Record, TypePool, declare, has_union
from tests.fuzz.scope import Fun, Scope, Var, fixed
from tests.fuzz.tree import Node, node

FLOATS = ("0.5f", "1.0", "3.25", "1e10", "-0.0", "0.001f", "0.1", "16777217.0f", "-7.75f", "1e300", "2e38f")
EDGES = ("0", "1", "-1", "2", "7", "127", "128", "255", "256", "-128", "32767", "65535",
         "0x7fffffff", "0x80000000", "0xffffffffu", "-2147483647",
         "0x7fffffffffffffffLL", "0xffffffffffffffffULL", "1u", "3L", "5UL", "'a'",
         "'\\xff'", "'\\0'", "0x100000000LL", "-3LL")  # fmt: skip
LIMITS = {
    "signed char": "100",
    "char": "100",
    "unsigned char": "100",
    "int8_t": "100",
    "short": "30000",
    "unsigned short": "30000",
}


def settled(type_: Int) -> str:
    """What to put before the value of a bit-field so that its type is no matter of opinion.

    gcc computes with wide ones in their own width, and keeps the narrow type of others through commas and statement
    expressions, where clang goes on with the declared type.
    """
    return "" if not type_.bits else f"({type_.name})" if type_.name in WIDE else "+"


class Exprs:
    def __init__(self, rng: random.Random, pool: TypePool, scope: Scope) -> None:
        self.rng, self.pool, self.scope = rng, pool, scope
        self.functions: list[Fun] = []
        self.tables: list[tuple[str, int, Fun]] = []  # array of function pointers, its length, their common signature
        self.mult = 1  # how often the place being generated can run
        self.cost = 0
        self.limit = 1500
        self.in_pure = False
        self.temps = 0
        self.forms: tuple[Callable[[int], Node], ...] = (
            self._arith, self._arith, self._shift, self._division, self._compare, self._logic, self._cast, self._unary,
            self._choice, self._from_float, self._sized, self._block, self._call, self._literal_object, self._pointers,
            self._string,
        )  # fmt: skip

    # -- leaves ------------------------------------------------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        self.temps += 1
        return f"{stem}_{self.temps}"

    def literal(self) -> Node:
        rng = self.rng
        if self.pool.enumerators and rng.random() < 0.1:
            return node("int", rng.choice(self.pool.enumerators))
        text = rng.choice(EDGES) if rng.random() < 0.5 else str(rng.randint(-20, 20))
        return node("int", f"({text})" if text.startswith("-") else text)

    def index(self, count: int) -> Node | str:
        rng = self.rng
        if rng.random() < 0.4:
            return str(rng.randrange(count))
        inner = self.pure(0) if rng.random() < 0.7 else self.pure(1)
        if count & (count - 1) == 0:
            return node("fix", "(", inner, f") & {count - 1}")
        return node("fix", "(unsigned)(", inner, f") % {count}")

    def place(self, want: type[CType] = Int, writable: bool = False, avoid: Var | None = None) -> tuple[Node, CType, Var] | None:
        """An lvalue of an integer or floating type."""
        candidates = [v for v in self.scope.vars if v is not avoid and (v.writable or not writable)]
        if writable and self.in_pure:
            candidates = [v for v in candidates if v.depth > 0 and not isinstance(v.type, Ptr)]
        for _ in range(6):
            if not candidates:
                return None
            var = self.rng.choice(candidates)
            parts, type_ = self.scope.path(var, self.index)
            if isinstance(type_, want):
                return fixed(parts), type_, var
        return None

    def read(self, want: type[CType] = Int) -> Node:
        found = self.place(want)
        if found is None:
            return self.literal() if want is Int else node("flt", f"({self.rng.choice(FLOATS)})")
        place, type_, _ = found
        if isinstance(type_, Int):
            return node("int", settled(type_), "(", place, ")") if type_.bits else node("int", place)
        return node("flt", place)

    def stable(self) -> Node:
        names = [v.name for v in self.scope.vars if v.stable and isinstance(v.type, Int)]
        return node("int", self.rng.choice(names)) if names and self.rng.random() < 0.6 else self.literal()

    # -- pure integers -----------------------------------------------------------------------------------------------

    def pure(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0:
            return self.literal() if rng.random() < 0.3 else self.read()
        return rng.choice(self.forms)(depth - 1)

    def _arith(self, d: int) -> Node:
        return node("int", "(", self.pure(d), f" {self.rng.choice('+-*&|^')} ", self.pure(d), ")")

    def _shift(self, d: int) -> Node:
        op = self.rng.choice(("<<", ">>"))
        if self.rng.random() < 0.3:
            return node(
                "int",
                f"(({self.rng.choice(('unsigned long long', 'int64_t'))})",
                self.pure(d),
                f" {op} ((",
                self.pure(d),
                ") & 63))",
            )
        return node("int", "(", self.pure(d), f" {op} ((", self.pure(d), ") & 31))")

    def divisor(self, d: int) -> Node:
        rng = self.rng
        if rng.random() < 0.5:
            return node("fix", f"({rng.choice('+-')}(((", self.pure(d), ") & 15) + 2))")
        t = self.fresh("d")
        return node("fix", f"({{ {self.pool.integer().name} {t} = ", self.pure(d), f"; {t} == 0 || {t} == -1 ? 3 : {t}; }})")

    def _division(self, d: int) -> Node:
        return node("int", "(", self.pure(d), f" {self.rng.choice('/%')} ", self.divisor(d), ")")

    def _compare(self, d: int) -> Node:
        op = self.rng.choice(("<", "<=", ">", ">=", "==", "!="))
        operand = self.flt if self.rng.random() < 0.2 else self.pure
        return node("int", "(", operand(d), f" {op} ", operand(d), ")")

    def _logic(self, d: int) -> Node:
        return node("int", "(", self.pure(d), f" {self.rng.choice(('&&', '||'))} ", self.pure(d), ")")

    def _cast(self, d: int) -> Node:
        return node("int", f"(({self.pool.integer().name})", self.pure(d), ")")

    def _unary(self, d: int) -> Node:
        op = self.rng.choice("-~!+")
        return node("int", f"({op}(", self.flt(d) if op == "!" and self.rng.random() < 0.2 else self.pure(d), "))")

    def _choice(self, d: int) -> Node:
        roll = self.rng.random()
        if roll < 0.15:
            return node("int", "(", self.pure(d), " ?: ", self.pure(d), ")")
        if roll < 0.3:
            return node("int", "(", self.pure(d), ", ", self.pure(d), ")")
        return node("int", "(", self.pure(d), " ? ", self.pure(d), " : ", self.pure(d), ")")

    def to_int(self, value: Node, name: str) -> Node:
        """A conversion from floating point whose value fits."""
        limit = LIMITS.get(name, "1000000")
        low = "-0.5" if name.startswith(("unsigned", "uint", "size", "@wide")) else f"-{limit}"
        t = self.fresh("f")
        return node("int", "({ double ", t, " = ", value, f"; {t} > {low} && {t} < {limit} ? ({name}){t} : ({name})0; }})")

    def _from_float(self, d: int) -> Node:
        rng = self.rng
        if rng.random() < 0.2:
            return node("int", "((_Bool)", self.flt(d), ")")
        if rng.random() < 0.2:  # the bits, unless it is a NaN, whose bits differ between machines
            t = self.fresh("p")
            real, raw = rng.choice((("float", "unsigned"), ("double", "unsigned long long")))
            return node(
                "int", f"({{ union {{ {real} f; {raw} u; }} {t}; {t}.f = ", self.flt(d), f"; {t}.f == {t}.f ? {t}.u : 0; }})"
            )
        name = self.pool.integer().name
        name = "int" if name.startswith(("enum", "_Bool", "@narrow", "uint16")) else name
        return self.to_int(self.flt(d), name)

    def _sized(self, d: int) -> Node:
        rng = self.rng
        roll = rng.random()
        records = self.pool.records
        if roll < 0.3 and records:
            record = rng.choice(records)
            fields = [name for name, t in record.fields if not (isinstance(t, Int) and t.bits)]
            if fields and roll < 0.15:
                return node("int", f"__builtin_offsetof({record.name}, {rng.choice(fields)})")
            return node("int", f"{rng.choice(('sizeof', '_Alignof'))}({record.name})")
        if roll < 0.5:
            return node("int", f"{rng.choice(('sizeof', '_Alignof'))}({self.pool.scalar_name()})")
        return node("int", "sizeof(", node("fix", "(", self.pure(d), ") + 0"), ")")

    def _block(self, d: int) -> Node:
        t = self.fresh("b")
        type_ = self.pool.integer()
        first = self.pure(d)
        self.scope.vars.append(Var(t, type_, self.scope.depth + 1, addressable=False))
        rest = node(
            "int", "({ " if self.rng.random() < 0.7 else "({ const ", declare(type_, t), " = ", first, "; ", self.pure(d), "; })"
        )
        self.scope.vars.pop()
        return rest

    def _literal_object(self, d: int) -> Node:
        rng = self.rng
        if rng.random() < 0.5 and self.pool.records:
            record = rng.choice(self.pool.records)
            parts, type_ = self.scope.path(Var("", record, 0), self.index)
            if isinstance(type_, Int) and not type_.bits and not has_union(record):
                return node("int", f"(({record.name})", self.initializer(record, d), ")", *parts)
        return node("int", "((int[]){", self.pure(d), ", ", self.pure(0), "})[", self.index(2), "]")

    def _pointers(self, d: int) -> Node:
        for _ in range(4):
            arrays = [v for v in self.scope.vars if isinstance(v.type, Arr) and v.addressable]
            if not arrays:
                break
            var = self.rng.choice(arrays)
            assert isinstance(var.type, Arr)
            n = var.type.count
            op = self.rng.choice((" - ", " < ", " == ", " >= ", " != "))
            return node("int", "(", f"({var.name} + (", self.index(n), f")){op}&{var.name}[", self.index(n), "])")
        return self.pure(d)

    def _string(self, d: int) -> Node:
        text = self.rng.choice(("abc", "hello", "\\x7f\\200z!", "a\\0b"))
        return node("int", f'"{text}"[', self.index(4 if "\\0" not in text else 3), "]")

    # -- calls -------------------------------------------------------------------------------------------------------

    def affordable(self, fun: Fun) -> bool:
        return self.cost + self.mult * fun.cost <= self.limit

    def call(self, fun: Fun, d: int, callee: str | Node = "") -> Node | None:
        """A call with pure arguments, as a fixed node; None where an argument cannot be built."""
        args: list[Node | str] = []
        for i, param in enumerate(fun.params):
            arg = self.value(param, d)
            if arg is None:
                return None
            args += [", ", arg] if i else [arg]
        self.cost += self.mult * fun.cost
        return node("fix", callee or fun.name, "(", *args, ")")

    def _call(self, d: int) -> Node:
        pure = [f for f in self.functions if f.pure and isinstance(f.result, Int) and self.affordable(f)]
        if pure:
            made = self.call(self.rng.choice(pure), min(d, 1))
            if made is not None:
                return node("int", made)
        return self.pure(d)

    def value(self, type_: CType, d: int) -> Node | None:
        """A pure expression (or initialiser-like value) of any type."""
        match type_:
            case Int():
                return self.pure(d)
            case Flt():
                return self.flt(d)
            case Record():
                same = [text for text, _ in self.scope.addresses(type_, 1, self.scope.depth)]
                if same and self.rng.random() < 0.7:
                    one, other = self.rng.choice(same), self.rng.choice(same)
                    return node("fix", f"(*({one}))") if d <= 0 else node("fix", "(", self.pure(0), f" ? *({one}) : *({other}))")
                return None if has_union(type_) else node("fix", f"({type_.name})", self.initializer(type_, d))
            case Ptr(target=target, extent=extent):
                return self.address(target, extent, self.scope.depth)
        return None

    def address(self, target: CType, extent: int, depth: int) -> Node | None:
        found = list(self.scope.addresses(target, extent, depth))
        if not found:
            return None
        text, count = self.rng.choice(found)
        spare = count - extent
        if spare >= 1 and self.rng.random() < 0.5:
            return node("fix", f"({text} + (", self.index(2), "))")
        return node("fix", text)

    def initializer(self, type_: CType, d: int, constant: bool = False) -> Node:
        """`{ ... }` for aggregates (some designated, some members left out), a value for scalars."""
        rng = self.rng
        match type_:
            case Int():
                return self.literal() if constant else self.pure(d)
            case Flt():
                return node("flt", rng.choice(FLOATS)) if constant else self.flt(d)
            case Arr(element=element, count=count):
                chosen = sorted(rng.sample(range(count), rng.randint(1, count)))
                keys = [f"[{i}] = " for i in chosen] if rng.random() < 0.4 else [""] * len(chosen)
                inner = [self.initializer(element, d, constant) for _ in chosen]
            case Record(fields=fields, is_union=True):
                name, member = rng.choice(fields)
                keys, inner = [f".{name} = "], [self.initializer(member, d, constant)]
            case Record(fields=fields):
                members = rng.sample(fields, rng.randint(1, len(fields)))
                keys = [f".{name} = " for name, _ in members]
                if rng.random() < 0.4:
                    members, keys = list(fields[: len(members)]), [""] * len(members)
                inner = [self.initializer(t, d, constant) for _, t in members]
            case _:
                raise TypeError(type_)
        parts: list[Node | str] = []
        for key, value in zip(keys, inner, strict=True):
            parts += [key, value, ", "]
        return node("fix", "{ ", *parts[:-1], " }")

    # -- floating point ----------------------------------------------------------------------------------------------

    def flt(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0:
            return node("flt", f"({rng.choice(FLOATS)})") if rng.random() < 0.5 else self.read(Flt)
        d = depth - 1
        roll = rng.random()
        if roll < 0.5:
            return node("flt", "(", self.flt(d), f" {rng.choice('+-*/')} ", self.flt(d), ")")
        if roll < 0.65:
            return node("flt", f"(({rng.choice(('float', 'double'))})", self.pure(d), ")")
        if roll < 0.75:
            return node("flt", f"(({rng.choice(('float', 'double'))})", self.flt(d), ")")
        if roll < 0.85:
            return node("flt", "(-", self.flt(d), ")")
        return node("flt", "(", self.pure(d), " ? ", self.flt(d), " : ", self.flt(d), ")")

    # -- effects -----------------------------------------------------------------------------------------------------

    def effect(self, depth: int, avoid: Var | None = None) -> Node:
        rng = self.rng
        roll = rng.random()
        if depth <= 0 or roll < 0.35:
            return self._assignment(max(depth, 1), avoid)
        d = depth - 1
        if roll < 0.55:
            return self._effect_call(d, avoid)
        if roll < 0.65:
            return node("int", "(", self.effect(d, avoid), ", ", self.pure(d), ")")
        if roll < 0.75:
            return node("int", "(", self.pure(d), f" {rng.choice(('&&', '||'))} ", self.effect(d, avoid), ")")
        if roll < 0.83:
            return node("int", "(", self.effect(d, avoid), f" {rng.choice(('&&', '||'))} ", self.effect(d, avoid), ")")
        if roll < 0.9:
            return node("int", "(", self.pure(d), " ? ", self.effect(d, avoid), " : ", self.effect(d, avoid), ")")
        if roll < 0.95:
            return node("int", f"(({self.pool.integer().name})", self.effect(d, avoid), ")")
        left, right = self.effect(d, avoid), self.stable()
        left, right = (left, right) if rng.random() < 0.5 else (right, left)
        return node("int", "(", left, f" {rng.choice('+-*^')} ", right, ")")

    def _assignment(self, d: int, avoid: Var | None) -> Node:
        found = self.place(Int, writable=True, avoid=avoid)
        if found is None:
            return self.pure(d)
        place, type_, _ = found
        assert isinstance(type_, Int)
        return node("int", f"{settled(type_)}(", self.update(place, d), ")")

    def update(self, place: Node, d: int) -> Node:
        """`place op= pure`, `place = pure`, `place++`, ..."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.4:
            return node("fix", place, " = ", self.pure(d))
        if roll < 0.6:
            return rng.choice((node("fix", place, rng.choice(("++", "--"))), node("fix", rng.choice(("++", "--")), place)))
        if roll < 0.7:
            return node("fix", place, rng.choice((" <<= ", " >>= ")), "(", self.pure(d), ") & (sizeof(+(", place, ")) * 8 - 1)")
        if roll < 0.8:
            return node("fix", place, rng.choice((" /= ", " %= ")), self.divisor(d))
        return node("fix", place, f" {rng.choice('+-*&|^')}= ", self.pure(d))

    def _effect_call(self, d: int, avoid: Var | None) -> Node:
        rng = self.rng
        if self.in_pure:
            return self._assignment(d, avoid)
        tables = [t for t in self.tables if self.affordable(t[2])]
        if tables and rng.random() < 0.3:
            name, count, fun = rng.choice(tables)
            made = self.call(fun, d, node("fix", f"{name}[", self.index(count), "]"))
        else:
            choices = [f for f in self.functions if isinstance(f.result, Int) and self.affordable(f)]
            made = self.call(rng.choice(choices), d) if choices else None
        return node("int", made) if made is not None else self._assignment(d, avoid)
