"""Which writes locks hide from reads, and that nothing is hidden where the lock does not protect."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.events.locks import Locks
from threadproof.run.pipeline import verify

PROGRAM = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
int n, seen;
void *writer(void *arg) {{ {writer} return 0; }}
void *reader(void *arg) {{ {reader} return 0; }}
int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen != 1);
    return 0;
}}
"""
LOCK, UNLOCK = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"
READER = f"{LOCK} seen = n; {UNLOCK}"
CASES = {
    "read twice": (f"{LOCK} n = 1; {UNLOCK}", f"{LOCK} seen = n; if (n != seen) seen = 1; else seen = 0; {UNLOCK}", "TRUE"),
    "read twice, written without lock": ("n = 2;", f"{LOCK} seen = n; if (n != seen) seen = 1; else seen = 0; {UNLOCK}", "FALSE"),
    "read in two sections": (
        f"{LOCK} n = 2; {UNLOCK}",
        f"{LOCK} seen = n; {UNLOCK} {LOCK} if (n != seen) seen = 1; else seen = 0; {UNLOCK}",
        "FALSE",
    ),
    "overwritten in the section": (f"{LOCK} n = 1; n = 2; {UNLOCK}", READER, "TRUE"),
    "overwritten by the reader": (f"{LOCK} n = 1; {UNLOCK}", f"{LOCK} n = 3; seen = n; {UNLOCK}", "TRUE"),
    "left behind": (f"{LOCK} n = 2; n = 1; {UNLOCK}", READER, "FALSE"),
    "overwritten in the next section": (f"{LOCK} n = 1; {UNLOCK} {LOCK} n = 2; {UNLOCK}", READER, "FALSE"),
    "perhaps overwritten": (f"{LOCK} n = 1; if (seen) n = 2; {UNLOCK}", READER, "FALSE"),
    "another lock": (f"{LOCK} n = 1; n = 2; {UNLOCK}".replace("&m", "&k"), READER, "FALSE"),
    "perhaps not locked": (f"int got = pthread_mutex_trylock(&m) == 0; n = 1; n = 2; if (got) {UNLOCK}", READER, "FALSE"),
    "unlocked in between": (f"{LOCK} n = 1; {UNLOCK} n = 2;", READER, "FALSE"),
    "read behind the section": (f"{LOCK} n = 1; n = 2; {UNLOCK}", f"{LOCK} {UNLOCK} seen = n;", "FALSE"),
}


def run(folder: Path, writer: str, reader: str) -> tuple[str, float]:
    file = folder / "program.c"
    file.write_text(PROGRAM.format(writer=writer, reader=reader))
    outcome = verify(str(file), Config(engine="ordering", timeout=60.0))
    return outcome.verdict, outcome.counters["rf_candidates"]


@pytest.mark.parametrize("name", CASES)
def test_sections(tmp_path: Path, name: str) -> None:
    writer, reader, verdict = CASES[name]
    assert run(tmp_path, writer, reader)[0] == verdict


@pytest.mark.parametrize("name", ["overwritten in the section", "overwritten by the reader"])
def test_hidden_writes_are_no_candidates(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, reader, _ = CASES[name]
    candidates = run(tmp_path, writer, reader)[1]
    monkeypatch.setattr(Locks, "hides", lambda self, write, read: False)
    assert candidates < run(tmp_path, writer, reader)[1]
