// verdict: TRUE
// Tasks behind an interface, owned by unique_ptr, each run by a thread of its own.
#include <cassert>
#include <memory>
#include <thread>

struct Task {
    virtual ~Task() = default;
    virtual void run() = 0;
    int result = 0;
};

struct Double : Task {
    explicit Double(int n) : n(n) {}
    void run() override { result = 2 * n; }
    int n;
};

struct Square : Task {
    explicit Square(int n) : n(n) {}
    void run() override { result = n * n; }
    int n;
};

int main() {
    std::unique_ptr<Task> one = std::make_unique<Double>(5), other = std::make_unique<Square>(3);
    std::thread first([&] { one->run(); }), second([&] { other->run(); });
    first.join();
    second.join();
    assert(one->result == 10 && other->result == 9);
}
