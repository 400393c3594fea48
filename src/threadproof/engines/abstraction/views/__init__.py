"""Proofs for any number of threads."""
