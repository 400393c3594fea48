"""No answer goes unchecked: counterexamples are replayed by plain independent code before anyone sees them."""
