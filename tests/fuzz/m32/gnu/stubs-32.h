/* The C library's headers ask for this file when they are used with -m32; it is not there unless a 32-bit C library is installed. */
