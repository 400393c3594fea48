"""Following threads at random: no such graph of a program with an error is accepted, and some of programs without are."""

from __future__ import annotations

import pytest

from tests.unit.certify.graph.wrong_proofs import Wanderer, lowered
from tests.unit.engines.abstraction.test_engine import HEAD
from threadproof.budget import Budget
from threadproof.certify.answer import Rejected
from threadproof.certify.graph.document import encode
from threadproof.certify.graph.proof import check
from threadproof.domains.product import Product
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.oracle import Oracle

TWO = "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); %s }"
JOINED = TWO % "pthread_join(t, 0); pthread_join(u, 0); %s return 0;"
LOCKED = "pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);"
SHARED = """
int x, y, l[2]; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void *h(void *a) { x = 1; return 0; }
void *start(void) { pthread_t t; pthread_create(&t, 0, h, 0); return 0; }
"""
SEEDS = [*range(40), 339]  # 339: "opened" would be accepted if gates stayed shut for ever
# what the two threads do, and main after it has created them
WRONG = {
    "order": ("x = 1;", "x = 2;", JOINED % "assert(x == 1);"),
    "update": ("x++;", "x++;", JOINED % "assert(x == 2);"),
    "seen": ("x = 1; y = 1;", "if (y) assert(!x);", JOINED % ""),
    "copied": ("y = 2;", "x = y;", JOINED % "assert(!x);"),
    "not joined": ("x = 1;", "", TWO % "pthread_join(u, 0); assert(!x); return 0;"),
    "not locked": (LOCKED % "x = 1; x = 0;", "assert(!x);", JOINED % ""),
    "locked": (LOCKED % "x = 1;", LOCKED % "assert(!x);", JOINED % ""),
    "opened": (LOCKED % "if (y) assert(x);", LOCKED % "y = 1;", TWO % "x = 1; pthread_join(t, 0); return 0;"),
    "ignored": ("while (!y) ;", "x = 1; assert(!x);", TWO % "for (;;) ;"),
    "spinning": ("while (!y) ;", "assert(0);", TWO % "pthread_join(t, 0); y = 1; return 0;"),
    "halted": ("x = 1;", "assert(!x);", TWO % "return 0;"),
    "nested": ("start();", "assert(!x);", JOINED % ""),
    "number": ("start();", "pthread_join(4, 0);", JOINED % ""),
    "atomic": (
        "__VERIFIER_atomic_begin(); x = 1; if (y) x = 2; __VERIFIER_atomic_end();",
        "y = 1; assert(x != 2); x = 0;",
        JOINED % "assert(x != 2);",
    ),
    "waiting": ("while (!x) ; y = 1;", "x = 1;", JOINED % "assert(!y);"),
    "elements": ("l[0] = 1;", "l[1] = l[0];", JOINED % "assert(!l[1]);"),
}
RIGHT = {
    "order": ("x = 1;", "x = 2;", JOINED % "assert(x);"),
    "elements": ("l[0] = 1;", "l[1] = 1;", JOINED % "assert(l[0] && l[1]);"),
    "locked": (LOCKED % "x = 1; x = 0;", LOCKED % "assert(!x);", JOINED % ""),
    "waiting": ("while (!x) ; y = 1;", "x = 1;", JOINED % "assert(y);"),
    "atomic": (
        "__VERIFIER_atomic_begin(); x = 1; if (y) x = 2; __VERIFIER_atomic_end();",
        "l[0] = 1;",
        JOINED % "assert(x != 2);",
    ),
}


@pytest.fixture(scope="module")
def domain() -> Product:
    return Product(Oracle(BitwuzlaSolver(), 5.0))


def outcomes(tmp_path, domain: Product, parts: tuple[str, str, str], expected: type, ignored: str = "") -> list[str]:
    """For each seed with a graph: "full", "accepted" (with reduction), or why it is rejected."""
    path = tmp_path / "program.c"
    first, second, main = parts
    threads = f"void *f(void *a) {{ {first} return 0; }}\nvoid *g(void *a) {{ {second} return 0; }}\n"
    path.write_text(HEAD + SHARED + threads + main)
    program = lowered(load(str(path), COptions(data_model=LP64)))
    truth = ExplicitEngine().check(program, Task("unreach-call"), Budget(60), {})
    assert isinstance(truth, expected) or (expected is Unsafe and "undefined" in getattr(truth, "reason", "")), truth
    found = []
    for seed in SEEDS:
        proof = Wanderer(program, seed, domain, ignored).proof()
        if proof is not None:
            try:
                check(program, 8, encode(proof))
                found.append("accepted" if any(node.threads is not None for node in proof.nodes) else "full")
            except Rejected as error:
                found.append(str(error))
    return found


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_never_proved_away(tmp_path, domain: Product, name: str) -> None:
    found = outcomes(tmp_path, domain, WRONG[name], Unsafe)
    assert found, "no graph avoids the error, so nothing is tested"
    assert not {"full", "accepted"} & set(found)


@pytest.mark.parametrize("name", RIGHT)
def test_reductions_are_accepted(tmp_path, domain: Product, name: str) -> None:
    assert "accepted" in outcomes(tmp_path, domain, RIGHT[name], Safe)


def test_clashes_on_what_nobody_looks_at(tmp_path, domain: Product) -> None:
    """The same reductions are accepted if y is not mentioned, and rejected if it is."""
    parts = ("y = 2; y++;", "y = 3; y++;", JOINED % "assert(!x);")
    with_y, without = outcomes(tmp_path, domain, parts, Safe, "x"), outcomes(tmp_path, domain, parts, Safe, "y")
    assert with_y.count("accepted") < without.count("accepted")
