// verdict: FALSE(unreach-call)
// Atomic loads and stores do not make an atomic increment.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

void increment() { counter = counter + 1; }

int main() {
    std::thread other(increment);
    increment();
    other.join();
    assert(counter == 2);
}
