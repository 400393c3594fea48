"""Engines side by side: the first answer wins, crashes and limits of one are no matter to the others, nothing is left running.

All of them live by a clock of their own, which passes only while everybody sleeps; see `tests.clocks`."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clocks import Own, children
from tests.places import CORPUS
from threadproof.budget import Budget, OutOfBudget
from threadproof.channel import OFTEN
from threadproof.config.options import Config
from threadproof.errors import InternalError
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.report.text import explanation
from threadproof.run import checks, contradiction, pipeline, portfolio
from threadproof.run.checks import CheckedAnswer
from threadproof.run.contradiction import Contradiction

PROGRAM = str(CORPUS / "litmus_sb.c")  # the plan has four engines
clock = Own()
MEMORY = 40_000  # MiB: engines are forked from the process that runs the tests, and each begins with what that occupies


class Fake:
    def __init__(self, name: str, does: Callable[[], Result]) -> None:
        self.name, self.does = name, does

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        return task.unconfirmed("a claim", ["its steps"]) if self.does is claim else self.does()


def claim() -> Result:
    """A violation that the interpreter does not follow."""
    raise AssertionError


def crash() -> Result:
    raise RuntimeError("on purpose")


def killed() -> Result:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def endless() -> Result:
    clock.sleep(1000)
    raise AssertionError


def give_up() -> Result:
    return Unknown("tired")


@pytest.fixture(autouse=True)
def _own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock.install(monkeypatch.setattr)


@pytest.fixture(autouse=True)
def _no_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of these engines stay without a proof."""
    monkeypatch.setattr(pipeline, "enumerated", lambda *arguments: None)


def engines(monkeypatch: pytest.MonkeyPatch, **does: Callable[[], Result]) -> None:
    monkeypatch.setattr(pipeline, "make_engine", lambda name: Fake(name, does.get(name, give_up)))


def run(jobs: int = 2, timeout: float = 20.0) -> tuple[str, str, str]:
    before = set(children(os.getpid()))
    outcome = portfolio.verify(PROGRAM, Config(engine="auto", jobs=jobs, timeout=timeout, memory=MEMORY))
    assert set(children(os.getpid())) <= before, "somebody is left"
    return outcome.verdict, outcome.engine, outcome.reason


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_first_answer_wins(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    engines(monkeypatch, ordering=give_up, abstraction=Safe, explicit=endless)
    assert run(jobs)[:2] == ("TRUE", "abstraction")


@pytest.mark.parametrize("fault", [crash, killed, give_up])
def test_faults_of_one_are_no_matter(monkeypatch: pytest.MonkeyPatch, fault: Callable[[], Result]) -> None:
    engines(monkeypatch, ordering=fault, abstraction=fault, explicit=Safe)
    assert run()[:2] == ("TRUE", "explicit")


def test_a_crash_is_reported_whoever_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engines(monkeypatch, ordering=crash, abstraction=crash, explicit=Safe)
    outcome = portfolio.verify(PROGRAM, Config(jobs=1, timeout=20, memory=MEMORY))
    told = [remark.what for remark in outcome.remarks if remark.kind == "failed"]
    assert outcome.verdict == "TRUE" and [what.split(",")[0] for what in told] == [
        "internal error in engine ordering",
        "internal error in engine abstraction",
    ]
    assert "on purpose" in (Path(told[0].split("see ")[1]) / "traceback.txt").read_text()


def test_several_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    engines(monkeypatch, ordering=Safe, abstraction=give_up, explicit=Safe)
    outcome = portfolio.verify(PROGRAM, Config(jobs=2, agree=2, timeout=20, memory=MEMORY))
    assert (outcome.verdict, outcome.rests_on["agreed"]) == ("TRUE", "ordering, explicit")
    engines(monkeypatch, ordering=Safe, abstraction=give_up, explicit=give_up)
    outcome = portfolio.verify(PROGRAM, Config(jobs=2, agree=2, timeout=20, memory=MEMORY))
    assert outcome.verdict == "UNKNOWN" and outcome.reason.startswith("TRUE by ordering only; ")


def late() -> Result:
    clock.sleep(1.5)
    return Safe()


def wrong() -> Result:
    """A violation that replay refuses."""
    return Unsafe("unreach-call", "not so", ())


@pytest.mark.parametrize("agree", [1, 2])
@pytest.mark.parametrize("found", [claim, wrong])
@pytest.mark.parametrize("safe", [Safe, late])
def test_never_true_after_a_violation_that_is_not_confirmed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, agree: int, found: Callable[[], Result], safe: Callable[[], Result]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    engines(monkeypatch, bmc=safe, ordering=safe, simulation=safe, abstraction=found, impact=safe, explicit=safe)
    outcome = portfolio.verify(PROGRAM, Config(jobs=6, agree=agree, timeout=30, memory=MEMORY))
    assert outcome.verdict == "UNKNOWN" and ": TRUE; " in outcome.reason
    told = [remark.what for remark in outcome.remarks if remark.kind == "failed"]
    assert len(told) == 1
    assert ("its steps" if found is claim else "too short") in (Path(told[0].split("see ")[1]) / "traceback.txt").read_text()


def test_but_false_when_somebody_can_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "replayed", lambda program, found, config, width: CheckedAnswer("replayed"))
    engines(monkeypatch, bmc=claim, ordering=claim, abstraction=wrong)
    assert run()[:2] == ("FALSE", "abstraction")


