"""Cooperative programs as sequential C: the text compiles, and has the verdict of the program that it was made of."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from bench.fair import families

from tests.fuzz import ivl
from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.errors import UnsupportedError
from threadproof.run.pipeline import lower, verify

SAME = [
    "ivl_fair_await.ivl", "ivl_fair_order.ivl", "ivl_fair_order_kept.ivl", "ivl_fair_limit.ivl", "ivl_fair_limit_wrong.ivl",
    "ivl_fair_values_too_many.ivl", "ivl_fair_join.ivl", "ivl_fair_suspend.ivl", "ivl_fair_suspended_first.ivl", "fair_token.c",
    "fair_no_cooperate.c", "fair_limits.c", "ivl_notify_delta.ivl", "ivl_notify_earlier_wins.ivl", "ivl_resume_delta.ivl",
    "ivl_suspend_self.ivl", "ivl_time_limit.ivl", "ivl_update.ivl", "ivl_update_order.ivl", "ivl_wait_lists.ivl",
    "ivl_start_twice.ivl", "ivl_family_kundu_bug1.ivl",
]  # fmt: skip


def sequential(path: Path, folder: Path) -> Path:
    made = folder / "sequential.c"
    made.write_text(lower(str(path), Config(sequentialise=True), lambda *_: None))
    if shutil.which("gcc"):
        command = ["gcc", "-fsyntax-only", "-Wall", "-Wno-unused", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr
    return made


def verdict(path: Path, engine: str = "explicit") -> str:
    return verify(str(path), Config(engine=engine, timeout=60)).verdict


@pytest.mark.parametrize("name", SAME)
def test_same_verdict(name: str, tmp_path: Path) -> None:
    expected = verdict(CORPUS / name)
    assert expected in ("TRUE", "FALSE")
    assert verdict(sequential(CORPUS / name, tmp_path)) == expected


@pytest.mark.parametrize("name", ["fact1", "fact1-bug", "fact2", "fact1-mod"])
def test_benchmarks(name: str, tmp_path: Path) -> None:
    path = tmp_path / "original.c"
    path.write_text(families.program(name, narrow=True))
    assert verdict(sequential(path, tmp_path)) == families.find(name)[0].verdict


@pytest.mark.parametrize("name", ["ivl_fair_limit_wrong.ivl", "ivl_family_token_ring.ivl", "fair_no_cooperate.c"])
def test_abstraction(name: str, tmp_path: Path) -> None:
    assert verdict(sequential(CORPUS / name, tmp_path), "abstraction") == verdict(CORPUS / name)


@pytest.mark.parametrize("fair", [False, True])
def test_random_models(fair: bool, tmp_path: Path) -> None:
    for seed in range(1000, 1008):
        path = tmp_path / "model.ivl"
        path.write_text(ivl.model(seed, ivl.Knobs(assertions=1.0, fair=fair)).text)
        assert verdict(sequential(path, tmp_path)) == verdict(path), path.read_text()


def test_preemptive_programs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="cooperative"):
        sequential(CORPUS / "mutex_counter.c", tmp_path)


def test_threads_of_threads_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="created by main"):
        sequential(CORPUS / "fair_dynamic.c", tmp_path)
