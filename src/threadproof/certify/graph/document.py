"""A proof as plain data (`encode`), and back for the system of another process (`decode`).

    terms      texts that facts refer to (`certify.format`)
    facts      every formula that occurs, once
    variables  the names of all variables that the facts mention
    monotonic  true: threads were left out by the rule of `certify.graph.monotonic`; absent: by that of `certify.graph.reduction`
    tentative  true: threads may have been left out by a rule that the check does not know
    blocks     true: facts are preserved by blocks of steps (`certify.blocks.proof`); absent: by every step
    depth      of a proof by blocks: how many blocks precede the failures that are excluded; absent: none
    nodes      at: the control; facts: numbers of those that hold; threads: whose steps were followed, absent for all; next: for
               each step of those threads, in order, the node that contains the states after it, or -1; inner: true inside of a
               block; again: of blocks, for steps that lead to states where other nodes have been, each entry [step, node, ...];
               persistent, asleep: of cooperative programs, see `certify.graph.turns`; with: what steps give to ghosts, each
               entry [step, before, after], the latter as [ghost, value, ghost, value, ...]
    ghosts     variables of the proof alone, with their types; absent if there are none
    values     the terms that ghosts are set to

`next` is a hint that saves time: soundness does not depend on it. Of blocks, it says which paths there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from threadproof.certify.fields import as_bool, as_list, as_numbers, as_text
from threadproof.certify.format import ExprReader, FormatError, Writer, read_type
from threadproof.certify.names import ProofNames, control_text
from threadproof.evidence.graph import Ghosts, Proof, ProofNode, Values
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass, field
from threadproof.sched.system import Control, System, SystemStep


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
    ghosts: Mapping[int, Ghosts] = field(default_factory=dict)  # by the number of the step
    again: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # also


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    nodes: tuple[Claim, ...]
    mentioned: frozenset[Variable]
    monotonic: bool
    blocks: bool = False
    depth: int = 0
    tentative: bool = False


def followed(system: System, control: Control, threads: frozenset[int] | None) -> Iterator[SystemStep]:
    """The steps of a control in the order of `next`."""
    for thread in system.enabled(control) if threads is None else sorted(threads):
        if thread < len(control.at):
            yield from system.thread_steps(control, thread)


def encode(proof: Proof) -> dict[str, Any]:
    values = [value for node in proof.nodes for set_ in node.ghosts.values() for _, value in (*set_.before, *set_.after)]
    data, place, number = encode_facts(proof.system, (node.facts for node in proof.nodes), proof.ghosts, values)
    rules = (("monotonic", proof.monotonic), ("blocks", proof.blocks), ("tentative", proof.tentative))
    rule = {name: True for name, holds in rules if holds}
    deep = {"depth": proof.depth} if proof.depth else {}
    ghost = {variable: i for i, variable in enumerate(proof.ghosts)}

    def pairs(values: Values) -> list[int]:
        return [n for variable, value in values for n in (ghost[variable], number[value])]

    nodes = []
    for node in proof.nodes:
        nodes.append(_node(proof.system, node, place))
        if node.ghosts:
            steps = enumerate(followed(proof.system, node.control, node.threads))
            sets = [(i, node.ghosts[step]) for i, step in steps if step in node.ghosts]
            nodes[-1]["with"] = [[i, pairs(found.before), pairs(found.after)] for i, found in sets]
    return {**data, **rule, **deep, "nodes": nodes}


def encode_facts(
    system: System, sets: Iterable[Iterable[Expr]], ghosts: Iterable[Variable] = (), values: Iterable[Expr] = ()
) -> tuple[dict[str, Any], dict[Expr, int], dict[Expr, int]]:
    """The part of a document that says what the facts are, the number of each, and of each value of a ghost."""
    names = ProofNames(system, ghosts)
    facts = list(dict.fromkeys(fact for facts in sets for fact in facts))
    terms = list(dict.fromkeys(values))
    writer = Writer(names.text)
    texts = writer.write([*facts, *terms])
    order = sorted(range(len(facts)), key=lambda i: texts[i])
    mentioned = {variable for fact in (*facts, *terms) for variable in expr_variables(fact)}
    data = {"variables": sorted(map(names.text, mentioned)), "terms": writer.table, "facts": [texts[i] for i in order]}
    if names.ghosts:
        data["ghosts"] = [f"{name} {variable.type}" for name, variable in names.ghosts.items()]
        data["values"] = texts[len(facts) :]
    return data, {facts[old]: new for new, old in enumerate(order)}, {term: i for i, term in enumerate(terms)}


def _node(system: System, node: ProofNode, place: Mapping[Expr, int]) -> dict[str, Any]:
    steps = list(followed(system, node.control, node.threads))
    again = [[i, *node.again[step]] for i, step in enumerate(steps) if step in node.again]
    return {
        "at": control_text(system, node.control),
        "facts": sorted(place[fact] for fact in node.facts),
        **({} if node.threads is None else {"threads": sorted(node.threads)}),
        **({"inner": True} if node.inner else {}),
        **({} if node.persistent is None else {"persistent": sorted(node.persistent)}),
        **({"asleep": sorted(node.asleep)} if node.asleep else {}),
        **({"again": again} if again else {}),
        "next": [node.targets.get(step, -1) for step in steps],
    }


# -- reading -----------------------------------------------------------------------------------------------------------


def decode(data: Mapping[str, Any], system: System) -> Claims:
    """Raises FormatError for whatever `encode` cannot have written."""
    ghosts = _ghosts(data)
    facts, values, mentioned = decode_facts(data, system, ghosts)
    nodes = as_list(data.get("nodes"), "nodes")
    monotonic, blocks, tentative = (as_bool(data, name) for name in ("monotonic", "blocks", "tentative"))
    (depth,) = as_numbers([data.get("depth", 0)], 0, 1 << 16)
    if ghosts and (monotonic or blocks):
        raise FormatError("no such proof has ghosts")
    claims = [_claim(node, facts, len(nodes), ghosts, values) for node in nodes]
    if any(claim.again for claim in claims) and (depth or not blocks):
        raise FormatError("no such proof has steps that lead again to a state")
    return Claims(tuple(claims), mentioned, monotonic, blocks, depth, tentative)


def _ghosts(data: Mapping[str, Any]) -> list[Variable]:
    found = []
    for entry in as_list(data.get("ghosts", []), "ghosts"):
        name, _, type_ = as_text(entry).rpartition(" ")
        found.append(Variable(name, read_type(type_)))
    return found


def decode_facts(
    data: Mapping[str, Any], system: System, ghosts: Iterable[Variable] = ()
) -> tuple[list[Expr], list[Expr], frozenset[Variable]]:
    """The facts by number, the values of ghosts by number, and the variables that they mention."""
    names = ProofNames(system, ghosts)
    terms, texts, variables = (as_list(data.get(key), key) for key in ("terms", "facts", "variables"))
    reader = ExprReader(names.find, [as_text(term) for term in terms])
    facts = [reader.read(as_text(text)) for text in texts]
    for fact in facts:
        if fact.type != BOOL:
            raise FormatError(f"a fact is of type {fact.type}")
    values = [reader.read(as_text(text)) for text in as_list(data.get("values", []), "values")]
    mentioned = frozenset(variable for fact in (*facts, *values) for variable in expr_variables(fact))
    if sorted(names.text(v) for v in mentioned) != variables:
        raise FormatError("the list of variables is not that of the facts")
    return facts, values, mentioned


FIELDS = {"at", "facts", "threads", "next", "persistent", "asleep", "inner", "again", "with"}


def _claim(node: object, facts: list[Expr], count: int, ghosts: list[Variable], values: list[Expr]) -> Claim:
    if not isinstance(node, dict) or not node.keys() <= FIELDS:
        raise FormatError(f"not a node: {node!r:.80}")
    known = frozenset(facts[i] for i in as_numbers(node.get("facts"), 0, len(facts)))
    threads = frozenset(as_numbers(node["threads"], 0, 1 << 32)) if "threads" in node else None
    persistent = frozenset(as_numbers(node["persistent"], 0, 1 << 32)) if "persistent" in node else threads or frozenset()
    asleep = frozenset(as_numbers(node.get("asleep", []), 0, 1 << 32))
    hints = tuple(as_numbers(node.get("next"), -1, count))
    sets = {}
    for entry in as_list(node.get("with", []), "a list of values of ghosts"):
        step, before, after = as_list(entry, "a step")[:3] if isinstance(entry, list) and len(entry) == 3 else (None, None, None)
        (number,) = as_numbers([step], 0, len(hints))
        sets[number] = Ghosts(_values(before, ghosts, values), _values(after, ghosts, values))
    again = {}
    for entry in as_list(node.get("again", []), "a list of steps"):
        step, *nodes = as_numbers(entry, 0, max(len(hints), count)) or [-1]
        if not 0 <= step < len(hints) or not nodes or max(nodes) >= count:
            raise FormatError(f"not a step and nodes: {entry!r:.80}")
        again[step] = tuple(nodes)
    return Claim(as_text(node.get("at")), known, threads, hints, persistent, asleep, as_bool(node, "inner"), sets, again)


def _values(data: object, ghosts: list[Variable], values: list[Expr]) -> Values:
    numbers = as_numbers(data, 0, max(len(ghosts), len(values)))
    targets, terms = numbers[::2], numbers[1::2]
    if len(targets) != len(terms) or any(g >= len(ghosts) for g in targets) or any(v >= len(values) for v in terms):
        raise FormatError("not values of ghosts")
    found = tuple((ghosts[g], values[v]) for g, v in zip(targets, terms, strict=True))
    if any(variable.type != value.type for variable, value in found):
        raise FormatError("a ghost is set to a value of another type")
    return found
