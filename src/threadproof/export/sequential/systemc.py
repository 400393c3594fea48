"""The SystemC kernel in C (see `sched.systemc`)."""

from __future__ import annotations

from typing import assert_never

from threadproof.export.sequential.common import Common, function, limit_text
from threadproof.export.sequential.values import Expressions
from threadproof.export.sequential.world import ThreadNumbering
from threadproof.ir import op as ops


class SystemCWriter(Common):
    def __init__(self, world: ThreadNumbering) -> None:
        super().__init__(world)
        self.every = any(
            isinstance(op, ops.Wait) and op.every for f in world.program.functions.values() for e in f.edges for op in e.ops
        )

    def text(self) -> list[str]:
        lines = [*self.declarations(), "static int phase; /* 0: before the start, 1: start, 2: threads run, 3: over */"]
        for t in self.world.numbers:
            lines += [f"static _Bool res{t};"] if self.suspends else []
            lines += [f"static _Bool every{t};"] if self.every else []
        lines += [f"static long long pending_{name} = -1;" for name in self.world.labels.values()]
        lines += [f"static _Bool upd{update};" for update in self.world.updates]
        for t in self.world.numbers:
            body = [f"st{t} = READY; timer{t} = -1;", *(f"{flag} = 0;" for flag in self.flags(t))]
            lines += function(f"void wake{t}(void)", [*body, *([f"every{t} = 0;"] if self.every else [])])
        for event in self.world.events:
            lines += self._happen(event)
        pending = [f"pending_{name}" for name in self.world.labels.values()]
        return [*lines, *self.anyone(), *self.soonest(pending), *self._fire(), *self._elapse(), *self._advance(), *self._pick()]

    def _happen(self, event: int) -> list[str]:
        body = []
        for t in self.world.numbers:
            if event in self.waited[t]:
                flag = self.flag(t, event)
                missing = f"if (!every{t} || !{self.waits(t)}) " if self.every else ""
                body.append(f"if ({flag}) {{ {flag} = 0; {missing}wake{t}(); }}")
        return function(f"void happen_{self.world.labels[event]}(void)", body)

    # -- primitives --------------------------------------------------------------------------------------------------------

    def primitive(self, thread: int, op: ops.Kernel, text: Expressions) -> list[str]:
        labels = self.world.labels
        match op:
            case ops.Wait():
                return self._wait(thread, op, text)
            case ops.Notify(event, None):
                misuse = ["if (phase == 1 || phase == 2) undefined();"] if not thread else []
                return [*misuse, *self.on_event(event, text, lambda e: [f"pending_{labels[e]} = -1; happen_{labels[e]}();"])]
            case ops.Notify(event, delay):
                due = limit_text(delay, text)
                return self.on_event(event, text, lambda e: self._later(labels[e], due))
            case ops.Cancel(event):
                return self.on_event(event, text, lambda e: [f"pending_{labels[e]} = -1;"])
            case ops.Suspend(other):
                return self.on_thread(other, text, lambda t: [f"if (st{t} != ENDED) sus{t} = 1;"])
            case ops.Resume(other, now):
                if not self.suspends:
                    return []
                return self.on_thread(other, text, lambda t: [f"if (sus{t}) {f'sus{t} = 0' if now else f'res{t} = 1'};"])
            case ops.RequestUpdate(update):
                return self._cases(
                    f"(unsigned long long){text.text(update)}", self.world.values(update), lambda u: [f"upd{u} = 1;"]
                )
            case ops.Simulate(limit):
                ready = " ".join(f"if (st{t} == NEW) st{t} = READY;" for t in self.world.numbers)
                return [f"if (phase == 0) phase = 1; else {{ phase = 2; {ready} }}", f"left = {limit_text(limit, text)};"]
            case ops.PickUpdate():
                return self.answer(op, text, f"pick_update{'_free' if op.free else ''}()")
            case ops.Advance():
                return self.answer(op, text, "advance()")
            case ops.Idle():
                return ["run();"]
            case ops.Now():
                return self.answer(op, text, "now")
            case ops.AwaitEnd() | ops.Stop() | ops.Came() | ops.Present():
                return ["undefined();"]
            case _:
                assert_never(op)

    def _later(self, name: str, due: str) -> list[str]:
        return [f"if (pending_{name} < 0 || {due} < pending_{name}) pending_{name} = {due};"]

    def _wait(self, thread: int, op: ops.Wait, text: Expressions) -> list[str]:
        lines = [f"{flag} = 0;" for flag in self.flags(thread)]
        for event in op.events:
            lines += self.on_event(event, text, lambda e: [f"{self.flag(thread, e)} = 1;"])
        lines += [f"every{thread} = {int(op.every)};"] if self.every else []
        return [*lines, f"timer{thread} = {limit_text(op.timeout, text)};", f"st{thread} = WAITING;"]

    def ended(self, thread: int) -> list[str]:
        return [f"st{thread} = ENDED;"]

    # -- between evaluation phases -----------------------------------------------------------------------------------------

    def _fire(self) -> list[str]:
        body: list[str] = []
        for t in self.world.numbers:
            body += [f"if (res{t}) {{ res{t} = 0; sus{t} = 0; }}"] if self.suspends else []
            body.append(f"if (timer{t} == 0) wake{t}();")
        labels = self.world.labels.values()
        body += [f"_Bool due_{name} = pending_{name} == 0;" for name in labels]
        body += [f"if (due_{name}) {{ pending_{name} = -1; happen_{name}(); }}" for name in labels]
        return function("void fire(void)", body)

    def _elapse(self) -> list[str]:
        times = [*(f"timer{t}" for t in self.world.numbers), *(f"pending_{name}" for name in self.world.labels.values()), "left"]
        body = [f"if ({time} >= 0) {time} -= passed;" for time in times]
        body += ["now += passed;"] if ops.Now in self.world.uses else []
        return function("void elapse(long long passed)", body)

    def _advance(self) -> list[str]:
        ready = " ".join(f"if (st{t} == NEW) st{t} = READY;" for t in self.world.numbers)
        return function(
            "_Bool advance(void)",
            [
                f"if (phase == 1) {{ {ready} fire(); phase = 2; return 1; }}",
                "if (anyone()) return 1;",
                "fire();",
                "while (!anyone()) {",
                "    long long due = soonest();",
                "    if (due < 0 || (left >= 0 && due > left)) {",
                "        if (left >= 0) elapse(left);",
                "        phase = 3; left = -1;",
                "        return 0;",
                "    }",
                "    elapse(due);",
                "    fire();",
                "}",
                "return 1;",
            ],
        )

    def _pick(self) -> list[str]:
        """Updates, in any order; those whose order does not matter first."""
        picks = [
            op for f in self.world.program.functions.values() for e in f.edges for op in e.ops if isinstance(op, ops.PickUpdate)
        ]
        free = sorted({update for op in picks for update in op.free})
        asked = " || ".join(f"upd{update}" for update in self.world.updates)
        if not picks:
            return []
        body = [f"if (!({asked or '0'}) || anyone()) return 0;"]
        first = [f"if (upd{u}) {{ upd{u} = 0; return {u}; }}" for u in free if u in self.world.updates]
        choose = [
            *self.chosen("u", [(u, f"upd{u}") for u in self.world.updates]),
            *(f"if (u == {u}) upd{u} = 0;" for u in self.world.updates),
            "return u;",
        ]
        lines = function("unsigned pick_update(void)", [*body, *choose])
        return [*lines, *function("unsigned pick_update_free(void)", [body[0], *first, *choose])] if free else lines

    def loop(self) -> list[str]:
        ready = [(t, f"can_run({t})") for t in self.world.numbers]
        return self.run(["if (!anyone()) return;", *self.chosen("t", ready)])
