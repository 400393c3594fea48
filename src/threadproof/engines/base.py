"""What every engine is given and what it answers. An engine never prints and never decides about limits by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.arith import Value
from threadproof.ir.program import Program
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.engines.ordering.execution import Execution
    from threadproof.engines.ordering.lemmas import Refutation
    from threadproof.reach.proof import PairProof, Proof
    from threadproof.reach.states import StateSet


T = TypeVar("T")
CLEAR_BOUND = "clear_bound"
"""A counter: no violation was found in executions in which loops repeat that often at most, and all of those were searched."""
KNOWN_BOUND = "known_bound"
"""The same as an option of a task: what an earlier run has found out. An engine may begin behind it, and need not believe it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of one thread, with the input values it drew, in order."""

    thread: int
    inputs: tuple[Value, ...] = ()


Schedule = tuple[Turn, ...]
"""The first turn is the initial one: thread 0's leading local operations. See docs/architecture.md, Steps."""


@dataclass(frozen=True, slots=True)
class Safe:
    """The search closed and nothing was cut. `proof` is re-checked before the answer is shown; some engines have none."""

    proof: Proof | PairProof | StateSet | None = None
    refutation: Refutation | None = None  # of the ordering engine: the questions that have no answer

    caveat: str = ""  # what is shown unless a proof is confirmed, where the answer rests on something that is not proved
    plainer: Callable[[Budget], Result] | None = None  # the same search with no reduction but those that the check knows


@dataclass(frozen=True, slots=True)
class Unsafe:
    property: str
    message: str
    schedule: Schedule
    pos: Pos = NOWHERE
    execution: Execution | None = None  # in place of a schedule, under memory models that no interpreter runs


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: str


Result = Safe | Unsafe | Unknown


class OutOfBudget(Exception):
    """Time or memory is used up; the message becomes the reason of UNKNOWN."""


@dataclass(slots=True)
class Budget:
    """Limits of one run. Engines call `check` often; it is cheap."""

    seconds: float = float("inf")
    memory_mib: int = 0  # 0: no limit
    started: float = field(default_factory=time.monotonic)
    progress: Callable[[dict[str, float]], None] | None = None
    _calls: int = 0

    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.started)

    def patience(self) -> float:
        """Seconds for work that is welcome but not worth waiting for much longer than the answer took."""
        return max(20.0, 4 * (time.monotonic() - self.started))

    def check(self, counters: dict[str, float] | None = None) -> None:
        if self.left() <= 0:
            raise OutOfBudget("timeout")
        self._calls += 1
        if self._calls % 256 == 0:
            if self.memory_mib and resident_mib() > self.memory_mib:
                raise OutOfBudget("memory")
            if self.progress is not None and counters is not None:
                self.progress(counters)


def resident_mib() -> int:
    """Memory that this process occupies now (Linux; elsewhere its peak)."""
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096 >> 20
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


@dataclass(slots=True)
class Task:
    """What is to be verified, and the engine's options by name (see `config.OPTIONS`).

    `claims`: violations that the engine found, and that the reference interpreter did not confirm. One of them is right and the
    other is wrong, so that nobody may say TRUE any more, whatever the engine does afterwards.
    """

    property: str
    options: dict[str, object] = field(default_factory=dict)
    claims: list[str] = field(default_factory=list)

    def unconfirmed(self, reason: str, details: Iterable[object] = ()) -> Unknown:
        """A violation that could not be shown; `details` is for whoever looks for the defect."""
        if not any(claim.split("\n")[0] == reason for claim in self.claims):
            self.claims.append("\n".join([reason, *map(str, details)]))
        return Unknown(reason)


def chosen(kind: type[T], task: Task) -> T:
    """The options that an engine knows, typed: a data class whose fields are named like them. What is empty keeps its default."""
    return kind(**{name: task.options[name] for name in kind.__annotations__ if task.options.get(name, "") != ""})


class Engine(Protocol):
    """`check` may raise OutOfBudget; counters are filled in place so that they survive that."""

    name: str

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result: ...
