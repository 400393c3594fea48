"""What `doctor` lists: everything that was modelled, assumed or not understood; the latter first, with whether it
matters.

A construct that is not supported is a cut in the program (`frontend.c.lower.unsupported`). The front end lowers all functions
here, and goes on after each cut. Points-to says which functions main may call or start as threads, and what is in them
that their entry leads to; whatever is cut elsewhere has no part in any execution.
"""

from __future__ import annotations

from threadproof.analyses.points_to import PointsTo
from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.errors import UnsupportedError
from threadproof.ir import op as ops
from threadproof.ir.program import Note, NoteKind, Program
from threadproof.records import replace
from threadproof.report.outcome import NEVER, Remark
from threadproof.run.loading import load
from threadproof.run.pipeline import Clock, remark


def diagnose(file: str, config: Config, announce: Announce) -> tuple[Remark, ...]:
    with Clock(announce).stage("parse"):
        try:
            program = load(file, config, collect=True)
        except UnsupportedError as error:
            notes = [Note(NoteKind.UNSUPPORTED, error.pos, error.message, "no verdict: the file is refused")]
        else:
            notes = judged(program)
    return tuple(remark(note) for note in sorted(notes, key=lambda note: (note.kind is not NoteKind.UNSUPPORTED, note.pos)))


def judged(program: Program) -> list[Note]:
    """The notes; of what is not supported they say whether an execution may get there."""
    if all(note.kind is not NoteKind.UNSUPPORTED for note in program.notes):
        return program.notes
    edges = (edge for found in PointsTo(program).edges.values() for edge in found)
    reached = {edge.pos for edge in edges if any(isinstance(op, ops.Cut) for op in edge.ops)}
    return [
        replace(note, effect=NEVER) if note.kind is NoteKind.UNSUPPORTED and note.pos not in reached else note
        for note in program.notes
    ]
