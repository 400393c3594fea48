"""`--model`: functions in place of those that the program does not define."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.errors import InputError
from threadproof.run.loading import load
from threadproof.run.pipeline import verify

PROGRAM = """
#include <assert.h>
#include <stdlib.h>
int device_read(void);
static int twice(int n) { return 2 * n; }
int mine(void) { return 3; }
int main(void) {
    assert(device_read() < 100 && atoi("5") == 7 && mine() == 3 && twice(2) == 4);
}
"""
CONTRACT = """
#include "intrinsics.h"
int device_read(void) {
    unsigned char value = __VERIFIER_nondet_uchar();
    __tp_assume(value < LIMIT);
    return value;
}
int atoi(const char *text) { return 7; }
int mine(void) { return 4; }
static int twice(int n) { return 0; }
"""


def program(folder: Path, text: str = PROGRAM) -> str:
    file = folder / "program.c"
    file.write_text(text)
    return str(file)


def model(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(("limit", "verdict"), [("100", "TRUE"), ("101", "FALSE")])
def test_contract_of_an_undefined_function_and_of_one_of_the_library(tmp_path: Path, limit: str, verdict: str) -> None:
    given = model(tmp_path, "device.c", CONTRACT)
    config = Config(engine="explicit", property="unreach-call", model=(given,), define=(f"LIMIT={limit}",))
    assert verify(program(tmp_path), config).verdict == verdict


def test_without_the_model_it_is_not_true(tmp_path: Path) -> None:
    assert verify(program(tmp_path), Config(engine="explicit", property="unreach-call")).verdict != "TRUE"


def test_what_was_replaced_is_named(tmp_path: Path) -> None:
    given = model(tmp_path, "device.c", CONTRACT)
    loaded = load(program(tmp_path), Config(property="unreach-call", model=(given,), define=("LIMIT=9",)))
    notes = {note.what: note.effect for note in loaded.notes if note.what.startswith("modelled function ")}
    assert notes == {
        "modelled function device_read": f"does what the model at {given}:3 says",
        "modelled function atoi": f"does what the model at {given}:8 says, instead of the built-in model",
    }


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    model(tmp_path, "models/a.c", "int device_read(void) { return 1; }\n")
    model(tmp_path, "models/b.c", "#include <stdlib.h>\nint atoi(const char *text) { return 7; }\n")
    config = Config(engine="explicit", property="unreach-call", model=(str(tmp_path / "models"),))
    assert verify(program(tmp_path), config).verdict == "TRUE"


def test_models_wait_and_synchronise(tmp_path: Path) -> None:
    text = """
#include <pthread.h>
void lock(void), unlock(void);
int sum;
void *run(void *a) { lock(); sum++; unlock(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); run(0); pthread_join(t, 0); }
"""
    lock = """
#include "intrinsics.h"
static int holder;
void lock(void) {
    __tp_atomic_begin();
    __tp_await(CONDITION);
    __tp_acquire(&holder);
    holder = 1;
    __tp_atomic_end();
}
void unlock(void) {
    __tp_atomic_begin();
    __tp_release(&holder);
    holder = 0;
    __tp_atomic_end();
}
"""
    given = model(tmp_path, "lock.c", lock)
    for condition, verdict in (("holder==0", "TRUE"), ("holder<2", "FALSE")):
        config = Config(engine="explicit", property="no-data-race", model=(given,), define=(f"CONDITION={condition}",))
        assert verify(program(tmp_path, text), config).verdict == verdict


def test_two_models_of_one_function_are_an_error(tmp_path: Path) -> None:
    given = (model(tmp_path, "a.c", "int f(void) { return 1; }\n"), model(tmp_path, "b.c", "int f(void) { return 2; }\n"))
    with pytest.raises(InputError, match="'f' is defined twice"):
        load(program(tmp_path, "int f(void); int main(void) { return f(); }\n"), Config(model=given))


def test_names_of_the_front_end_cannot_be_replaced(tmp_path: Path) -> None:
    given = model(tmp_path, "a.c", "void __VERIFIER_assume(int c) {}\n")
    with pytest.raises(InputError, match="cannot be replaced by a model"):
        load(program(tmp_path), Config(model=(given,)))


def test_a_folder_without_models_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no C file"):
        load(program(tmp_path), Config(model=(str(tmp_path / "empty"),)))
