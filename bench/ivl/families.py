"""All instances by the name that the literature gives them, with their verdicts: `token-ring.5`, `rbuf-2.3`, `kundu-bug-1`.

`python -m bench.ivl NAME...` prints or writes them; see `__main__`. A family is a pattern of names; numbers are its parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bench.ivl import control, data


@dataclass(frozen=True)
class Family:
    """`#` in the pattern stands for a parameter."""

    pattern: str
    verdict: str
    make: Callable[..., str]
    what: str
    sizes: tuple[tuple[int, ...], ...] = ((),)  # the instances that tables are about

    def match(self, name: str) -> tuple[int, ...] | None:
        found = re.fullmatch(re.escape(self.pattern).replace("\\#", "#").replace("#", r"(\d+)"), name)
        return tuple(map(int, found.groups())) if found else None

    def name(self, sizes: tuple[int, ...]) -> str:
        parts = iter(sizes)
        return re.sub("#", lambda _: str(next(parts)), self.pattern)


SAFE, UNSAFE = "TRUE", "FALSE"
FAMILIES = [
    Family("bist-cell", SAFE, control.bist_cell, "A cell of a built-in self test, for any input."),
    Family("buffer.p#", SAFE, data.buffer, "Writers fill their own cells of a buffer.", ((3,), (8,), (10,))),
    Family(
        "condition-builder.#",
        SAFE,
        data.condition_builder,
        "Two threads make a condition longer, in opposite order.",
        ((8,), (16,), (32,)),
    ),
    Family(
        "counter-#.#",
        SAFE,
        data.counter,
        "Threads count the ticks of a clock that never stops.",
        ((1, 50), (2, 50), (3, 50), (4, 50), (1, 200), (4, 200)),
    ),
    Family("kundu", SAFE, control.kundu, "Two producers, one consumer, a buffer of two."),
    Family("kundu-bug-1", UNSAFE, lambda: control.kundu(1), "One producer that never wakes the consumer."),
    Family("kundu-bug-2", UNSAFE, lambda: control.kundu(2), "Producers that are too fast."),
    Family(
        "mem-slave-tlm.#",
        SAFE,
        control.mem_slave,
        "A memory behind a channel of requests and responses.",
        tuple((n,) for n in range(1, 6)),
    ),
    Family(
        "mem-slave-tlm-bug.#", UNSAFE, lambda n: control.mem_slave(n, 1), "The memory answers with the wrong cell.", ((1,), (5,))
    ),
    Family("mem-slave-tlm-bug2.#", UNSAFE, lambda n: control.mem_slave(n, 2), "The master expects too much.", ((1,), (5,))),
    Family("pc-sfifo-sym-#", SAFE, control.pc_sfifo, "A producer and a consumer that count for ever.", ((1,), (2,))),
    Family("pc-sfifo-sym-bug-#", UNSAFE, lambda k: control.pc_sfifo(k, bug=True), "What is sent may be anything.", ((1,), (2,))),
    Family(
        "pressure-safe.#",
        SAFE,
        data.pressure,
        "Pressure is raised and guarded, for a limited time.",
        ((15,), (25,), (50,), (100,)),
    ),
    Family("rbuf-#", SAFE, data.rbuf, "Threads rotate a word; the number of ones stays.", ((2,), (4,))),
    Family("rbuf-#.#", SAFE, data.rbuf, "The same for some ticks.", ((2, 1), (2, 3), (2, 5), (2, 9), (4, 1), (4, 3), (4, 5))),
    Family("rbuf2-#", SAFE, data.rbuf2, "The top bit of each section stays one.", ((2,), (4,))),
    Family("rbuf2-bug1.#", UNSAFE, lambda t: data.rbuf2(t, 1), "A shift instead of a rotation.", ((2,), (4,))),
    Family("rbuf2-bug2.#", UNSAFE, lambda t: data.rbuf2(t, 2), "A rotation by one too many.", ((2,), (4,))),
    Family(
        "simple-fifo-1c2p.#", SAFE, lambda n: control.simple_fifo(1, 2, n), "One consumer, two producers.", ((2,), (20,), (50,))
    ),
    Family(
        "simple-fifo-2c1p.#", SAFE, lambda n: control.simple_fifo(2, 1, n), "Two consumers, one producer.", ((2,), (20,), (50,))
    ),
    Family(
        "simple-fifo-bug-1c2p.#",
        UNSAFE,
        lambda n: control.simple_fifo(1, 2, n, True),
        "Nobody looks again after waiting.",
        ((2,), (20,)),
    ),
    Family(
        "simple-fifo-bug-2c1p.#",
        UNSAFE,
        lambda n: control.simple_fifo(2, 1, n, True),
        "Nobody looks again after waiting.",
        ((2,), (20,)),
    ),
    Family("simple-pipeline", SAFE, control.simple_pipeline, "A pipeline of three stages computes zero."),
    Family("simple-pipeline-bug", UNSAFE, lambda: control.simple_pipeline(bug=True), "The last stage expects something else."),
    Family(
        "symbolic-counter.#.#",
        SAFE,
        data.symbolic_counter,
        "A counter that starts anywhere in a range and is reset.",
        ((1, 3), (1, 6), (1, 9), (1, 15), (2, 9), (7, 9), (9, 15)),
    ),
    Family("symmetric-accumulator.#", SAFE, data.symmetric_accumulator, "The same sum in two ways.", ((1,), (2,), (5,), (10,))),
    Family(
        "term-counter-#.#",
        SAFE,
        lambda t, s: data.counter(t, s, stops=True),
        "Threads count; then the clock stops.",
        ((2, 50), (3, 100), (4, 200), (1, 400), (4, 400)),
    ),
    Family(
        "token-ring.#",
        SAFE,
        control.token_ring,
        "A token in a ring of transmitters.",
        tuple((n,) for n in (1, 6, 9, 13, 15, 17, 20, 25)),
    ),
    Family(
        "token-ring-bug.#", UNSAFE, lambda n: control.token_ring(n, bug=1), "The last transmitter adds two.", ((1,), (30,), (50,))
    ),
    Family(
        "token-ring-bug2.#",
        UNSAFE,
        lambda n: control.token_ring(n, bug=2),
        "The token is compared with what it may be.",
        ((1,), (20,)),
    ),
    Family("toy-sym", SAFE, control.toy, "Two computations race for a number."),
    Family("toy-bug-1", UNSAFE, lambda: control.toy(1), "Both may be quick."),
    Family("toy-bug-2", UNSAFE, lambda: control.toy(2), "Only one may be quick."),
    Family(
        "transmitter.#",
        UNSAFE,
        control.transmitter,
        "A signal reaches the error at the end of a row.",
        ((1,), (13,), (50,), (100,)),
    ),
    Family(
        "transmitter-safe.#",
        SAFE,
        lambda n: control.transmitter(n, safe=True),
        "A row of transmitters without an error.",
        ((1,), (9,), (13,), (20,)),
    ),
]


def program(name: str) -> str:
    """The instance of that name, with its verdict. Raises KeyError."""
    for family in FAMILIES:
        sizes = family.match(name)
        if sizes is not None:
            return f"// verdict: {family.verdict}(unreach-call)\n// {name}: {family.what}\n{family.make(*sizes)}"
    raise KeyError(name)


def names() -> list[str]:
    """Every instance that the published tables are about."""
    return [family.name(sizes) for family in FAMILIES for sizes in family.sizes]
