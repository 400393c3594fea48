// property: unreach-call
// verdict: ERROR(main)
int helper(void) { return 1; }
