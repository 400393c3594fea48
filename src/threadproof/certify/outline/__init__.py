"""Proof outlines: what holds of each thread where it rests, for any number of threads."""
