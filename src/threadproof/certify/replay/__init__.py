"""Counterexamples: followed on the reference interpreter, and told with few context switches."""
