"""Every order solver against plain enumeration: of total orders for random problems, of interleavings for random programs."""

from __future__ import annotations

import random

import pytest

from tests.unit.engines.ordering import random_problem, random_program
from threadproof.budget import Budget, OutOfBudget
from threadproof.certify.order.clauses import Axioms, certify
from threadproof.engines.ordering.solve import eager_clauses, solve
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory import Theory
from threadproof.engines.ordering.total_order import check
from threadproof.events.problem import EventModel, Problem, Reads, Rival
from threadproof.evidence.refutation import Lemmas

WAYS = [("basic", False), ("basic", True), ("prop", False), ("prop", True), ("zprop", False), ("eager", False)]


def run(problem: Problem, method: str, conflicts: bool) -> tuple[EventModel | None, Lemmas]:
    lemmas = Lemmas()
    return solve(problem, method, Budget(60), {}, conflicts, lemmas), lemmas


@pytest.mark.parametrize(("method", "conflicts"), WAYS)
@pytest.mark.parametrize("part", range(4))
def test_random_problems(method: str, conflicts: bool, part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        problem = random_problem.generate(random.Random(seed))
        model, lemmas = run(problem, method, conflicts)
        assert (model is not None) == random_problem.solvable(problem), seed
        if model is not None:
            assert random_problem.is_model(problem, model), seed
        else:
            assert certify(problem, lemmas, Budget(60)).complete, seed


@pytest.mark.parametrize(("method", "conflicts"), WAYS)
@pytest.mark.parametrize("size", [(2, 4, 2), (3, 3, 2), (3, 2, 1), (4, 2, 2)])
def test_random_programs(method: str, conflicts: bool, size: tuple[int, int, int]) -> None:
    for seed in range(12 if method == "zprop" else 25):
        program = random_program.generate(random.Random(seed), *size)
        problem = random_program.Encoder(program).problem()
        model, lemmas = run(problem, method, conflicts)
        assert (model is not None) == random_program.reachable(program), seed
        if model is not None:
            assert random_problem.is_model(problem, model), seed
        else:
            assert certify(problem, lemmas, Budget(60)).complete, seed


def undecided_writes(twisted: bool = True) -> Problem:
    """Writes 0, 1 to x and 2, 3 to y, none ordered by wSC. A node after write 2 and one after 3 sees each write to x; a node
    after 0 and one after 1 sees each write to y. If 0 < 1, the nodes that saw 0 are before 1 and its readers, so 2 < 3 (the
    reader of 3) and 3 < 2 (the reader of 2); the same if 1 < 0. So there is no total order, but every single order of two writes
    is left open. Without the last reader (not `twisted`) there is one."""
    x, y = (Rival(0, ()), Rival(1, ())), (Rival(2, ()), Rival(3, ()))
    seen = [(2, 0, x), (3, 0, x), (2, 1, x), (3, 1, x), (0, 2, y), (0, 3, y), (1, 2, y), (1, 3, y)]
    fixed = [0] * 12
    reads = []
    for node, (after, source, rivals) in enumerate(seen if twisted else seen[:-1], start=4):
        fixed[after] |= 1 << node
        reads.append(Reads(node - 3, source, node, rivals))
    return Problem(len(reads), [[c.literal] for c in reads], 12, fixed, reads)


def simulate(problem: Problem) -> bool:
    """Whether the nodes can be executed one after the other such that each read sees its source; all literals are true."""
    sources = {c.read: c.write for c in problem.reads}
    variable = {node: 0 if node < 2 else 1 for node in range(4)}
    seen = set()
    todo = [(0, -1, -1)]  # executed nodes, last write of each variable
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        done, *last = state
        if done + 1 == 1 << problem.nodes:
            return True
        for node in range(problem.nodes):
            blocked = any(problem.fixed[other] >> node & 1 and not done >> other & 1 for other in range(problem.nodes))
            if done >> node & 1 or blocked:
                continue
            if node in sources and last[variable[sources[node]]] != sources[node]:
                continue
            memory = list(last)
            if node in variable:
                memory[variable[node]] = node
            todo.append((done | 1 << node, memory[0], memory[1]))
    return False


@pytest.mark.parametrize(("method", "conflicts"), WAYS)
def test_weak_consistency_is_not_enough(method: str, conflicts: bool) -> None:
    problem = undecided_writes()
    theory = Theory(OrderTables(problem))
    assert theory.assign([clause[0] for clause in problem.clauses]) is None, "wSC has nothing against it"
    assert not simulate(problem)
    model, lemmas = run(problem, method, conflicts)
    assert model is None
    assert lemmas.choices and certify(problem, lemmas, Budget(60)).complete


@pytest.mark.parametrize(("method", "conflicts"), WAYS)
def test_a_total_order_is_found_where_there_is_one(method: str, conflicts: bool) -> None:
    problem = undecided_writes(twisted=False)
    assert simulate(problem)
    model, _ = run(problem, method, conflicts)
    assert model is not None
    check(problem, model)


def test_a_wrong_order_is_refused() -> None:
    problem = Problem(1, [[1]], 3, [0, 0, 0], [Reads(1, 0, 2, (Rival(1, ()),))])
    check(problem, EventModel([False, True], [1, 0, 2]))
    check(problem, EventModel([False, False], [0, 1, 2]))
    for wrong in ([0, 1, 2], [2, 0, 1], [0, 2]):
        with pytest.raises(AssertionError):
            check(problem, EventModel([False, True], wrong))


def test_wrong_lemmas_are_refused() -> None:
    program = random_program.generate(random.Random(1), 3, 3, 2)
    problem = random_program.Encoder(program).problem()
    axioms = Axioms(problem, {})
    candidate = problem.reads[0]
    assert not axioms.imply([candidate.literal])
    assert not axioms.imply([-candidate.literal])
    lemmas = Lemmas([[candidate.literal]])
    assert certify(problem, lemmas, Budget(60)).wrong == [candidate.literal]


@pytest.mark.parametrize("method", ["basic", "prop", "zprop", "eager"])
def test_limits_are_kept(method: str) -> None:
    """A pigeonhole problem in the clauses: no solver answers in time."""
    holes = 12
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    for hole in range(holes):
        for one in range(holes + 1):
            clauses += [[-(one * holes + hole + 1), -(other * holes + hole + 1)] for other in range(one)]
    problem = Problem(holes * (holes + 1), clauses, 2, [0, 0], [Reads(1, 0, 1, ())])
    budget = Budget(1.0)
    with pytest.raises(OutOfBudget):
        solve(problem, method, budget, {})
    assert budget.left() > -1.5


def test_the_price_of_a_total_order() -> None:
    assert eager_clauses(Problem(0, [], 5, [0] * 5)) == 2 * 10
    assert eager_clauses(Problem(0, [], 4, [0b1110, 0b1100, 0b1000, 0])) == 0
    assert eager_clauses(Problem(0, [], 4, [0b0010, 0, 0, 0])) == 2 * 2
