"""The order theory alone: reasons, levels, and agreement with plain enumeration."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.unit.engines.ordering import random_problem
from tests.unit.engines.ordering.random_problem import generate, holds
from threadproof.certify.order.clauses import Axioms
from threadproof.engines.ordering.conflicts import Conflicts
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory import Theory
from threadproof.engines.ordering.theory_propagation import Excluder
from threadproof.events.problem import Clause, Literal, OrderEdge, Problem, Reads, Rival

SEEDS = range(60)


def literals_of(tables: OrderTables) -> list[Literal]:
    return sorted(tables.effects)


def consistent_picks(random_: random.Random, tables: OrderTables) -> list[Literal]:
    """Some literals, in any order, no two of which contradict each other."""
    found = list({abs(literal): literal for literal in random_.sample(literals_of(tables), len(tables.effects))}.values())
    random_.shuffle(found)
    return found[: random_.randint(0, len(found))]


def closure_by_hand(problem: Problem, held: set[Literal]) -> set[tuple[int, int]] | None:
    """wSC as a set of pairs, by repeating the axioms; None: a cycle."""
    pairs = {(a, b) for a in range(problem.nodes) for b in range(problem.nodes) if problem.fixed[a] >> b & 1}
    pairs |= {(o.first, o.second) for o in problem.orders if o.literal in held and o.first != o.second}
    pairs |= {(c.write, c.read) for c in problem.reads if c.literal in held and c.write != c.read}
    while True:
        more = {(a, d) for (a, b), (c, d) in itertools.product(pairs, pairs) if b == c}
        for c in problem.reads:
            for rival in c.rivals:
                if c.literal in held and held.issuperset(rival.when):
                    if (rival.node, c.read) in pairs and rival.node != c.write:
                        more.add((rival.node, c.write))
                    if (c.write, rival.node) in pairs and rival.node != c.read:
                        more.add((c.read, rival.node))
        if any(a == b for a, b in pairs | more):
            return None
        if more <= pairs:
            return pairs
        pairs |= more


@pytest.mark.parametrize("seed", SEEDS)
def test_closure_is_the_least_relation(seed: int) -> None:
    random_ = random.Random(seed)
    problem = generate(random_)
    tables = OrderTables(problem)
    for _ in range(10):
        held = consistent_picks(random_, tables)
        theory = Theory(tables)
        theory.push()
        conflict = None
        for literal in held:
            conflict = conflict or theory.assign([literal])
        expected = closure_by_hand(problem, set(held))
        assert (conflict is not None) == (expected is None)
        if expected is not None:
            found = {(a, b) for a in range(problem.nodes) for b in range(problem.nodes) if theory.after[a] >> b & 1}
            assert found == expected == {(a, b) for a, b in expected if theory.before[b] >> a & 1}
        else:
            assert conflict is not None and {-literal for literal in conflict} <= set(held)
            assert closure_by_hand(problem, {-literal for literal in conflict}) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_levels_leave_no_trace(seed: int) -> None:
    random_ = random.Random(seed)
    tables = OrderTables(generate(random_, nodes=6, variables=10))
    theory = Theory(tables)
    snapshots: list[tuple[object, ...]] = []

    def state() -> tuple[object, ...]:
        lists = theory.after, theory.before, theory.happens, theory.active, theory.edges, theory.trail
        return (*(tuple(item) for item in lists), frozenset(theory.held), theory.conflict)

    for _ in range(80):
        if snapshots and (theory.conflict is not None or random_.random() < 0.3):
            levels = random_.randint(1, len(snapshots))
            theory.pop(levels)
            assert state() == snapshots[-levels]
            del snapshots[-levels:]
        else:
            snapshots.append(state())
            theory.push()
            free = [literal for literal in literals_of(tables) if -literal not in theory.held]
            theory.assign(random_.sample(free, min(len(free), random_.randint(0, 2))))


@pytest.mark.parametrize("seed", SEEDS)
def test_excluded_literals_follow_from_what_was_true_then(seed: int) -> None:
    """The reason is asked for later, after more assignments, and must not mention them."""
    random_ = random.Random(seed)
    problem = generate(random_, nodes=6, variables=12)
    tables, axioms = OrderTables(problem), Axioms(problem, {})
    for _ in range(6):
        theory = Excluder(tables)
        known: dict[Literal, set[Literal]] = {}  # what was true when the literal was excluded
        levels: list[set[Literal]] = []
        for literal in consistent_picks(random_, tables):
            levels.append(set(known))
            theory.push()
            if theory.assign([literal]) is None:
                for implied in theory.excluded():
                    assert implied not in known
                    known[implied] = set(theory.held)
            if theory.conflict is not None or random_.random() < 0.2:
                count = random_.randint(1, len(levels))
                theory.pop(count)
                known = {implied: known[implied] for implied in levels[-count]}
                del levels[-count:]
            assert set(known) == set(theory.implied)
            for implied, true in known.items():
                clause = theory.reason(implied)
                assert implied in clause and axioms.imply(clause)
                assert {-other for other in clause if other != implied} <= true


def test_a_conflict_names_only_what_it_needs() -> None:
    """1: a<b, 2: b<c, 3: c<a, 4: d<e; 5: the candidate (d, e) with rival c."""
    orders = [OrderEdge(1, 0, 1), OrderEdge(2, 1, 2), OrderEdge(3, 2, 0), OrderEdge(4, 3, 4)]
    theory = Theory(OrderTables(Problem(5, [], 5, [0] * 5, [Reads(5, 3, 4, (Rival(2, ()),))], orders)))
    assert theory.assign([4, 5, 1, 2]) is None
    assert sorted(theory.assign([3]) or []) == [-3, -2, -1]


def test_reasons_of_derived_orders_contain_the_rivals_condition() -> None:
    """w < x < r when 1 and 2 hold; x happens when 4 and 5 do; the candidate (w, r) is 3."""
    problem = Problem(5, [], 3, [0, 0, 0], [Reads(3, 0, 2, (Rival(1, (4, 5)),))], [OrderEdge(1, 0, 1), OrderEdge(2, 1, 2)])
    theory = Theory(OrderTables(problem))
    assert theory.assign([1, 2, 3, 4]) is None
    assert sorted(theory.assign([5]) or []) == [-5, -4, -3, -2, -1] or sorted(theory.conflict or []) == [-5, -4, -3, -1]


@pytest.mark.parametrize("seed", range(150))
def test_conflict_clauses_follow_from_the_axioms(seed: int) -> None:
    problem = generate(random.Random(seed))
    axioms = Axioms(problem, {})
    models = [true for true in random_problem.assignments(problem) if random_problem.executions(problem, true)]
    for clause in Conflicts(OrderTables(problem)).find():
        assert all(any(holds(true, literal) for literal in clause) for true in models), clause
        assert axioms.imply(clause)


def test_every_kind_of_conflict_is_found() -> None:
    """Two threads: w0; r1 and w2; r3, both on one variable: each read sees the other's write, or its own thread's."""
    both = (Rival(0, ()), Rival(2, ()))
    fixed = [1 << 1, 0, 1 << 3, 0]
    pair = Problem(2, [], 4, [1 << 1, 0, 1 << 3, 0], [Reads(1, 1, 2, ()), Reads(2, 3, 0, ())])
    assert Conflicts(OrderTables(pair)).find() == [[-1, -2]]
    reads = [Reads(1, 0, 3, both), Reads(2, 2, 3, both)]
    coherence = Conflicts(OrderTables(Problem(2, [], 4, fixed, reads)))
    coherence.find()
    assert coherence.clauses["coherence"] == [[-1, -2]]
    line = [0b1110, 0b1100, 0b1000, 0]
    between = Conflicts(OrderTables(Problem(2, [], 4, line, [Reads(1, 0, 3, (Rival(1, (2,)),))])))
    between.find()
    assert between.clauses["between"] == [[-1, -2]]


def implied(problem: Problem, clause: Clause) -> bool:
    return all(
        any(holds(true, literal) for literal in clause)
        for true in random_problem.assignments(problem)
        if random_problem.executions(problem, true)
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_certifier_accepts_nothing_that_does_not_follow(seed: int) -> None:
    random_ = random.Random(seed)
    problem = generate(random_)
    axioms = Axioms(problem, {})
    for _ in range(30):
        variables = random_.sample(range(1, problem.variables + 1), random_.randint(0, problem.variables))
        clause = [random_.choice((1, -1)) * variable for variable in variables]
        if axioms.imply(clause):
            assert implied(problem, clause)
