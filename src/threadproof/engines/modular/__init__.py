"""Thread-modular abstract interpretation: `fixpoint` is the loop, `engine` the answer."""
