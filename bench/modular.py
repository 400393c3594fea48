"""Time of `--engine modular --property no-data-race` over the size of programs.

    python bench/modular.py --lines 1000 > program.c

A generated program is a server in small: modules with a structure, its lock, a table and a statistic; functions that take the
lock, look something up, branch, loop and call helpers; worker threads that a loop creates and that serve requests for ever; a log
that all modules share. It is free of data races. Each function is called from one or two places, so what is verified grows as
the text does. `modular.md` has the figures."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

HEAD = """#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
int log_lines;
int log_last[8];

void log_event(int what) {
    pthread_mutex_lock(&log_lock);
    log_lines = (log_lines + 1) & 0xffff;
    log_last[log_lines & 7] = what;
    pthread_mutex_unlock(&log_lock);
}
"""


def program(lines: int) -> str:
    rng = random.Random(lines)
    text, modules = HEAD, 0
    parts = []
    while text.count("\n") + sum(part.count("\n") for part in parts) < lines - 12:
        parts.append(module(modules, rng))
        modules += 1
    workers = "".join(
        f"    pthread_t t{n};\n    for (int i = 0; i < 4; i++) pthread_create(&t{n}, 0, worker{n}, 0);\n" for n in range(modules)
    )
    return text + "".join(parts) + f"int main(void) {{\n{workers}    return 0;\n}}\n"


def module(number: int, rng: random.Random) -> str:
    functions = rng.randint(6, 10)
    text = f"""
struct module{number} {{ pthread_mutex_t lock; int table[16]; int used; int state; unsigned hits; }};
struct module{number} m{number} = {{ .lock = PTHREAD_MUTEX_INITIALIZER }};
pthread_mutex_t stat_lock{number} = PTHREAD_MUTEX_INITIALIZER;
unsigned long served{number}, failed{number};
"""
    text += "".join(function(number, each, rng) for each in range(functions))
    cases = "".join(f"        case {each}: f{number}_{each}(request >> 8); break;\n" for each in range(functions))
    return (
        text
        + f"""
void *worker{number}(void *arg) {{
    while (1) {{
        int request = __VERIFIER_nondet_int() & 0xffff;
        switch (request & 15) {{
{cases}        default: log_event(request); break;
        }}
    }}
    return 0;
}}
"""
    )


def function(number: int, each: int, rng: random.Random) -> str:
    body = "".join(rng.choice(STATEMENTS).replace("M", f"m{number}") for _ in range(rng.randint(4, 9)))
    return f"""
void f{number}_{each}(int key) {{
    int local = key & 15, done = 0;
    pthread_mutex_lock(&m{number}.lock);
{body}    pthread_mutex_unlock(&m{number}.lock);
    pthread_mutex_lock(&stat_lock{number});
    if (done) served{number}++;
    else failed{number}++;
    pthread_mutex_unlock(&stat_lock{number});
}}
"""


STATEMENTS = (
    "    M.used = (M.used + 1) & 15;\n",
    "    if (M.state == 0) {\n        M.state = 1;\n        done = 1;\n    } else {\n        M.state = 0;\n    }\n",
    "    for (int i = 0; i < 16; i++) {\n        if (M.table[i] == key) {\n            done = 1;\n            break;\n"
    "        }\n    }\n",
    "    M.table[local] = key;\n    M.hits++;\n",
    "    while (local > 0) {\n        local = local - 1;\n        M.table[local] = M.used;\n    }\n",
    "    switch (M.state) {\n    case 0: local = M.used; break;\n    case 1: local = key & 7; break;\n"
    "    default: local = 0; break;\n    }\n",
    "    if (key > 100 && M.used > 3) {\n        M.hits += 2;\n        done = 1;\n    }\n",
)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int)
    args = parser.parse_args(argv)
    if args.lines:
        sys.stdout.write(program(args.lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
