"""A construct that is not supported, in every place of a program: TRUE where no execution gets there, UNKNOWN with its name where
one does, FALSE where the assertion before it fails.

Each program has `GATE`, which is true if the construct is to be reached, and an assertion of `CLAIM` in front of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.properties import UNREACH
from threadproof.run.pipeline import verify

HEAD = """
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
typedef int (*function)(int);
static int zero, one = 1, result;
extern int clone(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEFORE assert(CLAIM);
#define BAD ({ int made; asm volatile("made up" : "=r"(made)); made; })
"""
PLACES = {
    "statement": 'BEFORE if (GATE) asm("made up");',
    "loop body": "BEFORE for (int i = 0; i < 3; i++) if (GATE && i == 1) result += BAD;",
    "while": "BEFORE if (GATE) while (BAD) result++;",
    "do": "BEFORE if (GATE) do result++; while (BAD);",
    "for": "BEFORE for (int i = 0; GATE && i < BAD; i++) result++;",
    "step of for": "BEFORE for (int i = GATE ? 0 : 9; i < 1; i += BAD) result++;",
    "if": "BEFORE if (GATE) { if (BAD) result = 1; else result = 2; }",
    "switch": "BEFORE if (GATE) switch (BAD) { case 1: result = 1; }",
    "case": "BEFORE switch (GATE) { case 1: result = BAD; case 0: break; default: result = 3; }",
    "default": "BEFORE switch (GATE) { case 0: break; default: result = BAD; }",
    "case inside what fails": "BEFORE switch (GATE) { while (BAD) { case 1: result = 1; } case 0: ; }",
    "label": "BEFORE if (!GATE) goto end; goto in; if (BAD) { in: result = BAD; } end: ;",
    "jump past": "BEFORE if (!GATE) goto past; int x = BAD; past: x = 4; assert(x == 4);",
    "jump back": "int n = 0; back: BEFORE if (n++ < 2) goto back; if (GATE) { result = BAD; goto back; }",
    "initialiser": "BEFORE if (GATE) { int x = 3, y[] = {1, BAD}; result = x + y[1]; }",
    "argument": "BEFORE if (GATE) result = abs(BAD);",
    "result": "BEFORE if (GATE) return BAD;",
    "conjunction": "BEFORE result = GATE && (one || BAD) && BAD;",
    "conditional": "BEFORE result = GATE ? BAD : 1;",
    "nested": "BEFORE result = ({ int x = 1; x + ({ if (GATE) { x = BAD; } x; }); });",
    "index": "int a[2] = {0, 0}; BEFORE if (GATE) a[BAD & 1]++;",
    "atomic block": "BEFORE __VERIFIER_atomic_begin(); if (GATE) result = BAD; __VERIFIER_atomic_end();",
    "type": "BEFORE if (GATE) { int n = 2; typedef int t[n]; t a[2]; a[1][1] = 2; }",
    "distance of labels": "BEFORE if (GATE) { static long d[] = {&&there - &&here}; here: result = d[0]; there: ; }",
    "function": "BEFORE if (GATE) clone();",
    "address of a function": "BEFORE if (GATE) { int (*p)(void) = clone; p(); }",
    "dead code": "BEFORE if (GATE) { result = BAD; return 0; result = BAD; }",
}
FUNCTIONS = {
    "thread": (
        "static void *thread(void *p) { if (GATE) result = BAD; return p; }",
        "pthread_t t; BEFORE pthread_create(&t, 0, thread, 0); pthread_join(t, 0);",
    ),
    "address taken": ("static int g(int x) { return BAD; }", "function p = g; BEFORE if (GATE) result = p(1);"),
    "atomic function": ("void __VERIFIER_atomic_f(void) { if (GATE) result = BAD; }", "BEFORE __VERIFIER_atomic_f();"),
    "parameter": ("static int g(_Complex double z) { return 1; }", "BEFORE if (GATE) result = g(1);"),
    "global": ("static double table[] = {1, 0.1L};", "BEFORE if (GATE) result = table[0] == 1;"),
    "address of a global": (
        "static double v = 0.1L, *p = &v; struct { double **q; } s = {&p};",
        "BEFORE if (GATE) result = **s.q == 1;",
    ),
    "static local": ("", "static double v = 0.1L; BEFORE if (GATE) result = v == 1;"),
    "chosen by a function": (
        'int v(void); int (*h(void))(void); int w(void) __attribute__((ifunc("h"))); int (*h(void))(void) { return 0; }',
        "BEFORE if (GATE) result = w();",
    ),
    "unused function": ("static int h(void) { return GATE ? BAD : 0; }", "BEFORE if (GATE) result = h();"),
}
PROGRAMS = {**{name: ("", body) for name, body in PLACES.items()}, **FUNCTIONS}
CASES = {"reached": ("one", "1", "UNKNOWN"), "failing before": ("one", "zero", "FALSE"), "not reached": ("zero", "1", "TRUE")}


@pytest.mark.parametrize("place", PROGRAMS)
def test_only_what_is_reached_counts(tmp_path: Path, place: str) -> None:
    outside, body = PROGRAMS[place]
    file = tmp_path / "program.c"
    for gate, claim, verdict in CASES.values():
        given = f"#define GATE {gate}\n#define CLAIM {claim}\n{HEAD}"
        file.write_text(f"{given}static void f(int *p) {{}}\n{outside}\nint main(void) {{ {body} return 0; }}\n")
        outcome = verify(str(file), Config(engine="explicit", property=UNREACH))
        assert outcome.verdict == verdict, f"{outcome.reason}{outcome.message}"
        assert verdict != "UNKNOWN" or outcome.reason.startswith("unsupported: "), outcome.reason


@pytest.mark.parametrize(
    ("attribute", "claim", "verdict"),
    [("constructor", "zero", "UNKNOWN"), ("destructor", "zero", "FALSE"), ("destructor", "1", "UNKNOWN")],
)
def test_functions_around_main(tmp_path: Path, attribute: str, claim: str, verdict: str) -> None:
    file = tmp_path / "program.c"
    function = f"__attribute__(({attribute})) static void around(int n) {{ zero = 1; }}"
    file.write_text(f"#define CLAIM {claim}\n{HEAD}{function} int main(void) {{ BEFORE return 0; }}\n")
    outcome = verify(str(file), Config(engine="explicit", property=UNREACH))
    assert outcome.verdict == verdict, outcome
    assert verdict == "FALSE" or f"(({attribute}))" in outcome.reason
