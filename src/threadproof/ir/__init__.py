"""The intermediate representation: types, hash-consed expressions, operations, automata, their reference semantics."""
