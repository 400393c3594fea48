"""Schedules enforced on compiled programs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT, threadproof
from threadproof.certify import certificate as signed
from threadproof.config.options import Config
from threadproof.native import build, command
from threadproof.properties import RACE
from threadproof.report.outcome import FALSE
from threadproof.run.pipeline import quietly, verify

pytestmark = pytest.mark.wall_clock

EXAMPLES = ROOT / "examples" / "c"
CORPUS = ROOT / "tests" / "corpus"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def certificate(folder: Path, file: Path, **options: Any) -> Path:
    outcome = verify(str(file), Config(**{"engine": "explicit", "certificate": "wanted", "timeout": 60, **options}))
    assert outcome.verdict == FALSE, outcome
    path = folder / "certificate.json"
    path.write_text(outcome.certificate)
    return path


def replayed(folder: Path, file: Path, **options: Any) -> command.Replayed:
    return command.replay(
        str(file),
        str(certificate(folder, file, **options)),
        str(folder),
        Config(define=tuple(options.get("define", ()))),
        quietly,
    )


@needs_gcc
@pytest.mark.parametrize(
    ("body", "options", "words"),
    [
        ("int n = atoi(argv[1]); if (argc == 2 && n > 0) assert(n != 77);", {}, '"77"'),
        ("assert(argc != 2 || argv[1][0] != '-' || argv[1][1]);", {}, '"-"'),
        ("assert(argc != 3 || atoi(argv[2]) != 5);", {"argv": ("-n 5",)}, '"-n" "5"'),
    ],
)
def test_the_program_gets_its_arguments(tmp_path: Path, body: str, options: dict[str, Any], words: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"#include <assert.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {{ {body} }}")
    found = replayed(tmp_path, file, engine="ordering", undefined="stop", **options)
    assert found.answer == command.FIRED and f"Started with {words}." in found.notes


@needs_gcc
@pytest.mark.parametrize(
    ("name", "property_"),
    [
        ("counter.c", "unreach-call"),
        ("peterson_broken.c", "unreach-call"),
        ("double_checked_broken.c", "unreach-call"),
        ("stack_aba.c", "unreach-call"),
        ("inputs.c", "unreach-call"),
        ("philosophers.c", "no-deadlock"),
        ("lost_wakeup.c", "no-deadlock"),
        ("data_race.c", "no-data-race"),
    ],
)
def test_the_violation_happens(tmp_path: Path, name: str, property_: str) -> None:
    found = replayed(tmp_path, EXAMPLES / name, property=property_)
    assert found.line() == f"REPLAY: FIRED({property_})", found


UNORDERED = [
    "race_acquire_missing",
    "race_fence_block_late",
    "race_fence_early",
    "race_relaxed_message",
    "race_release_sequence_broken",
    "race_sem_value",
    "race_timedlock_late",
    "race_trylock_fails",
    "race_tryrdlock_readers",
]


@needs_gcc
@pytest.mark.parametrize("name", UNORDERED)
def test_accesses_that_do_not_meet_are_made_one_after_the_other(tmp_path: Path, name: str) -> None:
    found = replayed(tmp_path, CORPUS / f"{name}.c", property=RACE)
    assert found.line() == f"REPLAY: FIRED({RACE})", found
    shown = " ".join(found.notes)
    assert re.search(r"thread \d (reads|writes) \w+ at line \d+, and later thread \d (reads|writes) \w+ at line \d+", shown), (
        shown
    )
    assert "no happens-before" in shown


@needs_gcc
def test_accesses_that_meet_are_not_said_to_be_apart(tmp_path: Path) -> None:
    shown = " ".join(replayed(tmp_path, EXAMPLES / "data_race.c", property=RACE).notes)
    assert "are at conflicting accesses" in shown and "happens-before" not in shown


PROGRAMS = {
    "a mutex, a condition, and objects of main and of the heap": """
        #include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        struct box { pthread_mutex_t mutex; pthread_cond_t filled; int full, taken; };
        void *fill(void *p) {
            struct box *box = p;
            pthread_mutex_lock(&box->mutex);
            box->full = 1;
            pthread_cond_signal(&box->filled);
            pthread_mutex_unlock(&box->mutex);
            return 0;
        }
        void *take(void *p) {
            struct box *box = p;
            pthread_mutex_lock(&box->mutex);
            if (!box->full)
                pthread_cond_wait(&box->filled, &box->mutex);
            box->taken = box->full;
            pthread_mutex_unlock(&box->mutex);
            return 0;
        }
        int main(void) {
            pthread_t a, b;
            struct box *box = calloc(1, sizeof *box);
            pthread_create(&a, 0, fill, box);
            pthread_create(&b, 0, take, box);
            pthread_join(b, 0);
            assert(box->taken); /* not after a spurious wake-up */
        }""",
    "a variable on main's stack, a static one, and inputs": """
        #include <assert.h>
        #include <pthread.h>
        extern unsigned char __VERIFIER_nondet_uchar(void);
        static int steps;
        void *change(void *p) {
            static int calls;
            *(int *)p += 1 + calls++;
            steps++;
            return 0;
        }
        int main(void) {
            pthread_t a, b;
            int sum = __VERIFIER_nondet_uchar() & 3;
            if (sum != 2)
                return 0;
            pthread_create(&a, 0, change, &sum);
            pthread_create(&b, 0, change, &sum);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(sum != 3 || steps != 1);
        }""",
    "functions with the names of ours, an error function of its own, and one that is not there": """
        #include <pthread.h>
        extern _Bool elsewhere(void);
        extern void __VERIFIER_assume(int);
        int taken;
        void __VERIFIER_atomic_begin(void) { __VERIFIER_assume(!taken); taken = 1; }
        void __VERIFIER_atomic_end(void) { taken = 0; }
        void reach_error(void) {}
        int position, events, value;
        void lock(void) { value = 1; }
        void *arrive(void *p) {
            __VERIFIER_atomic_begin();
            position = elsewhere();
            lock();
            __VERIFIER_atomic_end();
            return p;
        }
        int main(void) {
            pthread_t a;
            pthread_create(&a, 0, arrive, 0);
            __VERIFIER_atomic_begin();
            events = value;
            __VERIFIER_atomic_end();
            if (events && position == 1)
                reach_error();
        }""",
    "a semaphore, a barrier and a lock for readers": """
        #include <assert.h>
        #include <pthread.h>
        #include <semaphore.h>
        sem_t ready;
        pthread_barrier_t both;
        pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
        int value, seen;
        void *write(void *p) {
            sem_wait(&ready);
            pthread_rwlock_wrlock(&guard);
            value = 1;
            pthread_rwlock_unlock(&guard);
            pthread_barrier_wait(&both);
            return p;
        }
        int main(void) {
            pthread_t a;
            sem_init(&ready, 0, 0);
            pthread_barrier_init(&both, 0, 2);
            pthread_create(&a, 0, write, 0);
            sem_post(&ready);
            pthread_rwlock_rdlock(&guard);
            seen = value;
            pthread_rwlock_unlock(&guard);
            pthread_barrier_wait(&both);
            assert(seen == 0 || value == 0);
        }""",
    "an inline function, and operands that are not evaluated": """
        #include <assert.h>
        #include <pthread.h>
        extern _Bool __VERIFIER_nondet_bool(void);
        _Bool a, b, c;
        int seen;
        inline void look(void) { seen = a && b ? 1 : !a && !c ? 2 : 3; }
        void *change(void *p) { b = 1; a = 1; c = 1; return p; }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, change, 0);
            if (__VERIFIER_nondet_bool())
                look();
            assert(seen != 3); /* a was read too early, c too late */
        }""",
    "threads of C11, and a time limit": """
        #include <assert.h>
        #include <errno.h>
        #include <pthread.h>
        #include <threads.h>
        mtx_t mutex;
        pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t never = PTHREAD_COND_INITIALIZER;
        int count, late;
        int add(void *p) {
            mtx_lock(&mutex);
            int old = count;
            mtx_unlock(&mutex);
            count = old + 1;
            return 5;
        }
        int main(void) {
            thrd_t a;
            int result;
            struct timespec soon = {0, 0};
            pthread_mutex_lock(&other);
            late = pthread_cond_timedwait(&never, &other, &soon);
            pthread_mutex_unlock(&other);
            mtx_init(&mutex, mtx_plain);
            thrd_create(&a, add, 0);
            add(0);
            thrd_join(a, &result);
            assert(result != 5 || late != ETIMEDOUT || count == 2);
        }""",
    "a list on the heap that is made by two threads, and a function that is called once": """
        #include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        struct node { struct node *next; int value; } *first;
        pthread_once_t once = PTHREAD_ONCE_INIT;
        void start(void) { first = calloc(1, sizeof *first); }
        void *push(void *p) {
            pthread_once(&once, start);
            struct node *node = malloc(sizeof *node);
            node->next = first;
            node->value = 1;
            first = node;
            return p;
        }
        int main(void) {
            pthread_t a;
            int length = 0;
            pthread_create(&a, 0, push, 0);
            push(0);
            pthread_join(a, 0);
            for (struct node *node = first; node; node = node->next)
                length++;
            assert(length == 3);
        }""",
}


@needs_gcc
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(tmp_path: Path, name: str) -> None:
    file = tmp_path / "test.c"
    file.write_text(PROGRAMS[name])
    found = replayed(tmp_path, file)
    assert found.line() == "REPLAY: FIRED(unreach-call)", found


@needs_gcc
def test_a_race_about_a_part_of_an_access(tmp_path: Path) -> None:
    found = replayed(tmp_path, ROOT / "tests" / "corpus" / "race_struct_copy.c", property="no-data-race")
    assert found.line() == "REPLAY: FIRED(no-data-race)", found


UPGRADE = """
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
void *thread(void *p) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    thread(0);
    pthread_join(t, 0);
}
"""


@needs_gcc
@pytest.mark.parametrize(
    "name", ["spinner", "join", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("loop", "self", "condition"))]
)
def test_threads_that_wait_for_each_other_while_others_go_on(tmp_path: Path, name: str) -> None:
    file = CORPUS / f"deadlock_beside_{name}.c"
    assert replayed(tmp_path, file, property="no-deadlock").line() == "REPLAY: FIRED(no-deadlock)"


@needs_gcc
def test_a_call_of_a_model_that_calls_another_one(tmp_path: Path) -> None:
    file = tmp_path / "upgrade.c"
    file.write_text(UPGRADE)
    assert replayed(tmp_path, file, property="no-deadlock").line() == "REPLAY: FIRED(no-deadlock)"


@needs_gcc
def test_another_order_does_not_fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = command.script_of

    def one_after_the_other(*given: Any) -> Any:
        script = original(*given)
        (_, start), other, (_, end) = script.blocks
        script.blocks[:] = [(0, start[:1]), other, (0, start[1:] + end)]
        return script

    monkeypatch.setattr(command, "script_of", one_after_the_other)
    found = replayed(tmp_path, EXAMPLES / "counter.c", engine="ordering")
    assert found.answer == command.DIFFERENT and found.exit_code() == 1, found


@needs_gcc
def test_the_command(tmp_path: Path) -> None:
    path = certificate(tmp_path, EXAMPLES / "counter.c")
    run = threadproof("replay", "examples/c/counter.c", path)
    assert (run.code, run.verdict) == (0, "REPLAY: FIRED(unreach-call)"), run
    assert "assertion 'counter == 2' fails at examples/c/counter.c:12 in thread 0" in run.out


def test_bad_input(tmp_path: Path) -> None:
    path = certificate(tmp_path, EXAMPLES / "counter.c")
    path.write_text(path.read_text().replace('"thread": 1', '"thread": 0'))
    run = threadproof("replay", "examples/c/counter.c", path)
    assert (run.code, run.out) == (3, "") and "the certificate is rejected: it was changed" in run.err
    run = threadproof("replay", "examples/c/counter.c", tmp_path / "missing.json")
    assert (run.code, run.out) == (3, "") and "cannot read the certificate" in run.err
    run = threadproof("replay", "examples/ivl/counter.ivl", path)
    assert run.code == 3 and "only C programs can be compiled and run" in run.err


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compiler", lambda: None)
    found = replayed(tmp_path, EXAMPLES / "counter.c")
    assert (found.line(), found.exit_code()) == ("REPLAY: UNKNOWN(no compiler)", 3)


def test_other_properties(tmp_path: Path) -> None:
    found = replayed(tmp_path, EXAMPLES / "overflow.c", property="no-overflow")
    assert found.line().startswith("REPLAY: UNKNOWN(only unreach-call")


MACRO = """
#include <assert.h>
int main(void) { assert(VALUE == 3); }
"""


@needs_gcc
def test_macros_are_those_of_the_command_line(tmp_path: Path) -> None:
    """A certificate may be a stranger's, and a macro can be any code."""
    file = tmp_path / "macro.c"
    file.write_text(MACRO)
    path = certificate(tmp_path, file, define=("VALUE=4",))
    run = threadproof("replay", file, path)
    assert run.code == 3 and "macros are not taken from a file where the program is run" in run.err
    run = threadproof("replay", "-DVALUE=4", file, path)
    assert run.code == 0 and run.verdict == "REPLAY: FIRED(unreach-call)" and "with -D VALUE=4." in run.out
    assert "other macros" in threadproof("replay", "-DVALUE=5", file, path).err
    content = signed.read(path.read_text())
    proof = tmp_path / "proof"
    hostile = f'VALUE=4;}} void system(char*); __attribute__((constructor)) void f(){{system("touch {proof}");}} int g(){{'
    content["options"]["define"] = [hostile]
    path.write_text(signed.write(content))
    for command_ in ("replay", "certify"):
        run = threadproof(command_, file, path)
        assert "not taken from a file" in run.err + run.out and run.code in (1, 3) and not proof.exists()
