"""Programs for the modular engine, from their text to its answer."""

from __future__ import annotations

from pathlib import Path

from threadproof.config.options import Config
from threadproof.report.outcome import RunOutcome
from threadproof.run.pipeline import verify

HEAD = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, y;
"""
TWO = "int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); return 0; }"


def answer(folder: Path, text: str, property_: str, seconds: float = 60.0) -> RunOutcome:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    return verify(str(path), Config(engine="modular", property=property_, timeout=seconds))
