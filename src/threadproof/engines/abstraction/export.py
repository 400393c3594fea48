"""The closed graph of a finished search as a proof (`reach.proof`).

A covered node is replaced by the node that covers it, and nodes that know the same at the same control and went on with the same
threads become one. What is known of an array with some unknown elements becomes one equation: both sides hold zero at the
unknown indices.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.domains.evaluate import put
from threadproof.domains.product import State
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.reach.graph import Graph, Node
from threadproof.reach.proof import Proof, ProofNode
from threadproof.sched.system import HALTED, System


def export(system: System, graph: Graph[State], persistent: Callable[[Node[State]], frozenset[int] | None]) -> Proof:
    found: dict[object, int] = {}
    kept: list[Node[State]] = []
    threads: list[frozenset[int] | None] = []
    number: dict[Node[State], int] = {}
    for node in sorted(graph.nodes(), key=lambda n: n.number):
        if node.coverer is not None or node.control is HALTED:
            continue
        moved = node.followed
        every = moved.issuperset(system.enabled(node.control))
        key = (node.control, node.state, None if every else moved)
        if key not in found:
            found[key] = len(kept)
            kept.append(node)
            threads.append(None if every else moved)
        number[node] = found[key]
    nodes = []
    for node, moved_threads in zip(kept, threads, strict=True):
        targets = {c.step: number[c.coverer or c] for c in node.children if c.control is not HALTED and c.step is not None}
        reason = None if moved_threads is None else persistent(node)
        nodes.append(ProofNode(node.control, facts(node.state), moved_threads, targets, reason))
    return Proof(system, tuple(nodes))


def facts(state: State) -> frozenset[Expr]:
    """The state as a set of formulas over program variables alone."""
    found = set(state.facts)
    for variable, value in state.values.items():
        if isinstance(variable.type, ArrayType):
            found |= _array(variable, value)
        else:
            found.add(E.same(E.var(variable), value))
    return frozenset(found)


def _array(variable: Variable, value: Expr) -> set[Expr]:
    assert isinstance(variable.type, ArrayType)
    elements: dict[Expr, Expr] = {}
    while value.op == "store":
        elements.setdefault(value.args[1], value.args[2])
        value = value.args[0]
    if value.op != "fill":
        return {E.same(E.select(E.var(variable), i), element) for i, element in elements.items() if element.is_const}
    left, right = E.var(variable), value
    for index in sorted(elements, key=lambda i: int(i.payload)):
        element = elements[index]
        if not element.is_const:
            element = E.zero(variable.type.element)
            left = E.store(left, index, element)
        right = put(right, index, element)
    return {E.same(left, right)}
