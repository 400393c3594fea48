"""Why a path is impossible, in terms that an abstraction can use."""
