"""The scheduler of FairThreads in C (see `sched.fairthreads`). The order of the threads is an array that grows while the first
instant gives each of them its place."""

from __future__ import annotations

from typing import assert_never

from threadproof.export.sequential.common import Common, function, limit_text
from threadproof.export.sequential.values import Expressions
from threadproof.export.sequential.world import ThreadNumbering
from threadproof.ir import op as ops

STOP, SUSPEND, RESUME = 1, 2, 3


class FairThreadsWriter(Common):
    def __init__(self, world: ThreadNumbering) -> None:
        super().__init__(world)
        self.joins = ops.AwaitEnd in world.uses
        self.answers = ops.Came in world.uses
        self.orders = bool(world.uses & {ops.Stop, ops.Suspend, ops.Resume})

    def text(self) -> list[str]:
        lines = self.declarations()
        for thread in self.world.numbers:
            more = [f"static _Bool late{thread};"] if self.answers else []
            more += [f"static int join{thread};"] if self.joins else []
            more += [f"static int ord{thread};"] if self.orders else []
            lines += more
        lines += [f"static _Bool here_{name}, coming_{name};" for name in self.world.labels.values()]
        count = max(1, len(self.world.threads))
        lines += [f"static int order[{count}], placed, cursor = -1;"]
        lines += [f"static _Bool has_place{thread};" for thread in self.world.numbers]
        for thread in self.world.numbers:
            lines += self._wake(thread)
        for event in self.world.events:
            lines += self._generate(event)
        return [*lines, *self.anyone(), *self.soonest(), *self._elapse(), *self._late(), *self._advance()]

    def counts(self, thread: int) -> str:
        return f"!sus{thread}"

    def awake(self, thread: int) -> str:
        return f" && !sus{thread}" if self.suspends else ""

    def _wake(self, thread: int) -> list[str]:
        body = [f"st{thread} = READY; timer{thread} = -1;", *(f"{flag} = 0;" for flag in self.flags(thread))]
        body += [f"late{thread} = 0;"] if self.answers else []
        body += [f"join{thread} = 0;"] if self.joins else []
        return function(f"void wake{thread}(void)", body)

    def _wakes(self, event: int) -> list[str]:
        found = [t for t in self.world.numbers if event in self.waited[t]]
        return [f"if ({self.flag(t, event)}{self.awake(t)}) wake{t}();" for t in found]

    def _generate(self, event: int) -> list[str]:
        name = self.world.labels[event]
        return function(f"void generate_{name}(void)", [f"here_{name} = 1;", *self._wakes(event)])

    # -- primitives --------------------------------------------------------------------------------------------------------

    def primitive(self, thread: int, op: ops.Kernel, text: Expressions) -> list[str]:
        labels = self.world.labels
        match op:
            case ops.Wait(every=False):
                return self._wait(thread, op, text)
            case ops.AwaitEnd(other, timeout):
                target = text.text(other)
                ended = " || ".join(f"({target} == {t} && st{t} == ENDED)" for t in self.world.numbers)
                valid = " || ".join(f"{target} == {t}" for t in self.world.numbers)
                waits = [f"join{thread} = (int){target};"]
                return [
                    f"if (!({valid})) undefined();",
                    *self._until(thread, f"({ended})", waits, limit_text(timeout, text), True),
                ]
            case ops.Notify(event, None):
                return self.on_event(event, text, lambda e: [f"generate_{labels[e]}();"])
            case ops.Notify(event, _):
                return self.on_event(event, text, lambda e: [f"coming_{labels[e]} = 1;"])
            case ops.Present(event=event):
                return self.on_event(event, text, lambda e: self.answer(op, text, f"here_{labels[e]}"))
            case ops.Came():
                return self.answer(op, text, f"!late{thread}")
            case ops.Stop(other):
                return self.on_thread(other, text, lambda t: self._order(t, STOP))
            case ops.Suspend(other):
                return self.on_thread(other, text, lambda t: self._order(t, SUSPEND))
            case ops.Resume(other):
                return self.on_thread(other, text, lambda t: self._order(t, RESUME))
            case ops.Simulate(limit):
                return [f"left = {limit_text(limit, text)};"]
            case ops.Advance():
                return self.answer(op, text, "advance()")
            case ops.Idle():
                return ["run();"]
            case ops.Now():
                return self.answer(op, text, "now")
            case ops.Wait() | ops.Cancel() | ops.RequestUpdate() | ops.PickUpdate():
                return ["undefined();"]
            case _:
                assert_never(op)

    def _wait(self, thread: int, op: ops.Wait, text: Expressions) -> list[str]:
        lines: list[str] = []
        came, waits = [], []
        for event in op.events:
            if event.is_const:
                address = int(event.payload)
                came.append(f"here_{self.world.labels[address]}")
                waits.append(f"{self.flag(thread, address)} = 1;")
                continue
            operand = f"(unsigned long long){text.text(event)}"
            known = self.world.values(event)
            tests = " || ".join(f"{operand} == {address}ULL" for address in known)
            lines.append(f"if (!({tests or '0'})) undefined();")
            came += [f"({operand} == {address}ULL && here_{self.world.labels[address]})" for address in known]
            waits += [f"if ({operand} == {address}ULL) {self.flag(thread, address)} = 1;" for address in known]
        happened = "(" + (" || ".join(came) or "0") + ")"
        return [*lines, *self._until(thread, happened, waits, limit_text(op.timeout, text), bool(op.events))]

    def _until(self, thread: int, came: str, waits: list[str], limit: str, asks: bool) -> list[str]:
        late = [f"late{thread} = {{}};"] if self.answers else []
        lines = [f"if ({came}) {{ {' '.join(late).format(0)} }}"]
        if limit != "-1":
            lines.append(f"else if ({limit} == 0) {{ {' '.join(late).format(int(asks))} }}")
        return [*lines, f"else {{ {' '.join(late).format(0)} {' '.join(waits)} timer{thread} = {limit}; st{thread} = WAITING; }}"]

    def _order(self, thread: int, order: int) -> list[str]:
        return [f"if (st{thread} != ENDED && ord{thread} != {STOP}) ord{thread} = {order};"]

    def ended(self, thread: int) -> list[str]:
        lines = [f"st{thread} = ENDED;"]
        if self.joins:
            others = [t for t in self.world.numbers if t != thread]
            lines += [f"if (join{t} == {thread}{self.awake(t)}) wake{t}();" for t in others]
        return lines

    # -- instants ----------------------------------------------------------------------------------------------------------

    def _elapse(self) -> list[str]:
        body: list[str] = []
        for t in self.world.numbers:
            if self.orders:
                body.append(f"if (ord{t} == {STOP}) {{ wake{t}(); st{t} = ENDED;{f' sus{t} = 0;' if self.suspends else ''} }}")
                if self.suspends:
                    body.append(f"else if (ord{t}) sus{t} = ord{t} == {SUSPEND};")
                body.append(f"ord{t} = 0;")
        for t in self.world.numbers if self.joins else ():
            ended = " || ".join(f"(join{t} == {o} && st{o} == ENDED)" for o in self.world.numbers)
            body.append(f"if (({ended}){self.awake(t)}) wake{t}();")
        for t in self.world.numbers:
            joined = f" || join{t} != 0" if self.joins else ""
            late = f" _Bool asked = {self.waits(t)}{joined};" if self.answers else ""
            then = f" late{t} = asked;" if self.answers else ""
            body.append(f"if (timer{t} > instants{self.awake(t)}) timer{t} -= instants;")
            body.append(f"else if (timer{t} > 0{self.awake(t)}) {{{late} wake{t}();{then} }}")
            body.append(f"if (st{t} == NEW) st{t} = READY;")
        for event in self.world.events:
            name = self.world.labels[event]
            body.append(f"here_{name} = coming_{name}; coming_{name} = 0;")
        for event in self.world.events:
            wakes = self._wakes(event)
            body += [f"if (here_{self.world.labels[event]}) {{ {' '.join(wakes)} }}"] if wakes else []
        body += ["cursor = -1;", "if (left >= 0) left -= instants;"]
        body += ["now += instants;"] if ops.Now in self.world.uses else []
        return function("void elapse(long long instants)", body)

    def _late(self) -> list[str]:
        """Threads that were suspended in the first instant get their place."""
        body: list[str] = []
        for t in self.world.numbers if self.suspends else ():
            body += [
                f"if (placed && !has_place{t} && st{t} != ENDED && !sus{t}) {{",
                "    int at = placed;",
                "    while (at > 0 && __VERIFIER_nondet_bool()) at--;",
                "    for (int i = placed; i > at; i--) order[i] = order[i - 1];",
                f"    order[at] = {t}; placed++; has_place{t} = 1;",
                "}",
            ]
        return function("void give_places(void)", body)

    def _advance(self) -> list[str]:
        quiet = [f"here_{name} = 0;" for name in self.world.labels.values()]
        unmoved = ["now--;"] if ops.Now in self.world.uses else []
        return function(
            "_Bool advance(void)",
            [
                "long long instants = 1;",
                "while (left < 0 || instants <= left) {",
                "    elapse(instants);",
                "    if (anyone()) { give_places(); return 1; }",
                "    instants = soonest();",
                f"    if (instants < 0) {{ {' '.join([*quiet, *unmoved])} left = -1; return 0; }}",
                "}",
                "if (left > 0) elapse(left);",
                *quiet,
                "left = -1;",
                "return 0;",
            ],
        )

    def loop(self) -> list[str]:
        """Whose turn it is."""
        homeless = [(t, f"can_run({t}) && !has_place{t}") for t in self.world.numbers]
        pick = [
            "int t = 0;",
            f"if ({' || '.join(f'({test})' for _, test in homeless) or '0'}) {{",
            *(f"    {line}" for line in self.chosen("first", homeless)),
            "    t = first; cursor = placed; order[placed++] = t;",
            *(f"    if (t == {t}) has_place{t} = 1;" for t in self.world.numbers),
            "} else {",
            "    for (int i = 1; i <= placed; i++) {",
            "        int at = (cursor + i) % placed;",
            *(f"        if (order[at] == {t} && can_run({t})) {{ t = {t}; cursor = at; break; }}" for t in self.world.numbers),
            "    }",
            "    if (!t) return;",
            "}",
        ]
        return self.run(pick)
