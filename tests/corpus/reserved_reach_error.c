// property: unreach-call
// verdict: FALSE
// The built-in meaning counts, whatever the body.
void reach_error(void) {}

int main(void) {
    reach_error();
    return 0;
}
