"""How many threads the text of a program says that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.analyses.thread_bounds import DEFAULT, RAISED, created, thread_limit
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.passes import runner

TEXT = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_t t;
static void *leaf(void *arg) { return 0; }
static void *parent(void *arg) {
    for (int i = 0; i < 3; i++)
        pthread_create(&t, 0, leaf, 0);
    return 0;
}
static void *endless(void *arg) { pthread_create(&t, 0, endless, 0); return 0; }
int main(void) { BODY return 0; }
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", 0),
        ("pthread_create(&t, 0, leaf, 0); pthread_create(&t, 0, leaf, 0);", 2),
        ("for (int i = 0; i < 70; i++) pthread_create(&t, 0, leaf, 0);", 70),
        ("for (int i = 0; i < 7; i++) for (int j = 0; j < 5; j++) pthread_create(&t, 0, leaf, 0);", 35),
        ("for (int i = 0; i < 10; i++) pthread_create(&t, 0, parent, 0);", 40),
        ("while (__VERIFIER_nondet_int()) pthread_create(&t, 0, leaf, 0);", None),
        ("pthread_create(&t, 0, endless, 0);", None),
    ],
)
def test_created(tmp_path: Path, body: str, expected: int | None) -> None:
    file = tmp_path / "t.c"
    file.write_text(TEXT.replace("BODY", body))
    program = runner.run(load(str(file), COptions(data_model=LP64)), runner.LOWER)
    counters: dict[str, float] = {}
    found, limit = created(program), thread_limit(program, 0, counters)
    if expected is None:
        assert (found, limit, counters) == (None, DEFAULT, {})
    else:  # loops may count one round more than they have
        assert found is not None and expected <= found <= 2 * expected
        assert limit == max(DEFAULT, found + 1) and (RAISED in counters) == (limit > DEFAULT)
    assert thread_limit(program, 3) == 3, "what the user asks for holds"
