"""The C library: which functions have a model, the models themselves (in C), and the headers."""
