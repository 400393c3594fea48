"""Numbers of threads that are given again: what keeps one from being free."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.ir.interp import Given, Limits, Machine, State
from threadproof.ir.interp.numbers import recyclable
from threadproof.ir.interp.outcome import Blocked, Next, Undefined
from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.run.pipeline import load
from threadproof.sched.base import scheduler_of

TEXT = """#include <pthread.h>
static pthread_t t, kept;
static pthread_mutex_t mutex;
static pthread_rwlock_t lock;
static int number;
static void *thread(void *arg) { KEEP; return 0; }
int main(void) {
    for (int i = 90000; i < 90008; i++) { /* a number that is no handle */
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
        AFTER;
    }
    return 0;
}
"""


def analysed(tmp_path: Path, keep: str, after: str) -> Program:
    file = tmp_path / "t.c"
    file.write_text(TEXT.replace("KEEP", keep).replace("AFTER", after))
    return runner.run(load(str(file), Config()), runner.ANALYSE)


def most(tmp_path: Path, keep: str, after: str) -> int:
    """How many threads there have been at the end, or where an operation is undefined or blocked."""
    program = analysed(tmp_path, keep, after)
    machine = Machine(program, "unreach-call", scheduler_of(program), Limits(reuse=True))
    outcome = machine.start(Given())
    state: State | None = None
    while isinstance(outcome, Next):
        state = outcome.state
        for thread in reversed(machine.enabled(state)):
            outcome = machine.step(state, thread, Given())
            if not isinstance(outcome, Blocked):
                break
    assert state is not None and not isinstance(outcome, Undefined), outcome
    return len(state.threads)


@pytest.mark.parametrize(
    ("keep", "after", "expected"),
    [
        ("", "", 4),  # main, and three numbers by turns: the old handle is there when the next thread is created
        ("", "t = 0", 2),
        ("", "if (i == 90000) kept = t", 5),  # a handle that is kept
        ("if (!number) { number = 90000; pthread_mutex_lock(&mutex); }", "", 5),  # a lock that is left behind
        ("pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex);", "", 4),
    ],
)
def test_what_is_free(tmp_path: Path, keep: str, after: str, expected: int) -> None:
    assert most(tmp_path, keep, after) == expected


def test_a_handle_that_is_joined_twice_is_undefined(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="which was joined before"):
        most(tmp_path, "", "if (i == 90005) { pthread_t *p = &t; pthread_join(*p, 0); }")


@pytest.mark.parametrize(
    ("after", "expected"), [("", True), ("pthread_detach(pthread_self())", False), ("pthread_rwlock_rdlock(&lock)", False)]
)
def test_not_where_models_keep_books_by_number(tmp_path: Path, after: str, expected: bool) -> None:
    assert recyclable(analysed(tmp_path, "", after)) == expected
