"""The regression programs of partial order reductions are unsafe in whatever order their threads are declared."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.places import CORPUS
from threadproof.budget import Budget
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.parse import parse
from threadproof.frontend.ivl.translate import Translation
from threadproof.properties import UNREACH

NAMES = (
    "lost_notification_small", "enabler", "ignoring", "missing_dependency", "cyclic", "time_read", "time_limit",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_unsafe_in_every_order(name: str) -> None:
    text = (CORPUS / f"ivl_{name}.ivl").read_text()
    items = parse(text, name)
    threads = [item for item in items if isinstance(item, s.Process) and item.kind == "thread"]
    others = [item for item in items if item not in threads]
    assert threads
    for order in permutations(threads):
        program = Translation(IvlOptions(), name, text).program([*others, *order])
        assert isinstance(ExplicitEngine().check(program, Task(UNREACH), Budget(60), {}), Unsafe)
