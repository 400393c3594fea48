"""A whole answer as text for people: about one property, several, or one property under every memory model."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.report import text as plain
from threadproof.report.outcome import Conjunction, ModelRow, Repair, RunOutcome


def text(
    whole: RunOutcome, found: Conjunction | None, rows: Sequence[ModelRow], repair: Repair | None, plan: bool, statistics: bool
) -> str:
    """All that comes before the last line."""
    if rows:
        from threadproof.report.fences import repair_text, rows_text

        return "\n".join([rows_text(list(rows)), *(repair_text(row.repair, row.model) for row in rows if row.repair)])
    if found is not None:
        from threadproof.report import conjunction

        return conjunction.text(whole, found, plan, statistics)
    parts = [whole.trace.rstrip("\n"), ""] if whole.trace else []
    parts += [whole.plan] if plan else []
    parts.append(plain.explanation(whole))
    if repair is not None:
        from threadproof.report.fences import repair_text

        parts.append(repair_text(repair, repair.model))
    parts += [plain.statistics(whole)] if statistics else []
    return "\n".join(parts)
