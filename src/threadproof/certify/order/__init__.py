"""Proofs about unrolled programs: clauses about orders, derived again."""
