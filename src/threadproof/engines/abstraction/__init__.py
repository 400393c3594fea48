"""Counterexample-guided abstraction over explicit control."""
