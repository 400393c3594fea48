#include "runtime.h"

#include "runtime.c"

#include "hooks.c"
#include "library.c"
#include "verifier.c"
