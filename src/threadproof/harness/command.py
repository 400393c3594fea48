"""`threadproof harness FILE`: from the options to the text."""

from __future__ import annotations

import os
import shlex

from threadproof.config.options import Config
from threadproof.harness.interface import interface
from threadproof.harness.selection import Wanted, select
from threadproof.harness.text import harness
from threadproof.run.loading import c_options

_NAMES = {"threads": "--threads", "each": "--each", "init": "--init", "final": "--final", "values": "--below"}


def generated(file: str, config: Config, here: str) -> str:
    """The harness for a C file. `here`: the folder that it is written to."""
    wanted = Wanted(
        0 if config.unbounded else config.threads or 2,
        0 if config.unbounded else config.each,
        config.calls,
        config.init,
        config.final,
        config.below,
        config.linearizable,
    )
    with interface(file, c_options(file, config)) as offered:
        return harness(offered, select(offered, wanted), wanted, here, repeated(file, wanted))


def default_path(file: str) -> str:
    return f"{os.path.splitext(os.path.basename(file))[0]}_harness.c"


def repeated(file: str, wanted: Wanted) -> str:
    """The command that writes the same."""
    words = ["threadproof", "harness", file]
    usual = Wanted()
    for name, option in _NAMES.items():
        value = getattr(wanted, name)
        if value and value != getattr(usual, name):
            words += [option, str(value)]
    for names in wanted.calls:
        words += ["--calls", names]
    flags = {"--unbounded": not wanted.threads, "--linearizable": wanted.linearizable}
    return shlex.join([*words, *(flag for flag, given in flags.items() if given)])
