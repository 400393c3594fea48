// verdict: TRUE
// The same with both locks at once: std::scoped_lock goes back when the second one is taken.
#include <mutex>
#include <thread>

std::mutex left, right;

int main() {
    std::thread other([] { std::scoped_lock both(right, left); });
    { std::scoped_lock both(left, right); }
    other.join();
}
