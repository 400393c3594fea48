"""Random IVL models, small enough for plain enumeration: threads, events of all kinds, time, suspension, updates, inputs.

Every value is kept small by a mask, every loop waits, and the time is read only where it is limited, so the states are finitely
many even where the model never ends. A *native* model can also be given to the real SystemC kernel: no inputs, no endless loops,
no delta resumption.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.fuzz import engines
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.fuzz.tree import Node, node, seq
from threadproof.budget import Budget, OutOfBudget
from threadproof.config.options import OPTIONS, Config
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unknown
from threadproof.evidence.task import Task
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.passes import runner
from threadproof.properties import DEADLOCK, UNREACH
from threadproof.shrink.debug import shrink

BATCH = 10
SECONDS = 20.0
TIME = "__time"  # stands for @time, because the tree has another use for @


@dataclass(frozen=True, slots=True)
class Knobs:
    threads: int = 3
    statements: int = 4
    native: bool = False
    fair: bool = False  # FairThreads, see `fair`
    assertions: float = 0.7


USUAL = Knobs()


@dataclass(frozen=True, slots=True)
class Model:
    tree: Node
    results: tuple[str, ...]

    @property
    def text(self) -> str:
        return source(self.tree)


def source(tree: Node) -> str:
    return tree.text().replace(TIME, "@time")


@dataclass(slots=True)
class Names:
    numbers: list[str] = field(default_factory=list)  # values 0..3
    events: list[str] = field(default_factory=list)
    updates: list[str] = field(default_factory=list)
    threads: list[str] = field(default_factory=list)


class Builder:
    def __init__(self, seed: int, knobs: Knobs) -> None:
        self.rng = random.Random(seed)
        self.knobs = knobs
        self.limit = self.rng.choice((None, 2, 5)) if not knobs.native else self.rng.choice((2, 5))
        self.tops: list[Node] = []
        self.names = Names(threads=[f"T{i}" for i in range(self.rng.randint(2, knobs.threads))])
        self.declare()

    # -- declarations ------------------------------------------------------------------------------------------------

    def top(self, *parts: str | Node) -> None:
        self.tops.append(node("fix", *parts, "\n"))

    def declare(self) -> None:
        rng, names = self.rng, self.names
        for i in range(rng.randint(1, 3)):
            type_ = rng.choice(("int", "u8", "i8", "uint", "i64", "u16"))
            start = f"?({rng.choice(('bool', 'u8'))}) & 3" if not self.knobs.native and rng.random() < 0.2 else rng.randint(0, 3)
            self.top(f"{type_} x{i} = {start};")
            names.numbers.append(f"x{i}")
        if rng.random() < 0.3:
            self.top("u8 a[2] = { 1, 2 };")
            names.numbers += ["a[0]", "a[x0 & 1]"]
        if rng.random() < 0.3:
            self.top("event e0, es[2];")
            names.events += ["e0", "es[0]", "es[1]"]
        else:
            names.events += [f"e{i}" for i in range(rng.randint(1, 2))]
            self.top(f"event {', '.join(names.events)};")
        if rng.random() < 0.4:
            self.top("u8 s, s_next;\nevent s_changed;")
            self.top("update signal { if (s != s_next) { s = s_next; notify s_changed, 0; } }")
            names.updates.append("signal")
            names.events.append("s_changed")
            names.numbers.append("s")
        if rng.random() < 0.2:
            self.top("update other { x0 = (x0 + 1) & 3; }")
            names.updates.append("other")
        if rng.random() < 0.3:
            self.top("int bump(int by) { x0 = (x0 + by) & 3; return x0; }")

    # -- expressions -------------------------------------------------------------------------------------------------

    def number(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if roll < 0.5:
            return node("int", rng.choice(self.names.numbers))
        if roll < 0.55 and self.limit is not None:
            return node("int", f"(int)({TIME} & 3)")
        if roll < 0.62 and not self.knobs.native:
            return node("int", rng.choice(("?(bool)", "(?(u8) & 3)")))
        return node("int", str(rng.randint(0, 3)))

    def condition(self) -> Node:
        text = self.rng.choice((" == ", " != ", " < ", " <= "))
        return node("fix", self.number(), text, self.number())

    def event(self) -> str:
        return self.rng.choice(self.names.events)

    # -- statements --------------------------------------------------------------------------------------------------

    def assign(self) -> Node:
        target = self.rng.choice([name for name in self.names.numbers if name != "s"])
        if self.rng.random() < 0.3:  # several of these commute
            return node("stmt", f"{target} {self.rng.choice('^|&')}= ", self.number(), ";\n")
        operator = self.rng.choice((" + ", " - ", " ^ ", " * ", " | "))
        return node("stmt", f"{target} = (", self.number(), operator, self.number(), ") & 3;\n")

    def waits(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if roll < 0.45:
            return node("stmt", f"wait_time {rng.randint(0, 2)};\n")
        if roll < 0.85:
            return node("stmt", f"wait {self.event()};\n")
        if roll < 0.95:
            return node("stmt", f"wait {self.event()}, {rng.randint(0, 2)};\n")
        return node("stmt", f"wait {self.event()} {rng.choice('&|')} {self.event()};\n")

    def notifies(self) -> Node:
        rng = self.rng
        roll = rng.random()
        if roll < 0.45:
            return node("stmt", f"notify {self.event()};\n")
        if roll < 0.9:
            return node("stmt", f"notify {self.event()}, {rng.randint(0, 2)};\n")
        return node("stmt", f"cancel {self.event()};\n")

    def controls(self) -> Node:
        rng = self.rng
        if self.names.updates and rng.random() < 0.7:
            update = rng.choice(self.names.updates)
            before = [node("fix", "s_next = ", self.number(), ";\n")] if update == "signal" else []
            return node("stmt", *before, f"request_update {update};\n")
        words = ("suspend", "resume_now", "resume_now") if self.knobs.native else ("suspend", "resume", "resume", "resume_now")
        return node("stmt", f"{rng.choice(words)} {rng.choice(self.names.threads)};\n")

    def statement(self, depth: int) -> Node:
        roll = self.rng.random()
        if roll < 0.35:
            return self.assign()
        if roll < 0.55:
            return self.waits()
        if roll < 0.75:
            return self.notifies()
        if roll < 0.83:
            return self.controls()
        if roll < 0.93 and depth:
            return node("stmt", "if (", self.condition(), ") {\n", self.block(depth - 1), "}\n")
        if depth:
            return node("stmt", "for (int i = 0; i < 2; i++) {\n", self.block(depth - 1), self.waits(), "}\n")
        if not self.knobs.native and self.rng.random() < 0.1:
            return node("stmt", "assume ", self.condition(), ";\n")
        return self.assign()

    def block(self, depth: int) -> Node:
        return seq([self.statement(depth) for _ in range(self.rng.randint(1, self.knobs.statements))])

    # -- the whole ---------------------------------------------------------------------------------------------------

    def thread(self, name: str) -> None:
        body: list[Node] = [self.block(1)]
        if self.rng.random() < self.knobs.assertions / 2:
            body.append(node("stmt", "assert ", self.condition(), ";\n"))
        if not self.knobs.native and self.rng.random() < 0.4:
            self.top(f"thread {name} {{\nwhile (true) {{\n", *body, self.pause(), "}\n}")
        else:
            self.top(f"thread {name} {{\n", *body, "}")

    def pause(self) -> str:
        """What an endless loop does once."""
        return f"wait_time {self.rng.randint(0, 1) if self.limit is None else 1};\n"

    def before(self) -> str:
        """What main does before the start."""
        return ""

    def model(self) -> Model:
        for name in self.names.threads:
            self.thread(name)
        limit = "" if self.limit is None else f" {self.limit}"
        after: list[Node] = []
        if self.rng.random() < self.knobs.assertions / 2:
            after.append(node("stmt", "assert ", self.condition(), ";\n"))
        self.top(f"main {{\n{self.before()}start{limit};\n", *after, "}")
        results = tuple(name for name in self.names.numbers if "[" not in name)
        return Model(node("fix", *self.tops), results)


def model(seed: int, knobs: Knobs = USUAL) -> Model:
    from tests.fuzz.fair import FairBuilder

    return (FairBuilder if knobs.fair else Builder)(seed, knobs).model()


# -- the model before and after lowering -------------------------------------------------------------------------------


def verdict(text: str, property_: str, lowered: bool) -> str:
    program = translate(text, "model.ivl", IvlOptions(errors=property_ == UNREACH))
    if lowered:
        program = runner.run(program, runner.LOWER)
    result = ExplicitEngine().check(program, Task(property_), Budget(SECONDS), {})
    return f"UNKNOWN({result.reason})" if isinstance(result, Unknown) else type(result).__name__


def difference(tree: Node) -> str:
    """Empty where the program and its lowered form have the same verdicts."""
    try:
        for property_ in (UNREACH, DEADLOCK):
            before, after = (verdict(source(tree), property_, lowered) for lowered in (False, True))
            if before != after:
                return f"{property_}: {before}, but lowered {after}"
    except OutOfBudget:
        return ""
    except Exception as error:  # a crash of ours is a failure of this program, not of the whole run
        return f"{type(error).__name__}: {error}"
    return ""


def check_stages(seeds: list[int], knobs: Knobs) -> Report:
    report = Report()
    for seed in seeds:
        what = difference(model(seed, knobs).tree)
        report.passed += not what
        if what:
            report.failures.append(Failure(seed, what))
    return report


def minimise_stages(seed: int, budget: int, knobs: Knobs) -> Node | None:
    tree = model(seed, knobs).tree
    return shrink(tree, lambda t: bool(difference(t)), budget) if difference(tree) else None


def stage_tasks(seeds: Iterable[int], knobs: Knobs) -> list[partial[Report]]:
    return [partial(check_stages, batch, knobs) for batch in batches(seeds, BATCH)]


# -- engines -----------------------------------------------------------------------------------------------------------


def answer(text: str, config: Config) -> str:
    """TRUE, FALSE, UNKNOWN, or what went wrong; FALSE was replayed, the proof of TRUE checked."""
    return engines.verdict(text, config, "model.ivl")


def disagreement(tree: Node, configs: Sequence[Config]) -> str | None:
    """Empty where engines and plain enumeration agree, None where enumeration or all of them do not know. The model is read and
    lowered once for all of them, which verify the same property."""
    first = configs[0]
    prepared = engines.Prepared(source(tree), first, "model.ivl")
    expected = engines.oracle(prepared)
    if expected == "UNKNOWN":
        return None
    known = False
    for config in configs:
        with engines.lowered_once(prepared):
            found = prepared.verdict(config)
        known |= found != "UNKNOWN"
        if found not in (expected, "UNKNOWN"):
            return f"{config.property}: explicit says {expected}, {described(config)} says {found}"
    return "" if known else None


def described(config: Config) -> str:
    """The engine and its options that are not the default ones."""
    default = Config(engine=config.engine, property=config.property, timeout=config.timeout)
    rows = [(row.flag, getattr(config, row.attribute), getattr(default, row.attribute)) for row in OPTIONS]
    return " ".join([config.engine, *(f"{flag} {value}" for flag, value, usual in rows if value != usual)])


def turn(configs: Sequence[Config], seed: int, each: int) -> list[Config]:
    """Those that a model is checked with: `each` of them, other ones for the next model; 0: all."""
    count = len(configs)
    return [configs[(seed * each + k) % count] for k in range(min(each or count, count))]


def check_engine(seeds: list[int], configs: Sequence[Config], knobs: Knobs, each: int = 0) -> Report:
    report = Report()
    for seed in seeds:
        what = disagreement(model(seed, knobs).tree, turn(configs, seed, each))
        report.passed += what == ""
        if what is None:
            report.skipped.append(seed)
        elif what:
            report.failures.append(Failure(seed, what))
    return report


def minimise_engine(seed: int, configs: Sequence[Config], budget: int, knobs: Knobs, each: int = 0) -> Node | None:
    """With the configurations that fail on it."""
    tree = model(seed, knobs).tree
    failing = [config for config in turn(configs, seed, each) if disagreement(tree, [config])][:1]
    return shrink(tree, lambda t: bool(disagreement(t, failing)), budget) if failing else None


def engine_tasks(seeds: Iterable[int], configs: Sequence[Config], knobs: Knobs, each: int) -> list[partial[Report]]:
    return [partial(check_engine, batch, configs, knobs, each) for batch in batches(seeds, BATCH)]
