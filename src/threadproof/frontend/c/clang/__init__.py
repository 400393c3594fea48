"""libclang, and what its syntax tree says."""
