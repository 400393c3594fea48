// property: valid-memsafety
// verdict: FALSE
// A struct is assigned to one that overlaps it in part.
struct block { int a[4]; };
union { struct block x; struct { int before; struct block y; } z; } both;

int main(void) {
    struct block *to = &both.x, *from = &both.z.y;
    *to = *from;
    return 0;
}