def test_one_engine_that_goes_on_after_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    class Forgetful:
        name = "explicit"

        def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
            task.unconfirmed("a claim")
            return Safe()

    monkeypatch.setattr(pipeline, "make_engine", lambda name: Forgetful())
    outcome = pipeline.verify(PROGRAM, Config(engine="explicit", memory=MEMORY))
    assert (outcome.verdict, outcome.reason) == ("UNKNOWN", "a claim")
    assert [path.name[:15] for path in tmp_path.iterdir()] == ["threadproof-bug"]


def test_a_contradiction_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is safe, and an engine that finds a violation which can be replayed: here, of another program."""
    engines(monkeypatch, ordering=Safe, abstraction=wrong, explicit=give_up)
    monkeypatch.setattr(pipeline, "replayed", lambda program, found, config, width: CheckedAnswer("replayed"))
    monkeypatch.setattr(contradiction, "ATTEMPTS", 5)
    before = set(children(os.getpid()))
    with pytest.raises(InternalError, match=r"says TRUE, .* says FALSE|says FALSE, .* says TRUE"):
        portfolio.verify(PROGRAM, Config(jobs=1, agree=2, timeout=20, memory=MEMORY))
    assert set(children(os.getpid())) <= before, "somebody is left"


NOISE = """
#include <assert.h>
#include <pthread.h>
int x;
int y; /* nobody needs this; */
int helper(int n) { return n + 1; }
void *work(void *arg) { y = helper(y); x = 1; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(x == 0);
}
"""


class Blind:
    """An engine that is wrong about programs with a thread, an assertion, and the name x."""

    name = "blind"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        names = {found.name for found in program.objects}
        return Safe() if "x" in names and len(program.functions) > 1 else Unknown("no idea")


def test_a_contradiction_is_made_smaller(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "noise.c"
    file.write_text(NOISE)
    pipeline.verify(str(file), Config(engine="explicit", memory=MEMORY))  # loads what a hundred processes need
    make = pipeline.make_engine
    monkeypatch.setattr(pipeline, "make_engine", lambda name: Blind() if name == "simulation" else make("explicit"))
    with pytest.raises(Contradiction, match="says") as found:
        portfolio.verify(str(file), Config(jobs=2, agree=2, timeout=60, memory=MEMORY))
    smaller = found.value.smaller
    assert "assert(x == 0);" in smaller and "pthread_create" in smaller
    assert not any(word in smaller for word in ("nobody", "helper", "y", "pthread_join", "return"))
    assert len(smaller) < len(NOISE) * 2 / 3
    assert found.value.schedule


def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs are right; only `proved` has one."""
    monkeypatch.setattr(checks, "rechecked", lambda *arguments: CheckedAnswer("re-checked"))


def proved() -> Result:
    clock.sleep(1.0)
    return Safe(proof=object())  # type: ignore[arg-type]


def test_a_checked_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch)
    engines(monkeypatch, ordering=proved, simulation=Safe)
    assert run()[:2] == ("TRUE", "ordering")


def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch)
    monkeypatch.setattr(portfolio, "WAIT", 0.2)
    engines(monkeypatch, ordering=endless, simulation=Safe, abstraction=endless)
    started = clock()
    assert run(2, 60.0)[:2] == ("TRUE", "simulation")
    assert clock() - started < 30


