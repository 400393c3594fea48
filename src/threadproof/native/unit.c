#include "runtime.h"

#include "script.c"

#include "runtime.c"

#include "hooks.c"
#include "library.c"

#include "c11.c"
#include "verifier.c"
