// verdict: FALSE(valid-memsafety)
// A detached thread uses a variable of a function that has returned.
#include <atomic>
#include <thread>

std::atomic<bool> done;

void start() {
    int local = 1;
    std::thread([&local] {
        local = 2;
        done = true;
    }).detach();
}

int main() {
    start();
    while (!done) {
    }
}
