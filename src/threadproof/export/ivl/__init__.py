"""Programs as IVL: text that the IVL front end reads back as the same program (docs/language.md, The core)."""

from threadproof.export.ivl.program import program_ivl

__all__ = ["program_ivl"]
