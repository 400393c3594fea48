"""The Python examples of the documents, and those of the public functions, do what they show."""

from __future__ import annotations

import doctest
import os
import shutil
from pathlib import Path

import pytest

import threadproof
from tests.docs.blocks import PYTHON
from tests.docs.test_blocks import DOCUMENTS
from tests.places import ROOT

pytestmark = pytest.mark.wall_clock  # processes of their own

OPTIONS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
WITH_PYTHON = [document for document in DOCUMENTS if ">>> " in "".join(PYTHON.findall(document.read_text(encoding="utf-8")))]


def run(test: doctest.DocTest) -> None:
    found: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=found.append)
    assert runner.failures == 0, "".join(found)
    assert runner.tries > 0


def test_there_are_examples() -> None:
    assert ROOT / "docs" / "api.md" in WITH_PYTHON


@pytest.mark.parametrize("document", WITH_PYTHON, ids=lambda path: path.name)
def test_document(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "".join(PYTHON.findall(document.read_text(encoding="utf-8")))
    run(doctest.DocTestParser().get_doctest(text, {"__name__": "example"}, document.name, str(document), 0))


FUNCTIONS = [name for name in threadproof.__all__ if name.islower()]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "replay" and shutil.which("gcc") is None:
        pytest.skip("no gcc")
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    if name == "replay":  # of a certificate that the example of certify wrote
        threadproof.verify("examples/c/counter.c", property="unreach-call", certificate="counter.cert")
    function = getattr(threadproof, name)
    tests = doctest.DocTestFinder().find(function, name, globs={"threadproof": threadproof})
    assert len(tests) == 1
    run(tests[0])
