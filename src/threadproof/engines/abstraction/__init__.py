"""Counterexample-guided abstraction refinement (CEGAR) over explicit control."""
