"""Random order problems, and all their models, found by plain enumeration of assignments and of total orders."""

from __future__ import annotations

import itertools
import random

from threadproof.events.problem import Clash, Clause, EventModel, Literal, OrderEdge, Problem, Reads, Rival


def generate(random_: random.Random, nodes: int = 0, variables: int = 0) -> Problem:
    """Anything that the axioms give a meaning to, whether or not an encoder would ask it."""
    nodes = nodes or random_.randint(2, 5)
    variables = variables or random_.randint(3, 8)

    def literal() -> Literal:
        return random_.choice((1, 1, 1, -1)) * random_.randint(1, variables)

    problem = Problem(variables, [], nodes, fixed(random_, nodes))
    for _ in range(random_.randint(1, 2 * variables)):
        problem.clauses.append([literal() for _ in range(random_.choice((1, 2, 2, 3, 3)))])
    shared = [(node, tuple({literal() for _ in range(random_.choice((0, 1, 1, 2)))})) for node in range(nodes)]
    for _ in range(random_.randint(1, variables)):
        write, read = random_.randrange(nodes), random_.randrange(nodes)
        if random_.random() < 0.7:
            rivals = [Rival(*item) for item in shared if random_.random() < 0.8]
        else:
            whens = [tuple({literal() for _ in range(random_.randint(0, 2))}) for _ in range(nodes)]
            rivals = [Rival(random_.randrange(nodes), when) for when in whens]
        problem.reads.append(Reads(literal(), write, read, tuple(rivals)))
    for _ in range(random_.randint(0, 3)):
        problem.orders.append(OrderEdge(literal(), random_.randrange(nodes), random_.randrange(nodes)))
    for candidate in problem.reads:
        for rival in candidate.rivals:
            problem.clashes.append(Clash(candidate.write, rival.node, (candidate.literal, *rival.when)))
    return problem


def fixed(random_: random.Random, nodes: int) -> list[int]:
    order = list(range(nodes))
    random_.shuffle(order)
    after = [0] * nodes
    for position in reversed(range(nodes)):
        for later in order[position + 1 :]:
            if random_.random() < 0.25:
                after[order[position]] |= 1 << later | after[later]
    return after


def holds(true: tuple[bool, ...], literal: Literal) -> bool:
    return true[abs(literal)] == (literal > 0)


def satisfied(true: tuple[bool, ...], clauses: list[Clause]) -> bool:
    return all(any(holds(true, literal) for literal in clause) for clause in clauses)


def valid(problem: Problem, true: tuple[bool, ...], place: tuple[int, ...]) -> bool:
    """Whether this total order (each node's position) is an execution; straight from the axioms."""
    for first, second in itertools.permutations(range(problem.nodes), 2):
        if problem.fixed[first] >> second & 1 and place[first] > place[second]:
            return False
    for order in problem.orders:
        if holds(true, order.literal) and place[order.first] > place[order.second]:
            return False
    for c in problem.reads:
        if not holds(true, c.literal):
            continue
        if place[c.write] > place[c.read]:
            return False
        for rival in c.rivals:
            if rival.node in (c.write, c.read) or not all(holds(true, literal) for literal in rival.when):
                continue
            if place[rival.node] < place[c.read] and not place[rival.node] < place[c.write]:
                return False
            if place[c.write] < place[rival.node] and not place[c.read] < place[rival.node]:
                return False
    return True


def assignments(problem: Problem) -> list[tuple[bool, ...]]:
    return [(False, *rest) for rest in itertools.product((False, True), repeat=problem.variables)]


def executions(problem: Problem, true: tuple[bool, ...]) -> list[tuple[int, ...]]:
    return [place for place in itertools.permutations(range(problem.nodes)) if valid(problem, true, place)]


def solvable(problem: Problem) -> bool:
    orders = list(itertools.permutations(range(problem.nodes)))
    return any(
        any(valid(problem, true, place) for place in orders) for true in assignments(problem) if satisfied(true, problem.clauses)
    )


def is_model(problem: Problem, model: EventModel) -> bool:
    place = [0] * problem.nodes
    for position, node in enumerate(model.sequence):
        place[node] = position
    true = tuple(model.true)
    return len(true) == problem.variables + 1 and satisfied(true, problem.clauses) and valid(problem, true, tuple(place))
