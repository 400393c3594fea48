"""Every program of the corpus, through the real pipeline, with every engine that applies, against the verdict that it carries.

A file starts with comment lines: `// property: P` followed by `// verdict: V`, as often as wanted; `// verdict ENGINE: V` after
it is what that engine answers where it may not find out the truth; `// options: ...` holds for the whole file. V is TRUE, FALSE,
UNKNOWN(start of the reason) or ERROR(part of the message). The verdicts come from the C, POSIX and SystemC standards and
docs/architecture.md, never from what the tool answered.

An engine may give up, but not where it used to decide: `decided.csv` has a row per program and property with the engines that
decide it within a third of their time. An engine that is not in the row is open: one in `SAMPLE` of these is asked for a
moment, in case it is wrong, and all of them for longer by `make nightly`. `python -m tests.test_corpus FILE...` asks all engines
about these files (about all files without a name), writes their rows anew and tells which answers are wrong; read the difference
before you commit it.

Seconds are those of computing (`tests.clocks`). A file is parsed once, and each of its properties is lowered once for all
engines, as `portfolio` does for those that run side by side: neither passes nor engines may change what they are given.
"""

from __future__ import annotations

import csv
import gc
import re
import shlex
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from multiprocessing import Pool
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.places import CORPUS
from threadproof.budget import Budget
from threadproof.config.engines import ENGINES, known
from threadproof.config.options import OPTIONS, Config
from threadproof.config.validation import validate
from threadproof.engines.explicit import ExplicitEngine
from threadproof.errors import UserError
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.memory_models import is_weak
from threadproof.passes import runner
from threadproof.properties import DEADLOCK, UNREACH
from threadproof.run import pipeline, supervise
from threadproof.run.loading import SourceFile, accepted

ORACLE = "explicit"  # must give the very verdict; other engines may give up, and sooner
SECONDS = {ORACLE: 60.0}
SECONDS_OF_OTHERS = 2.0
TIMEOUT = "UNKNOWN(timeout)"  # the verdict of the oracle where the states are too many, or infinitely many
SAMPLE = 4
OPEN = 0.25  # seconds for an engine that is not known to decide a program
HARD = 0.1  # seconds more until it is ended: not every step looks at the clock
OPEN_NIGHTLY = 20.0
MEMORY = 20_000  # MiB: a process begins with what those of the tests occupy
DECIDED = Path(__file__).parent / "decided.csv"
COLUMNS = ("program", "property", "engines")
SURE = SECONDS_OF_OTHERS / 3  # of CPU: what takes longer is not recorded, and may be open on a busy machine
WARM = ("atomic_flag", "ivl_notify_delta")  # programs that load what others need, too
PATIENCE = 12.0  # seconds of computing before a decision that was recorded counts as lost: 18 times what it took


@dataclass(frozen=True, slots=True)
class Case:
    file: Path
    config: Config
    expected: str

    @property
    def name(self) -> str:
        return f"{self.file.stem}-{self.config.property}-{self.config.engine}"


def options(text: str) -> Config:
    """A Config from `--name value` pairs, with the types of the option table."""
    words = shlex.split(text)
    rows = {option.flag: option for option in OPTIONS}
    values: dict[str, Any] = {}
    for flag, word in zip(words[::2], words[1::2], strict=True):
        row = rows[flag]
        many = isinstance(row.default, tuple)
        values[row.attribute] = (*values.get(row.attribute, ()), word) if many else type(row.default)(word)
    return Config(**values)


def cases(file: Path) -> list[Case]:
    head = re.findall(r"^// (property|verdict|options)(?: (\w+))?: (.*)$", file.read_text(), re.M)
    config = options(next((value for key, _, value in head if key == "options"), ""))
    verdicts: dict[str, dict[str, str]] = {}
    property_ = ""
    for key, engine, value in head:
        if key == "property":
            property_ = value
            verdicts[property_] = {}
        elif key == "verdict":
            verdicts[property_][engine] = value
    found = []
    for name, by in verdicts.items():
        scheduler = scheduler_of(file)
        for engine in (info.name for info in ENGINES if name in info.properties and scheduler in info.schedulers):
            expected = by.get(engine, by[""])
            seconds = SECONDS_OF_OTHERS if expected == TIMEOUT else SECONDS.get(engine, SECONDS_OF_OTHERS)
            made = validate(replace(config, property=name, engine=engine, timeout=seconds))
            found.append(Case(file, made, expected))
    return found


def scheduler_of(file: Path) -> str:
    if re.search(r"^scheduler fairthreads;|^#include <fthread.h>", file.read_text(), re.M):
        return "fairthreads"
    return "systemc" if file.suffix == ".ivl" else "preemptive"


