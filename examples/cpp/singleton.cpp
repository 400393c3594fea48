// verdict: TRUE
// Double-checked locking with an atomic pointer.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Settings {
    int level = 3;
};

std::atomic<Settings *> instance;
std::mutex creating;

Settings *settings() {
    Settings *found = instance.load(std::memory_order_acquire);
    if (!found) {
        std::lock_guard lock(creating);
        found = instance.load(std::memory_order_relaxed);
        if (!found) {
            found = new Settings;
            instance.store(found, std::memory_order_release);
        }
    }
    return found;
}

int main() {
    Settings *seen = nullptr;
    std::thread other([&] { seen = settings(); });
    int level = settings()->level;
    other.join();
    assert(level == 3 && seen == settings());
    delete settings();
}
