"""From the syntax tree of C to automata, one construct per file."""
