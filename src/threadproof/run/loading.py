"""From a file to the program as engines get it: a front end, and the passes that every engine needs.

A property is part of what the front end is told: which checks there are, and what a failed assertion does otherwise. So a file
is lowered once for each property; `SourceFile` sees to it that it is parsed only once.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from threadproof.config.engines import AUTO, ENGINES, known
from threadproof.config.options import Config, compiler_flags
from threadproof.errors import InputError, Pos, UnsupportedError
from threadproof.frontend.registry import front_end
from threadproof.memory_models import is_weak, named
from threadproof.records import replace
from threadproof.run.checks import pass_options

if TYPE_CHECKING:
    from threadproof.frontend.base import Memo, Reading
    from threadproof.frontend.c import COptions
    from threadproof.ir.program import Program


class SourceFile:
    """A file of which several properties are verified. Programs that were loaded already are not loaded again."""

    def __init__(self, file: str, loaded: Mapping[str, Program] = MappingProxyType({})) -> None:
        """`loaded`: programs by property, in place of what the file says."""
        self.file = file
        self._memo: Memo = {}
        self._loaded = dict(loaded)

    def load(self, config: Config) -> Program:
        if config.property not in self._loaded:
            self._loaded[config.property] = load(self.file, config, memo=self._memo)
        return self._loaded[config.property]


def load(file: str, config: Config, collect: bool = False, memo: Memo | None = None) -> Program:
    """The program as its front end made it. `memo`: what the front end keeps for other properties of the file."""
    program = _loaded(file, config, collect, memo)
    if config.undefined != "report":
        from threadproof.passes.undefined_behaviour import kinds

        program.stops = kinds(config.property)
    return program


def _loaded(file: str, config: Config, collect: bool, memo: Memo | None) -> Program:
    front = front_end(file)
    if is_weak(config.memory_model) and not front.memory_models:
        raise UnsupportedError("memory models other than sc are for C programs", Pos(file), "leave out --memory-model")
    program = front.load(file, reading(file, config, collect), memo)
    if is_weak(config.memory_model) and program.scheduler != "preemptive":
        message = f"cooperative threads have no memory model: {program.scheduler} threads never run at the same time"
        raise UnsupportedError(message, Pos(file), "leave out --memory-model")
    return program


def reading(file: str, config: Config, collect: bool = False) -> Reading:
    """What a front end is told."""
    from threadproof.frontend.base import Reading
    from threadproof.ir.types import DATA_MODELS

    return Reading(
        property=config.property,
        data_model=DATA_MODELS[data_model(file, config)],
        memory_model=config.memory_model,
        buffer=config.buffer,
        extern=config.extern,
        spurious=config.spurious == "on",
        arguments=arguments(config) if config.argv else None,
        max_args=config.max_args,
        max_arg_length=config.max_arg_length,
        flags=compiler_flags(config),
        models=models(config),
        project=config.project,
        hardware=config.undefined == "ignore",
        collect=collect,
    )


def models(config: Config) -> tuple[str, ...]:
    """The files that `--model` names, those of a folder in the order of their names."""
    import os

    found: list[str] = []
    for place in config.model:
        inside = [place]
        if os.path.isdir(place):
            inside = sorted(os.path.join(place, name) for name in os.listdir(place) if name.endswith(".c"))
        if not inside:
            raise InputError("no C file is in this folder of models", Pos(place))
        found += inside
    return tuple(dict.fromkeys(found))


def arguments(config: Config) -> tuple[bytes, ...]:
    """Those of main, if they are given."""
    from os import fsencode

    from threadproof.config.command_line import words

    return tuple(fsencode(word) for word in ("program", *words(config.argv)))


def c_options(file: str, config: Config) -> COptions:
    """What the C front end makes of that."""
    from threadproof.frontend.c.options import chosen

    return chosen(reading(file, config))


def accepted(program: Program, config: Config) -> None:
    """Whether the engine works on programs of this kind."""
    if config.engine == AUTO:
        return
    engine = known(config.engine)
    assert engine is not None
    if program.scheduler not in engine.schedulers:
        others = ", ".join(other.name for other in ENGINES if program.scheduler in other.schedulers)
        message = f"engine {engine.name} does not work on programs under the {program.scheduler} scheduler"
        raise UnsupportedError(message, Pos(program.name), f"use one of: {others}")


def data_model(file: str, config: Config) -> str:
    """Also of a file that no front end reads: an answer names one."""
    if config.data_model:
        return config.data_model
    if config.project is not None and config.project.data_model:
        return config.project.data_model
    try:
        return front_end(file).data_model(file)
    except InputError:
        return "LP64"


def run_passes(program: Program, config: Config, stage: str = "analysed") -> Program:
    from threadproof.passes import runner

    if stage == "source":
        return program
    passes = runner.LOWER if stage == "lowered" else runner.ANALYSE
    options = pass_options(config)
    model = named(config.memory_model)
    if set(model.passes) & set(program.passes) or not model.weak:
        return runner.run(program, passes, options)
    repair = (runner.REPAIR,) if config.fence or config.suggest_fences else ()
    program = runner.run(program, repair, options)
    engine = known(config.engine)
    if not model.simulated and (engine is None or engine.knows_order):
        return runner.run(program, (runner.FENCES, *passes), options)
    return runner.run(replace(program, plain=program), (runner.BUFFERS, *passes), options)
