"""No answer goes unchecked: counterexamples are replayed by plain independent code before they are shown."""
