// property: valid-memsafety
// verdict: TRUE
// Structs that are apart or the same are assigned to each other.
struct block { int a[4]; };
union { struct block x; struct { struct block y, after; } z; } both;

static void assign(struct block *to, struct block *from) {
    *to = *from;
}

int main(void) {
    struct block other[2] = {{{1, 2, 3, 4}}};
    assign(&both.x, &other[0]);
    assign(&both.x, &both.z.y);
    assign(&both.z.after, &both.x);
    other[1] = other[0];
    both.z.y = both.z.after;
    return 0;
}
