// verdict: FALSE(no-deadlock)
// The waiting thread looks at the flag without the lock, so the notification may come before it waits.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable ready;
std::atomic<bool> done{false};

int main() {
    std::thread waiter([] {
        if (!done) {
            std::unique_lock lock(mutex);
            ready.wait(lock);
        }
    });
    done = true;
    ready.notify_one();
    waiter.join();
}
