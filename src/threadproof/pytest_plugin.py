"""Proofs as tests of a project: a marker, which is also a decorator, and a fixture.

A test that is marked with `proved` begins with a verification, and fails with the counterexample where there is one, or with the
reason where nothing is known. So the body of the test may be empty. Nothing else of threadproof is loaded before the first
of them runs: sessions that have none do not wait for us.

A marker without its plugin proves nothing, and the test would pass. So the decorator insists that this plugin takes part.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from threadproof.service.outcome import Outcome

MARKER, OPTION = "proved", "threadproof_unknown"
WAYS = ("fail", "skip")
_sessions: list[pytest.Config] = []  # those that this plugin takes part in, of this process; tests of plugins have several


def proved(file: str | os.PathLike[str], *, unknown: str | None = None, **options: Any) -> pytest.MarkDecorator:
    """The test, or all tests of the class, need that the properties hold. `file` is relative to the root directory of
    the session, options are those of `threadproof.verify`. `unknown`: whether a test without an answer is to "fail" or
    "skip".

    >>> @threadproof.proved("src/queue.c", property="unreach-call", timeout=60)  # doctest: +SKIP
    ... def test_the_queue_keeps_its_order():
    ...     pass
    """
    if not _sessions:
        raise pytest.UsageError("this would not be proved: the plugin is not loaded (pytest -p threadproof.pytest_plugin)")
    return pytest.mark.proved.with_args(file, unknown=unknown, **options)


@pytest.fixture
def prove(pytestconfig: pytest.Config) -> Callable[..., Outcome]:
    """A function like `threadproof.verify` that fails the test unless the properties hold, and returns the outcome."""

    def prove(file: str | os.PathLike[str], *, unknown: str | None = None, **options: Any) -> Outcome:
        return required(pytestconfig, file, unknown, options)

    return prove


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "what becomes of a test whose properties are not decided: fail or skip"
    parser.addini(OPTION, what, default=WAYS[0])
    parser.getgroup("threadproof").addoption("--threadproof-unknown", choices=WAYS, default=None, help=what)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARKER}(file, **options): threadproof proves properties of the file before the test runs"
    )
    _sessions.append(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    _sessions.remove(config)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    for marker in item.iter_markers(MARKER):
        options = dict(marker.kwargs)
        if len(marker.args) != 1:
            raise pytest.UsageError(f"{item.nodeid}: {MARKER} needs one file")
        required(item.config, marker.args[0], options.pop("unknown", None), options)


def required(config: pytest.Config, file: str | os.PathLike[str], unknown: str | None, options: dict[str, Any]) -> Outcome:
    """Raises what ends a test, unless the properties hold."""
    from threadproof.api import UserError, verify

    way = unknown or config.getoption(OPTION) or config.getini(OPTION)
    if way not in WAYS:
        pytest.fail(f"threadproof: unknown={way!r}: choose one of {', '.join(WAYS)}", pytrace=False)
    path = os.path.relpath(Path(config.rootpath, file))
    try:
        outcome = verify(path, **options)
    except UserError as error:
        pytest.fail(f"threadproof: {error}", pytrace=False)
    if outcome.holds:
        return outcome
    if outcome.verdict == "UNKNOWN" and way == "skip":
        pytest.skip(f"{path} is not decided: {'; '.join(outcome.reasons.values())}")
    pytest.fail(str(outcome), pytrace=False)
