// property: valid-memsafety
// verdict: TRUE
// A compound literal lives as long as the block that it is in.
struct item { struct item *next; int value; };

int main(void) {
    struct item *list = &(struct item){ 0, 1 };
    list = &(struct item){ list, 2 };
    if (list->value == 2) {
        list = &(struct item){ list, 3 };
        while (list->value > 1) list = list->next;
    }
    list = (struct item[]){ { 0, 4 } };
    return list->value != 4;
}
