"""Block encoding: one configurable analysis, from bounded model checking to predicate abstraction and k-induction."""
