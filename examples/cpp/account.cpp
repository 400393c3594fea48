// verdict: TRUE
// Two transfers between accounts, each of which locks both at once: no order of locks to get wrong, no money lost.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
  public:
    explicit Account(int balance) : balance_(balance) {}

    static void transfer(Account &from, Account &to, int amount) {
        std::scoped_lock both(from.mutex_, to.mutex_);
        from.balance_ -= amount;
        to.balance_ += amount;
    }

    int balance() {
        std::lock_guard lock(mutex_);
        return balance_;
    }

  private:
    std::mutex mutex_;
    int balance_;
};

int main() {
    Account one(10), other(20);
    std::thread there([&] { Account::transfer(one, other, 5); });
    std::thread back([&] { Account::transfer(other, one, 7); });
    there.join();
    back.join();
    assert(one.balance() == 12 && other.balance() == 18);
}
