"""Oracle (e): plain enumeration does not refute what `modular` proves for any number of threads; forged outlines do not pass.

The programs are those of `tests/fuzz/loops.py`. Of each property that `modular` shows: plain enumeration must not find a
violation; the certificate must be accepted in a check from scratch; and where the program without one of its locks, waits or
joins has a violation, the certificate, as if it were about that program and changed at random, must not be accepted.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from tests.certificates.mutations import ACCEPTED, CRASHED, OPEN, Content, Judge, mutated
from tests.fuzz.engines import BATCH, ORACLE, Prepared
from tests.fuzz.loops import looping
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.fuzz.tree import Node
from threadproof.certify import certificate
from threadproof.config.options import Config
from threadproof.passes import runner
from threadproof.properties import MEMSAFETY, OVERFLOW, RACE, UNREACH
from threadproof.run.pipeline import Clock, answer, quietly
from threadproof.run.stated_options import stated_config
from threadproof.shrink.debug import shrink

ASKED = (RACE, UNREACH, OVERFLOW, MEMSAFETY)
CHANGES = 4  # of each transplanted certificate
REMOVED = re.compile(r"lock\(|assume|_wait|_join|atomic_exchange|trylock")


def proved(prepared: Prepared, property_: str, seconds: float) -> tuple[str, str]:
    """Verdict of `modular`, or what went wrong, and its certificate."""
    if prepared.trouble:
        return prepared.trouble, ""
    config = Config(engine="modular", property=property_, timeout=seconds, certificate="wanted")
    try:
        found = answer(prepared.program, prepared.file, config, Clock(quietly))
    except Exception as error:  # also a proof that its check refuses
        return f"{type(error).__name__}: {error}", ""
    return found.verdict, found.certificate


def disagreement(tree: Node, seed: int, property_: str, seconds: float) -> str | None:
    """Empty where nothing contradicts a proof, None where there is none."""
    config = Config(engine=ORACLE, property=property_, timeout=seconds)
    text = tree.text()
    prepared = Prepared(text, config)
    verdict, given = proved(prepared, property_, seconds)
    if verdict == "UNKNOWN":
        return None
    if verdict != "TRUE":
        return f"{property_}: modular says {verdict}"
    expected = prepared.verdict(config)
    if expected not in ("TRUE", "UNKNOWN"):
        return f"{property_}: modular says TRUE, {ORACLE} says {expected}"
    return given and judged(text, certificate.read(given), random.Random(f"{seed} {property_}"), config)


def judged(text: str, content: Content, rng: random.Random, config: Config) -> str:
    """What is wrong with the check of a certificate; empty if nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        what, why = Judge(file).judge(content)
        if what != ACCEPTED:
            return "" if what == OPEN else f"{config.property}: a certificate is {what}: {why}"
        lines = text.splitlines()
        places = [number for number, line in enumerate(lines) if REMOVED.search(line) and "extern" not in line and ";" in line]
        if not places:
            return ""
        del lines[rng.choice(places)]
        changed = "\n".join(lines) + "\n"
        if changed.count("{") != changed.count("}") or Prepared(changed, config).verdict(config) != "FALSE":
            return ""
        file.write_text(changed)
        return forged(Judge(file), content, rng, config)


def forged(other: Judge, content: Content, rng: random.Random, config: Config) -> str:
    program = other.lowered(stated_config(content), runner.named(content["passes"]))
    moved = {**content, "program": certificate.fingerprint(program)}
    for number in range(CHANGES):
        made = mutated(moved, rng) if number else moved
        other.put_right(made)
        what, why = other.judge(made)
        if what == CRASHED:
            return f"{config.property}: a changed certificate crashes the check: {why}"
        if what == ACCEPTED and stated_config(made).property == config.property:
            return f"{config.property}: a certificate is accepted for a program with a violation"
    return ""


def check_batch(chosen: list[int], seconds: float, properties: tuple[str, ...] = ()) -> Report:
    """One property of each program, in turn, or those that are given."""
    report = Report()
    for seed in chosen:
        tree = looping(seed)
        for property_ in properties or (ASKED[seed % len(ASKED)],):
            what = disagreement(tree, seed, property_, seconds)
            report.passed += what == ""
            if what is None:
                report.skipped.append(seed)
            elif what:
                report.failures.append(Failure(seed, what))
    return report


def minimise(failure: Failure, seconds: float, budget: int) -> tuple[Node, list[str]] | None:
    property_ = failure.what.partition(":")[0]
    tree = looping(failure.seed)
    if not disagreement(tree, failure.seed, property_, seconds):
        return None
    tree = shrink(tree, lambda t: bool(disagreement(t, failure.seed, property_, seconds)), budget)
    found = Prepared(tree.text(), Config(engine=ORACLE, property=property_)).verdict(Config(engine=ORACLE, property=property_))
    return tree, [f"property: {property_}", f"verdict: {found}", failure.what]


def tasks(seeds: Iterable[int], seconds: float, properties: tuple[str, ...]) -> list[partial[Report]]:
    return [partial(check_batch, batch, seconds, properties) for batch in batches(seeds, BATCH)]
