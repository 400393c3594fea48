"""All instances by the name that the literature gives them, with their verdicts. Written by us after the descriptions; the
originals are not available. `python -m bench.fair NAME...` prints or writes them."""

from __future__ import annotations

from bench.fair import factory, ring
from bench.ivl.families import SAFE, UNSAFE, Family

SIZES = tuple((n,) for n in range(3, 11))
FAMILIES = [
    Family("fact1", SAFE, factory.fact1, "A feeder and a press hand over parts."),
    Family("fact1-bug", UNSAFE, lambda: factory.fact1(bug=True), "The press comes one instant late."),
    Family("fact1-mod", SAFE, factory.fact1_mod, "One or two parts at a time, for ever, and a robot for the rest."),
    Family("fact2", SAFE, factory.fact2, "Two machines and a robot that joins their parts."),
    Family("gear-box", SAFE, factory.gear_box, "Five gears, a dry clutch, a controller between them."),
    Family("gear-box-bug", UNSAFE, lambda: factory.gear_box(bug=True), "Gears that do not wait for the clutch."),
    Family("ft-pc-sfifo1", SAFE, ring.sfifo1, "Producer and consumer with one place between them."),
    Family("ft-pc-sfifo2", SAFE, ring.sfifo2, "Producer and consumer with two places in a row."),
    Family("ft-token-ring.#", SAFE, ring.token_ring, "A token goes round through N threads in one instant.", SIZES),
    Family("ft-token-ring-bug.#", UNSAFE, lambda n: ring.token_ring(n, bug=True), "The last one passes it on too early.", SIZES),
]
NARROW = {
    "ft-pc-sfifo1": lambda: ring.sfifo1(narrow=True),
    "ft-pc-sfifo2": lambda: ring.sfifo2(narrow=True),
    "ft-token-ring.#": lambda n: ring.token_ring(n, narrow=True),
    "ft-token-ring-bug.#": lambda n: ring.token_ring(n, bug=True, narrow=True),
}
"""The same with inputs of one bit, for plain enumeration."""


def names() -> list[str]:
    return [family.name(sizes) for family in FAMILIES for sizes in family.sizes]


def find(name: str) -> tuple[Family, tuple[int, ...]]:
    """Raises KeyError where there is no family of that name."""
    for family in FAMILIES:
        sizes = family.match(name)
        if sizes is not None:
            return family, sizes
    raise KeyError(name)


def program(name: str, narrow: bool = False) -> str:
    family, sizes = find(name)
    make = NARROW.get(family.pattern, family.make) if narrow else family.make
    return f"// verdict: {family.verdict}(unreach-call)\n// {name}: {family.what}\n{make(*sizes)}"
