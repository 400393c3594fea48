"""Solvers that Python's collector frees, in whatever order, do no harm. In a process of its own: the harm would be a crash."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import gc
from threadproof.ir import expr as E
from threadproof.ir.expr import Variable
from threadproof.ir.types import IntType
from threadproof.smt.bitwuzla import BitwuzlaSolver

TYPE = IntType(32, True)
for number in range(200):
    solver = BitwuzlaSolver()
    names = [E.var(Variable(f"v{k}", TYPE)) for k in range(6)]
    formula = E.TRUE
    for k in range(5):
        formula = E.land(formula, E.lt(E.add(names[k], E.const(TYPE, k + number)), names[k + 1]))
    solver.check([formula, E.lt(names[0], names[1])])
    solver.model().evaluate(formula)
    if number % 7 == 0:
        gc.collect()
"""


def test_any_order() -> None:
    assert subprocess.run([sys.executable, "-c", SCRIPT], check=False, timeout=100).returncode == 0
