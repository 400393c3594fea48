"""Abstract data: what an engine knows about the variables in a node."""
