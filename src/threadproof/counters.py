"""What engines and checks count: every counter with its unit, what it means, and which engines fill it.

Engines fill a dictionary in place while they run, so that what was counted survives a limit. Its keys are the names of this
table, and mypy knows them (`Name`): one that is not declared here does not type. Reports show them with spaces instead of
underscores, `--json` and `bench` as they are. Checks of proofs put `proof_` before theirs, and `auto` the name of each engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, cast

Name = Literal[
    "actions", "apart", "blocks", "bound", "clauses", "clear_bound", "clear_growth", "clear_seconds", "comparisons",
    "conflict_clauses_between", "conflict_clauses_coherence", "conflict_clauses_pair", "conflict_seconds", "conflicts",
    "connectors", "controls", "cover_checks", "cover_expanded", "covered", "decisions", "depth", "encode_seconds", "events",
    "force_attempts", "force_successes", "forks", "hash_matches", "implications", "implied", "k", "lemmas", "match_seconds",
    "matches", "moves", "nodes", "order_clauses", "points", "posts", "predicates", "questions", "reasons", "refinements",
    "rf_candidates", "seconds", "simplified", "skipped_asleep", "skipped_persistent", "solver_calls", "solver_seconds",
    "statements", "states", "steps", "successor_seconds", "thread_limit", "tracked", "transitions", "undecided",
    "view_controls", "view_refinements", "views", "walks", "watched", "ws_variables",
]  # fmt: skip

Counters = dict[Name, float]

PROOF = "proof_"


class Counter(NamedTuple):
    unit: str
    meaning: str
    filled_by: str  # engines, and "check" for checks of proofs


LOWERING = "abstraction bmc esst impact kinduction predicate simulation"

COUNTERS: dict[Name, Counter] = {
    "states": Counter("states", "reachable states (symbolic ones for simulation)", "explicit simulation check"),
    "steps": Counter("steps", "steps of threads that were executed, or checked", "explicit check"),
    "depth": Counter("steps", "of the longest schedule", "explicit"),
    "watched": Counter("states", "in which a chosen access was followed, where data races need happens-before", "explicit"),
    "transitions": Counter("steps", "executed symbolically", "simulation"),
    "forks": Counter("steps", "further outcomes of steps that have several", "simulation"),
    "matches": Counter("states", "that a visited one covers", "simulation"),
    "comparisons": Counter("states", "compared with a visited one", "simulation"),
    "hash_matches": Counter("states", "of those, with the same key", "simulation"),
    "undecided": Counter("questions", "that the solver gave up", "simulation"),
    "nodes": Counter(
        "nodes", "of the graph or tree of abstract states; of `ordering`: of the order", "abstraction esst impact ordering check"
    ),
    "actions": Counter("steps", "for which an abstract successor was computed", "abstraction modular"),
    "covered": Counter("nodes", "that another one covers", "abstraction bmc esst impact predicate kinduction"),
    "refinements": Counter(
        "refinements",
        "of an abstraction; of `ordering`: models whose order has a cycle",
        "abstraction esst impact ordering predicate",
    ),
    "predicates": Counter("predicates", "known at the end", "abstraction esst predicate kinduction"),
    "tracked": Counter("variables", "whose values are known", "abstraction esst"),
    "successor_seconds": Counter("seconds", "for abstract successors", "abstraction"),
    "statements": Counter("operations", "in the cone of influence", "abstraction"),
    "simplified": Counter("operations", "removed or forgotten outside of it", "abstraction"),
    "walks": Counter("walks", "concrete ones, in search of a violation", "abstraction"),
    "views": Counter("views", "of two threads each, in a proof for any number of threads", "abstraction check"),
    "view_controls": Counter("places", "of pairs of threads, in such a proof", "abstraction"),
    "view_refinements": Counter("refinements", "of such a proof", "abstraction"),
    "connectors": Counter("nodes", "at which a thread has given way", "esst"),
    "cover_checks": Counter("questions", "whether a node covers another one", "esst"),
    "posts": Counter("steps", "of threads, computed by predicate abstraction", "esst"),
    "skipped_persistent": Counter("steps", "left out by persistent sets", "esst"),
    "skipped_asleep": Counter("steps", "left out by sleep sets", "esst"),
    "cover_expanded": Counter("nodes", "unwound to find out whether one is covered", "impact"),
    "implications": Counter("questions", "whether one label implies another one", "impact"),
    "force_attempts": Counter("attempts", "to cover a node by strengthening its label", "impact"),
    "force_successes": Counter("attempts", "of those, that worked", "impact"),
    "apart": Counter("pairs", "of nodes that can never cover each other", "impact"),
    "blocks": Counter("blocks", "between loop heads that were unwound, or checked", "predicate kinduction check"),
    "points": Counter("places", "of an unwinding", "bmc predicate kinduction"),
    "bound": Counter("iterations", "of each loop that were followed", "bmc ordering"),
    "clear_bound": Counter("iterations", "of each loop within which there is no violation", "ordering"),
    "clear_seconds": Counter("seconds", "that this bound took", "ordering"),
    "clear_growth": Counter("times", "as long as the bound before", "ordering"),
    "k": Counter("blocks", "of the induction", "kinduction"),
    "events": Counter("events", "reads and writes of the unrolled program", "ordering"),
    "rf_candidates": Counter("pairs", "of a write and a read that may see it", "ordering"),
    "clauses": Counter("clauses", "of the formula", "ordering"),
    "order_clauses": Counter("clauses", "about the order of events, added by or for the solver", "ordering"),
    "ws_variables": Counter("variables", "for the order of writes, where it is encoded eagerly", "ordering"),
    "conflict_clauses_pair": Counter("clauses", "that exclude cycles of two edges, up front", "ordering"),
    "conflict_clauses_coherence": Counter("clauses", "that exclude cycles within one variable, up front", "ordering"),
    "conflict_clauses_between": Counter("clauses", "that exclude a write between another one and its read, up front", "ordering"),
    "conflict_seconds": Counter("seconds", "for these clauses", "ordering"),
    "encode_seconds": Counter("seconds", "for unrolling and encoding", "ordering"),
    "decisions": Counter("decisions", "of the SAT solver", "ordering"),
    "conflicts": Counter("conflicts", "of the SAT solver", "ordering"),
    "implied": Counter("literals", "that the theory of order has implied", "ordering"),
    "reasons": Counter("literals", "of those, whose reason was asked for", "ordering"),
    "solver_calls": Counter("questions", "to SMT solvers", f"{LOWERING} check"),
    "solver_seconds": Counter("seconds", "in solvers", f"{LOWERING} ordering"),
    "thread_limit": Counter("threads", "that are allowed where a program creates more than 64", f"explicit {LOWERING} ordering"),
    "controls": Counter("controls", "of a proof", "check"),
    "questions": Counter("questions", "of a check, before the solver", "check"),
    "lemmas": Counter("clauses", "about the order of events, derived anew", "check"),
    "moves": Counter("steps", "of views that were checked", "check"),
    "seconds": Counter("seconds", "for the check of a proof", "check"),
    "match_seconds": Counter("seconds", "in comparing states", "simulation"),
}
"""In the order of the document (`docs/engines.md`)."""


def add_proof(counters: Counters, found: Mapping[Name, float]) -> None:
    """What a check has counted, beside what the engine did."""
    counters.update({cast(Name, PROOF + name): value for name, value in found.items()})


def plain(counters: Counters) -> dict[str, float]:
    """For reports, which also have names that are put together."""
    return {str(name): value for name, value in counters.items()}
