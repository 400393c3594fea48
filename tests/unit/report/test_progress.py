"""What is said about how far a run is."""

from __future__ import annotations

import json
import os

import pytest

from threadproof.report import progress
from threadproof.report.progress import EngineState, ProgressDisplay, ProgressState


def told(state: ProgressState, now: float, *said: object) -> str:
    state.hear(json.dumps(said).encode(), now)
    return state.text(now)


def test_engines_side_by_side() -> None:
    state = ProgressState(100.0, 60.0)
    assert told(state, 101.0, "unreach-call", "auto", "parse", {}) == "unreach-call: auto: parse (1 s, at most 59 s left)"
    said = told(state, 102.0, "unreach-call", "ordering", "engine", {"bound": 4, "clear_bound": 2, "events": 1200})
    assert said == "unreach-call: ordering: bound 4, clear up to 2, 1 200 events (2 s, at most 58 s left)"
    said = told(state, 103.0, "unreach-call", "explicit", "engine", {"states": 1, "steps": 3, "depth": 2})
    assert said.endswith("; explicit: 1 state, 3 steps (3 s, at most 57 s left)") and "ordering" in said
    said = told(state, 120.0, "unreach-call", "explicit", "engine", {"states": 90})
    assert said == "unreach-call: explicit: 90 states (20 s, at most 40 s left)", "ordering has been silent for long"
    assert (
        told(state, 170.0, "no-deadlock", "impact", "engine", {"nodes": 0})
        == "no-deadlock: impact: at work (70 s, at most 0 s left)"
    )


def test_lines_that_are_none() -> None:
    state = ProgressState(0.0, 1.0)
    for line in (b"", b"{", b"[1]", b'["a", "b", "c"'):
        state.hear(line, 0.0)
    assert not state.engines and EngineState("plan").text() == "plan"


def test_display_ends_and_says_nothing_at_first(capfd: pytest.CaptureFixture[str]) -> None:
    display = ProgressDisplay(False, 0.0, 10.0)
    os.write(display.writer, json.dumps(["unreach-call", "explicit", "engine", {"states": 3}]).encode() + b"\n")
    display.end()
    assert capfd.readouterr().err == ""


def test_display_shows_lines(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    display = ProgressDisplay(False, 0.0, 10.0)
    os.write(display.writer, json.dumps(["unreach-call", "explicit", "engine", {"states": 3}]).encode() + b"\n")
    said = ""
    while not said:
        said = capfd.readouterr().err
    display.end()
    assert said.startswith("threadproof: progress: unreach-call: explicit: 3 states (")
