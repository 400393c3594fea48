"""Verify with a witness, then validate it, in this process."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from pathlib import Path

from threadproof.config.options import Config
from threadproof.report.outcome import RunOutcome, Validated
from threadproof.report.witness import refusal, to_witness
from threadproof.run import pipeline
from threadproof.run.pipeline import quietly
from threadproof.run.validator import validated

SECONDS = 60.0
MEMORY = 16000  # MiB: of the whole test process, which has grown before


def verify(file: Path, property_: str, engine: str = "explicit", seconds: float = SECONDS) -> RunOutcome:
    config = Config(property=property_, engine=engine, witness="out", timeout=seconds, memory=MEMORY)
    return pipeline.verify(str(file), config)


def write(outcome: RunOutcome, path: Path) -> str:
    """Why it is not written; empty if it is."""
    why = refusal(outcome, str(path))
    if not why:
        path.write_text(to_witness(outcome, str(path)))
    return why


def validate(file: Path, witness: Path, config: Config | None = None) -> Validated:
    config = replace(config or Config(), timeout=SECONDS, memory=MEMORY)
    return validated(str(file), str(witness), config, quietly, time.monotonic())


def transplant(witness: Path, source: Path, target: Path) -> Path:
    """The same witness, about another program."""
    found = witness.with_name(f"transplanted-{witness.name}")
    text = witness.read_text().replace(
        hashlib.sha256(source.read_bytes()).hexdigest(), hashlib.sha256(target.read_bytes()).hexdigest()
    )
    found.write_text(text.replace(str(source), str(target)))
    return found
