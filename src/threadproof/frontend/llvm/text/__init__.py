"""The textual form of LLVM's intermediate representation: types, tokens, syntax tree, parser."""
