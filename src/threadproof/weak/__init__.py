"""Memory models other than sequential consistency, as transformations of a program and as axioms."""
