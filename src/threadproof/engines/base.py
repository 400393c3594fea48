"""The protocol of engines. An engine never prints and never decides about limits by itself."""

from __future__ import annotations

from typing import Protocol

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.evidence.result import Result
from threadproof.evidence.task import Task
from threadproof.ir.program import Program


class Engine(Protocol):
    """`check` may raise OutOfBudget; counters are filled in place so that they survive that."""

    name: str

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result: ...
