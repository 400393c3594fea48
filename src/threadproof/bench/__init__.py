"""`threadproof bench`: whole sets of tasks with limits, and what comes out of it as CSV, text and a page to look at."""
