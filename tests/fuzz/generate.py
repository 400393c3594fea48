"""Random C programs by seed, as trees. `single` programs have one thread and end by copying each scalar of each global to `out`;
multi-threaded ones (see `concurrent`) leave their results in named global integers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.fuzz.builtins import HELPERS
from tests.fuzz.cdecl import WIDE, Arr, CType, Flt, Int, Ptr, Record, TypePool, declare
from tests.fuzz.scope import Fun, Scope, Var
from tests.fuzz.stmts import Stmts
from tests.fuzz.tree import Node, node, seq

HEADERS = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"


def leaves(text: str, type_: CType) -> Iterator[tuple[str, Int | Flt]]:
    """Every scalar of an object. Of a union all members: they show how it is laid out."""
    match type_:
        case Int() | Flt():
            yield text, type_
        case Arr(element=element, count=count):
            for i in range(count):
                yield from leaves(f"{text}[{i}]", element)
        case Record(fields=fields):
            for name, field in fields:
                yield from leaves(f"{text}.{name}", field)


def observe(text: str, type_: Int | Flt) -> str:
    """The value as 64 bits; every NaN is the same."""
    if isinstance(type_, Flt):
        bits = "({ union { double f; unsigned long long u; } z; z.f = " + text + "; z.f == z.f ? z.u : 0x7ff8000000000000ULL; })"
        return bits
    inner = f"({type_.name}){text}" if type_.bits and type_.name in WIDE else text
    return f"(unsigned long long){inner}"


class Single:
    """One single-threaded program."""

    def __init__(self, seed: int, size: int) -> None:
        self.rng = random.Random(seed)
        self.size = size
        self.pool = TypePool(self.rng)
        self.stmts = Stmts(self.rng, self.pool, Scope(self.rng, []))
        self.tops: list[Node] = [node("stmt", decl + "\n") for decl in self.pool.decls]

    def globals(self) -> list[Var]:
        made = []
        for i in range(self.rng.randint(3, 6)):
            type_ = self.pool.any()
            storage = self.rng.choice(("", "", "static ", "volatile " if isinstance(type_, Int | Flt) else ""))
            var = Var(f"@g{i}", type_, 0, addressable=storage != "volatile ")
            init: tuple[str | Node, ...] = ()
            if self.rng.random() < 0.7:
                init = (" = ", self.stmts.initializer(var.type, 0, constant=True))
            self.tops.append(node("stmt", storage + declare(var.type, var.name), *init, ";\n"))
            self.stmts.scope.vars.append(var)
            made.append(var)
        return made

    def pointers(self) -> None:
        """Global pointers whose initialisers are addresses."""
        for i in range(self.rng.randint(0, 2)):
            target = self.pool.integer()
            found = [place for place in self.stmts.scope.addresses(target, 1, 0) if not place[0].startswith("@p")]
            if found:
                text, extent = self.rng.choice(found)
                self.tops.append(node("stmt", f"{target.name} *@p{i} = {text};\n"))
                self.stmts.scope.vars.append(Var(f"@p{i}", Ptr(target, extent), 0))

    def functions(self) -> None:
        rng = self.rng
        if rng.random() < 0.5:
            top, fun = self.stmts.recursion("@rec")
            self.tops.append(top)
            self.stmts.functions.append(fun)
        for i in range(rng.randint(1, 4)):
            pure = rng.random() < 0.5
            params = tuple(self._param() for _ in range(rng.randint(0, 3)))
            roll = rng.random()
            result = rng.choice(self.pool.records) if roll < 0.15 else None if roll < 0.25 else self.pool.integer()
            top, fun = self.stmts.function(f"@f{i}", params, result, pure, self.size)
            self.tops.append(top)
            self.stmts.functions.append(fun)
        if rng.random() < 0.5:
            self._table()

    def _param(self) -> CType:
        roll = self.rng.random()
        if roll < 0.15:
            return self.rng.choice(self.pool.records)
        if roll < 0.3:
            return Ptr(self.pool.integer(), 1)
        return self.pool.scalar()

    def _table(self) -> None:
        """Two functions of one signature, called through an array of pointers."""
        params: tuple[CType, ...] = (self.pool.integer(),)
        result = self.pool.integer()
        funs: list[Fun] = []
        for i in range(2):
            top, fun = self.stmts.function(f"@t{i}", params, result, False, self.size // 2)
            self.tops.append(top)
            funs.append(fun)
        shape = f"{result.name} (*@table[2])({declare(params[0], '').strip()})"
        self.tops.append(node("stmt", f"{shape} = {{ @t0, &@t1 }};\n"))
        worst = max(funs, key=lambda f: f.cost)
        self.stmts.tables.append(("@table", 2, worst))

    def build(self) -> Node:
        shown = self.globals()
        self.pointers()
        self.functions()
        self.stmts.limit = 600
        main, _ = self.stmts.function("@body", (), None, False, self.size * 2)
        self.tops.append(main)
        scalars = [leaf for var in shown for leaf in leaves(var.name, var.type)]
        store = [node("stmt", f"@out[{i}] = {observe(text, type_)};\n") for i, (text, type_) in enumerate(scalars)]
        end = node("fix", "int @main(void) {\n", seq([node("stmt", "@body();\n")]), seq(store), "return 0;\n}\n")
        return node(
            "fix", HEADERS, seq([node("stmt", HELPERS)]), f"unsigned long long @out[{len(scalars)}];\n", seq(self.tops), end
        )


def single(seed: int, size: int = 8) -> Node:
    return Single(seed, size).build()
