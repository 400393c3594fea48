"""Cooperative programs: graphs that follow threads, or let them sleep, at random. None of a program with an error is accepted."""

from __future__ import annotations

import random

import pytest

from tests.unit.certify.graph.wrong_proofs import LIMIT, Wanderer
from threadproof.budget import Budget
from threadproof.certify.answer import Rejected
from threadproof.certify.graph.document import encode
from threadproof.certify.graph.proof import check
from threadproof.certify.graph.turns import Turns
from threadproof.domains.facts import facts
from threadproof.domains.product import AbstractState, Product
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.passes import runner
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import HALTED, Control, System
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.oracle import Oracle

Awake = frozenset[int]


def lowered(text: str):
    program = translate(text, "model.ivl", IvlOptions())
    return runner.run(program, [runner.FREE, *(step for step in runner.LOWER), runner.MERGE, runner.LOOPS])


class Sleeper(Wanderer):
    """Also claims that some threads are asleep: by the rule, or (`liar`) however it likes."""

    def __init__(self, program, seed: int, domain: Product) -> None:
        super().__init__(program, seed, domain)
        self.share = 1.0
        own = random.Random(seed)
        self.tired, self.liar = own.choice([0.0, 0.5, 1.0]), own.random() < 0.3
        self.turns = Turns(self.system)

    def proof(self) -> Proof | None:
        start = self.post(self.domain.top, self.system.initial_ops())
        assert start is not None
        found: dict[tuple[Control, AbstractState, Awake], int] = {(self.system.initial, start, frozenset()): 0}
        queue = list(found)
        for control, state, asleep in queue:
            followed = self.followed(control, state, asleep)
            if followed is None or len(queue) > LIMIT:
                return None
            targets = {}
            for thread in sorted(followed):
                sleeping = asleep if control.depth else self.sleeping(control, thread, asleep, followed)
                for step in self.system.thread_steps(control, thread):
                    after = None if step.failure is not None else self.post(state, step.ops)
                    if after is not None and step.target is not HALTED:
                        key = (step.target, after, sleeping)
                        if key not in found:
                            found[key] = len(queue)
                            queue.append(key)
                        targets[step] = found[key]
            every = followed >= frozenset(self.system.enabled(control))
            self.nodes.append(ProofNode(control, facts(state), None if every else followed, targets, followed | asleep, asleep))
        return Proof(self.system, tuple(self.nodes))

    def followed(self, control: Control, state: AbstractState, asleep: Awake) -> Awake | None:
        if control.depth:
            return self.choose(control, state)
        awake = [t for t in self.system.enabled(control) if t not in asleep]
        fine = [t for t in awake if not self.fails(control, state, t)]
        if not fine:
            return None if awake else frozenset()
        first = min(fine, key=self.rank.index)
        return frozenset(t for t in fine if t == first or self.random.random() < max(self.eager, 0.3))

    def sleeping(self, control: Control, thread: int, asleep: Awake, followed: Awake) -> Awake:
        allowed = self.turns.allowed(control, thread, asleep, followed)
        if self.liar:
            allowed = frozenset(t for t in self.system.enabled(control) if t != thread)
        return frozenset(t for t in allowed if self.random.random() < self.tired)


