"""Random statements of one thread: shared accesses one at a time, branches, short loops, locked regions, atomics."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.fuzz.tree import Node, node, seq


@dataclass(slots=True)
class Shared:
    """What the threads of a program share, as lvalues, by how it may be accessed."""

    plain: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)  # two elements each
    targets: tuple[str, tuple[str, ...]] | None = None  # a shared pointer and what it may point to
    builtin: list[str] = field(default_factory=list)  # through __atomic_* and __sync_*
    c11: list[str] = field(default_factory=list)  # _Atomic objects
    blocks: list[str] = field(default_factory=list)  # inside atomic blocks only
    ints: list[str] = field(default_factory=list)  # addresses of ints, to pass to functions
    thread_local: str = ""
    once: tuple[str, str] | None = None
    locks: list[tuple[str, str]] = field(default_factory=list)  # (kind, address), in the order of nesting

    def observed(self) -> list[str]:
        parts = [*self.plain, *self.builtin, *self.c11, *self.blocks]
        return parts + [f"{a}[{i}]" for a in self.arrays for i in range(2)]


LOCK_CALLS = {
    "mutex": ("pthread_mutex_lock({});", "pthread_mutex_unlock({});"),
    "recursive": ("pthread_mutex_lock({0});`pthread_mutex_lock({0});", "pthread_mutex_unlock({0});`pthread_mutex_unlock({0});"),
    "spin": ("pthread_spin_lock({});", "pthread_spin_unlock({});"),
    "sem": ("sem_wait({});", "sem_post({});"),
    "flag": ("while (atomic_flag_test_and_set({})) {{$[sched_yield();$|$]}}", "atomic_flag_clear({});"),
    "rwlock": ("pthread_rwlock_wrlock({});", "pthread_rwlock_unlock({});"),
}
TRY_CALLS = {
    "mutex": "pthread_mutex_trylock({}) == 0",
    "spin": "pthread_spin_trylock({}) == 0",
    "sem": "sem_trywait({}) == 0",
    "flag": "!atomic_flag_test_and_set({})",
    "rwlock": "pthread_rwlock_trywrlock({}) == 0",
}


class Regions:
    def __init__(self, rng: random.Random, shared: Shared, name: str) -> None:
        self.rng, self.shared, self.name = rng, shared, name
        self.room = 0  # visible operations that may still be generated
        self.loops = 0
        self.fresh = 0

    def local(self) -> str:
        return self.rng.choice(("l0", "l1"))

    def value(self) -> Node:
        """Over locals only."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.3:
            return node("int", self.local())
        if roll < 0.6:
            return node("int", str(rng.randint(0, 5)))
        if roll < 0.7:
            return node(
                "int",
                "(",
                node("int", self.local()),
                f" {rng.choice(('+', '*', '^', '-', '&'))} ",
                node("int", str(rng.randint(1, 5))),
                ")",
            )
        if roll < 0.8:
            return node("int", "(", node("int", "l0"), rng.choice((" + ", " < ", " | ")), node("int", "l1"), ")")
        return node("int", self.local())

    def statement(self, level: int, depth: int) -> Node:
        """`level`: locks from this index on may still be taken."""
        rng = self.rng
        if rng.random() < 0.15:
            return self._compute()
        if depth > 0 and rng.random() < 0.5:
            choices = [self._if, self._if, self._loop]
            if level < len(self.shared.locks):
                choices += [self._locked, self._locked, self._locked, self._try]
            return rng.choice(choices)(level, depth - 1)
        forms = [self._load, self._load, self._store, self._store, self._modify, self._branch_on_shared]
        if self.shared.arrays:
            forms.append(self._array)
        if self.shared.targets:
            forms.append(self._redirect)
        if self.shared.builtin:
            forms += [self._builtin, self._builtin]
        if self.shared.c11:
            forms += [self._c11, self._c11]
        if self.shared.blocks:
            forms += [self._block, self._block]
        if self.shared.ints:
            forms.append(self._call)
        if self.shared.thread_local:
            forms.append(self._thread_local)
        if self.shared.once:
            forms.append(self._once)
        return rng.choice(forms)()

    # -- without blocking --------------------------------------------------------------------------------------------

    def _compute(self) -> Node:
        rng = self.rng
        if rng.random() < 0.15:
            return node("stmt", f"{self.local()} = __VERIFIER_nondet_bool();\n")
        if rng.random() < 0.06:
            return node("stmt", "while (__VERIFIER_nondet_bool()) {}\n")
        if rng.random() < 0.06:
            return node("stmt", f"__VERIFIER_assume({self.local()} != {rng.randint(1, 4)});\n")
        if self.loops and rng.random() < 0.2:
            return node("stmt", "if (", self.value(), f") {rng.choice(('break', 'continue'))};\n")
        return node("stmt", f"{self.local()} {rng.choice(('=', '+=', '^='))} ", self.value(), ";\n")

    def _load(self) -> Node:
        self.room -= 1
        return node("stmt", f"`{self.local()} = {self.rng.choice(self.shared.plain)};\n")

    def _store(self) -> Node:
        self.room -= 1
        return node("stmt", f"`{self.rng.choice(self.shared.plain)} = ", self.value(), ";\n")

    def _modify(self) -> Node:
        """Not atomic: another thread may come in between, which a native build makes likely."""
        self.room -= 2
        place, op = self.rng.choice(self.shared.plain), self.rng.choice("+-^|")
        if self.shared.targets and place.startswith("(*"):
            return node("stmt", f"`{place} {op}= ", self.value(), ";\n")
        split = f"{place} = ({{ __auto_type old = {place} + 0; {'`'}old; }}) {op} "
        return node("stmt", f"`$[{split}$|{place} {op}= $](", self.value(), ");\n")

    def _branch_on_shared(self) -> Node:
        self.room -= 1
        place = self.rng.choice(self.shared.plain)
        then = node("stmt", f"{self.local()} = ", self.value(), ";\n")
        return node("stmt", f"`if ({place} {self.rng.choice(('==', '<', '>='))} ", self.value(), ") {\n", seq([then]), "}\n")

    def _array(self) -> Node:
        self.room -= 1
        place = node("fix", f"{self.rng.choice(self.shared.arrays)}[(", self.value(), ") & 1]")
        if self.rng.random() < 0.5:
            return node("stmt", f"`{self.local()} = ", place, ";\n")
        return node("stmt", "`", place, " = ", self.value(), ";\n")

    def _redirect(self) -> Node:
        self.room -= 1
        assert self.shared.targets is not None
        pointer, targets = self.shared.targets
        return node("stmt", f"`{pointer} = {self.rng.choice(targets)};\n")

    def _builtin(self) -> Node:
        self.room -= 1
        rng = self.rng
        place, local = rng.choice(self.shared.builtin), self.local()
        order = rng.choice(("__ATOMIC_SEQ_CST", "__ATOMIC_ACQ_REL"))
        op = rng.choice(("add", "sub", "or", "xor", "and"))
        v = self.value()
        forms = (
            node("fix", f"{local} = __atomic_fetch_{op}(&{place}, ", v, f", {order})"),
            node("fix", f"{local} = __atomic_{op}_fetch(&{place}, ", v, f", {order})"),
            node("fix", f"{local} = __sync_fetch_and_{op}(&{place}, ", v, ")"),
            node("fix", f"{local} = __atomic_exchange_n(&{place}, ", v, f", {order})"),
            node("fix", f"{local} = __atomic_load_n(&{place}, __ATOMIC_SEQ_CST)"),
            node("fix", f"__atomic_store_n(&{place}, ", v, ", __ATOMIC_SEQ_CST)"),
            node("fix", f"{local} = __sync_bool_compare_and_swap(&{place}, ", v, ", ", self.value(), ")"),
            node("fix", f"{local} = __sync_val_compare_and_swap(&{place}, ", v, ", ", self.value(), ")"),
            node("fix", f"{{ __typeof__({place}) e = ", v, f"; {local} = __atomic_compare_exchange_n(&{place}, &e, ",
                 self.value(), ", 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) + 2 * e; }"),
        )  # fmt: skip
        return node("stmt", "`", rng.choice(forms), ";\n")

    def _c11(self) -> Node:
        self.room -= 1
        rng = self.rng
        place, local = rng.choice(self.shared.c11), self.local()
        v = self.value()
        forms = (
            node("fix", f"{local} = atomic_fetch_{rng.choice(('add', 'sub', 'or', 'xor', 'and'))}(&{place}, ", v, ")"),
            node("fix", f"{local} = {place}++"),
            node("fix", f"{local} = --{place}"),
            node("fix", f"{local} = ({place} {rng.choice('+-|^')}= ", v, ")"),
            node("fix", f"{local} = {place}"),
            node("fix", f"{place} = ", v),
            node("fix", f"{local} = atomic_exchange(&{place}, ", v, ")"),
            node("fix", f"{local} = atomic_load_explicit(&{place}, memory_order_seq_cst)"),
            node("fix", f"atomic_store(&{place}, ", v, ")"),
        )
        return node("stmt", "`", rng.choice(forms), ";\n")

    def _block(self) -> Node:
        self.room -= 1
        rng = self.rng
        if rng.random() < 0.3:
            return node("stmt", "`__VERIFIER_atomic_@swap();\n")
        a, b = rng.choice(self.shared.blocks), rng.choice(self.shared.blocks)
        inside = [
            node("stmt", f"`{a} = {b} {rng.choice('+-^')} ", self.value(), ";\n"),
            node("stmt", f"`{self.local()} = {rng.choice((a, b))};\n"),
        ]
        if rng.random() < 0.3:
            inside.append(node("stmt", f"if ({a} > ", self.value(), f") {b} = 0;\n"))
        return node("stmt", "`__VERIFIER_atomic_begin();\n", seq(inside[: rng.randint(1, 3)]), "__VERIFIER_atomic_end();\n")

    def _call(self) -> Node:
        self.room -= 3
        return node("stmt", f"`{self.local()} = @bump({self.rng.choice(self.shared.ints)}, ", self.value(), ");\n")

    def _thread_local(self) -> Node:
        place = self.shared.thread_local
        return node("stmt", f"{place} += ", self.value(), f"; {self.local()} = {place};\n")

    def _once(self) -> Node:
        self.room -= 3
        assert self.shared.once is not None
        return node("stmt", f"`pthread_once(&{self.shared.once[0]}, {self.shared.once[1]});\n")

    # -- nested ------------------------------------------------------------------------------------------------------

    def block(self, level: int, depth: int, most: int) -> Node:
        return seq([self.statement(level, depth) for _ in range(self.rng.randint(1, most))])

    def _if(self, level: int, depth: int) -> Node:
        if self.rng.random() < 0.5:
            return node("stmt", "if (", self.value(), ") {\n", self.block(level, depth, 2), "}\n")
        return node(
            "stmt", "if (", self.value(), ") {\n", self.block(level, depth, 1), "} else {\n", self.block(level, depth, 1), "}\n"
        )

    def _loop(self, level: int, depth: int) -> Node:
        self.fresh += 1
        i, before = f"i{self.fresh}", self.room
        self.loops += 1
        body = self.block(level, depth, 1)
        self.loops -= 1
        self.room -= before - self.room  # runs twice
        return node("stmt", f"for (int {i} = 0; {i} < 2; {i}++) {{\n", body, "}\n")

    def _locked(self, level: int, depth: int) -> Node:
        """Take one of the locks that are still allowed; the region may nest only later ones."""
        index = self.rng.randrange(level, len(self.shared.locks))
        kind, lock = self.shared.locks[index]
        self.room -= 4 if kind == "recursive" else 2
        enter, leave = LOCK_CALLS[kind]
        if kind == "rwlock" and self.rng.random() < 0.5:
            enter = enter.replace("wrlock", "rdlock")
        loops, self.loops = self.loops, 0
        body = self.block(index + 1, depth, 2)
        self.loops = loops
        return node("stmt", "`" + enter.format(lock) + "\n", body, "`" + leave.format(lock) + "\n")

    def _try(self, level: int, depth: int) -> Node:
        index = self.rng.randrange(level, len(self.shared.locks))
        kind, lock = self.shared.locks[index]
        if kind not in TRY_CALLS:
            return self._locked(level, depth)
        self.room -= 2
        loops, self.loops = self.loops, 0
        body = self.block(index + 1, depth, 1)
        self.loops = loops
        other = node("stmt", f"{self.local()} = ", self.value(), ";\n")
        leave = LOCK_CALLS[kind][1].format(lock)
        return node("stmt", f"`if ({TRY_CALLS[kind].format(lock)}) {{\n", body, f"`{leave}\n}} else {{\n", seq([other]), "}\n")
