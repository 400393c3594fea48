// property: valid-memsafety
// verdict: FALSE
// The statement of a for is a block: what one iteration makes is gone in the next.
struct item { struct item *next; int value; };

int main(void) {
    struct item *list = 0;
    for (int i = 0; i < 2; i++) list = &(struct item){ list, i };
    return list->value;
}
