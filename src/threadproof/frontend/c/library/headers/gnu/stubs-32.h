/* The C library of a 64-bit system refers to this file for 32-bit programs, but often lacks it. It would list functions without use. */
