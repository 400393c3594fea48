"""The table that shows a counterexample."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.budget import Budget
from threadproof.certify.replay.follow import Replay, replay
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.passes import runner
from threadproof.report.counterexample import told
from threadproof.report.schedule_table import MOST_ROWS

COUNTER = """#include <assert.h>
#include <pthread.h>
int counter, *where = &counter;
void *worker(void *arg)
{
    int seen = counter;
    *where = seen + 1;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(counter == 2);
}
"""


def run(tmp_path: Path, text: str, property: str = "unreach-call") -> Replay:
    file = tmp_path / "t.c"
    file.write_text(text)
    asked = COptions(
        data_model=LP64,
        blocking=property == "no-deadlock",
        overflow=property == "no-overflow",
        bounds=property == "valid-memsafety",
    )
    program = runner.run(load(file, asked), runner.ANALYSE)
    result = ExplicitEngine().check(program, Task(property), Budget(60), {})
    assert isinstance(result, Unsafe), result
    return replay(program, result)


def test_table(tmp_path: Path) -> None:
    text = told(run(tmp_path, COUNTER)).trace
    lines = text.splitlines()
    assert "thread 0 (main)" in lines[0] and "thread 1 (worker)" in lines[0] and "thread 2 (worker)" in lines[0]
    assert sum("int seen = counter;" in line for line in lines) == 2
    assert sum("reads counter = 0; seen = 0" in line for line in lines) == 2
    assert sum("counter = 1" in line and "reads" not in line for line in lines) == 3, "and once in the explanation"
    assert "creates thread 1" in text and "joins thread 2" in text and "~~~ thread 1 ~~~" in text
    assert ["t.c:17:" in line for line in lines if line.startswith("Violated unreach-call at ")] == [True]
    assert max(len(line) for line in lines if not line.startswith("Violated")) <= 120
    columns = {line.index("int seen") for line in lines if "int seen" in line}
    assert len(columns) == 2, "each thread has its own column"


def test_library_calls_are_shown_at_the_users_line(tmp_path: Path) -> None:
    steps = told(run(tmp_path, COUNTER)).steps
    assert {Path(step["file"]).name for step in steps} == {"t.c"}
    created = [step for step in steps if any("creates" in note["what"] for note in step["happened"])]
    assert [step["line"] for step in created] == [14, 14] and created[0]["source"].startswith("pthread_create(")


@pytest.mark.parametrize("width", [40, 80, 200])
def test_width(tmp_path: Path, width: int) -> None:
    lines = told(run(tmp_path, COUNTER), width).trace.splitlines()
    assert max(len(line) for line in lines if not line.startswith("Violated")) <= width
    assert any(line.strip().startswith("6  1: int seen") for line in lines) is (width == 40 or width == 80)


def test_deadlock(tmp_path: Path) -> None:
    text = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    return 0; }
"""
    table = told(run(tmp_path, text, "no-deadlock")).trace
    assert "Deadlock" in table
    assert "t.c:11: pthread_mutex_lock(&n);" in table and "t.c:5: pthread_mutex_lock(&m);" in table
    held = [line.split("/")[0] + line[-6:] for line in table.splitlines() if line.startswith("    for ")]
    assert held == ["    for n, which thread 1 holds since /t.c:4", "    for m, which thread 0 holds since t.c:10"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("loop", ["2 threads wait for each other for ever", "for b, which thread 2 holds since", "for a, which thread 1 holds"]),
        ("self", ["a thread waits for ever", "for a, which thread 1 holds"]),
        ("ended", ["a thread waits for ever", "for a, which thread 1, which has ended, holds"]),
        ("join", ["for the end of thread 1", "for a, which thread 2 holds"]),
        ("upgrade", ["for lock, which thread 1 holds"]),
        ("heap", ["for yours->lock, which thread 2 holds since", "for mine->lock, which thread 1 holds since"]),
        ("condition", ["for a, which thread 2 holds", "for b, which thread 1 holds"]),
    ],
)
def test_who_waits_for_whom(tmp_path: Path, name: str, lines: list[str]) -> None:
    text = (CORPUS / f"deadlock_beside_{name}.c").read_text()
    table = told(run(tmp_path, text, "no-deadlock")).trace
    assert not [line for line in lines if line not in table], table


