"""From a file to a checked answer: plans, processes with limits, checks, and what an answer rests on."""
