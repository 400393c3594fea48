"""Functions of the C library that have no model, but a definite meaning: to let them return anything would invent failures, and
to let them do nothing would hide some. So executions that call one are not explored, and the verdict is not TRUE.
"""

from __future__ import annotations

_MATHEMATICS = """
acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 frexp ilogb ldexp log log10 log1p log2 logb
modf scalbn scalbln cbrt hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc
fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma fabs sincos
isnan isinf finite isfinite isnormal signbit fpclassify __isnan __isinf __finite __fpclassify __signbit
isgreater isgreaterequal isless islessequal islessgreater isunordered
"""
_OTHERS = """
stpncpy index rindex explicit_bzero strverscmp a64l l64a htonl htons ntohl ntohs
mktime timegm gmtime gmtime_r localtime localtime_r asctime ctime strftime
memrchr memmem memccpy strlcpy strlcat strchrnul rawmemchr strcasestr strsep strxfrm swab
wcslen wcscpy wcsncpy wcscat wcsncat wcscmp wcsncmp wcschr wcsrchr wcsstr wmemcpy wmemmove wmemset wmemcmp wmemchr
strtof strtold strtoimax strtoumax imaxdiv mblen mbtowc wctomb mbstowcs wcstombs qsort_r lfind lsearch
iswalpha iswdigit iswalnum iswspace iswupper iswlower towupper towlower
sem_clockwait
"""


def _words(text: str) -> list[str]:
    return text.split()


_NAMES = frozenset([name + suffix for name in _words(_MATHEMATICS) for suffix in ("", "f", "l")] + _words(_OTHERS))


def is_definite(name: str) -> bool:
    """Also whatever else POSIX threads have: it may wait for another thread."""
    return name in _NAMES or name.startswith("pthread_")
