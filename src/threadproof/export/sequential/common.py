"""What both schedulers have in C: a status per thread, for each event that it may wait for whether it does (`w1_e`), and a
timer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.export.sequential.values import Expressions, constant_text
from threadproof.export.sequential.world import ThreadNumbering
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import U64
from threadproof.ir.uses import op_target


def function(head: str, body: Iterable[str]) -> list[str]:
    return [f"static {head} {{", *(f"    {line}" for line in body), "}"]


class Common:
    def __init__(self, world: ThreadNumbering) -> None:
        self.world = world
        self.suspends = ops.Suspend in world.uses
        self.waited = {thread: self._waited(thread) for thread in world.numbers}

    def _waited(self, thread: int) -> list[int]:
        """The events that a thread may wait for, by address."""
        found: set[int] = set()
        for edge in self.world.threads[thread - 1].edges:
            for op in edge.ops:
                if isinstance(op, ops.Wait):
                    found.update(value for event in op.events for value in self.world.values(event))
        return sorted(found)

    def flag(self, thread: int, event: int) -> str:
        return f"w{thread}_{self.world.labels[event]}"

    def flags(self, thread: int) -> list[str]:
        return [self.flag(thread, event) for event in self.waited[thread]]

    def waits(self, thread: int) -> str:
        """Whether a thread waits for some event."""
        return "(" + (" || ".join(self.flags(thread)) or "0") + ")"

    def declarations(self) -> list[str]:
        lines = ["enum { NONE, NEW, READY, WAITING, ENDED };"]
        for thread in self.world.numbers:
            lines.append(f"static int st{thread}, pc{thread};")
            lines.append(f"static long long timer{thread} = -1;")
            if self.suspends:
                lines.append(f"static _Bool sus{thread};")
            lines += [f"static _Bool {flag};" for flag in self.flags(thread)]
        lines.append(f"#define can_run(n) (st##n == READY{' && !sus##n' if self.suspends else ''})")
        lines.append("static long long left = -1;")
        if ops.Now in self.world.uses:
            lines.append("static unsigned long long now;")
        return lines

    def anyone(self) -> list[str]:
        return function("_Bool anyone(void)", [f"return {' || '.join(f'can_run({t})' for t in self.world.numbers) or '0'};"])

    def soonest(self, others: Iterable[str] = ()) -> list[str]:
        """The time until the first of what has a time; -1: there is none."""
        body = ["long long least = -1;"]
        for thread in self.world.numbers:
            test = f"timer{thread} >= 0" + (f" && {self.counts(thread)}" if self.suspends and self.counts(thread) else "")
            body.append(f"if ({test} && (least < 0 || timer{thread} < least)) least = timer{thread};")
        body += [f"if ({one} >= 0 && (least < 0 || {one} < least)) least = {one};" for one in others]
        return function("long long soonest(void)", [*body, "return least;"])

    def counts(self, thread: int) -> str:
        """When the timer of a thread counts; empty: always."""
        return ""

    # -- operands ----------------------------------------------------------------------------------------------------------

    def on_event(self, event: Expr, text: Expressions, do: Callable[[int], list[str]]) -> list[str]:
        """The statements for whatever event it is."""
        if event.is_const:
            return do(int(event.payload))
        return self._cases(f"(unsigned long long){text.text(event)}", self.world.values(event), do)

    def on_thread(self, thread: Expr, text: Expressions, do: Callable[[int], list[str]]) -> list[str]:
        if thread.is_const:
            number = int(thread.payload)
            return do(number) if number in self.world.numbers else ["undefined();"]
        return self._cases(f"(unsigned long long){text.text(thread)}", self.world.numbers, do)

    def _cases(self, value: str, known: Iterable[int], do: Callable[[int], list[str]]) -> list[str]:
        lines = [f"{{ unsigned long long operand = {value};"]
        for number, one in enumerate(known):
            lines.append(f"{'else ' if number else ''}if (operand == {constant_text(U64, one)}) {{ {' '.join(do(one))} }}")
        return [*lines, ("else " if len(lines) > 1 else "") + "undefined();", "}"]

    def answer(self, op: ops.Op, text: Expressions, value: str) -> list[str]:
        target = op_target(op)
        assert target is not None
        return [f"{text.name(target)} = {value};"]

    def chosen(self, name: str, options: Iterable[tuple[int, str]]) -> list[str]:
        """Any of the numbers (not 0) whose condition holds; 0: there is none."""
        lines = [f"int {name} = 0;"]
        for number, condition in options:
            lines.append(f"if ({condition} && (!{name} || __VERIFIER_nondet_bool())) {name} = {number};")
        return lines

    def run(self, pick: list[str]) -> list[str]:
        """Threads take turns; `pick` sets `t`, or leaves the loop."""
        calls = [f"{'else ' if t > 1 else ''}if (t == {t}) thread{t}();" for t in self.world.numbers]
        return function("void run(void)", ["for (;;) {", *(f"    {line}" for line in [*pick, *calls]), "}"])


def limit_text(limit: Expr | None, text: Expressions) -> str:
    return "-1" if limit is None else f"(long long){text.text(limit)}"
