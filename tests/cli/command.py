"""Runs the real command as a user does."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
    argv = [sys.executable, "-m", "threadproof", *words]
    done = subprocess.run(argv, check=False, cwd=cwd, capture_output=True, text=True, timeout=limit)
    return Run(done.returncode, done.stdout, done.stderr)
