"""Memoised lowerings: common prefixes of pass lists are computed once.

A pass is a function of a program and the options, and leaves its input alone. So a list of passes that begins like one that ran
before goes on from where the two part. Engines lower by recipes that are alike up to `handles`; `--engine auto` lowers in order
to look at the program, and the engines that are forked afterwards find that here.

Stored are results of one program at a time, where lists part, and at their ends. A program is told by its identity: it
is held here, so no other one can have it.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.passes.options import PassOptions
from threadproof.passes.runner import Pass
from threadproof.records import replace

PARTINGS = (runner.INLINE, runner.HANDLES)
Key = tuple[PassOptions, tuple[str, ...]]


class Lowered:
    """Programs that were made of one program, by options and passes."""

    def __init__(self) -> None:
        self.origin: Program | None = None
        self.made: dict[Key, Program] = {}

    def run(self, program: Program, passes: Sequence[Pass], options: PassOptions) -> Program:
        """As `runner.run`."""
        if self.origin is not program:
            self.origin, self.made = program, {}
        names = tuple(step.name for step in passes)
        keys = [_key(options, names[: n + 1]) for n in range(len(names))]
        at = next((n for n in range(len(names), 0, -1) if keys[n - 1] in self.made), 0)
        found = self.made[keys[at - 1]] if at else program
        for n, step in enumerate(passes[at:], at + 1):
            found = runner.run(found, [step], options)
            if step in PARTINGS or n == len(names):
                self.made[keys[n - 1]] = found
        return found


def _key(options: PassOptions, names: tuple[str, ...]) -> Key:
    """Invariants matter only to the pass that assumes them, and behind it."""
    return options if runner.INVARIANTS.name in names else replace(options, invariants=None), names


_lowered = Lowered()
run = _lowered.run
