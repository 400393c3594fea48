"""The intermediate representation: types, hash-consed expressions, operations, control-flow automata, and their reference semantics."""
