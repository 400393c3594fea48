"""Statements that come as a whole because their parts depend on each other: heap blocks, lists, strings, memory functions."""

from __future__ import annotations

from tests.fuzz.builtins import Builtins
from tests.fuzz.cdecl import Arr, Int, Ptr
from tests.fuzz.scope import Var
from tests.fuzz.tree import Node, node, seq


class Atoms(Builtins):
    def block(self, depth: int, most: int) -> Node:
        raise NotImplementedError

    def sink(self) -> Node | str:
        """Somewhere to put an integer; every function has `acc`."""
        found = self.place(Int, writable=True)
        return found[0] if found is not None else "acc"

    def heap_block(self, depth: int) -> Node:
        rng = self.rng
        type_, n, p, i = self.pool.integer(), rng.randint(1, 4), self.fresh("h"), self.fresh("i")
        get = rng.choice(
            (
                f"malloc({n} * sizeof *{p})",
                f"calloc({n}, sizeof({type_.name}))",
                f"realloc(malloc(sizeof *{p}), {n} * sizeof *{p})",
                f"__builtin_alloca({n} * sizeof *{p})",
            )
        )
        fill = node("fix", f"for (int {i} = 0; {i} < {n}; {i}++) {p}[{i}] = ", self.pure(1), ";\n")
        var = Var(p, Ptr(type_, n), self.scope.depth + 1, addressable=False, movable=False)
        self.scope.vars.append(var)
        loops, self.loops = getattr(self, "loops", 0), 0  # leaving early would leak
        result, self.result = getattr(self, "result", None), None
        body = self.block(min(depth, 1), 3)
        self.loops, self.result = loops, result
        use = node("fix", self.sink(), f" = {p}[", self.index(n), "];\n")
        self.scope.vars.remove(var)
        end = "" if "alloca" in get else f"free({p});\n"
        return node("stmt", f"{{ {type_.name} *{p} = {get};\n", fill, body, use, f"{end}}}\n")

    def list_block(self, depth: int) -> Node:
        """Build a linked list, fold it, free it."""
        rng = self.rng
        h, q, n = self.fresh("h"), self.fresh("q"), rng.randint(1, 4)
        i, value = self.fresh("i"), self.pool.integer().name
        cell = f"struct c{h} {{ {value} v; struct c{h} *next; }}"
        front = f"{q}->next = {h}; {h} = {q};"
        back = f"{q}->next = 0; {{ struct c{h} **e = &{h}; while (*e) e = &(*e)->next; *e = {q}; }}"
        make = node(
            "fix", f"struct c{h} *{q} = malloc(sizeof *{q}); {q}->v = {i} + ", self.pure(1), f"; {rng.choice((front, back))}\n"
        )
        step = node(
            "fix", f"while ({h}) {{ struct c{h} *{q} = {h}->next; ", "sum = sum * 3 + ", f"{h}->v; free({h}); {h} = {q}; }}\n"
        )
        sink = node("fix", self.sink(), " = sum;\n")
        return node(
            "stmt",
            f"{{ {cell} *{h} = 0; unsigned sum = 0;\nfor (int {i} = 0; {i} < {n}; {i}++) {{\n",
            make,
            "}\n",
            step,
            sink,
            "}\n",
        )

    def text_block(self, _: int) -> Node:
        """String functions on a buffer of their own; the signs of comparisons only, as their size is unspecified."""
        rng = self.rng
        b = self.fresh("s")
        words = ("", "a", "ab", "xyz", "\\377q", "hello")
        word = rng.choice(words)
        calls = (
            f'strcpy({b} + 1, "{word}");',
            f'strcat({b}, "{word}");',
            f'strncpy({b}, "{word}", 3);',
            f'strncat({b}, "{word}", 2);',
            f"memmove({b} + 1, {b}, 5);",
            f"memmove({b}, {b} + 2, 4);",
        )
        other = rng.choice(words)
        reads = (
            f"strlen({b})",
            f'(strcmp({b}, "{other}") > 0) - (strcmp({b}, "{other}") < 0)',
            f'strncmp({b}, "{other}", 2) == 0',
            f"strchr({b}, 'b') ? strchr({b}, 'b') - {b} : -1",
            f'memcmp({b}, "{rng.choice(words[3:])}", 3) < 0',
            f"strrchr({b}, 'a') == {b}",
        )
        body = [node("stmt", rng.choice(calls), "\n") for _ in range(rng.randint(0, 2))]
        read = node("fix", self.sink(), f" = {rng.choice(reads)};\n")
        more = node("stmt", self.sink(), f" += {b}[", self.index(16), "];\n")
        return node("stmt", f'{{ char {b}[16] = "{rng.choice(words)}";\n', seq(body), read, seq([more]), "}\n")

    def memory_call(self, _: int) -> Node:
        """memset, memcpy, memmove, memcmp on integer arrays (every bit pattern of an integer is a value)."""
        rng = self.rng
        arrays = [
            v
            for v in self.scope.vars
            if isinstance(v.type, Arr) and _plain(v) and v.writable and (v.depth > 0 or not self.in_pure)
        ]
        if not arrays:
            return node("stmt", self.effect(1), ";\n")
        var = rng.choice(arrays)
        assert isinstance(var.type, Arr)
        same = [v for v in arrays if v.type == var.type]
        other = rng.choice(same).name
        roll = rng.random()
        if roll < 0.4:
            return node("stmt", f"memset({var.name}, ", self.pure(1), f", sizeof {var.name});\n")
        if roll < 0.5 and var.type.element == Int("int"):
            return node("stmt", f"qsort({var.name}, {var.type.count}, sizeof(int), @order);\n")
        if roll < 0.6 and other != var.name:
            return node("stmt", f"memcpy({var.name}, {other}, sizeof {other});\n")
        if roll < 0.8:
            return node("stmt", f"memmove({var.name} + 1, {other}, sizeof({other}) - sizeof {other}[0]);\n")
        return node("stmt", self.sink(), f" = memcmp({var.name}, {other}, sizeof {other}) == 0;\n")


def _plain(var: Var) -> bool:
    assert isinstance(var.type, Arr)
    element = var.type.element
    return isinstance(element, Int) and element.name != "_Bool"
