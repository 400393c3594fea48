// verdict: TRUE
// The last owner deletes, whichever it is; counting owners is atomic, what they share is read only.
#include <cassert>
#include <memory>
#include <thread>

int main() {
    auto number = std::make_shared<int>(3);
    std::thread other([number] { assert(*number == 3); });
    number.reset();
    other.join();
}
