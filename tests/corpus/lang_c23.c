// property: unreach-call
// verdict: TRUE
// What is new in C23, without an option that says so.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
constexpr int rounds = 2, most = 1'000;
constexpr double half = 0.5;
enum small : unsigned char { one = 1, last = 255 };
struct pair {
    int first, second;
};
static_assert(sizeof(enum small) == 1 && most == 0x3e8);
static atomic_int number;
static _Atomic bool done = false;

[[nodiscard]] static int twice([[maybe_unused]] int, int value) {
    return value * 2;
}

static void *run(void *) {
    for (int i = 0; i < rounds; i++) {
        int old = number;
        while (!atomic_compare_exchange_weak(&number, &old, old + 1))
            ;
    }
    done = true;
    return nullptr;
}

static int chosen(int value) {
    switch (value) {
    case rounds:
        int more = 1;
        value += more;
        [[fallthrough]];
    default:
    }
    return value;
}

int main() {
    pthread_t thread;
    void *result = &thread;
    pthread_create(&thread, nullptr, run, nullptr);
    run(nullptr);
    pthread_join(thread, &result);
    assert(number == 2 * rounds && done && result == nullptr);
    auto mask = 0b101u;
    auto pointer = &mask;
    *pointer += 1;
    struct pair empty = {};
    int values[rounds] = {};
    const int fixed = 3;
    typeof(fixed) same = 4;
    typeof_unqual(fixed) changed = twice(0, same);
    changed++;
    enum small wraps = last;
    wraps++;
    assert(mask == 6 && !empty.second && !values[1] && changed == 9 && wraps == 0 && chosen(2) == 3);
    auto quarter = half / 2;
    assert(quarter == 0.25);
    goto end;
end:
}
