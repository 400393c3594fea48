"""From a file to the program as engines get it: a front end, and the passes that every engine needs.

A property is part of what the front end is told: which checks there are, and what a failed assertion does otherwise. So a file
is lowered once for each property; `Source` sees to it that it is parsed only once.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.options import RELAXED, SC, Config
from threadproof.errors import InputError, Pos, UnsupportedError
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, RACE, UNREACH
from threadproof.records import replace
from threadproof.run.checks import pass_options

if TYPE_CHECKING:
    from threadproof.frontend.c import COptions
    from threadproof.frontend.c.clang.early import Parsed
    from threadproof.ir.program import Program

SUFFIXES = (".c", ".i", ".ivl")


class Source:
    """A file of which several properties are verified. Programs that were loaded already are not loaded again."""

    def __init__(self, file: str, loaded: Mapping[str, Program] = MappingProxyType({})) -> None:
        """`loaded`: programs by property, in place of what the file says."""
        self.file = file
        self._parsed: Parsed | None = None
        self._loaded = dict(loaded)

    def load(self, config: Config) -> Program:
        if config.property not in self._loaded:
            if self._parsed is None and not self.file.endswith(".ivl"):
                from threadproof.frontend.c.clang.early import Parsed

                self._parsed = Parsed()
            self._loaded[config.property] = load(self.file, config, shared=self._parsed)
        return self._loaded[config.property]


def load(file: str, config: Config, collect: bool = False, shared: Parsed | None = None) -> Program:
    """The program as its front end made it. `shared`: what clang has parsed of it for other properties."""
    program = _loaded(file, config, collect, shared)
    if config.undefined != "report":
        from threadproof.passes.undefined import kinds

        program.stops = kinds(config.property)
    return program


def _loaded(file: str, config: Config, collect: bool, shared: Parsed | None) -> Program:
    """A front end by suffix."""
    if not file.endswith(SUFFIXES):
        raise InputError("unknown kind of file", Pos(file), f"expected {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if file.endswith(".ivl"):
        if config.memory_model != SC:
            raise UnsupportedError("memory models other than sc are for C programs", Pos(file), "leave out --memory-model")
        from threadproof.frontend.ivl import IvlOptions
        from threadproof.frontend.ivl import load as load_ivl
        from threadproof.ir.types import DATA_MODELS

        model = DATA_MODELS[data_model(file, config)]
        return load_ivl(file, IvlOptions(model, errors=config.property == UNREACH, overflow=config.property == OVERFLOW))
    from threadproof.frontend.c import load as load_c

    program = load_c(file, c_options(file, config, collect), shared)
    if config.memory_model != SC and program.scheduler != "preemptive":
        message = f"cooperative threads have no memory model: {program.scheduler} threads never run at the same time"
        raise UnsupportedError(message, Pos(file), "leave out --memory-model")
    return program


def c_options(file: str, config: Config, collect: bool = False) -> COptions:
    """What the C front end is told."""
    from threadproof.frontend.c import COptions
    from threadproof.ir.types import DATA_MODELS

    return COptions(
        data_model=DATA_MODELS[data_model(file, config)],
        extern=config.extern,
        errors=config.property == UNREACH,
        overflow=config.property == OVERFLOW,
        accesses=config.property in (RACE, MEMSAFETY),
        races=config.property == RACE,
        bounds=config.property == MEMSAFETY,
        signals=config.property in (UNREACH, OVERFLOW, MEMSAFETY),
        spurious=config.spurious == "on",
        blocking=config.property == DEADLOCK,
        memory_model=config.memory_model,
        buffer=config.buffer,
        defines=config.define,
        collect=collect,
        hardware=config.undefined == "ignore",
    )


def accepted(program: Program, config: Config) -> None:
    """Whether the engine works on programs of this kind."""
    if config.engine == AUTO:
        return
    engine = next(engine for engine in ENGINES if engine.name == config.engine)
    if program.scheduler not in engine.schedulers:
        others = ", ".join(other.name for other in ENGINES if program.scheduler in other.schedulers)
        message = f"engine {engine.name} does not work on programs under the {program.scheduler} scheduler"
        raise UnsupportedError(message, Pos(program.name), f"use one of: {others}")


def data_model(file: str, config: Config) -> str:
    """Preprocessed files follow the convention of SV-COMP, others that of today's machines."""
    return config.data_model or ("ILP32" if file.endswith(".i") else "LP64")


def run_passes(program: Program, config: Config, stage: str = "analysed") -> Program:
    from threadproof.passes import runner

    if stage == "source":
        return program
    passes = runner.LOWER if stage == "lowered" else runner.ANALYSE
    options = pass_options(config)
    if config.memory_model == SC or {runner.BUFFERS.name, runner.FENCES.name} & set(program.passes):
        return runner.run(program, passes, options)
    repair = (runner.REPAIR,) if config.fence or config.suggest_fences else ()
    program = runner.run(program, repair, options)
    if config.memory_model in RELAXED and config.engine in (AUTO, "ordering"):
        return runner.run(program, (runner.FENCES, *passes), options)
    return runner.run(replace(program, plain=program), (runner.BUFFERS, *passes), options)