def test_race_inside_a_library_function_names_the_call(tmp_path: Path) -> None:
    text = """#include <pthread.h>
#include <string.h>
char buffer[2];
void *worker(void *arg) {
    memset(buffer, 1, 2);
    return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    buffer[1] = 2;
    return 0; }
"""
    table = told(run(tmp_path, text, "no-data-race")).trace
    assert "thread 0 (main) writes buffer[1] at" in table and "t.c:10:5: buffer[1] = 2" in table
    assert "thread 1 (worker) writes buffer[1] at" in table and "t.c:5:5: memset(buffer, 1, 2)" in table


def test_long_tables_are_shortened(tmp_path: Path) -> None:
    text = """void reach_error(void);
int x;
int main(void) {
    for (int i = 0; i < 400; i++)
        x = i;
    if (x == 399)
        reach_error(); }
"""
    found = run(tmp_path, text)
    lines = told(found).trace.splitlines()
    assert len(told(found).steps) > 700 and len(lines) < 3 * MOST_ROWS and any("lines left out" in line for line in lines)


def test_pointers_are_shown_by_name(tmp_path: Path) -> None:
    text = """void reach_error(void);
int a[3], *p;
int main(void) {
    p = &a[1];
    *p = 7;
    if (a[1] == 7)
        reach_error(); }
"""
    table = told(run(tmp_path, text)).trace
    assert "p = &a[1]" in table and "a[1] = 7" in table


def test_a_thread_that_nobody_sees_is_shown_before_it_is_joined(tmp_path: Path) -> None:
    text = """#include <assert.h>
#include <pthread.h>
int own;
void *worker(void *arg)
{
    own = 5;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(0);
}
"""
    found = run(tmp_path, text)
    table = told(found).trace
    assert table.index("creates thread 1") < table.index("thread ends") < table.index("joins thread 1") < table.index("VIOLATION")
    assert [told(found).steps[-1][key] for key in ("thread", "line")] == [0, 14]


def test_the_violation_is_shown_where_it_happens(tmp_path: Path) -> None:
    """Also if the last step creates a thread that starts with something else."""
    text = """#include <assert.h>
#include <pthread.h>
int own;
void *worker(void *arg)
{
    own = 5;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(0);
}
"""
    assert told(run(tmp_path, text)).steps[-1]["line"] == 13


def test_library_models_speak_of_what_they_do_and_not_of_how(tmp_path: Path) -> None:
    text = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    assert(0);
}
"""
    table = told(run(tmp_path, text)).trace
    assert "locks m" in table and "unlocks m; locks m" in table
    assert "m = " not in table and "c = " not in table and "input" not in table


MANY = """#include <assert.h>
#include <pthread.h>
int counter, table[4];
void *add(void *p) { int seen = counter; counter = seen + 1; return p; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 4; i++)
        table[i] = i;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(counter == 2 && table[0] == 0);
}
"""


def test_what_does_not_matter_is_folded(tmp_path: Path) -> None:
    """In the table; steps are all there, and say what matters."""
    found = run(tmp_path, MANY)
    short, whole = told(found, full=False), told(found)
    assert short.steps == whole.steps and len(short.trace.splitlines()) < len(whole.trace.splitlines()) - 10
    assert "lines (8 to 11) that do not matter here: creates threads 1 to 2" in " ".join(short.trace.split())
    assert "that do not matter" not in whole.trace and "table[3] = 3" in whole.trace and "table[3] = 3" not in short.trace
    for kept in ("reads counter = 0; seen = 0", "VIOLATION: assertion fails", "counter = 1"):
        assert short.trace.count(kept) == whole.trace.count(kept) > 0
    assert {step["line"] for step in short.steps if step["matters"]} == {4, 14}


def test_rows_between_others_are_not_folded_when_few(tmp_path: Path) -> None:
    found = run(tmp_path, COUNTER)
    assert "joins thread 1" in told(found, full=False).trace