FILES = sorted([*CORPUS.glob("*.c"), *CORPUS.glob("*.ivl")])
ALL = [case for file in FILES for case in cases(file)]


@lru_cache(maxsize=1)  # cases are in the order of files
def source(file: Path) -> SourceFile:
    """Parsed once."""
    return SourceFile(str(file))


def prepared(case: Case) -> Program:
    """The same object for all engines that get the same program: what they make of it by the same passes is made once
    (`passes.lowering_memo`)."""
    info = known(case.config.engine)
    relaxed = is_weak(case.config.memory_model) and info is not None and info.knows_order
    return _prepared(case.file, replace(case.config, engine=case.config.engine if relaxed else ORACLE, timeout=1.0))


@lru_cache(maxsize=1)  # cases are in the order of properties
def _prepared(file: Path, config: Config) -> Program:
    return pipeline.prepare(str(file), config, pipeline.Clock(pipeline.quietly), source(file))


def answer(case: Case, seconds: float) -> str:
    """TRUE, FALSE, UNKNOWN(reason), ERROR(message)."""
    config = replace(case.config, timeout=seconds)
    try:
        program = prepared(case)
        accepted(program, config)
        found = pipeline.answer(program, str(case.file), config, pipeline.Clock(pipeline.quietly))
        outcome = pipeline.bundled(found, config)
    except UserError as error:
        return f"ERROR({error})"
    return f"UNKNOWN({outcome.reason})" if outcome.verdict == "UNKNOWN" else outcome.verdict


def agrees(expected: str, found: str, engine: str = ORACLE) -> bool:
    if engine != ORACLE and found.startswith("UNKNOWN(") and not expected.startswith("ERROR("):
        return True
    if expected.startswith("ERROR("):
        return found.startswith("ERROR(") and expected[6:-1] in found
    if expected.startswith("UNKNOWN("):
        return found.startswith(expected[:-1])
    return found == expected


def briefly(case: Case) -> str:
    """In a process of its own, which ends when its time is up, whatever it does."""

    def work(announce: Callable[[str], None]) -> str:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, OPEN + HARD)
        return answer(case, OPEN)

    with suppress(UserError):
        prepared(case)  # here, where it is of use to others
    found = separately(work)
    if isinstance(found, supervise.Died) and "SIGPROF" in found.how:
        return TIMEOUT
    assert isinstance(found, str), found
    return found


def separately(work: Callable[[Callable[[str], None]], str]) -> object:
    """What it finds, in a process of its own; an exception as text, which is neither a verdict nor empty."""

    def guarded(announce: Callable[[str], None]) -> str:
        try:
            return work(announce)
        except Exception:
            return traceback.format_exc()

    return supervise.run(guarded, float("inf"), MEMORY)


@cache
def decided() -> dict[tuple[str, str], list[str]]:
    """Who decides a program and property, according to the record."""
    with DECIDED.open(newline="") as file:
        return {(row["program"], row["property"]): row["engines"].split() for row in csv.DictReader(file)}


def recorded(case: Case) -> bool:
    return case.config.engine in decided().get((case.file.name, case.config.property), ())


GROUPS = [list(cases) for _, cases in groupby(ALL, lambda case: case.file)]


@pytest.fixture(scope="module")
def warm() -> None:
    """What engines import and keep for all programs is there before processes are forked."""
    for case in ALL:
        if case.file.stem in WARM:
            answer(case, SECONDS_OF_OTHERS)
    forget()
    gc.collect()
    gc.freeze()


def forget() -> None:
    source.cache_clear()
    _prepared.cache_clear()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0].file.stem)
@pytest.mark.usefixtures("warm")
def test_verdicts(group: list[Case]) -> None:
    """All engines, for one property after the other, in one process: what libraries do not give back ends with it, and
    those that it forks for engines that get a moment begin small."""

    def work(announce: Callable[[str], None]) -> str:
        found = []
        for case in group:
            if not is_open(case) or sampled(case):
                announce(case.name)
                found.append(trouble(case))
        return "\n".join(filter(None, [*found, *map(lowered_wrong, filter(preserved, group))]))

    found = separately(work)
    if found:
        pytest.fail(str(found), pytrace=False)


def is_open(case: Case) -> bool:
    return case.config.engine != ORACLE and not recorded(case)


def sampled(case: Case) -> bool:
    """The same ones in every run."""
    return crc32(case.name.encode()) % SAMPLE == 0


def trouble(case: Case) -> str:
    """What is wrong with the answer of an engine."""
    found = briefly(case) if is_open(case) else answer(case, case.config.timeout)
    if found.startswith("UNKNOWN(") and recorded(case):
        found = answer(case, PATIENCE)
        if found not in ("TRUE", "FALSE"):
            return f"{case.name}: decided until now, found {found}. If that is meant: {record_it(case)}"
    return wrong(case, found)


