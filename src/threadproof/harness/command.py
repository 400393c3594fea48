"""`threadproof harness FILE`, and `threadproof verify FILE --harness`: from the options to the text."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from threadproof.config.options import OPTIONS, Config, compiler_flags
from threadproof.harness.interface import interface
from threadproof.harness.selection import Wanted, select
from threadproof.harness.text import harness
from threadproof.records import replace
from threadproof.run.loading import c_options

CHOICES = ("threads", "each", "unbounded", "calls", "init", "final", "below", "argument", "linearizable", "observe", "pending")


def generated(files: Sequence[str], config: Config) -> str:
    """The harness for the library of which the first file says what it offers. The others are linked with it."""
    file = files[0]
    wanted = Wanted(
        0 if config.unbounded else config.threads or 2,
        0 if config.unbounded else config.each,
        config.calls,
        config.init,
        config.final,
        config.below,
        config.argument,
        config.linearizable,
        config.observe,
        config.pending,
    )
    here = os.path.dirname(config.output) if config.output != "-" else ""
    with interface(file, c_options(file, replace(config, project=None)), wanted.names()) as offered:
        return harness(offered, select(offered, wanted), wanted, here, (repeated(files, config), verified(files, config)))


def path(file: str, config: Config) -> str:
    """Of the file to write."""
    return config.output if config.output not in ("", "-") else f"{os.path.splitext(os.path.basename(file))[0]}_harness.c"


def write(file: str, text: str, config: Config) -> None:
    """Not over a harness that may have been edited, unless it is named."""
    from threadproof.report import outputs

    target = path(file, config)
    if not config.output:
        outputs.ensure_new(target, text, "--output")
    outputs.write(target, text, "--output")


def verified(files: Sequence[str], config: Config) -> str:
    """The command that verifies the harness."""
    return shlex.join(["threadproof", "verify", path(files[0], config), *files[1:], *_compiling(config)])


def repeated(files: Sequence[str], config: Config) -> str:
    """The command that writes the same."""
    words: list[str] = []
    for option in OPTIONS:
        value = getattr(config, option.attribute)
        if option.name in CHOICES and value != option.default:
            for each in value if isinstance(value, tuple) else (value,):
                words += [option.flag] if each is True else [option.flag, str(each)]
    return shlex.join(["threadproof", "harness", *files, *_compiling(config), *words])


def _compiling(config: Config) -> list[str]:
    """The options that say how files are compiled."""
    return [*compiler_flags(config), *([{"ILP32": "-m32", "LP64": "-m64"}[config.data_model]] if config.data_model else [])]
