"""Data races of small programs, straight from the text of C11: every interleaving is listed, and for each one the relations of
5.1.2.4 and 7.17.4 are written down and closed. Nothing of the verifier is used here; the verifier is compared with it.

A program is a list of threads, which are created in order and joined at the end. A thread is a list of statements:

    ("w", x) ("r", x)                 a plain write, a plain read of a variable
    ("aw", x) ("ar", x)               the same, atomically and relaxed, of a variable that others access plainly
    ("st", a, value, order)           a store to an atomic object
    ("ld", a, order, value, body)     a load; if it reads the value, the body follows
    ("add", a, order, value, body)    a fetch-and-add of 1; if it found the value, the body follows
    ("cas", a, expected, new, success, failure, body, otherwise)
    ("fence", order)
    ("lock", m) ("unlock", m)
    ("try", m, body, otherwise)       the body must unlock
    ("post", s) ("wait", s)           semaphores, 0 at first
    ("trywait", s, body, otherwise) ("value", s, value, body)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Statement = tuple[Any, ...]
Thread = list[Statement]

ORDERS = {"relaxed": 0, "consume": 1, "acquire": 2, "release": 3, "acq_rel": 4, "seq_cst": 5}
STORES = ("relaxed", "release", "seq_cst")
LOADS = ("relaxed", "acquire", "seq_cst")
UPDATES = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")


def acquires(order: str) -> bool:
    return order in ("consume", "acquire", "acq_rel", "seq_cst")


def releases(order: str) -> bool:
    return order in ("release", "acq_rel", "seq_cst")


@dataclass(eq=False)
class Event:
    thread: int
    what: str  # plain, atomic, fence, sync
    place: str = ""
    write: bool = False
    read: bool = False
    order: str = "relaxed"
    source: Event | None = None  # the write that an atomic read reads from
    after: list[Event] = field(default_factory=list)  # what synchronises with it by itself: unlocks, posts


@dataclass
class State:
    threads: list[list[Statement]]
    atomics: dict[str, tuple[int, Event | None]] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    freed: dict[str, list[Event]] = field(default_factory=dict)

    def copy(self) -> State:
        lists = {name: list(found) for name, found in self.freed.items()}
        return State(list(self.threads), dict(self.atomics), dict(self.held), dict(self.values), lists)


def executions(threads: list[Thread]) -> Iterator[list[Event]]:
    """Every interleaving, to where nobody can move."""
    yield from _from(State([list(thread) for thread in threads]), [])


def _from(state: State, trace: list[Event]) -> Iterator[list[Event]]:
    moved = False
    for number, rest in enumerate(state.threads):
        if rest:
            after = state.copy()
            event = _step(after, number, rest[0], rest[1:])
            if event is not None:
                moved = True
                yield from _from(after, [*trace, event])
    if not moved:
        yield trace


def _step(state: State, thread: int, statement: Statement, rest: list[Statement]) -> Event | None:
    """The event of a statement, None if it has to wait."""
    body: list[Statement] = []
    match statement:
        case ("w", x):
            event = Event(thread, "plain", x, write=True)
            state.atomics.pop(x, None)
        case ("r", x):
            event = Event(thread, "plain", x, read=True)
        case ("aw", x):
            event = Event(thread, "atomic", x, write=True)
            state.atomics[x] = (0, event)
        case ("ar", x):
            event = Event(thread, "atomic", x, read=True, source=state.atomics.get(x, (0, None))[1])
        case ("st", a, value, order):
            event = Event(thread, "atomic", a, write=True, order=order)
            state.atomics[a] = (value, event)
        case ("ld", a, order, value, then):
            found, source = state.atomics.get(a, (0, None))
            event = Event(thread, "atomic", a, read=True, order=order, source=source)
            body = then if found == value else []
        case ("add", a, order, value, then):
            found, source = state.atomics.get(a, (0, None))
            event = Event(thread, "atomic", a, read=True, write=True, order=order, source=source)
            state.atomics[a] = (found + 1, event)
            body = then if found == value else []
        case ("cas", a, expected, new, success, failure, then, otherwise):
            found, source = state.atomics.get(a, (0, None))
            good = found == expected
            event = Event(thread, "atomic", a, read=True, write=good, order=success if good else failure, source=source)
            if good:
                state.atomics[a] = (new, event)
            body = then if good else otherwise
        case ("fence", order):
            event = Event(thread, "fence", order=order)
        case _:
            return _lock(state, thread, statement, rest)
    state.threads[thread] = [*body, *rest]
    return event


def _lock(state: State, thread: int, statement: Statement, rest: list[Statement]) -> Event | None:
    kind, name = statement[:2]
    freed = state.freed.setdefault(name, [])
    event, body = Event(thread, "sync", name), []
    match kind:
        case "lock" | "try":
            if name not in state.held:
                state.held[name] = thread
                event.after = list(freed)
                body = statement[2] if kind == "try" else []
            elif kind == "lock":
                return None
            else:
                body = statement[3]
        case "unlock":
            del state.held[name]
            freed.append(event)
        case "post":
            state.values[name] = state.values.get(name, 0) + 1
            freed.append(event)
        case "wait" | "trywait":
            if state.values.get(name, 0) > 0:
                state.values[name] -= 1
                event.after = list(freed)
                body = statement[2] if kind == "trywait" else []
            elif kind == "wait":
                return None
            else:
                body = statement[3]
        case "value":
            body = statement[3] if state.values.get(name, 0) == statement[2] else []
    state.threads[thread] = [*body, *rest]
    return event


# -- the relations -----------------------------------------------------------------------------------------------------


def release_sequence(trace: list[Event], head: Event) -> list[Event]:
    """What follows a write in the order of writes to its object, as long as it is of the same thread or a read-modify-write."""
    writes = [e for e in trace if e.what == "atomic" and e.place == head.place and e.write]
    found = []
    for event in writes[writes.index(head) :]:
        if event.thread != head.thread and not event.read:
            break
        found.append(event)
    return found


def synchronises(trace: list[Event]) -> Iterator[tuple[Event, Event]]:
    place = {event: n for n, event in enumerate(trace)}
    for event in trace:
        for earlier in event.after:
            yield earlier, event
    fences = [e for e in trace if e.what == "fence"]
    for write in (e for e in trace if e.what == "atomic" and e.write):
        sequence = release_sequence(trace, write)
        froms = [write] if releases(write.order) else []
        froms += [f for f in fences if releases(f.order) and f.thread == write.thread and place[f] < place[write]]
        for read in (e for e in trace if e.what == "atomic" and e.read and e.source in sequence):
            tos = [read] if acquires(read.order) else []
            tos += [f for f in fences if acquires(f.order) and f.thread == read.thread and place[f] > place[read]]
            yield from ((a, b) for a in froms for b in tos if a.thread != b.thread)


def happens_before(trace: list[Event]) -> list[int]:
    """For each event the set of those before it, as bits."""
    place = {event: n for n, event in enumerate(trace)}
    direct: list[set[int]] = [set() for _ in trace]
    for n, event in enumerate(trace):
        direct[n] |= {m for m in range(n) if trace[m].thread == event.thread}
    for a, b in synchronises(trace):
        assert place[a] < place[b]
        direct[place[b]].add(place[a])
    closed: list[int] = []
    for found in direct:
        closed.append(sum(1 << m for m in found))
        for m in found:
            closed[-1] |= closed[m]
    return closed


def races(trace: list[Event]) -> bool:
    before = happens_before(trace)
    for n, b in enumerate(trace):
        for m, a in enumerate(trace[:n]):
            both = a.what in ("plain", "atomic") and b.what in ("plain", "atomic") and a.place == b.place
            if both and a.thread != b.thread and (a.write or b.write) and "plain" in (a.what, b.what) and not before[n] >> m & 1:
                return True
    return False


def racy(threads: list[Thread]) -> bool:
    return any(races(trace) for trace in executions(threads))


# -- the same program in C ---------------------------------------------------------------------------------------------


HOMES = ("global", "heap", "stack", "array")


def source(threads: list[Thread], home: str = "global") -> str:
    """`home`: where the variables are. Those that are not global are initialised by main before it creates a thread."""
    names: dict[str, set[str]] = {"int ": set(), "atomic_int ": set(), "pthread_mutex_t ": set(), "sem_t ": set()}
    bodies = [_block(thread, names, "    ") for thread in threads]
    numbers = range(len(threads))
    made, argument = _home(home, {type_: sorted(found) for type_, found in names.items() if found})
    starts = {"int ": "{} = 0", "atomic_int ": "atomic_init(&{}, 0)", "pthread_mutex_t ": "pthread_mutex_init(&{}, 0)"}
    starts["sem_t "] = "sem_init(&{}, 0, 0)"
    first = [starts[type_].format(name) for type_, found in names.items() for name in sorted(found)] if home != "global" else []
    return "\n".join(
        [
            "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>",
            *made,
            *(f"void *t{n}(void *home) {{\n{body}    return 0;\n}}" for n, body in enumerate(bodies)),
            "int main(void) {",
            *(f"    pthread_t h{n};" for n in numbers),
            *([f"    {argument[0]}"] if argument[0] else []),
            *(f"    {text};" for text in first),
            *(f"    pthread_create(&h{n}, 0, t{n}, {argument[1]});" for n in numbers),
            *(f"    pthread_join(h{n}, 0);" for n in numbers),
            *(["    free(home);"] if home == "heap" else []),
            "    return 0;\n}\n",
        ]
    )


def _home(home: str, names: dict[str, list[str]]) -> tuple[list[str], tuple[str, str]]:
    """Declarations; what main says first, and what it gives to its threads."""
    every = [(type_, name) for type_, found in names.items() for name in found]
    if home == "global":
        return [f"{type_}{name};" for type_, name in every], ("", "0")
    if home == "array":
        made = [f"{type_}many{n}[{len(found)}];" for n, (type_, found) in enumerate(names.items())]
        for n, found in enumerate(names.values()):
            made += [f"#define {name} many{n}[*(int *)home + {k}]" for k, name in enumerate(found)]
        return [*made, "int origin;"], ("void *home = &origin;", "home")
    fields = " ".join(f"{type_}{name};" for type_, name in every)
    made = [f"struct home {{ {fields} }};", *(f"#define {name} (((struct home *)home)->{name})" for _, name in every)]
    if home == "heap":
        return made, ("void *home = malloc(sizeof(struct home));", "home")
    return made, ("struct home own; void *home = &own;", "home")


def _block(statements: list[Statement], names: dict[str, set[str]], indent: str) -> str:
    return "".join(_text(statement, names, indent) for statement in statements)


def _text(statement: Statement, names: dict[str, set[str]], indent: str) -> str:
    kinds = {"w": "int ", "r": "int ", "aw": "int ", "ar": "int ", "lock": "pthread_mutex_t ", "unlock": "pthread_mutex_t "}
    kinds |= {"try": "pthread_mutex_t ", "post": "sem_t ", "wait": "sem_t ", "trywait": "sem_t ", "value": "sem_t "}
    if statement[0] != "fence":
        names[kinds.get(statement[0], "atomic_int ")].add(statement[1])

    def block(body: list[Statement]) -> str:
        return f"{{\n{_block(body, names, indent + '    ')}{indent}}}"

    match statement:
        case ("w", x):
            text = f"{x} = 1;"
        case ("r", x):
            text = f"{{ int seen = {x}; }}"
        case ("aw", x):
            text = f"__atomic_store_n(&{x}, 1, __ATOMIC_RELAXED);"
        case ("ar", x):
            text = f"{{ int seen = __atomic_load_n(&{x}, __ATOMIC_RELAXED); }}"
        case ("st", a, value, order):
            text = f"atomic_store_explicit(&{a}, {value}, memory_order_{order});"
        case ("ld", a, order, value, body):
            text = f"if (atomic_load_explicit(&{a}, memory_order_{order}) == {value}) {block(body)}"
        case ("add", a, order, value, body):
            text = f"if (atomic_fetch_add_explicit(&{a}, 1, memory_order_{order}) == {value}) {block(body)}"
        case ("cas", a, expected, new, success, failure, body, otherwise):
            orders = f"memory_order_{success}, memory_order_{failure}"
            call = f"atomic_compare_exchange_strong_explicit(&{a}, &expected, {new}, {orders})"
            text = f"{{ int expected = {expected}; if ({call}) {block(body)} else {block(otherwise)} }}"
        case ("fence", order):
            text = f"atomic_thread_fence(memory_order_{order});"
        case ("lock" | "unlock", m):
            text = f"pthread_mutex_{statement[0]}(&{m});"
        case ("try", m, body, otherwise):
            text = f"if (pthread_mutex_trylock(&{m}) == 0) {block(body)} else {block(otherwise)}"
        case ("post" | "wait", s):
            text = f"sem_{statement[0]}(&{s});"
        case ("trywait", s, body, otherwise):
            text = f"if (sem_trywait(&{s}) == 0) {block(body)} else {block(otherwise)}"
        case ("value", s, value, body):
            text = f"{{ int found; sem_getvalue(&{s}, &found); if (found == {value}) {block(body)} }}"
        case _:
            raise ValueError(f"no statement: {statement}")
    return f"{indent}{text}\n"
