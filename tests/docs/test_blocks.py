"""The commands in README and docs print what the documents show."""

from __future__ import annotations

import shutil

import pytest

from tests.docs.blocks import ROOT, Example, agrees, examples, execute

REFRESH = "`make docs` rewrites the outputs"
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [example for document in DOCUMENTS for example in examples(document, str(document.relative_to(ROOT)))]


def test_there_are_examples() -> None:
    assert {"README.md", "docs/cli.md"} <= {example.document for example in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.document}:{example.line}")
def test_example(example: Example) -> None:
    if "threadproof replay" in example.command and shutil.which("gcc") is None:
        pytest.skip("no gcc")
    output = execute(example.command)
    assert agrees(example.output, output), f"{example.document}:{example.line} ({REFRESH}): $ {example.command}\n{output}"


@pytest.mark.parametrize(
    ("expected", "actual", "equal"),
    [
        ("a (1.5 s)\nb", "a (0.02 s)\nb\n", True),
        ("t     n\n---  -\n1.5 s  1", "t      n\n----  -\n12.1 s  1", True),
        ("a\n...\nz", "a\nb\nc\nz", True),
        ("a", "b", False),
        ("a\nb", "a", False),
        ("x.y", "x-y", False),
    ],
)
def test_comparison(expected: str, actual: str, equal: bool) -> None:
    assert agrees(expected, actual) is equal
