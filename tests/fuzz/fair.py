"""Random models of FairThreads: `ivl.Builder` with the other scheduler's primitives. Every endless loop cooperates."""

from __future__ import annotations

from tests.fuzz.ivl import Builder
from tests.fuzz.tree import Node, node


class FairBuilder(Builder):
    def declare(self) -> None:
        rng, names = self.rng, self.names
        self.top("scheduler fairthreads;")
        for i in range(rng.randint(1, 3)):
            start = f"?({rng.choice(('bool', 'u8'))}) & 3" if rng.random() < 0.2 else rng.randint(0, 3)
            self.top(f"{rng.choice(('int', 'u8', 'i8', 'uint', 'i64', 'u16'))} x{i} = {start};")
            names.numbers.append(f"x{i}")
        if rng.random() < 0.3:
            self.top("event e0, es[2];")
            names.events += ["e0", "es[0]", "es[x0 & 1]"]
        else:
            names.events += [f"e{i}" for i in range(rng.randint(1, 2))]
            self.top(f"event {', '.join(names.events)};")
        self.valued = rng.random() < 0.4
        if self.valued:
            self.top("event(u8, 16) ev;")
        if rng.random() < 0.3:
            self.top("int bump(int by) { x0 = (x0 + by) & 3; return x0; }")

    def other(self) -> str:
        return self.rng.choice(self.names.threads)

    def awaited(self) -> str:
        rng = self.rng
        roll = rng.random()
        if roll < 0.6:
            return f"await({self.event()}, {rng.randint(0, 3)})"
        if roll < 0.8:
            return f"join({self.other()}, {rng.randint(0, 2)})"
        if roll < 0.9 and self.valued:
            return f"get_value(ev, {rng.randint(0, 1)}, {rng.choice([name for name in self.names.numbers if '[' not in name])})"
        return f"present({self.event()})"

    def waits(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if roll < 0.35:
            return node("stmt", f"cooperate({rng.choice(('', '', '2', '0'))});\n")
        if roll < 0.65:
            return node("stmt", f"await({self.event()});\n")
        if roll < 0.72:
            return node("stmt", f"await({self.event()} | {self.event()});\n")
        if roll < 0.8:
            return node("stmt", f"join({self.other()});\n")
        return node("stmt", f"if ({self.awaited()}) {{\n", self.assign(), "}\n")

    def notifies(self) -> Node:
        roll = self.rng.random()
        if self.valued and roll < 0.3:
            return node("stmt", "generate(ev, ", self.number(), " & 3);\n")
        return node("stmt", f"{'generate' if roll < 0.85 else 'broadcast'}({self.event()});\n")

    def controls(self) -> Node:
        word = self.rng.choice(("suspend {};\n", "resume {};\n", "resume {};\n", "stop({});\n"))
        return node("stmt", word.format(self.other()))

    def pause(self) -> str:
        return "cooperate();\n"

    def before(self) -> str:
        """What main does before the start."""
        return "" if self.rng.random() < 0.7 else f"suspend {self.other()};\n"
