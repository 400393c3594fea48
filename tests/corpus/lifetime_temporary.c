// property: valid-memsafety
// verdict: FALSE
// A jump out of a full expression ends the values in it that are objects.
struct s {
    int a[2];
};
static struct s make(int i) {
    struct s made = {{i, i}};
    return made;
}
static int *kept;
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += *(i == 2 ? kept : (kept = make(i).a)) + ({
                   if (i < 2)
                       continue;
                   1;
               });
    return sum;
}
