"""A proof as plain data (`encode`), and back for the system of another process (`decode`).

    terms      texts that facts refer to (`certify.format`)
    facts      every formula that occurs, once
    variables  the names of all variables that the facts mention
    monotonic  true: threads were left out by the rule of `certify.monotonic`; absent: by that of `certify.reduction`
    blocks     true: facts are kept by blocks of steps (`certify.blocks`); absent: by every step
    depth      of a proof by blocks: how many blocks precede the failures that are excluded; absent: none
    nodes      at: the control; facts: numbers of those that hold; threads: whose steps were followed, absent for all; next: for
               each step of those threads, in order, the node that contains the states after it, or -1; inner: true inside of a
               block; persistent, asleep: of cooperative programs, see `certify.turns`

`next` is a hint that saves time; nothing depends on it being right. Of blocks, it says which paths there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from threadproof.certify.format import FormatError, Reader, Writer
from threadproof.certify.names import Names, control_text
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.ir.uses import expr_variables
from threadproof.reach.proof import Proof, ProofNode
from threadproof.sched.system import Control, Step, System


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """One node as a certificate states it."""

    at: str
    facts: frozenset[Expr]
    threads: frozenset[int] | None
    next: tuple[int, ...]
    persistent: frozenset[int] = frozenset()
    asleep: frozenset[int] = frozenset()
    inner: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    nodes: tuple[Claim, ...]
    mentioned: frozenset[Variable]
    monotonic: bool
    blocks: bool = False
    depth: int = 0


def followed(system: System, control: Control, threads: frozenset[int] | None) -> Iterator[Step]:
    """The steps of a control in the order of `next`."""
    for thread in system.enabled(control) if threads is None else sorted(threads):
        if thread < len(control.at):
            yield from system.thread_steps(control, thread)


def encode(proof: Proof) -> dict[str, Any]:
    data, place = encode_facts(proof.system, (node.facts for node in proof.nodes))
    rule = {name: True for name, holds in (("monotonic", proof.monotonic), ("blocks", proof.blocks)) if holds}
    deep = {"depth": proof.depth} if proof.depth else {}
    return {**data, **rule, **deep, "nodes": [_node(proof.system, node, place) for node in proof.nodes]}


def encode_facts(system: System, sets: Iterable[Iterable[Expr]]) -> tuple[dict[str, Any], dict[Expr, int]]:
    """The part of a document that says what the facts are, and the number of each."""
    names = Names(system)
    facts = list(dict.fromkeys(fact for facts in sets for fact in facts))
    writer = Writer(names.text)
    texts = writer.write(facts)
    order = sorted(range(len(facts)), key=lambda i: texts[i])
    mentioned = {variable for fact in facts for variable in expr_variables(fact)}
    data = {"variables": sorted(map(names.text, mentioned)), "terms": writer.table, "facts": [texts[i] for i in order]}
    return data, {facts[old]: new for new, old in enumerate(order)}


def _node(system: System, node: ProofNode, place: Mapping[Expr, int]) -> dict[str, Any]:
    return {
        "at": control_text(system, node.control),
        "facts": sorted(place[fact] for fact in node.facts),
        **({} if node.threads is None else {"threads": sorted(node.threads)}),
        **({"inner": True} if node.inner else {}),
        **({} if node.persistent is None else {"persistent": sorted(node.persistent)}),
        **({"asleep": sorted(node.asleep)} if node.asleep else {}),
        "next": [node.targets.get(step, -1) for step in followed(system, node.control, node.threads)],
    }


# -- reading -----------------------------------------------------------------------------------------------------------


def decode(data: Mapping[str, Any], system: System) -> Claims:
    """Raises FormatError for whatever `encode` cannot have written."""
    facts, mentioned = decode_facts(data, system)
    nodes = as_list(data.get("nodes"), "nodes")
    monotonic, blocks = as_bool(data, "monotonic"), as_bool(data, "blocks")
    (depth,) = as_numbers([data.get("depth", 0)], 0, 1 << 16)
    return Claims(tuple(_claim(node, facts, len(nodes)) for node in nodes), mentioned, monotonic, blocks, depth)


def decode_facts(data: Mapping[str, Any], system: System) -> tuple[list[Expr], frozenset[Variable]]:
    """The facts by number, and the variables that they mention."""
    names = Names(system)
    terms, texts, variables = (as_list(data.get(key), key) for key in ("terms", "facts", "variables"))
    reader = Reader(names.find, [as_text(term) for term in terms])
    facts = [reader.read(as_text(text)) for text in texts]
    for fact in facts:
        if fact.type != BOOL:
            raise FormatError(f"a fact is of type {fact.type}")
    mentioned = frozenset(variable for fact in facts for variable in expr_variables(fact))
    if sorted(names.text(v) for v in mentioned) != variables:
        raise FormatError("the list of variables is not that of the facts")
    return facts, mentioned


def _claim(node: object, facts: list[Expr], count: int) -> Claim:
    if not isinstance(node, dict) or not node.keys() <= {"at", "facts", "threads", "next", "persistent", "asleep", "inner"}:
        raise FormatError(f"not a node: {node!r:.80}")
    known = frozenset(facts[i] for i in as_numbers(node.get("facts"), 0, len(facts)))
    threads = frozenset(as_numbers(node["threads"], 0, 1 << 32)) if "threads" in node else None
    persistent = frozenset(as_numbers(node["persistent"], 0, 1 << 32)) if "persistent" in node else threads or frozenset()
    asleep = frozenset(as_numbers(node.get("asleep", []), 0, 1 << 32))
    hints = tuple(as_numbers(node.get("next"), -1, count))
    return Claim(as_text(node.get("at")), known, threads, hints, persistent, asleep, as_bool(node, "inner"))


def as_bool(data: Mapping[str, Any], name: str) -> bool:
    """False if it is absent."""
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise FormatError(f"{name} is neither true nor false")
    return value


def as_list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(f"{name} is missing")
    return value


def as_text(value: object) -> str:
    if not isinstance(value, str):
        raise FormatError(f"expected text, found {value!r:.80}")
    return value


def as_numbers(value: object, low: int, end: int) -> list[int]:
    numbers = as_list(value, "a list of numbers")
    if not all(type(n) is int and low <= n < end for n in numbers):
        raise FormatError(f"expected numbers from {low} to {end - 1}, found {numbers!r:.80}")
    return numbers
