"""What an engine hands over beside its verdict: schedules, executions, proofs. Plain data, independent of the engine
that made it.
"""
