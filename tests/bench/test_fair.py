"""The FairThreads benchmarks: every instance is a program with the verdict that it states."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.fair.families import find, names, program

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

QUICK = ["fact1", "fact1-bug", "fact1-mod", "fact2", "gear-box-bug", "ft-token-ring.3", "ft-token-ring-bug.3"]


@pytest.mark.parametrize("name", QUICK)
def test_verdict(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(program(name, narrow=True))
    assert verify(str(path), Config(engine="explicit", timeout=60)).verdict == find(name)[0].verdict
    path.write_text(program(name))
    assert verify(str(path), Config(engine="simulation", timeout=60)).verdict == find(name)[0].verdict


def test_files_are_what_is_generated() -> None:
    folder = Path(__file__).parents[2] / "bench" / "fair" / "models"
    assert {path.stem: path.read_text() for path in folder.glob("*.c")} == {name: program(name) for name in names()}


def test_names() -> None:
    assert "ft-token-ring.10" in names() and program("ft-token-ring.4").count("void transmit") == 4
    with pytest.raises(KeyError):
        find("ft-token-ring")
