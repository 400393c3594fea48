"""Explicit scheduler, symbolic threads: `regions` is what is known, `learning` what is learnt, `reduction` who is scheduled."""
