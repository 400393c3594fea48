"""`--undefined`: what it changes is said wherever the answer is, for every engine and every choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import threadproof
from threadproof.certify import certificate
from threadproof.config.engines import ENGINES
from threadproof.config.options import OPTIONS, Config
from threadproof.passes.undefined_behaviour import kinds
from threadproof.properties import KINDS, PROPERTIES
from threadproof.run.ledger import SCOPES
from threadproof.run.pipeline import certify, quietly, verify

PROGRAM = """
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int x = 0, *p = __VERIFIER_nondet_bool() ? &x : 0;
    *p = 1;
    assert(x == 1);
    x = 1 << (x + 32);
    assert(x == 2);
    x = x / (x - 2);
    assert(0);
}
"""
CHOICES = next(option.choices for option in OPTIONS if option.name == "undefined")


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("engine", [engine.name for engine in ENGINES if "preemptive" in engine.schedulers])
def test_every_engine(tmp_path: Path, engine: str, choice: str) -> None:
    file, out = tmp_path / "p.c", tmp_path / "out.json"
    file.write_text(PROGRAM)
    config = Config(engine=engine, undefined=choice, timeout=60.0, memory=40_000, certificate="yes")
    outcome = verify(str(file), config)
    if choice == "report":
        expected = "is not excluded thread by thread" if engine == "modular" else "undefined behaviour"
        assert outcome.verdict == "UNKNOWN" and expected in outcome.reason
        return
    assert outcome.line() == f"VERDICT: TRUE({SCOPES[choice]})"
    assert SCOPES[choice] in outcome.rests_on["undefined behaviour"] and f"--undefined {choice}" in outcome.rests_on["options"]
    if not outcome.certificate:
        return
    out.write_text(outcome.certificate)
    found = certify(str(file), str(out), Config(timeout=60.0), quietly)
    assert found.line() == f"CERTIFICATE: TRUE(unreach-call, with --undefined {choice})"
    content = certificate.read(outcome.certificate)
    for other in CHOICES:  # the same proof shows nothing about another meaning
        if other != choice:
            out.write_text(certificate.write({**content, "options": {**content["options"], "undefined": other}}))
            assert certify(str(file), str(out), Config(timeout=60.0), quietly).rejected


def test_the_command_says_so(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(PROGRAM)
    run = threadproof("verify", file, "--undefined", "stop", "--json", tmp_path / "out.json")
    assert (run.code, run.verdict) == (0, "VERDICT: TRUE(up to undefined behaviour)")
    assert "holds in every execution up to undefined behaviour, with --undefined stop" in run.out
    assert json.loads((tmp_path / "out.json").read_text())["scope"] == "up to undefined behaviour"
    run = threadproof("verify", file, "--undefined", "stop", every=True)
    assert run.verdict == "VERDICT: FALSE(valid-memsafety)"


def test_kinds() -> None:
    for property_ in PROPERTIES:
        assert {kind for kind, about in KINDS.items() if about == property_} == set(KINDS) - kinds(property_)
