// verdict: TRUE
// Three threads in a vector, each of which adds to an atomic counter.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
    std::atomic<int> counter{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&counter] { counter.fetch_add(1, std::memory_order_relaxed); });
    for (std::thread &thread : threads)
        thread.join();
    assert(counter == 3);
}
