// verdict: FALSE(unreach-call)
// A thread object that can still be joined is destroyed: std::terminate.
#include <thread>

int main() {
    bool busy = true;
    std::thread worker([] {});
    if (!busy)
        worker.join();
}