def wrong(case: Case, found: str) -> str:
    return "" if agrees(case.expected, found, case.config.engine) else f"{case.name}: expected {case.expected}, found {found}"


def preserved(case: Case) -> bool:
    return case.config.engine == ORACLE and case.config.property in (UNREACH, DEADLOCK) and case.expected in ("TRUE", "FALSE")


def lowered_wrong(case: Case) -> str:
    """What symbolic engines get to see has the same verdict, unless it had to be cut."""
    program = runner.run(source(case.file).load(case.config), runner.LOWER)
    result = ExplicitEngine().check(program, Task(case.config.property), Budget(SECONDS[ORACLE]), {})
    found = {Safe: "TRUE", Unsafe: "FALSE"}.get(type(result), "UNKNOWN")
    return "" if found in (case.expected, "UNKNOWN") else f"{case.name}: expected {case.expected}, lowered {found}"


@pytest.mark.nightly
@pytest.mark.parametrize("case", list(filter(is_open, ALL)), ids=lambda case: case.name)
def test_verdict_of_who_takes_longer(case: Case) -> None:
    assert not wrong(case, answer(case, OPEN_NIGHTLY))


def record_it(*these: Case) -> str:
    names = " ".join(sorted({case.file.name for case in these}))
    return f"python -m tests.test_corpus {names}"


def to_record(case: Case) -> bool:
    """Programs that have a verdict; that of the oracle is asserted anyway."""
    return case.config.engine != ORACLE and case.expected in ("TRUE", "FALSE")


def test_every_program_is_recorded() -> None:
    new = [case for case in ALL if to_record(case) and (case.file.name, case.config.property) not in decided()]
    assert not new, f"not in {DECIDED.name} yet: {record_it(*new)}"
    present = {(case.file.name, case.config.property) for case in ALL if to_record(case)}
    assert not decided().keys() - present, f"in {DECIDED.name}, but no longer in the corpus"


def test_the_record_is_worth_something() -> None:
    """Every engine decides a good part of what it is asked; a record that lost its rows would hold nothing."""
    proving = {info.name for info in ENGINES if info.modular}
    for engine in {case.config.engine for case in ALL} - {ORACLE}:
        asked = [case for case in ALL if to_record(case) and case.config.engine == engine]
        if engine in proving:
            asked = [case for case in asked if case.expected == "TRUE"]
        assert sum(recorded(case) for case in asked) > len(asked) / 4, engine


def test_the_sample_has_all_engines() -> None:
    cases = list(filter(is_open, ALL))
    engines = {case.config.engine for case in cases}
    assert {case.config.engine for case in cases if sampled(case)} == engines == {info.name for info in ENGINES} - {ORACLE}
    assert sum(map(sampled, cases)) > len(cases) / SAMPLE / 2


def test_every_file_has_a_verdict() -> None:
    assert {case.file for case in ALL} == set(FILES)
    assert {case.expected[:5] for case in ALL} == {"TRUE", "FALSE", "UNKNO", "ERROR"}


def measured(case: Case) -> tuple[bool, str]:
    """Whether it is decided for sure, and what is wrong with the answer."""
    forget()
    began = time.process_time()
    found = answer(case, SECONDS_OF_OTHERS)
    return found in ("TRUE", "FALSE") and time.process_time() - began < SURE, wrong(case, found)


def record(names: list[str]) -> None:
    """Run the programs with these names (all without one) and write their rows."""
    unknown = {Path(name).name for name in names} - {file.name for file in FILES}
    if unknown:
        sys.exit(f"not in {CORPUS}: {', '.join(sorted(unknown))}")
    wanted = {Path(name).name for name in names} or {file.name for file in FILES}
    asked = [case for case in ALL if to_record(case)]
    run = [case for case in asked if case.file.name in wanted]
    with Pool() as pool:
        answers = pool.map(measured, run, 1)
    sure = {case.name for case, (good, _) in zip(run, answers, strict=True) if good}
    rows: dict[tuple[str, str], list[str]] = {}
    for case in asked:
        key = (case.file.name, case.config.property)
        if case.file.name in wanted or key in decided():
            engines = rows.setdefault(key, [])
            if case.name in sure if case.file.name in wanted else recorded(case):
                engines.append(case.config.engine)
    with DECIDED.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([COLUMNS, *((*key, " ".join(engines)) for key, engines in rows.items())])
    if mistakes := [mistake for _, mistake in answers if mistake]:
        sys.exit("\n".join(mistakes))


if __name__ == "__main__":
    record(sys.argv[1:])
