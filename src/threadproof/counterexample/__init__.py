"""From an error path of a lowered program to a schedule that the interpreter follows."""
