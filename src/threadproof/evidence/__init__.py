"""What an engine hands over beside its verdict: schedules, executions, proofs. Plain data, whoever made it."""
