"""The abstraction engine on small programs: verdicts, replayed counterexamples, and that reduction reduces."""

import pytest

from threadproof.budget import Budget
from threadproof.certify.replay.follow import replay
from threadproof.engines.abstraction.engine import AbstractionEngine
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.passes import runner

HEAD = "#include <pthread.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"
LOOP = """
unsigned x; int stop;
void *count(void *arg) { while (!stop) x += 2; return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, count, 0);
    stop = 1; pthread_join(t, 0);
    assert(x %% 2 == %s); return 0;
}
"""
LOCKED = """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a, b;
void *move(void *arg) {
    pthread_mutex_lock(&m); a++; b++; pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t, u; pthread_create(&t, 0, move, 0); pthread_create(&u, 0, move, 0);
    %s; assert(a == b); %s
    pthread_join(t, 0); pthread_join(u, 0); return 0;
}
"""
INPUT = """
int x;
void *set(void *arg) { int v = __VERIFIER_nondet_int(); __VERIFIER_assume(v > 1000); x = v; return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, set, 0); pthread_join(t, 0);
    assert(x != %d); return 0;
}
"""
ARRAY = """
int a[4]; int i;
void *put(void *arg) { a[i] = 1; return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, put, 0); i = 2; pthread_join(t, 0);
    assert(a[%d] == 0); return 0;
}
"""
CASES = [
    pytest.param(LOOP % "0", Safe, id="unbounded-loop-safe"),
    pytest.param(LOOP % "1", Unsafe, id="unbounded-loop-unsafe"),
    pytest.param(LOCKED % ("pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m);"), Safe, id="lock-safe"),
    pytest.param(LOCKED % ("", ""), Unsafe, id="lock-unsafe"),
    pytest.param(INPUT % 1000, Safe, id="input-safe"),
    pytest.param(INPUT % 2000, Unsafe, id="input-unsafe"),
    pytest.param(ARRAY % 1, Safe, id="array-safe"),
    pytest.param(ARRAY % 2, Unsafe, id="array-unsafe"),
]


def analysed(tmp_path, text):
    path = tmp_path / "program.c"
    path.write_text(HEAD + text)
    return runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)


def check(program, **options):
    counters = {}
    result = AbstractionEngine().check(program, Task("unreach-call", options), Budget(60), counters)
    return result, counters


VARIANTS = [
    {},
    {"por": "none", "coi": "none"},
    {"por": "static", "coi": "none"},
    {"por": "abstract", "coi": "none"},
    {"por": "static", "coi": "static"},
    {"coi": "dynamic"},
    {"domain": "predicate"},
    {"domain": "boolean"},
    {"precision": "location"},
    {"search": "bfs", "restart": True},
    {"search": "error-distance", "domain": "predicate", "precision": "location"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize(("text", "expected"), CASES)
def test_verdict(tmp_path, text, expected, options):
    program = analysed(tmp_path, text)
    result, _ = check(program, **options)
    assert isinstance(result, expected), result
    if isinstance(result, Unsafe):
        assert replay(program, result).found is result


def test_explicit_values_need_no_predicates(tmp_path):
    program = analysed(tmp_path, LOCKED % ("pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m);"))
    result, counters = check(program, domain="explicit")
    assert isinstance(result, Safe)
    assert counters["predicates"] == 0


def test_reduction_explores_less(tmp_path):
    text = """
    int a, b, c;
    void *f(void *arg) { a = 1; a = 2; a = 3; return 0; }
    void *g(void *arg) { b = 1; b = 2; b = 3; return 0; }
    int main(void) {
        pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
        pthread_join(t, 0); pthread_join(u, 0); assert(a == 3 && b == 3); return 0;
    }
    """
    program = analysed(tmp_path, text)
    (full, all_nodes), (reduced, fewer) = check(program, por="none"), check(program, por="static")
    assert isinstance(full, Safe) and isinstance(reduced, Safe)
    assert fewer["nodes"] * 2 < all_nodes["nodes"]


def test_too_many_threads_are_not_safe(tmp_path):
    text = """
    void *f(void *arg) { return 0; }
    int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); } }
    """
    result, _ = check(analysed(tmp_path, text), threads=4)
    assert "thread limit 4" in result.reason
