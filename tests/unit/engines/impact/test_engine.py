"""`--engine impact` through the pipeline: the same verdict in every configuration, and proofs that are checked again."""

from __future__ import annotations

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.run.pipeline import verify

WAYS = [("none", "on"), ("shared", "off"), ("shared", "on"), ("monotonic", "off"), ("monotonic", "on")]
PROGRAMS = {"cover_expansion": "FALSE", "litmus_mp": "TRUE", "litmus_sb": "TRUE", "cond_if_spurious": "FALSE"}


@pytest.mark.parametrize(("por", "force"), WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_configurations_agree(name: str, por: str, force: str) -> None:
    outcome = verify(str(CORPUS / f"{name}.c"), Config(engine="impact", por=por, force_cover=force, timeout=10.0))
    assert outcome.verdict in (PROGRAMS[name], "UNKNOWN")
    assert outcome.verdict != "TRUE" or outcome.checked == "re-checked"


@pytest.mark.parametrize("refine", ["wp", "interpolants", "spacer"])
def test_every_way_to_refute(refine: str) -> None:
    outcome = verify(str(CORPUS / "litmus_mp.c"), Config(engine="impact", refine=refine, timeout=10.0))
    assert outcome.verdict in ("TRUE", "UNKNOWN")


def test_a_path_that_only_the_cells_of_an_array_refute() -> None:
    outcome = verify(str(CORPUS / "cells_input.c"), Config(engine="impact", timeout=20.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")


def test_reduction_and_force_cover_save_nodes() -> None:
    def nodes(por: str, force: str) -> float:
        outcome = verify(str(CORPUS / "litmus_mp.c"), Config(engine="impact", timeout=120.0, por=por, force_cover=force))
        assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")
        return outcome.counters["nodes"]

    assert nodes("monotonic", "on") < nodes("shared", "on")
    assert nodes("monotonic", "on") <= nodes("monotonic", "off")
