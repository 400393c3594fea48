"""Expressions that need the compiler or a helper function: builtins, _Generic, variable arguments."""

from __future__ import annotations

import random

from tests.fuzz.cdecl import TypePool
from tests.fuzz.exprs import Exprs
from tests.fuzz.scope import Scope
from tests.fuzz.tree import Node, node

HELPERS = """#include <stdarg.h>
static long long @total(int count, ...) {
long long result = 0;
va_list list, again;
va_start(list, count);
va_copy(again, list);
for (int i = 0; i < count; i++) result = result * 3 + va_arg(list, int);
if (count > 1) result ^= va_arg(again, int);
va_end(again);
va_end(list);
return result;
}
static int @order(const void *a, const void *b) {
return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}
"""
PLAIN = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long")
GENERIC = "int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6"


class Builtins(Exprs):
    def __init__(self, rng: random.Random, pool: TypePool, scope: Scope) -> None:
        super().__init__(rng, pool, scope)
        self.forms = (*self.forms, self._bits, self._checked, self._variadic)

    def _bits(self, d: int) -> Node:
        rng = self.rng
        name, guard = rng.choice(
            (
                ("popcount", 0),
                ("popcountll", 0),
                ("bswap32", 0),
                ("bswap16", 0),
                ("bswap64", 0),
                ("clz", 1),
                ("ctz", 8),
                ("ctzll", 4),
            )
        )
        if rng.random() < 0.2:
            return node("int", "_Generic(", self.pure(d), f" + 0, {GENERIC})")
        if rng.random() < 0.2:
            return node("int", "__builtin_expect(", self.pure(d), ", 1)")
        return node("int", f"__builtin_{name}((", self.pure(d), f") | {guard})")

    def _checked(self, d: int) -> Node:
        """Arithmetic in unlimited precision: whether the result fits, and what is stored."""
        t, op = self.fresh("o"), self.rng.choice(("add", "sub", "mul"))
        left, right = (node("fix", f"({self.rng.choice(PLAIN)})(", self.pure(d), ")") for _ in range(2))
        head = f"({{ {self.rng.choice(PLAIN)} {t} = 0; "
        return node("int", head, f"__builtin_{op}_overflow(", left, ", ", right, f", &{t}) ? {t} + 1 : {t}; }})")

    def _variadic(self, d: int) -> Node:
        count = self.rng.randint(0, 3)
        args = [part for _ in range(count) for part in (", (int)", self.pure(min(d, 1)))]
        self.cost += self.mult * (count + 2)
        return node("int", f"@total({count}", *args, ")")
