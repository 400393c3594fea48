"""`--memory-model all`: the same property under every memory model, strongest first, as one answer.

Each model has its share of the time that is left. The answer as a whole is FALSE if any model violates the property, otherwise
UNKNOWN if any is not decided, otherwise TRUE.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.memory_models import MODELS, SC, is_weak, named
from threadproof.records import replace
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, ModelRow, Repair, RunOutcome
from threadproof.run.ledger import SYNCHRONISATION

Verify = Callable[[Config, float], RunOutcome]  # with this part of the time that is left
Mend = Callable[[Config, RunOutcome, Callable[[], RunOutcome]], Repair]


def verify_all(config: Config, verify: Verify, mend: Mend) -> list[ModelRow]:
    rows: list[ModelRow] = []
    outcomes: dict[str, RunOutcome] = {}
    for number, model in enumerate(MODELS):
        mine = validate(under(config, model))
        outcome = outcomes[model] = verify(mine, 1 / (len(MODELS) - number))
        fences = mend(mine, outcome, lambda: outcomes[SC]) if mine.suggest_fences and outcome.verdict == FALSE else None
        rows.append(ModelRow(model, outcome, fences))
    return rows


def under(config: Config, model: str) -> Config:
    """Without what is only for models with store buffers, where there are none."""
    mine = replace(config, memory_model=model)
    if not is_weak(model):
        mine = replace(mine, fence=(), suggest_fences=False, buffer=Config().buffer)
    return mine


def summary(rows: list[ModelRow]) -> RunOutcome:
    """The answer as a whole."""
    outcomes = {row.model: row.outcome for row in rows}
    for verdict in (FALSE, UNKNOWN):
        found = [model for model, outcome in outcomes.items() if outcome.verdict == verdict]
        if found:
            return replace(outcomes[found[0]], reason="; ".join(f"{model}: {outcomes[model].reason}" for model in found))
    return outcomes[SC]


def race_verdict(config: Config, found: RunOutcome) -> RunOutcome:
    """What interleavings say about data races under another memory model. Every model allows them, so FALSE stays. Where all
    synchronisation is sequentially consistent, a program without data races has no other executions, so TRUE does, too."""
    model = named(config.memory_model).words
    if found.verdict == TRUE and SYNCHRONISATION in found.rests_on:
        reason = (
            f"no interleaving has a data race, but atomics weaker than seq_cst allow other executions under {config.memory_model}"
        )
        return replace(found, verdict=UNKNOWN, reason=reason, checked="", certificate="")
    return replace(found, rests_on={**found.rests_on, "memory model": f"{model}, by way of interleavings"})
