"""Why a program fails: what is said about races and deadlocks, and that it agrees with what was executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from tests.unit.report.test_trace import run
from threadproof.analyses.must_locks import MustLocks
from threadproof.analyses.points_to import points_to
from threadproof.ir.interp.places import in_library
from threadproof.ir.program import MemoryObject
from threadproof.report.counterexample import told
from threadproof.report.explanation.expressions import written_at
from threadproof.report.explanation.history import history
from threadproof.report.explanation.model import Explanation

QUEUE = """#include <pthread.h>
#include <stdlib.h>
struct queue { int items[4]; int head, tail; pthread_mutex_t mutex; };
static struct queue *queue;
static void push(struct queue *q, int item) {
    pthread_mutex_lock(&q->mutex);
    q->items[q->tail++ % 4] = item;
    pthread_mutex_unlock(&q->mutex);
}
static int size(struct queue *q) {
    return q->tail - q->head;
}
static void *producer(void *arg) {
    push(queue, 1);
    return arg;
}
int main(void) {
    pthread_t thread;
    queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->mutex, 0);
    pthread_create(&thread, 0, producer, 0);
    int found = size(queue);
    pthread_join(thread, 0);
    pthread_mutex_lock(&queue->mutex);
    found += queue->tail;
    pthread_mutex_unlock(&queue->mutex);
    return found;
}
"""
WRAPPED = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int counter, other;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static void *worker(void *arg) {
    lock();
    counter++;
    if (arg) { unlock(); return 0; }
    counter += 2;
    unlock();
    return arg;
}
static void *reset(void *arg) {
    pthread_mutex_lock(&n);
    if (other)
        lock();
    counter = 0;
    if (other)
        unlock();
    pthread_mutex_unlock(&n);
    return arg;
}
int main(void) {
    pthread_t a, b;
    counter = 5;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, reset, 0);
    return 0;
}
"""


def explained(tmp_path: Path, text: str, property: str) -> Explanation:
    return told(run(tmp_path, text, property)).explanation


def test_race_on_a_member(tmp_path: Path) -> None:
    whole = explained(tmp_path, QUEUE, "no-data-race")
    assert sorted(whole.message.split(" while ")) == [
        "thread 0 reads queue->tail at line 11", "thread 1 reads queue->tail at line 7",
    ] or "thread 1 writes queue->tail at line 7" in whole.message  # fmt: skip
    race = whole.race
    assert race is not None and race.protection is not None
    by_thread = {access.thread: access for access in race.accesses}
    reader, writer = by_thread[0], by_thread[1]
    assert (reader.name, reader.expression, reader.place.line, reader.place.column) == ("queue->tail", "q->tail", 11, 15)
    assert (reader.place.function, [call.function for call in reader.calls], reader.locks) == ("size", ["main"], ())
    assert (writer.expression, [lock.name for lock in writer.locks]) == ("q->tail++", ["queue->mutex"])
    assert writer.locks[0].since.line == 6 and [call.line for call in writer.calls] == [14]
    found = race.protection
    assert (found.lock, found.variable, found.holding, found.places) == ("queue->mutex", "queue->tail", 2, 3)
    assert [place.line for place in found.without] == [11]


def test_race_beside_locks_in_functions_of_their_own(tmp_path: Path) -> None:
    """Locks that only some paths take are not held; what main does before there are threads does not count."""
    race = explained(tmp_path, WRAPPED, "no-data-race").race
    assert race is not None and race.protection is not None
    assert (race.protection.lock, race.protection.holding, race.protection.places) == ("m", 2, 3)
    assert [place.source for place in race.protection.without] == ["counter = 0;"]
    assert any(sentence.startswith("They hold different locks: ") for sentence in race.unordered)


@pytest.mark.parametrize(
    ("name", "cycle"),
    [("loop", (1, 2)), ("self", (1,)), ("ended", ()), ("join", (1, 2)), ("heap", (1, 2)), ("condition", (1, 2))],
)
def test_cycle(tmp_path: Path, name: str, cycle: tuple[int, ...]) -> None:
    found = explained(tmp_path, (CORPUS / f"deadlock_beside_{name}.c").read_text(), "no-deadlock").deadlock
    assert found is not None and found.cycle == cycle
    held = {waiting.thread: {lock.name for lock in waiting.holds} for waiting in found.waiting}
    for waiting in found.waiting:
        for awaited in waiting.awaited:
            assert not awaited.what or awaited.ended or awaited.what in held[awaited.holder]


@pytest.mark.parametrize("signals", [0, 1, 2])
def test_lost_signals(tmp_path: Path, signals: int) -> None:
    text = f"""#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {{
    {"pthread_cond_signal(&c); " * signals}
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    return 0; }}
"""
    found = explained(tmp_path, text, "no-deadlock").deadlock
    assert found is not None and len(found.lost) == 1
    assert (found.lost[0].condition, found.lost[0].place.line) == ("c", 7)
    assert {place.line for _, place in found.lost[0].signals} == ({5} if signals else set())


def test_wait_for_a_lock_is_no_lost_signal(tmp_path: Path) -> None:
    found = explained(tmp_path, (CORPUS / "deadlock_beside_condition.c").read_text(), "no-deadlock").deadlock
    assert found is not None and not found.lost


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("x = y + 1;", 1, "x = y + 1"),
        ("f(a, b)[i].x->y++, 3", 1, "f(a, b)[i].x->y++"),
        ("return q->tail - q->head;", 11, "q->tail"),
        ("z = (*p).x[2].y;", 15, "(*p).x[2].y"),
        ("z = f(a)->y;", 11, "f(a)->y"),
        ("*p = '\\'' + g(\"x;y\");", 1, "*p = '\\'' + g(\"x;y\")"),
        ("if (a[i", 5, "a[i"),
        ("", 1, ""),
        (") + 1", 1, ""),
    ],
)
def test_expressions(text: str, column: int, found: str) -> None:
    assert written_at([text], 1, column) == found


def test_locks_that_are_surely_held_are_held(tmp_path: Path) -> None:
    """Of every access of the program that is executed: in functions, after waiting, and around calls."""
    waiting = WRAPPED.replace("counter++;", "counter++; pthread_cond_wait(&c, &m); counter = 7;")
    waiting = waiting.replace("static int counter", "static pthread_cond_t c; static int counter")
    for program in (WRAPPED, waiting):
        past = history(run(tmp_path, program, "no-data-race"))
        sure = MustLocks(points_to(past.run.program))
        seen = 0
        for access, moment in past.of_accesses():
            for lock in () if in_library(access.edge.pos) else sure.at.get(access.edge, ()):
                assert isinstance(lock.base, MemoryObject)
                seen += 1
                assert lock.base.name in {held.name for held in moment.locks}
        assert seen
        held = {lock.base for edge, locks in sure.at.items() if edge.pos.line == 10 for lock in locks}
        assert {getattr(base, "name", "") for base in held} == {"m"}, "also after waiting"
