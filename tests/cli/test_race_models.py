"""`no-data-race` under memory models other than sc: what interleavings say, as far as that carries over."""

from __future__ import annotations

import time

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.memory_models import WEAK
from threadproof.properties import RACE
from threadproof.run.pipeline import quietly
from threadproof.run.verification import Observer, verify_one

EXPECTED = {"race_relaxed_message.c": "FALSE", "race_message.c": "TRUE", "race_release_message.c": "UNKNOWN"}


@pytest.mark.parametrize("model", WEAK)
@pytest.mark.parametrize("name", EXPECTED)
def test_models(name: str, model: str) -> None:
    config = Config(engine="ordering", property=RACE, properties=(RACE,), memory_model=model, quiet=True)
    found = verify_one(str(CORPUS / name), config, quietly, None, time.monotonic(), Observer())
    assert found.verdict == EXPECTED[name]
    if found.verdict == "UNKNOWN":
        assert model in found.reason
    else:
        assert "interleavings" in found.rests_on["memory model"]
