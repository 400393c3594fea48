"""Random statements and functions on top of `exprs`. Every loop is bounded by a counter that nothing else can reach, and these
bounds multiply into a cost estimate that keeps whole programs short."""

from __future__ import annotations

import random

from tests.fuzz.atoms import Atoms
from tests.fuzz.cdecl import Arr, CType, Flt, Int, Ptr, Record, TypePool, declare, has_union
from tests.fuzz.scope import Fun, Scope, Var
from tests.fuzz.tree import Node, node, seq


class Stmts(Atoms):
    def __init__(self, rng: random.Random, pool: TypePool, scope: Scope) -> None:
        super().__init__(rng, pool, scope)
        self.loops = 0  # enclosing loops that `break` and `continue` may leave
        self.result: CType | None = None
        self.room = 0  # statements that may still be generated in this function

    def block(self, depth: int, most: int) -> Node:
        """Statements inside braces that the caller writes."""
        mark = len(self.scope.vars)
        self.scope.depth += 1
        made = []
        for _ in range(self.rng.randint(1, most)):
            if self.room <= 0 or self.cost > self.limit:
                break
            made.append(self.statement(depth))
        self.scope.depth -= 1
        del self.scope.vars[mark:]
        return seq(made)

    def statement(self, depth: int) -> Node:
        self.room -= 1
        self.cost += self.mult
        simple = (
            self._assign, self._assign, self._assign, self._effect, self._effect, self._declare, self._declare, self._leave,
            self._pointer, self._record_assign, self.memory_call, self.text_block,
        )  # fmt: skip
        nested = (
            self._if, self._if, self._for, self._while, self._do, self._switch, self._goto, self._goto_back, self._duff,
            self._plain_block, self.heap_block, self.list_block,
        )  # fmt: skip
        if depth <= 0 or self.rng.random() < 0.6:
            return self.rng.choice(simple)(depth)
        return self.rng.choice(nested)(depth - 1)

    # -- simple ------------------------------------------------------------------------------------------------------

    def _assign(self, _: int) -> Node:
        rng = self.rng
        if rng.random() < 0.2:
            found = self.place(Flt, writable=True)
            if found is not None:
                op = rng.choice((" = ", " = ", " += ", " *= ", " -= ", " /= "))
                return node("stmt", found[0], op, self.flt(2), ";\n")
        plain = [v for v in self.scope.vars if isinstance(v.type, Int) and v.depth > 0 and v.writable and not v.addressable]
        if plain and rng.random() < 0.4:
            var = rng.choice(plain)
            op = rng.choice((" = ", " += ", " ^= ", " -= ", " |= "))
            return node("stmt", var.name, op, self.effect(2, avoid=var), ";\n")
        found = self.place(Int, writable=True)
        if found is None:
            return self._effect(0)
        return node("stmt", self.update(found[0], 3), ";\n")

    def _effect(self, _: int) -> Node:
        return node("stmt", self.effect(3), ";\n")

    def _declare(self, _: int) -> Node:
        rng = self.rng
        name = self.fresh("v")
        roll = rng.random()
        if roll < 0.15 and not self.in_pure:
            type_ = self.pool.any()
            made = node("stmt", "static ", declare(type_, name), " = ", self.initializer(type_, 0, constant=True), ";\n")
            self.scope.vars.append(Var(name, type_, 0))
            return made
        type_ = self.pool.any()
        if has_union(type_):
            made = node("stmt", declare(type_, name), f"; memset(&{name}, 0, sizeof {name});\n")
            self.scope.vars.append(Var(name, type_, self.scope.depth))
            return made
        addressable = not isinstance(type_, Int | Flt) or rng.random() < 0.4
        writable = addressable or rng.random() < 0.7
        storage = "" if writable else "const "
        if writable and not addressable:
            storage = rng.choice(("", "", "register ", "volatile "))
        value = self.effect(2) if isinstance(type_, Int) and rng.random() < 0.3 else self.initializer(type_, 2)
        self.scope.vars.append(Var(name, type_, self.scope.depth, writable, addressable))
        return node("stmt", storage + declare(type_, name), " = ", value, ";\n")

    def _pointer(self, _: int) -> Node:
        """A new pointer, or an old one made to point elsewhere."""
        rng = self.rng
        old = [v for v in self.scope.vars if isinstance(v.type, Ptr) and v.movable and (v.depth > 0 or not self.in_pure)]
        if old and rng.random() < 0.5:
            var = rng.choice(old)
            assert isinstance(var.type, Ptr)
            value = self.address(var.type.target, var.type.extent, var.depth)
            if value is not None:
                return node("stmt", f"{var.name} = ", value, ";\n")
        target = rng.choice([v.type for v in self.scope.vars if v.addressable] or [self.pool.integer()])
        extent = 1
        while isinstance(target, Arr) and rng.random() < 0.8:
            target, extent = target.element, rng.randint(1, target.count)
        if isinstance(target, Int) and target.bits:
            return self._effect(0)
        value = self.address(target, extent, self.scope.depth)
        if value is None:
            return self._effect(0)
        name = self.fresh("p")
        type_ = Ptr(target, extent)
        self.scope.vars.append(Var(name, type_, self.scope.depth, addressable=rng.random() < 0.3))
        return node("stmt", declare(type_, name), " = ", value, ";\n")

    def _record_assign(self, _: int) -> Node:
        rng = self.rng
        targets = [v for v in self.scope.vars if isinstance(v.type, Record) and v.writable and (v.depth > 0 or not self.in_pure)]
        if not targets:
            return self._assign(0)
        var = rng.choice(targets)
        if rng.random() < 0.3 and not self.in_pure:
            where, value = self.address(var.type, 1, self.scope.depth), self.value(var.type, 1)
            if where is not None and value is not None:
                return node("stmt", "*(", where, ") = ", value, ";\n")
        makers = [f for f in self.functions if f.result == var.type and self.affordable(f) and not self.in_pure]
        if makers and rng.random() < 0.5:
            made = self.call(rng.choice(makers), 1)
            if made is not None:
                return node("stmt", f"{var.name} = ", made, ";\n")
        value = self.value(var.type, 1)
        return node("stmt", f"{var.name} = ", value, ";\n") if value is not None else self._assign(0)

    def _leave(self, _: int) -> Node:
        rng = self.rng
        if self.loops and rng.random() < 0.7:
            return node("stmt", "if (", self.pure(2), f") {rng.choice(('break', 'continue'))};\n")
        if self.result is not None and rng.random() < 0.3:
            return node("stmt", "if (", self.pure(1), " && ", self.pure(1), ") return ", self.result_value(1), ";\n")
        return self._assign(0)

    def result_value(self, d: int) -> Node:
        assert self.result is not None
        value = self.value(self.result, d)
        return value if value is not None else node("fix", f"({{ {declare(self.result, 'z')}; memset(&z, 0, sizeof z); z; }})")

    # -- nested ------------------------------------------------------------------------------------------------------

    def condition(self) -> Node:
        return self.effect(2) if self.rng.random() < 0.2 else self.pure(2)

    def _if(self, depth: int) -> Node:
        parts: list[Node | str] = ["if (", self.condition(), ") {\n", self.block(depth, 3)]
        if self.rng.random() < 0.5:
            parts += ["} else {\n", self.block(depth, 3)]
        return node("stmt", *parts, "}\n")

    def _plain_block(self, depth: int) -> Node:
        return node("stmt", "{\n", self.block(depth, 3), "}\n")

    def body(self, depth: int, times: int, counter: str = "", loop: bool = True) -> Node:
        """A block that runs up to `times` times; the counter can be read in it."""
        self.mult *= times
        self.loops += loop
        if counter:
            self.scope.vars.append(Var(counter, Int("int"), self.scope.depth + 1, writable=False, addressable=False))
        made = self.block(depth, 3)
        if counter:
            self.scope.vars.pop()
        self.loops -= loop
        self.mult //= times
        return made

    def _for(self, depth: int) -> Node:
        i, n = self.fresh("i"), self.rng.randint(1, 4)
        form = self.rng.choice((f"for (int {i} = 0; {i} < {n}; {i}++) {{\n", f"for (unsigned {i} = {n}; {i}-- > 0;) {{\n",
                                f"for (long {i} = 0, e{i} = {n}; {i} != e{i}; ++{i}) {{\n"))  # fmt: skip
        return node("stmt", form, self.body(depth, n, i), "}\n")

    def _while(self, depth: int) -> Node:
        i, n = self.fresh("i"), self.rng.randint(1, 4)
        head = node("fix", f"while ({i}-- > 0 && (", self.pure(2), ")) {\n") if self.rng.random() < 0.5 else f"while ({i}--) {{\n"
        return node("stmt", f"{{ int {i} = {n};\n", head, self.body(depth, n, i), "}\n}\n")

    def _do(self, depth: int) -> Node:
        i, n = self.fresh("i"), self.rng.randint(1, 4)
        if self.rng.random() < 0.3:
            return node("stmt", f"{{ int {i} = 0;\nfor (;;) {{\nif ({i}++ >= {n}) break;\n", self.body(depth, n, i), "}\n}\n")
        return node(
            "stmt",
            f"{{ int {i} = 0;\ndo {{\n",
            self.body(depth, n, i),
            f"}} while (++{i} < {n} && (",
            self.condition(),
            "));\n}\n",
        )

    def _switch(self, depth: int) -> Node:
        """Fall-through, a default anywhere, ranges; `break` of an enclosing loop would mean the switch, which is fine too."""
        rng = self.rng
        head = (
            node("fix", "switch (", self.condition(), ") {\n")
            if rng.random() < 0.3
            else node("fix", "switch ((", self.condition(), ") & 7) {\n")
        )
        labels = [f"case {k}:\n" for k in rng.sample(range(8), rng.randint(1, 4))]
        if rng.random() < 0.3:
            labels.append("case 100 ... 105:\n")
        if rng.random() < 0.6:
            labels.insert(rng.randrange(len(labels) + 1), "default:\n")
        arms: list[Node] = []
        for label in labels:
            end = "break;\n" if rng.random() < 0.6 else ";\n"
            arms.append(node("stmt", label, "{\n", self.block(depth, 2), "}\n", end))
        return node("stmt", head, seq(arms), "}\n")

    def _goto(self, depth: int) -> Node:
        label = self.fresh("L")
        return node("stmt", "if (", self.pure(2), f") goto {label};\n{{\n", self.block(depth, 3), f"}}\n{label}: ;\n")

    def _goto_back(self, depth: int) -> Node:
        label, i, n = self.fresh("L"), self.fresh("i"), self.rng.randint(2, 3)
        return node(
            "stmt",
            f"{{ int {i} = 0;\n{label}: ;\n{{\n",
            self.body(depth, n, i, loop=False),
            f"}}\nif (++{i} < {n}) goto {label};\n}}\n",
        )

    def _duff(self, depth: int) -> Node:
        i, n = self.fresh("i"), self.rng.randint(1, 3)
        loops, self.loops = self.loops, 0  # no `continue` that would skip the counter
        self.mult *= n
        arms = [node("fix", "{\n", self.block(min(depth, 1), 2), "}\n") for _ in range(3)]
        self.mult //= n
        self.loops = loops
        head = node("fix", f"{{ int {i} = {n};\nswitch ((", self.pure(1), ") & 3) {\n")
        inside = node("fix", "case 0: do {\n", arms[0], "case 1: ", arms[1], "case 2: ", arms[2], f"}} while (--{i} > 0);\n")
        return node("stmt", head, inside, "}\n}\n")

    # -- functions ---------------------------------------------------------------------------------------------------

    def function(self, name: str, params: tuple[CType, ...], result: CType | None, pure: bool, room: int) -> tuple[Node, Fun]:
        """A definition; recursive ones get a depth as first parameter, bounded by the caller's mask."""
        rng = self.rng
        self.in_pure, self.room, self.result, self.cost, self.mult, self.loops = pure, room, result, 0, 1, 0
        self.limit = 60 if pure else 200
        mark = len(self.scope.vars)
        names = [f"a{i}" for i in range(len(params))]
        for param, arg in zip(params, names, strict=True):
            self.scope.vars.append(Var(arg, param, 1, addressable=rng.random() < 0.3))
        self.scope.vars.append(Var("acc", Int("int"), 1, addressable=False))
        self.scope.depth = 1
        body = self.block(2, room)
        last = node("fix", "return ", self.result_value(2), ";\n") if result is not None else ""
        self.scope.depth = 0
        del self.scope.vars[mark:]
        args = ", ".join(declare(t, a) for t, a in zip(params, names, strict=True)) or "void"
        storage = rng.choice(("", "static ", "static inline "))
        head = storage + (declare(result, f"{name}({args})") if result is not None else f"void {name}({args})")
        return node("stmt", head + " {\nint acc = 1;\n", body, last, "}\n"), Fun(name, params, result, pure, self.cost + 1)

    def recursion(self, name: str) -> tuple[Node, Fun]:
        """`name(depth, x)` calls itself up to five levels deep, once or twice per level."""
        rng = self.rng
        result = self.pool.integer()
        self.in_pure, self.result, self.cost, self.mult, self.limit = True, result, 0, 1, 60
        mark = len(self.scope.vars)
        self.scope.vars.append(Var("x", result, 1, writable=False, addressable=False))
        twice = rng.random() < 0.4
        again = [node("fix", f"{name}(n - 1, ", self.pure(1), ")") for _ in range(2 if twice else 1)]
        value = node("fix", again[0], rng.choice((" + ", " ^ ")), again[1] if twice else self.pure(1))
        body = node("fix", "if (n <= 0 || n > 5) return ", self.pure(1), ";\nreturn ", value, ";\n")
        del self.scope.vars[mark:]
        fun = Fun(name, (Int("int"), result), result, True, (63 if twice else 6) * (self.cost + 2))
        return node("stmt", f"{result.name} {name}(int n, {result.name} x) {{\n", body, "}\n"), fun
