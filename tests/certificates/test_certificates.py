"""A short run of both: every engine and property on a small program of each verdict, and some changes of every form.

`python -m tests.certificates matrix` does it with all examples, `python -m tests.certificates mutations` with 2,000 changes of
each form.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.certificates import mutations
from tests.certificates.matrix import answered, certified, configs
from tests.certificates.pairs import BOTH, COUNTER, HEAD, LOCKS, MODEL, PAIRS
from threadproof.config.engines import ENGINES
from threadproof.config.options import Config
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, PROPERTIES, RACE, UNREACH
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, confirmed

ABSTRACT = frozenset(info.name for info in ENGINES if "FALSE" not in info.answers)
COUNTED = (UNREACH, OVERFLOW, MEMSAFETY)  # of them the programs here depend on how many threads have come by
CHANGES = 8
SECONDS = 30.0


def c_program(property_: str, right: bool) -> str:
    """Of threads; each property has its own way to be violated."""
    locked = COUNTER.replace("VALUE", "&a")
    ends = {
        UNREACH: ("x == 2", "x == 1"),
        OVERFLOW: ("x + 2147483645", "x + 2147483646"),
        MEMSAFETY: ("(&turn)[x - 2] == 0", "(&turn)[x + 7] == 0"),
    }
    if property_ == DEADLOCK:
        first, second = ("&a", "&b") if right else ("&b", "&a")
        return HEAD + LOCKS.replace("VALUE", first).replace("OTHER", second) + BOTH.replace("VALUE", "1")
    if property_ == RACE:
        return HEAD + COUNTER.replace("VALUE", "&a" if right else "&b") + BOTH.replace("VALUE", "1")
    return HEAD + locked + BOTH.replace("VALUE", ends[property_][not right])


def model(property_: str, right: bool) -> str:
    """Of cooperative threads."""
    if property_ == UNREACH:
        return MODEL.replace("VALUE", "1" if right else "2")
    if property_ == OVERFLOW:
        return MODEL.replace("VALUE", "1").replace("y = 1 - y", "y = 1 - y" if right else "y = y + 2147483647")
    return MODEL.replace("VALUE", "1")


def trials(folder: Path) -> list[tuple[Path, Config, bool]]:
    """Programs of threads for everybody who takes them, models for the others; where a model cannot violate a property, not."""
    found = []
    kinds = {info.name: info.schedulers for info in ENGINES}
    for config in configs([info.name for info in ENGINES], PROPERTIES, SECONDS):
        for right in (True, False):
            threads = "preemptive" in kinds[config.engine]
            if not threads and not right and config.property not in (UNREACH, OVERFLOW):
                continue
            text = c_program(config.property, right) if threads else model(config.property, right)
            path = folder / f"{config.property}-{right}{'.c' if threads else '.ivl'}"
            path.write_text(text)
            found.append((path, config, right))
    return found


def test_whatever_is_written_is_accepted(tmp_path: Path) -> None:
    """In a fresh process. All of these programs are decided by all engines, so nothing is left out, but for those that never say
    FALSE: they may also give up where threads are counted."""
    works = []
    for path, config, right in trials(tmp_path):
        found = answered(str(path), config)
        name = f"{config.engine} {config.property} {right}"
        if config.engine in ABSTRACT and found is not None and found.verdict == UNKNOWN:
            assert not right or config.property in COUNTED, name
            continue
        assert found is not None and found.verdict == (TRUE if right else FALSE), (name, found)
        assert confirmed(found.checked) and found.certificate, (name, found.checked)
        out = tmp_path / f"{name}.json"
        out.write_text(found.certificate)
        works.append((name, config.property, right, (str(path), str(out), SECONDS, ())))
    lines = certified(work for *_, work in works)
    for (name, property_, right, _), line in zip(works, lines, strict=True):
        assert line == f"CERTIFICATE: {TRUE if right else FALSE}({property_})", name
    found_by = {(name.split()[0], property_) for name, property_, *_ in works}
    every = {(info.name, property_) for info in ENGINES for property_ in info.properties}
    may_give_up = {(engine, property_) for engine, property_ in every if engine in ABSTRACT and property_ in COUNTED}
    assert every - may_give_up <= found_by <= every


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_else_is_accepted(name: str) -> None:
    report = mutations.run(name, CHANGES, 1)
    assert report.counts[mutations.REFUSED] + report.counts[mutations.OPEN] == CHANGES, report.line()
    assert report.counts[mutations.REFUSED] > CHANGES // 2
