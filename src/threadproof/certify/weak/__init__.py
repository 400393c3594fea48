"""Executions under weak memory models, checked against the axioms."""