def test_time_that_is_left_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An engine that ran into its share, but not into the limit, gets the rest when nobody else knows."""
    mark = tmp_path / "tried"

    def second_time() -> Result:
        if mark.exists():
            return Safe()
        mark.touch()
        clock.sleep(1000)
        raise AssertionError

    engines(monkeypatch, ordering=second_time, abstraction=give_up, explicit=give_up)
    assert run(1, 8.0)[:2] == ("TRUE", "ordering")


class Deepening:
    """Comes to a bound, and needs to be told of it to get further."""

    name = "ordering"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        counters["clear_bound"] = 4
        if task.options.get("known_bound") == 4:
            return Safe()
        clock.sleep(max(0.0, budget.left()))
        raise OutOfBudget("timeout")


def test_the_next_attempt_begins_where_the_last_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    others = Fake("other", give_up)
    monkeypatch.setattr(pipeline, "make_engine", lambda name: Deepening() if name == "ordering" else others)
    assert run(1, 6.0)[:2] == ("TRUE", "ordering")


def test_what_is_known_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped_at_four() -> Result:
        raise OutOfBudget("memory")

    engines(monkeypatch, explicit=stopped_at_four)
    check = Fake.check

    def counted(self: Fake, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        counters.update({"clear_bound": 4} if self.name == "explicit" else {})
        return check(self, program, task, budget, counters)

    monkeypatch.setattr(Fake, "check", counted)
    outcome = portfolio.verify(PROGRAM, Config(jobs=2, timeout=20, memory=MEMORY))
    assert outcome.verdict == "UNKNOWN" and outcome.counters == {"clear_bound": 4}
    assert "no violation was found with up to 4 iterations of each loop" in explanation(outcome)


def test_what_is_known_of_an_engine_that_had_to_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    engines(monkeypatch)
    check = Fake.check

    def deaf(self: Fake, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        counters["states"] = 9
        if self.name == "explicit":
            counters["clear_bound"] = 4
            clock.sleep(2 * OFTEN)  # since it was told last
            budget.check(counters)
            clock.sleep(1000)
        return check(self, program, task, budget, counters)

    monkeypatch.setattr(Fake, "check", deaf)
    outcome = portfolio.verify(PROGRAM, Config(jobs=2, timeout=4, memory=MEMORY))
    assert outcome.verdict == "UNKNOWN" and "explicit: timeout" in outcome.reason
    assert outcome.counters["clear_bound"] == 4
    assert outcome.counters["explicit_states"] == outcome.counters["abstraction_states"] == 9


def test_who_is_stuck_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    engines(monkeypatch, ordering=endless, abstraction=endless, explicit=Safe)
    started = clock()
    assert run(2, 8.0)[:2] == ("TRUE", "explicit")
    assert clock() - started < 8


def test_everybody_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    engines(monkeypatch, ordering=give_up, abstraction=crash, explicit=give_up)
    verdict, _, reason = run()
    assert verdict == "UNKNOWN"
    assert reason.startswith("bmc, ordering, simulation, impact, explicit: tired; abstraction: internal error, see ")


def test_a_reason_is_said_once() -> None:
    same = {"ordering": "fork is not modelled", "explicit": "fork is not modelled at a.c:3"}
    assert portfolio._gathered(same) == "fork is not modelled at a.c:3"
    assert (
        portfolio._gathered({**same, "impact": "timeout"}) == "ordering, explicit: fork is not modelled at a.c:3; impact: timeout"
    )
    assert portfolio._gathered({}) == ""


@pytest.mark.parametrize(("name", "verdict"), [("litmus_sb.c", "TRUE"), ("mutex_missing.c", "FALSE")])
def test_real_engines(name: str, verdict: str) -> None:
    outcome = portfolio.verify(str(CORPUS / name), Config(engine="auto", timeout=60.0, memory=MEMORY))
    assert outcome.verdict == verdict and outcome.checked not in ("", "none") and outcome.plan.startswith("Plan: ")


@pytest.mark.parametrize("model", ["rmo", "power"])
def test_loops_without_bound_under_relaxed_models(tmp_path: Path, model: str) -> None:
    """`ordering` never comes to the end of them; others get the memory model as part of the program."""
    file = tmp_path / "turns.c"
    file.write_text("""#include <assert.h>
    #include <pthread.h>
    int x, y;
    void *f(void *p) {
        for (int i = 0;; i = 1 - i) { x = i; __sync_synchronize(); while (y != i) {} __sync_synchronize(); assert(x == i); }
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, 0, f, 0);
        for (;;) { int i = x; __sync_synchronize(); y = i; __sync_synchronize(); }
    }""")
    outcome = portfolio.verify(str(file), Config(memory_model=model, timeout=20.0, memory=MEMORY))
    assert outcome.verdict == "TRUE" and outcome.engine in ("explicit", "abstraction"), outcome.reason
