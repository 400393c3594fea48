"""Proofs by blocks: facts where blocks begin, and no failure on any of their paths."""
