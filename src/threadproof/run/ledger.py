"""What a verdict rests on: everything that was decided about the meaning of the program, and what became of the check.

TRUE holds for all executions as this list describes them; FALSE was replayed under the same description. A run that meets a
bound is UNKNOWN, so TRUE says that none was met; of FALSE one execution is all there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.config.engines import ENGINES
from threadproof.config.options import OPTIONS, Config
from threadproof.memory_models import named
from threadproof.report.outcome import FALSE, NO_PROOF, REPLAYED, TRUE, UNKNOWN, Remark

ASSERTIONS = "assertions"  # the entry for programs that have none
SYNCHRONISATION = "synchronisation"  # the entry for atomics that are less than sequentially consistent


SCOPES = {"report": "", "stop": "up to undefined behaviour", "ignore": "up to undefined behaviour that x86-64 does not define"}
"""What TRUE is about, by `--undefined`."""


def ledger(
    verdict: str,
    config: Config,
    scheduler: str,
    data_model: str,
    remarks: Sequence[Remark],
    checked: str,
    counters: Mapping[str, float] | None = None,
) -> dict[str, str]:
    """Entries by name, in the order in which they are shown."""
    outside = [f"{remark.what}: {remark.effect}" for remark in remarks if remark.kind in ("assumed", "approximated")]
    found = {
        "property": config.property,
        "data model": data_model,
        "scheduler": scheduler,
        "memory model": _memory_model(config, scheduler),
        "bounds": _bounds(verdict, config, counters or {}),
        "wake-ups": "also for no reason" if config.spurious == "on" else "only when signalled",
        "memory": "allocation never fails",
        "external functions": "; ".join(outside) or "none",
        "method": " ".join([config.engine, *_chosen(config)]),
        "check": {REPLAYED: "the schedule was replayed on the reference interpreter", NO_PROOF: "none"}.get(checked, checked),
    }
    if SCOPES[config.undefined]:
        found["undefined behaviour"] = f"executions are followed {SCOPES[config.undefined]}"
    if config.project is not None and config.project.origin:
        found["program"] = config.project.origin
    if config.configuration:
        found["configuration"] = config.configuration
    if options := config.spoken(data_model):
        found["options"] = " ".join(options)
    if verdict == UNKNOWN:
        del found["check"]
    if scheduler != "preemptive":
        del found["wake-ups"], found["memory"]
    return found


def _memory_model(config: Config, scheduler: str) -> str:
    if scheduler != "preemptive":
        return "one thread at a time"
    return named(config.memory_model).words


def _bounds(verdict: str, config: Config, counters: Mapping[str, float]) -> str:
    if verdict == FALSE:
        return "one execution shows it"
    if verdict == TRUE and any(row.modular for row in ENGINES if row.name == config.engine):
        return "none: any number of threads"
    depth = f", calls nested {config.unwind} deep" if config.unwind else ""
    threads = int(counters.get("thread_limit", config.threads or 64))  # see `analyses.thread_bounds`
    allowed = f"{threads} thread{'' if threads == 1 else 's'}{depth}"
    return f"none was met ({allowed})" if verdict == TRUE else allowed


def _chosen(config: Config) -> list[str]:
    """Options of the engine that are not the default."""
    rows = [option for option in OPTIONS if config.engine in option.engines]
    return [f"{o.flag} {getattr(config, o.attribute)}" for o in rows if getattr(config, o.attribute) != o.default]
