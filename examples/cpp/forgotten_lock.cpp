// verdict: FALSE(no-data-race)
// A lock_guard without a name: it is a temporary object, which unlocks at the end of its own line.
#include <mutex>
#include <thread>

std::mutex guard;
int hits;

void hit() {
    std::lock_guard<std::mutex>{guard};
    ++hits;
}

int main() {
    std::thread other(hit);
    hit();
    other.join();
}
