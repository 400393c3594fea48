"""Proofs for any number of threads, by what every two of them may be."""
