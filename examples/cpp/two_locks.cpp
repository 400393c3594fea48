// verdict: FALSE(no-deadlock)
// Two scoped locks in opposite order.
#include <mutex>
#include <thread>

std::mutex left, right;

int main() {
    std::thread other([] {
        std::scoped_lock first(right);
        std::scoped_lock second(left);
    });
    {
        std::scoped_lock first(left);
        std::scoped_lock second(right);
    }
    other.join();
}
