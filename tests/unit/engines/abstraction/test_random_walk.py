"""Single schedules that are followed for a violation."""

import pytest

from threadproof.budget import Budget
from threadproof.certify.replay.follow import replay
from threadproof.engines.abstraction.engine import Abstraction
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.passes import runner

HEAD = (
    "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
    "#include <pthread.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"
)

# Both threads must alternate exactly: no random schedule does.
ALTERNATE = """
int i = 1, j = 1;
void *f(void *arg) { for (int k = 0; k < 9; k++) i += j; return 0; }
void *g(void *arg) { for (int k = 0; k < 9; k++) j += i; return 0; }
int main(void) {
    pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
    int x = i; assert(x != %d); return 0;
}
"""
# One preemption at the right place, and the right input.
ONCE = """
int sent, got, n;
void *f(void *arg) { for (int k = 0; k < 30; k++) { n++; } sent = n; return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, f, 0);
    int x = n; int y = __VERIFIER_nondet_int();
    if (x > 5 && x < 30 && sent == 0 && y > 1000) assert(y != 123456);
    return 0;
}
"""
# A block that cannot be finished has not happened; spinning gives way.
BLOCKS = """
int ready, done;
void *f(void *arg) { __VERIFIER_atomic_begin(); done++; __VERIFIER_assume(ready); done--; __VERIFIER_atomic_end(); return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, f, 0);
    assert(done == 0);
    ready = 1;
    while (!ready) {}
    pthread_join(t, 0);
    assert(done %s 0);
    return 0;
}
"""


def hunt(tmp_path, text, times=1):
    path = tmp_path / "program.c"
    path.write_text(HEAD + text)
    program = runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)
    run = Abstraction(program, Task("unreach-call"), Budget(60), {})
    found = None
    for _ in range(times):
        found = found or run.hunter.hunt()
    if found is not None:
        assert replay(program, found).found is found
    return found


@pytest.mark.parametrize("text", [ALTERNATE % 4181, ONCE, BLOCKS % "!="], ids=["alternate", "once", "blocks"])
def test_violations_are_found(tmp_path, text):
    assert isinstance(hunt(tmp_path, text, 20), Unsafe)


@pytest.mark.parametrize("text", [ALTERNATE % 4182, BLOCKS % "=="], ids=["alternate", "blocks"])
def test_nothing_is_claimed_otherwise(tmp_path, text):
    assert hunt(tmp_path, text) is None
