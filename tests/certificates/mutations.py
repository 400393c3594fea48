"""Changed certificates on the program with the other verdict: none may be accepted, and none may crash the check.

A certificate of one program of a pair is transplanted to the other one: the hash of the program becomes the right one, and the
file is properly signed, so only the content is left to give it away. Then it is changed at random: entries, lists, numbers and
texts are dropped, repeated, exchanged or replaced, mostly in the evidence, sometimes in what it is about. What follows from the
rest (the list of variables, hashes of questions) is mostly put right afterwards, as a careful forger would do.
"""

from __future__ import annotations

import copy
import json
import random
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.certificates.pairs import PAIRS, Pair
from threadproof.certify import certificate
from threadproof.certify.format import ExprReader, FormatError
from threadproof.certify.graph.document import _ghosts
from threadproof.certify.names import ProofNames
from threadproof.certify.order import unrolled
from threadproof.certify.outline.document import OutlineNames
from threadproof.config.options import Config
from threadproof.errors import InternalError, OptionError, UserError
from threadproof.ir.program import Program
from threadproof.ir.uses import expr_variables
from threadproof.passes import recipes, runner
from threadproof.properties import PROPERTIES
from threadproof.records import replace
from threadproof.run import checks, evidence, facts
from threadproof.run.pipeline import load, verify
from threadproof.run.stated_options import stated_config
from threadproof.sched.base import scheduler_of
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import Solo
from threadproof.sched.system import System
from threadproof.sched.thread_counters import named_counter

SECONDS = 5.0  # for one check
CARE = 0.9  # how often what follows from the rest is put right
SUBJECT = ("property", "options", "passes", "verdict")
FORMATS = tuple(PAIRS)
ACCEPTED, REFUSED, OPEN, CRASHED = "accepted", "refused", "open", "crashed"
Content = dict[str, Any]


@dataclass(slots=True)
class Report:
    name: str
    counts: Counter[str] = field(default_factory=Counter)
    accepted: list[Content] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        counts = ", ".join(f"{self.counts[what]} {what}" for what in (REFUSED, OPEN, CRASHED, ACCEPTED))
        shown = "".join(f"\n    {crash}" for crash in sorted(set(self.crashes))[:5])
        return f"{self.name}: {sum(self.counts.values())} changed, {counts} ({self.seconds:.0f} s){shown}"


