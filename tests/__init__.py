"""`unit/` mirrors the sources, `corpus/` holds programs that carry their verdicts, `fuzz/` makes random ones."""