WRONG = {
    "order": "u8 x; thread A { x = 1; } thread B { x = 2; } main { start; assert x == 1; }",
    "lost": "event e; u8 x; thread A { notify e; } thread B { wait e; x = 1; } main { start; assert x == 1; }",
    "woken": "event e; u8 x; thread A { wait e; x = 1; } thread B { notify e; } thread C { x = 2; }"
    " main { start; assert x == 2; }",
    "cancelled": "event e; u8 x; thread A { wait e; x = 1; } thread B { notify e, 1; } thread C { cancel e; }"
    " main { start; assert x == 1; }",
    "earlier": "event e; u8 x; thread A { wait e; x = 1; } thread B { notify e, 1; } thread C { notify e; }"
    " main { start 0; assert x == 1; }",
    "busy": "event e; u8 x; thread A { while (true) { x = 0; } } thread B { assert false; } main { start; }",
    "round": "event e; thread A { while (true) { notify e; wait e; } } thread B { while (true) { notify e; wait e; } }"
    " thread C { assert false; } main { start; }",
    "assumed": "u8 x; thread A { assume false; } thread B { assert false; } main { start; }",
    "suspended": "u8 x; thread A { suspend B; } thread B { x = 1; } main { start; assert x == 0; }",
}
FAIR = "scheduler fairthreads; event e, f; u8 x, y; "
WRONG |= {
    "fair order": FAIR + "thread A { x = 1; } thread B { x = 2; } main { start; assert x == 1; }",
    "fair event": FAIR + "thread A { generate(e); y = 1; } thread B { await(e); x = y; } thread C { y = 2; }"
    " main { start; assert x != 2; }",
    "fair passed": FAIR
    + "thread A { generate(e); } thread B { await(e); x = 1; } thread C { x = 2; } main { start; assert x == 2; }",
    "fair chain": FAIR + "thread A { generate(e); } thread B { await(e); generate(f); } thread C { await(f); x = 1; }"
    " thread D { x = 2; } main { start; assert x == 2; }",
    "fair own": FAIR + "thread A { generate(e); await(e); x = 1; } thread B { x = 2; } main { start; assert x == 2; }",
    "fair joined": FAIR + "thread A { y = 1; } thread B { join(A); x = 1; } thread C { x = 2; } main { start; assert x == 2; }",
    "fair end": FAIR
    + "thread A { } thread B { join(A); if (y == 0) { x = 1; } } thread C { y = 1; } main { start; assert x == 0; }",
}
RIGHT = {
    "fair two": FAIR
    + "thread A { x = 1; cooperate(); x = 2; } thread B { y = 1; await(e); y = 2; } main { start; assert x == 2; }",
    "two": "u8 x, y; thread A { x = 1; } thread B { y = 2; } main { start; assert x == 1 && y == 2; }",
    "three": "u8 x, y, z; thread A { x = 1; wait_time 1; x = 2; } thread B { y = 2; wait_time 1; y = 3; } thread C { z = 1; }"
    " main { start; assert x == 2; }",
}


@pytest.fixture(scope="module")
def domain() -> Product:
    return Product(Oracle(BitwuzlaSolver(), 5.0))


def outcomes(text: str, domain: Product, seeds: range, expected: type) -> list[str]:
    program = lowered(text)
    truth = ExplicitEngine().check(program, Task("unreach-call"), Budget(60), {})
    if not isinstance(truth, expected):
        return []
    found = []
    for seed in seeds:
        proof = Sleeper(program, seed, domain).proof()
        if proof is not None:
            try:
                check(program, 8, encode(proof))
                found.append("accepted" if any(node.threads is not None for node in proof.nodes) else "full")
            except Rejected as error:
                found.append(str(error))
    return found


@pytest.mark.parametrize("name", WRONG)
def test_errors_are_never_proved_away(domain: Product, name: str) -> None:
    found = outcomes(WRONG[name], domain, range(40), Unsafe)
    assert found, "no graph avoids the error, so nothing is tested"
    assert not {"full", "accepted"} & set(found)


@pytest.mark.parametrize("name", RIGHT)
def test_reductions_are_accepted(domain: Product, name: str) -> None:
    assert "accepted" in outcomes(RIGHT[name], domain, range(40), Safe)


def test_what_is_apart() -> None:
    text = """
    event e, f; u8 x, y, a[2];
    thread A { x = 1; notify e; wait f; y = 1; }
    thread B { wait e; }
    thread C { y = x; }
    thread D { a[0] = 1; wait_time 1; }
    thread E { a[1] = 1; notify f, 1; }
    main { start; }
    """
    program = lowered(text)
    system = System(program, scheduler_of(program), 16)
    control = system.initial
    while len(system.enabled(control)) < 2:
        control = next(step.target for step in system.steps(control) if step.target is not HALTED)
    turns = Turns(system)
    apart = {(a, b) for a in range(1, 6) for b in range(1, 6) if a < b and turns.apart(control, a, b)}
    assert apart == {(1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)}
