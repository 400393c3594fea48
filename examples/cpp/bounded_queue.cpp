// verdict: TRUE
// A queue with room for one item; both ends wait for the other.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

template <typename T, int N> class Queue {
  public:
    void push(T item) {
        std::unique_lock lock(mutex_);
        not_full_.wait(lock, [this] { return count_ < N; });
        items_[(first_ + count_++) % N] = item;
        not_empty_.notify_one();
    }

    T pop() {
        std::unique_lock lock(mutex_);
        not_empty_.wait(lock, [this] { return count_ > 0; });
        T item = items_[first_];
        first_ = (first_ + 1) % N;
        --count_;
        not_full_.notify_one();
        return item;
    }

  private:
    std::mutex mutex_;
    std::condition_variable not_full_, not_empty_;
    T items_[N];
    int first_ = 0, count_ = 0;
};

int main() {
    Queue<int, 1> queue;
    std::thread producer([&] {
        queue.push(1);
        queue.push(2);
    });
    int first = queue.pop(), second = queue.pop();
    producer.join();
    assert(first == 1 && second == 2);
}
