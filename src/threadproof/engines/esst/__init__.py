"""Explicit scheduler, symbolic threads: `regions` are the abstract states, `learning` refines them, `reduction` chooses
the threads that are scheduled.
"""
