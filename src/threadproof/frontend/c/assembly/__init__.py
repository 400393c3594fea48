"""Inline assembly of x86: what a statement consists of, what its instructions do, and what it means that one is not known."""
