// property: unreach-call
// verdict: UNKNOWN(unsupported: __attribute__((cleanup)) in a function with labels)
// A goto that leaves a block whose variables are cleaned up is not followed.
static void done(int *variable) {
}

int main(void) {
    {
        __attribute__((cleanup(done))) int variable = 1;
        if (variable)
            goto end;
    }
end:
    return 0;
}
