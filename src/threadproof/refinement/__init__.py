"""Why a path is infeasible, as a precision that an abstraction can use."""
