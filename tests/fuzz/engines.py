"""Oracle (c): an engine, with any options, gives the verdict of plain enumeration whenever both give one.

The programs are those of oracle (b), each with an assertion. FALSE is replayed by the pipeline itself; what is compared here is
TRUE against FALSE, in both directions.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from unittest.mock import patch

from tests.fuzz.concurrent import Knobs, concurrent
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.fuzz.tree import Node
from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.options import OPTIONS, Config
from threadproof.config.validation import validate
from threadproof.errors import OptionError
from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS, PassOptions
from threadproof.run import portfolio
from threadproof.run.pipeline import Clock, answer, prepare, quietly
from threadproof.shrink.debug import shrink

BATCH = 10
ORACLE = "explicit"
MEMORY = 4000  # MiB; the command line sets the limit that 0 stands for
EVERY = "every"  # all engines that check the property, and auto


def configure(engine: str, property_: str, options: Iterable[str], seconds: float) -> Config:
    """A Config from `name=value` pairs, with the types of the option table."""
    rows = {option.name: option for option in OPTIONS}
    values: dict[str, object] = {}
    for pair in options:
        name, _, word = pair.partition("=")
        default = rows[name].default
        values[rows[name].attribute] = word in ("1", "on", "true") if isinstance(default, bool) else type(default)(word)
    return validate(Config(engine=engine, property=property_, timeout=seconds, **values))  # type: ignore[arg-type]


def configurations(engine: str, property_: str, options: Iterable[str], seconds: float) -> list[Config]:
    """All that are possible where `name=*` stands for every value of an option; of `every`: each engine with its defaults."""
    if engine == EVERY:
        able = [e.name for e in ENGINES if property_ in e.properties and "preemptive" in e.schedulers and e.name != ORACLE]
        return [configure(name, property_, (), seconds) for name in (*able, AUTO)]
    choices = {option.name: option.choices or ("on", "off") for option in OPTIONS}
    words = [
        [f"{name}={value}" for value in choices[name]] if value == "*" else [pair] for pair, name, value in map(_parts, options)
    ]
    found = []
    for pairs in product(*words):
        with suppress(OptionError):
            found.append(configure(engine, property_, pairs, seconds))
    return found


def _parts(pair: str) -> tuple[str, str, str]:
    name, _, value = pair.partition("=")
    return pair, name, value


class Prepared:
    """A program that is loaded once for many configurations; they all verify the same property."""

    def __init__(self, text: str, config: Config, name: str = "program.c") -> None:
        self.config, self.text, self.name = config, text, name
        self.lowered: dict[object, tuple[Program, Program]] = {}  # by identity of the first, which is kept alive
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_text(text)
            self.file = str(path)
            try:
                self.program = prepare(self.file, config, Clock(quietly))
                self.trouble = ""
            except Exception as error:
                self.trouble = f"{type(error).__name__}: {error}"

    def verdict(self, config: Config) -> str:
        """TRUE, FALSE, UNKNOWN, or what went wrong."""
        if self.trouble:
            return self.trouble
        try:
            if config.engine == AUTO:
                return self._portfolio(config)
            return answer(self.program, self.file, config, Clock(quietly)).verdict
        except Exception as error:  # also a counterexample that does not replay
            return f"{type(error).__name__}: {error}"

    def _portfolio(self, config: Config) -> str:
        """Processes of their own, which begin with the file."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / self.name
            path.write_text(self.text)
            return portfolio.verify(str(path), replace(config, memory=MEMORY)).verdict


def verdict(text: str, config: Config, name: str = "program.c") -> str:
    return Prepared(text, config, name).verdict(config)


def disagreement(tree: Node, config: Config) -> str | None:
    """Empty where the two agree, None where one of them does not know."""
    prepared = Prepared(tree.text(), config)
    return compared(prepared, oracle(prepared), config)


def oracle(prepared: Prepared) -> str:
    given = prepared.config
    config = Config(engine=ORACLE, property=given.property, timeout=given.timeout)
    return prepared.verdict(replace(config, memory_model=given.memory_model, buffer=given.buffer))


def compared(prepared: Prepared, expected: str, config: Config) -> str | None:
    found = prepared.verdict(config) if expected != "UNKNOWN" else "UNKNOWN"
    if found == "UNKNOWN":
        return None
    return "" if found == expected else f"{config.property}: {ORACLE} says {expected}, {config.engine} says {found}"


@contextmanager
def lowered_once(prepared: Prepared) -> Iterator[None]:
    """Passes leave their input alone, so configurations that ask for the same ones of the same program may share the result."""
    original = runner.run

    def run(program: Program, passes: Sequence[runner.Pass], options: PassOptions = DEFAULTS) -> Program:
        key = (id(program), tuple(step.name for step in passes), options)
        if key not in prepared.lowered:
            prepared.lowered[key] = (program, original(program, passes, options))
        return prepared.lowered[key][1]

    with patch.object(runner, "run", run):
        yield


def check_batch(seeds: list[int], configs: Sequence[Config], knobs: Knobs) -> Report:
    """Every program with every configuration; all verify the same property."""
    report = Report()
    for seed in seeds:
        prepared = Prepared(concurrent(seed, knobs).tree.text(), configs[0])
        expected = oracle(prepared)
        for config in configs:
            with lowered_once(prepared):
                what = compared(prepared, expected, config)
            report.passed += what == ""
            if what is None:
                report.skipped.append(seed)
            elif what:
                report.failures.append(Failure(seed, f"{what} with {label(config)}"))
    return report


def label(config: Config) -> str:
    """An engine, and its options that are not the default."""
    rows = [o for o in OPTIONS if config.engine in o.engines and getattr(config, o.attribute) != o.default]
    return " ".join([f"--engine {config.engine}", *(f"{o.name}={getattr(config, o.attribute)}" for o in rows)])


def minimise(seed: int, config: Config, budget: int, knobs: Knobs) -> Node | None:
    tree = concurrent(seed, knobs).tree
    if not disagreement(tree, config):
        return None
    return shrink(tree, lambda t: bool(disagreement(t, config)), budget)


def tasks(seeds: Iterable[int], configs: Sequence[Config], knobs: Knobs) -> list[partial[Report]]:
    return [partial(check_batch, batch, configs, replace(knobs, assertions=1.0)) for batch in batches(seeds, BATCH)]
