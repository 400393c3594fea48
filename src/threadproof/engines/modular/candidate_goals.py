"""States with candidates, and what is asked about them (`modular.weakening`)."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.evidence.outline import FactCube, PlacePair
from threadproof.ir import arith
from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr, Variable
from threadproof.records import dataclass
from threadproof.sched.thread_counters import RestingPlace


@dataclass(slots=True, eq=False)
class CandidateState:
    """A cube of an outline. `facts`: the candidates that have held in it so far; None: nothing is known to lie in it.
    `version` grows with every fact that is lost."""

    place: RestingPlace
    base: FactCube
    facts: set[Expr] | None = None
    version: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CandidateGoal:
    """Facts that are to hold behind a move where a state lies in a cube (`inside`), as terms over the state before it, with the
    set that they are to be taken from."""

    target: CandidateState | PlacePair | None
    inside: Expr
    terms: dict[Expr, Expr]
    values: Callable[[Variable], Expr]  # behind the move, of a variable of the facts


def computed(node: Expr, args: list[Value]) -> Value:
    """The value of a term whose arguments have these."""
    match node.op:
        case "const":
            value: Value = node.payload
            return value
        case "lnot":
            return not args[0]
        case "ite":
            return args[1] if args[0] else args[2]
        case "cast":
            return arith.cast(node.type, node.args[0].type, args[0])
        case "neg" | "not":
            return arith.unary(node.op, node.type, args[0])
    return arith.binary(node.op, node.args[0].type, args[0], args[1])
