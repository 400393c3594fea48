// property: unreach-call
// verdict: TRUE
// property: valid-memsafety
// verdict: TRUE
// An interpreter whose instructions are labels; their addresses differ and may be stored.
#include <assert.h>

static int run(const char *code) {
    static void *const operations[] = {&&increase, &&twice, &&end};
    void *last = &&end;
    int value = 0, *place = &value;
    goto *operations[*code++ - '0'];
increase: {
    int next = value + 1;
    place = &next;
    value = *place;
    goto *operations[*code++ - '0'];
}
twice:
    value *= 2;
    goto *operations[*code++ - '0'];
end:
    assert(last == operations[2] && last != operations[0] && last);
    return value;
}

int main(void) {
    assert(run("0012") == 4);
    return 0;
}
