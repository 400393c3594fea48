"""Finds the examples in documents: fenced `console` blocks, where a line that starts with `$ ` is a command, the rest its output.
In fenced `python` blocks, what stands behind `>>> ` is executed, one document in one namespace (`test_python`).

Seconds vary from run to run, so `0.12 s` equals `0.34 s`; so does the engine that is first
to find a violation, or a proof of one of several properties. An output line `...`
stands for any number of lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.places import ROOT

FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\d+\.\d+ s\b")
WIDTH = re.compile(r"  +|---+")
WINNER = re.compile(r"(?<=as shown above )\([^)]*\)|\([a-z]+[^()]*; proof: (?:order )?re-checked\)")


@dataclass(frozen=True)
class Example:
    document: str
    line: int
    command: str
    output: str


def examples(document: Path, name: str) -> list[Example]:
    text = document.read_text(encoding="utf-8")
    found = []
    for block in FENCE.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        lines = block[1].splitlines()
        starts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            found.append(Example(name, first + start, lines[start][2:], "\n".join(lines[start + 1 : end]).strip()))
    return found


def agrees(expected: str, actual: str) -> bool:
    pattern = re.escape(_plain(expected)).replace(r"\.\.\.", r"[^\0]*")
    return re.fullmatch(pattern, _plain(actual.strip())) is not None


def _plain(output: str) -> str:
    """Without seconds, and without the widths of columns and rules, which depend on them."""
    return WIDTH.sub(lambda match: match[0][:2], WINNER.sub("(an engine)", SECONDS.sub("# s", output)))


def execute(command: str) -> str:
    """What a command prints, errors first. It finds the `threadproof` that belongs to this Python."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        ["bash", "-c", command], check=False, cwd=ROOT, capture_output=True, text=True, timeout=280, env=environment
    )
    return run.stderr + run.stdout
