"""The gate: on some programs every engine must give its verdict, and explore no more than it used to.

`gate.csv` has a row per program, engine and options. A reduction that got weaker fails here, long before anybody notices that
runs take longer. Where an engine got better, `python -m tests.test_gate` writes the new counts; read the difference before
you commit it.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fuzz.engines import configure
from tests.places import ROOT
from threadproof.run.pipeline import verify

FILE = Path(__file__).parent / "gate.csv"
SLACK = 1.05


class Entry(NamedTuple):
    program: str
    engine: str
    options: str
    verdict: str
    counter: str
    count: str

    def measured(self) -> Entry:
        config = configure(self.engine, "unreach-call", self.options.split(), 120.0)
        outcome = verify(str(ROOT / self.program), config)
        return self._replace(verdict=outcome.verdict, count=f"{outcome.counters.get(self.counter, -1):.0f}")


def entries() -> list[Entry]:
    with FILE.open(newline="") as file:
        return [Entry(**row) for row in csv.DictReader(file)]


@pytest.mark.parametrize("entry", entries(), ids=lambda e: f"{Path(e.program).stem}-{e.engine}-{e.options or 'default'}")
def test_gate(entry: Entry) -> None:
    found = entry.measured()
    assert found.verdict == entry.verdict
    assert 0 < int(found.count) <= SLACK * int(entry.count), f"{entry.counter}: {found.count}, it was {entry.count}"


def test_reductions_reduce() -> None:
    """The counts that are kept say so: a proof with a reduction explores less than one without."""
    counts = {(e.program, e.engine, e.options, e.counter): int(e.count) for e in entries() if e.verdict == "TRUE"}
    compared = 0
    for (program, engine, options, counter), count in counts.items():
        without = counts.get((program, engine, f"{options} por=none".strip(), counter))
        assert without is None or count < without, (program, engine)
        compared += without is not None
    assert compared >= 8


if __name__ == "__main__":
    measured = [entry.measured() for entry in entries()]
    with FILE.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([Entry._fields, *measured])
