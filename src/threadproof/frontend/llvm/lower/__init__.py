"""From the syntax tree of LLVM's intermediate representation to programs."""
