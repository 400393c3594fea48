// verdict: FALSE(no-data-race)
// Double-checked locking with a plain pointer, as it was written before C++11.
#include <mutex>
#include <thread>

struct Settings {
    int level = 3;
};

Settings *instance;
std::mutex creating;

Settings *settings() {
    if (!instance) {
        std::lock_guard lock(creating);
        if (!instance)
            instance = new Settings;
    }
    return instance;
}

int main() {
    std::thread other([] { settings(); });
    settings();
    other.join();
}
