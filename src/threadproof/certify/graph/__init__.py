"""Inductive invariants as graphs of abstract states: closed, free of errors, and reduced soundly."""
