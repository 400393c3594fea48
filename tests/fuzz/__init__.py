"""Random C programs, their oracles (gcc, plain enumeration, other engines), and shrinking of what disagrees. See `__main__`."""