class Judge:
    """`certify`, with a memory for what passes make of the program."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.programs: dict[str, Program] = {}

    def judge(self, content: Content) -> tuple[str, str]:
        try:
            content = certificate.read(certificate.write(content))
            config = stated_config(content)
            if content.get("verdict") == "FALSE":
                program = self.lowered(config, runner.ANALYSE)
                run = checks.counterexample(self.source(config), config, content) if self.about(program, content) else None
                return (ACCEPTED, "") if run is not None else (REFUSED, "")
            passes = content.get("passes")
            if not isinstance(passes, list) or not all(isinstance(name, str) for name in passes):
                return REFUSED, "passes"
            evidence.permitted(content, passes, config)
            program, assumed = self.assuming(config, passes, content)
            if not self.about(program, content):
                return REFUSED, "another program"
            found = evidence.checked(program, config, content, program.passes, time.monotonic() + SECONDS, assumed)
            return (OPEN, found.open) if found.open else (ACCEPTED, "")
        except (FormatError, InternalError, OptionError) as error:
            return REFUSED, str(error)
        except UserError as error:
            return REFUSED, str(error)
        except Exception:
            return CRASHED, traceback.format_exc(limit=-2).replace("\n", " | ")[-400:]

    def put_right(self, content: Content) -> None:
        """Entries that the check compares with what it computes itself."""
        try:
            config = stated_config(content)
            program, _ = self.assuming(config, content["passes"], content)
            if "outline" in content:
                counters = [named_counter(number, {}) for number, _ in enumerate(content.get("counters", []))]
                known = OutlineNames(Solo(program).counting(counters), OtherThread("'"))
                reader = ExprReader(known.variables.get, content["terms"])
                terms = [reader.read(text) for text in content["facts"]]
                content["variables"] = sorted({known.names[v] for fact in terms for v in expr_variables(fact)})
            elif "variables" in content:
                system = System(program, scheduler_of(program), 64)
                names = ProofNames(system, _ghosts(content))
                reader = ExprReader(names.find, content["terms"])
                terms = [reader.read(text) for text in (*content["facts"], *content.get("values", []))]
                content["variables"] = sorted({names.text(v) for fact in terms for v in expr_variables(fact)})
            if "questions" in content:
                limits = unrolled.UnrollingLimits(content["unwind"], content["threads"], content["static"])
                asked = unrolled.asked(
                    program, config.property, limits, time.monotonic() + SECONDS, evidence.model_of(config, program)
                )
                content["questions"] = [f"{question} {unrolled.fingerprint(problem)}" for question, problem in asked]
        except Exception:  # what cannot be put right stays wrong
            return

    def about(self, program: Program, content: Content) -> bool:
        return bool(content.get("program") == certificate.fingerprint(program))

    def source(self, config: Config) -> Program:
        key = f"{config.meaning()} {config.property}"
        if key not in self.programs:
            self.programs[key] = load(str(self.file), config)
        return self.programs[key]

    def assuming(self, config: Config, passes: list[str], content: Content) -> tuple[Program, facts.Assumed | None]:
        """What the passes make of the program with the invariants of a certificate, if it has any."""
        if facts.ENTRY not in passes:
            return self.lowered(config, runner.named(passes)), None
        at = passes.index(facts.ENTRY)
        assumed = facts.read(self.lowered(config, runner.named(passes[:at])), content)
        options = recipes.limits(checks.pass_options(config), config.property)
        return runner.run(assumed.program, runner.named(passes[at:]), replace(options, invariants=assumed.known)), assumed

    def lowered(self, config: Config, passes: Any) -> Program:
        key = f"{config.meaning()} {config.property} {[step.name for step in passes]}"
        if key not in self.programs:
            options = recipes.limits(checks.pass_options(config), config.property)
            self.programs[key] = runner.run(self.source(config), list(passes), options)
        return self.programs[key]


@dataclass(frozen=True, slots=True)
class Transplant:
    """A certificate of one program, as if it were about the other."""

    pair: Pair
    own: Judge
    other: Judge
    original: Content
    content: Content


def transplant(name: str, folder: Path) -> Transplant:
    pair = PAIRS[name]
    right = pair.entry != "schedule"
    files = {}
    for side in (True, False):
        files[side] = folder / f"program-{side}{pair.suffix}"
        files[side].write_text(pair.program(side))
    options = {"facts": "none", **pair.options}
    config = Config(engine=pair.engine, property=pair.property, certificate="wanted", timeout=60, **options)
    found = verify(str(files[right]), config)
    assert found.verdict == ("TRUE" if right else "FALSE") and found.certificate, (name, found)
    original = certificate.read(found.certificate)
    assert pair.entry in original, (name, list(original))
    own, other = Judge(files[right]), Judge(files[not right])
    stated = stated_config(original)
    passes, content = original["passes"], dict(original)
    if facts.ENTRY in passes:
        before = other.lowered(stated, runner.named(passes[: passes.index(facts.ENTRY)]))
        content[facts.ENTRY] = {**original[facts.ENTRY], "program": certificate.fingerprint(before)}
    program, _ = other.assuming(stated, passes, content)
    return Transplant(pair, own, other, original, {**content, "program": certificate.fingerprint(program)})


def run(name: str, count: int, seed: int) -> Report:
    """So many changes of one format."""
    report, started = Report(name), time.monotonic()
    choose = random.Random(f"{name} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        made = transplant(name, Path(folder))
        assert made.own.judge(made.original)[0] == ACCEPTED, name
        for number in range(count):
            content = mutated(made.content, choose) if number else made.content
            if choose.random() < CARE:
                made.other.put_right(content)
            what, why = made.other.judge(content)
            report.counts[what] += 1
            if what == ACCEPTED:
                report.accepted.append(content)
                print(json.dumps({key: value for key, value in content.items() if value != made.content.get(key)})[:2000])
            elif what == CRASHED:
                report.crashes.append(why)
    report.seconds = time.monotonic() - started
    return report


# -- changes -----------------------------------------------------------------------------------------------------------------


def mutated(content: Content, choose: random.Random) -> Content:
    """One to four changes. The program stays the one that it is said to be about."""
    content = copy.deepcopy(content)
    for _ in range(choose.randint(1, 4)):
        evidence = [key for key in content if key not in (*SUBJECT, "format", "program", "message", "place")]
        if not evidence or choose.random() < 0.1:
            change_subject(content, choose)
            continue
        (key,) = choose.choices(evidence, [min(20, 1 + len(content[key])) if _long(content[key]) else 1 for key in evidence])
        if choose.random() < 0.05:
            del content[key]
        else:
            content[key] = changed(content[key], choose)
    return content


def change_subject(content: Content, choose: random.Random) -> None:
    match choose.choice(SUBJECT):
        case "property":
            content["property"] = choose.choice([*PROPERTIES, "none"])
        case "verdict":
            content["verdict"] = choose.choice(["TRUE", "FALSE", "UNKNOWN"])
        case "options":
            key = choose.choice(list(content["options"])) if content.get("options") else ""
            if key:
                content["options"][key] = changed(content["options"][key], choose)
        case _:
            if content.get("passes"):
                content["passes"] = changed(content["passes"], choose)


def changed(value: Any, choose: random.Random) -> Any:
    """Another value, mostly of the same kind."""
    if choose.random() < 0.03:
        return choose.choice([None, True, 0, -1, 1 << 40, "", "x", [], {}, [[]], 0.5])
    match value:
        case bool():
            return not value
        case int():
            return choose.choice([value + 1, value - 1, 0, -value, choose.randint(0, 20), value * 2])
        case str():
            return changed_text(value, choose)
        case list() if value:
            return changed_list(value, choose)
        case dict() if value:
            key = choose.choice(list(value))
            return {**value, key: changed(value[key], choose)} if choose.random() < 0.9 else _without(value, key)
    return choose.choice([[], [0], {}, "1", 1, None])


def changed_list(value: list[Any], choose: random.Random) -> list[Any]:
    value, at = list(value), choose.randrange(len(value))
    match choose.randrange(6):
        case 0:
            del value[at]
        case 1:
            value.insert(at, copy.deepcopy(choose.choice(value)))
        case 2:
            other = choose.randrange(len(value))
            value[at], value[other] = value[other], value[at]
        case 3:
            value[at] = copy.deepcopy(choose.choice(value))
        case _:
            value[at] = changed(value[at], choose)
    return value


def changed_text(value: str, choose: random.Random) -> str:
    digits = [at for at, letter in enumerate(value) if letter.isdigit()]
    match choose.randrange(5):
        case 0 | 1 if digits:
            at = choose.choice(digits)
            return value[:at] + str(choose.randrange(10)) + value[at + 1 :]
        case 2 if value.startswith("("):
            return f"(lnot {value})"
        case 3 if value:
            at = choose.randrange(len(value))
            return value[:at] + value[at + 1 :]
        case _:
            return choose.choice(["true", "false", value + value, value[::-1], f"{value} ", value.upper()])


def _long(value: Any) -> bool:
    return isinstance(value, list | dict)


def _without(value: Content, key: str) -> Content:
    return {name: entry for name, entry in value.items() if name != key}
