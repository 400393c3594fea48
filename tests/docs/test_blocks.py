"""The commands in README and docs print what the documents show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import Example, agrees, examples

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [example for document in DOCUMENTS for example in examples(document, str(document.relative_to(ROOT)))]


def test_there_are_examples() -> None:
    assert {"README.md", "docs/cli.md"} <= {example.document for example in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.document}:{example.line}")
def test_example(example: Example) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", example.command],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PATH": path},
    )
    output = run.stderr + run.stdout
    assert agrees(example.output, output), f"{example.document}:{example.line}: $ {example.command}\n{output}"


@pytest.mark.parametrize(
    ("expected", "actual", "equal"),
    [
        ("a (1.5 s)\nb", "a (0.02 s)\nb\n", True),
        ("a\n...\nz", "a\nb\nc\nz", True),
        ("a", "b", False),
        ("a\nb", "a", False),
        ("x.y", "x-y", False),
    ],
)
def test_comparison(expected: str, actual: str, equal: bool) -> None:
    assert agrees(expected, actual) is equal
