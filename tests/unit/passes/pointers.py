"""Random C programs about pointers: objects of all kinds, arithmetic, dangling and wild accesses, one or two threads.

Most of them are wrong in some execution. What matters is that an execution which is wrong before lowering is wrong after it, and
the other way round. Nothing depends on where objects lie: addresses are not compared, and not turned into numbers that are used.
"""

from __future__ import annotations

import random

_HEAD = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct node { int value; int *link; struct node *next; char bytes[4]; };
union both { int whole; unsigned char part[4]; };
int g, arr[3], matrix[2][2];
struct node node, nodes[2];
union both both;
_Thread_local int mine;
int *shared_pointer;
int *table[2] = { &g, &arr[1] };
"""


# Distances that lead out of an object, to where another one might be, or once around the address space.
FAR = (
    "1 << 11",
    "1 << 18",
    "i * (1 << 11)",
    "i << 29",
    "0x40000000u",
    "1L << (8 * sizeof(long) - 2)",
    "-1",
    "-1UL",
    "(c ? 1 << 16 : 0)",
)


class Writer:
    def __init__(self, seed: int, threads: bool) -> None:
        self.rng = random.Random(seed)
        self.threads = threads
        self.functions: list[str] = []

    def number(self) -> str:
        return str(self.rng.randint(0, 3))

    def index(self) -> str:
        if self.rng.random() < 0.05:
            return self.rng.choice(FAR)
        return self.rng.choice(["0", "1", "i & 1", "i", "(c ? 1 : 0)", "2"])

    def pointer(self) -> str:
        """An address of an int."""
        return self.rng.choice(
            [
                "p", "q", "&g", "&local", f"&arr[{self.index()}]", f"&matrix[{self.index()}][1]", "&node.value", "node.link",
                f"&nodes[{self.index()}].value", f"table[{self.index()}]", "&mine", "buffer", "buffer + 1", "p + 1", "q - 1",
                "(int *)((char *)&node.link - 4)", "pick(p, q)", "leak(2)", "&both.whole", "shared_pointer", "p",
                "n ? &n->value : &g", f"p + ({self.rng.choice(FAR)})", "p + (q - p)", "q + i",
            ]
        )  # fmt: skip

    def expr(self) -> str:
        return self.rng.choice(
            [
                self.number(), "i", "local", f"*({self.pointer()})", "g", f"arr[{self.index()}]", "node.value", "mine",
                "both.whole", f"both.part[{self.index()}]", f"(*({self.pointer()}) + 1)", "(int)sizeof(struct node)",
                f"nodes[{self.index()}].value", f"node.bytes[{self.index()}]", "buffer[i & 1]",
            ]
        )  # fmt: skip

    def block(self, depth: int) -> str:
        return "{ " + " ".join(self.statement(depth) for _ in range(self.rng.randint(1, 3))) + " }"

    def statement(self, depth: int) -> str:
        choices = [
            lambda: f"p = {self.pointer()};",
            lambda: f"q = {self.pointer()};",
            lambda: f"*({self.pointer()}) = {self.expr()};",
            lambda: f"*p = {self.expr()};",
            lambda: f"i = {self.expr()} & 3;",
            lambda: f"local = {self.expr()};",
            lambda: "p = malloc(2 * sizeof(int)); p[0] = 1; p[1] = 2;",
            lambda: "q = calloc(1, sizeof(int));",
            lambda: f"free({self.rng.choice(['p', 'q', '0', 'n'])});",
            lambda: "n = malloc(sizeof *n); n->value = 1; n->link = p; n->next = 0;",
            lambda: "n = &nodes[1];",
            lambda: f"if (n) n->{self.rng.choice(['value = 2', 'link = q', 'next = &node'])};",
            lambda: f"node.link = {self.pointer()};",
            lambda: f"shared_pointer = {self.pointer()};",
            lambda: f"both.part[{self.index()}] = {self.number()};",
            lambda: f"arr[{self.index()}] = {self.expr()};",
            lambda: "node = nodes[0];",
            lambda: "memcpy(&nodes[1], &node, sizeof node);",
            lambda: f"set(&{self.rng.choice(['local', 'g', 'mine'])}, {self.number()});",
            lambda: "c = __VERIFIER_nondet_bool();",
        ]
        if depth:
            choices += [
                lambda: f"if (c) {self.block(depth - 1)} else {self.block(depth - 1)}",
                lambda: f"for (int k = 0; k < 2; k++) {self.block(depth - 1)}",
                lambda: f"if (p) {self.block(depth - 1)}",
            ]
        return self.rng.choice(choices)()

    def body(self, count: int) -> str:
        lines = ["int local = 0, i = 0, buffer[2] = { 4, 5 }; int *p = &g, *q = 0; struct node *n = 0; _Bool c = 0;"]
        lines += [self.statement(2) for _ in range(count)]
        lines.append(f"if ((*p & 3) == {self.number()}) reach_error();")
        return "\n    ".join(lines)

    def text(self) -> str:
        helpers = (
            "int *pick(int *a, int *b) { return a ? a : b; }\n"
            "int *leak(int x) { int inner = x; int *r = &inner; return x > 2 ? &g : r; }\n"
            "void set(int *target, int value) { int copy = value; int *from = &copy; *target = *from; }\n"
        )
        worker = f"void *worker(void *arg) {{\n    {self.body(3)}\n    return p;\n}}\n" if self.threads else ""
        create = "pthread_t t; pthread_create(&t, 0, worker, 0);\n    " if self.threads else ""
        join = "void *r; pthread_join(t, &r); if (r) *(int *)r = 1;\n    " if self.threads else ""
        main = f"int main(void) {{\n    {create}{self.body(3 if self.threads else 7)}\n    {join}return 0;\n}}\n"
        return _HEAD + helpers + worker + main


def pointer_program(seed: int, threads: bool = False) -> str:
    return Writer(seed, threads).text()
