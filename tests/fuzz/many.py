"""Oracle (d): a proof for any number of threads holds for two and for three of them.

A program is one thread template over a few shared variables and a lock; main creates threads in an endless loop for the
engine, and a fixed number of them for plain enumeration. Whenever the views of the program close, or there is an outline,
enumeration must not find an error. Programs that count (`counting`) add to shared variables and take away from them, in one step
or two, and compare them with what they have read.
"""

from __future__ import annotations

import random

from tests.fuzz.engines import verdict
from threadproof.config.options import Config
from threadproof.properties import UNREACH

SHARED = ("x", "y")
LOCKS = {
    "lock": "__VERIFIER_atomic_begin(); __VERIFIER_assume(m == 0); m = 1; __VERIFIER_atomic_end();",
    "unlock": "m = 0;",
}


def program(seed: int, threads: int, counting: bool = False) -> str:
    """`threads` of them, or for 0 without end."""
    rng = random.Random(seed)
    made = _counting(rng, rng.randrange(3, 7)) if counting else _statements(rng, rng.randrange(3, 8), locked=False)
    body = "\n    ".join(made)
    creation = "pthread_create(&t, 0, thread, 0); " * threads if threads else "while (1) pthread_create(&t, 0, thread, 0);"
    return f"""#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y, m;
void *thread(void *p) {{
    int l = 0, k = 0;
    {body}
    return 0;
}}
int main(void) {{
    pthread_t t;
    {creation}
    {"while (1) ;" if threads else ""}
    return 0;
}}
"""


def _value(rng: random.Random) -> str:
    return rng.choice(
        ["x", "y", "l", "k", "0", "1", "2", "l + 1", "(x + 1) % 3", "!l", "1 - y", "l == k", "__VERIFIER_nondet_int()"]
    )


def _condition(rng: random.Random) -> str:
    left, right = rng.choice(["x", "y", "l", "k"]), rng.choice(["x", "y", "l", "0", "1", "2", "3"])
    return f"{left} {rng.choice(['==', '!=', '<', '<='])} {right}"


def _statements(rng: random.Random, count: int, locked: bool) -> list[str]:
    found = []
    for _ in range(count):
        pick = rng.randrange(9)
        if pick < 2:
            found.append(f"{rng.choice(SHARED)} = {_value(rng)};")
        elif pick < 4:
            found.append(f"{rng.choice(['l', 'k'])} = {_value(rng)};")
        elif pick == 4:
            found.append(f"if ({_condition(rng)}) {{ {' '.join(_statements(rng, 1, True))} }}")
        elif pick == 5 and not locked:
            inner = " ".join(_statements(rng, rng.randrange(2, 4), True))
            found.append(f"{LOCKS['lock']} {inner} {LOCKS['unlock']}")
        elif pick == 6:
            inner = f"l = {rng.choice(SHARED)}; {rng.choice(SHARED)} = {_value(rng)};"
            found.append(f"__VERIFIER_atomic_begin(); {inner} __VERIFIER_atomic_end();")
        elif pick == 7:
            found.append(f"__VERIFIER_assume({_condition(rng)});")
        else:
            found.append(f"if ({_condition(rng)}) reach_error();")
    return found


def _counting(rng: random.Random, count: int) -> list[str]:
    found = []
    for _ in range(count):
        pick, shared, register = rng.randrange(8), rng.choice(SHARED), rng.choice(["l", "k"])
        guard = rng.choice(["", f"__VERIFIER_assume({_compared(rng)}); ", f"__VERIFIER_assume({_compared(rng)}); "])
        if pick < 3:
            taken = rng.choice(["", f"{register} = {shared}; "])
            change = rng.choice([f"{shared}++;", f"{shared}--;", f"{shared} = {rng.choice('01')};"])
            found.append(f"__VERIFIER_atomic_begin(); {guard}{taken}{change} __VERIFIER_atomic_end();")
        elif pick == 3:
            found.append(f"{register} = {shared};")
        elif pick == 4:
            found.append(f"{shared} = {register} + 1;")
        elif pick == 5:
            found.append(f"__VERIFIER_assume({_compared(rng)});")
        else:
            found.append(f"if ({_compared(rng)}) reach_error();")
    return [*found, f"if ({_compared(rng)}) reach_error();"]


def _compared(rng: random.Random) -> str:
    left, right = rng.choice(["x", "y", "l", "k"]), rng.choice(["x", "y", "l", "k", "0", "1", "3"])
    return f"{left} {rng.choice(['==', '!=', '<', '<=', '>'])} {right}"


def disagreement(seed: int, seconds: float = 5.0, engine: str = "abstraction", counting: bool = False) -> tuple[str, str]:
    """The verdict for any number of threads, and what contradicts it, if anything."""
    found = verdict(program(seed, 0, counting), Config(engine=engine, property=UNREACH, timeout=seconds))
    if found not in ("TRUE", "FALSE", "UNKNOWN"):
        return found, found
    if found == "TRUE":
        for threads in (1, 2, 3):
            made = program(seed, threads, counting)
            expected = verdict(made, Config(engine="explicit", property=UNREACH, timeout=seconds))
            if expected == "FALSE":
                return found, f"any number of threads: TRUE; {threads} of them: FALSE"
    return found, ""
