"""Our kernel and the real one: over all schedules that the standard allows, the same final states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systemc import cpp
from tests.systemc.models import MODELS
from threadproof.engines.explicit import outcomes
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate

pytestmark = pytest.mark.skipif(not cpp.available(), reason="no SystemC (Debian: libsystemc-dev)")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cpp.build([cpp.Model(text) for text in MODELS.values()], tmp_path_factory.mktemp("systemc"))


@pytest.mark.parametrize("name", MODELS)
def test_final_states(name: str, program: Path) -> None:
    real = cpp.run(program, list(MODELS).index(name))
    ours = outcomes(translate(MODELS[name], name, IvlOptions()), cpp.Model(MODELS[name]).names)
    assert real == ours, f"only real: {sorted(real - ours)}, only ours: {sorted(ours - real)}"
