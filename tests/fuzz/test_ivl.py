"""A short run of the oracles on random IVL models: lowering keeps verdicts, depth first agrees with breadth first, the real
SystemC kernel has the same final states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import engines, ivl
from tests.fuzz.report import Report
from tests.systemc import cpp
from threadproof.engines.explicit import outcomes
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.properties import DEADLOCK, UNREACH


def check(report: Report, programs: int) -> None:
    assert not report.failures, "\n".join(f"seed {f.seed}: {f.what}" for f in report.failures)
    assert report.passed == programs


def test_seeds_repeat() -> None:
    assert ivl.model(7).text == ivl.model(7).text != ivl.model(8).text


def test_both_verdicts_occur() -> None:
    found = {ivl.verdict(ivl.model(seed).text, UNREACH, False) for seed in range(12)}
    assert found == {"Safe", "Unsafe"}


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_lowering(first: int) -> None:
    check(ivl.check_stages(list(range(first, first + 20)), ivl.Knobs()), 20)


@pytest.mark.parametrize("property_", [UNREACH, DEADLOCK])
def test_depth_first(property_: str) -> None:
    config = engines.configure("explicit", property_, ["search=dfs"], 60.0)
    check(ivl.check_engine(list(range(100, 120)), [config], ivl.Knobs()), 20)


def test_simulation() -> None:
    """Two configurations per model, other ones each time."""
    configs = engines.configurations("simulation", UNREACH, ["por=*", "match=*"], 3.0)
    assert len(configs) >= 63
    report = ivl.check_engine(list(range(200, 212)), configs, ivl.Knobs(assertions=1.0), 2)
    assert not report.failures, report.failures
    assert report.passed > 9


@pytest.mark.parametrize(("engine", "option"), [("impact", "force-cover=*"), ("abstraction", "domain=*"), ("esst", "por=*")])
def test_symbolic_threads(engine: str, option: str) -> None:
    configs = engines.configurations(engine, UNREACH, [option], 3.0)
    report = ivl.check_engine(list(range(300, 310)), configs, ivl.Knobs(assertions=1.0), 1)
    assert not report.failures, report.failures
    assert report.passed > 7


@pytest.mark.skipif(not cpp.available(), reason="no SystemC (Debian: libsystemc-dev)")
def test_final_states_are_those_of_the_real_kernel(tmp_path: Path) -> None:
    models = [ivl.model(seed, ivl.Knobs(native=True, assertions=0.3)) for seed in range(40)]
    program = cpp.build([cpp.Model(model.text) for model in models], tmp_path)
    for number, model in enumerate(models):
        names = cpp.Model(model.text).names
        ours = outcomes(translate(model.text, "model.ivl", IvlOptions()), names)
        assert cpp.run(program, number) == ours, f"seed {number}:\n{model.text}"
