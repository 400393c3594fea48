"""Unwindings: paths that meet are merged whatever their length, and rounds only add."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.budget import Budget
from threadproof.config.options import Config
from threadproof.engines.blocks.bmc import Bmc
from threadproof.engines.blocks.bound import LoopBound
from threadproof.evidence.task import Task
from threadproof.run.pipeline import Clock, prepare, quietly

BRANCHES = """
#include <pthread.h>
int reach_error(void);
int __VERIFIER_nondet_int(void);
int x, y, z;
void *work(void *arg) {
  while (__VERIFIER_nondet_int()) {
    if (x) { y++; z++; y--; } else z = 2;
    while (y < z) y++;
  }
  if (y) x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (z) { x++; y++; z++; } else x = y;
  pthread_join(t, 0);
  if (x == 77) reach_error();
}
"""


def unwinding(folder: Path, **options: str) -> Bmc:
    file = folder / "branches.c"
    file.write_text(BRANCHES)
    config = Config(engine="bmc", **options)  # type: ignore[arg-type]
    program = prepare(str(file), config, Clock(quietly))
    return Bmc(program, Task("unreach-call", config.task_options()), Budget(60.0), {})


@pytest.mark.parametrize("por", ["none", "static"])
def test_one_point_per_place(tmp_path: Path, por: str) -> None:
    bmc = unwinding(tmp_path, values="off", por=por)
    bound = LoopBound(2, bmc.loops)
    while bmc.unwinding.waiting():
        bmc.unwinding.advance(bound)
    points = bmc.unwinding.points
    assert len({(point.control, point.iterations) for point in points}) == len(points) > 50
    assert sum(len(point.arrows) > 1 for point in points) > 10


def test_every_point_is_behind_those_that_lead_to_it(tmp_path: Path) -> None:
    bmc = unwinding(tmp_path, values="on")
    bound = LoopBound(1, bmc.loops)
    seen = []
    while bmc.unwinding.waiting():
        seen.append(bmc.unwinding.advance(bound))
    place = {point: number for number, point in enumerate(seen)}
    assert all(place[arrow.source] < place[point] for point in seen for arrow in point.arrows)


def test_rounds_only_add(tmp_path: Path) -> None:
    bmc = unwinding(tmp_path, values="off")
    before: dict[int, object] = {}
    for limit in (1, 2):
        while bmc.unwinding.waiting():
            bmc.unwinding.advance(LoopBound(limit, bmc.loops))
        formulas = {point.number: point.paths.formula for point in bmc.unwinding.points}
        assert bmc.unwinding.cuts and before.items() <= formulas.items()
        before = dict(formulas)
        bmc.unwinding.resume()
