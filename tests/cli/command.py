"""Runs the command as a user does, but for the start of the interpreter (`loaded`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.cli import loaded
from tests.places import ROOT


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def verdict(self) -> str:
        return self.out.splitlines()[-1]


def threadproof(*arguments: str | Path, cwd: Path = ROOT, limit: float = 280, every: bool = False) -> Run:
    """`every`: without a property, what `verify` checks is all that matters; otherwise it is about assertions here."""
    words = [*map(str, arguments)]
    if words[:1] == ["verify"] and len(words) > 1 and "--property" not in words and not every:
        words[1:1] = ["--property", "unreach-call"]
    return Run(*loaded.call(words, Path(cwd), limit))
