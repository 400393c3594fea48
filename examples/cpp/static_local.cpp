// verdict: TRUE
// The language's own singleton: a variable of a function is initialised once, whoever comes first.
#include <cassert>
#include <thread>

struct Settings {
    Settings() { ++made; }
    static inline int made = 0;
};

Settings &settings() {
    static Settings instance;
    return instance;
}

int main() {
    std::thread other([] { settings(); });
    settings();
    other.join();
    assert(Settings::made == 1);
}
