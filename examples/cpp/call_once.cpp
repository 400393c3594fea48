// verdict: TRUE
// std::call_once: the second thread waits until the first call has returned.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int value;

void prepare() {
    std::call_once(once, [] { value = 42; });
    assert(value == 42);
}

int main() {
    std::thread other(prepare);
    prepare();
    other.join();
}
