// property: unreach-call
// verdict: TRUE
// Pragmas and attributes that concern warnings, speed or layout; clang applies the last kind.
#include <assert.h>
#pragma once
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC optimize("O2")
#pragma region types
#pragma pack(push, 1)
struct packed {
    char first;
    int second;
};
#pragma pack(pop)
#pragma endregion
__attribute__((optimize("O3"), noclone, noipa, hot, unused)) static int five(void) {
    return (int)sizeof(struct packed);
}

int main(void) {
    int sum = 0;
#pragma GCC ivdep
    for (int i = 0; i < 3; i++)
        sum += five();
    assert(sum == 15);
    return 0;
}
