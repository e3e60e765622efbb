// Runs a scenario and prints the number of its state: the same as `navigant run NAME --steps N` prints. C++11.
// scenario NAME STEPS THREADS
#include <navigant.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(NavStatus status) {
    if (status != NAV_STATUS_OK) {
        throw std::runtime_error(nav_last_error());
    }
}

/// A simulation that frees itself.
class Simulation {
public:
    explicit Simulation(const std::string &name) : simulation_() { check(nav_simulation_open(name.c_str(), &simulation_)); }
    ~Simulation() { nav_simulation_free(simulation_); }
    Simulation(const Simulation &) = delete;
    Simulation &operator=(const Simulation &) = delete;

    void step(std::uint32_t steps) { check(nav_simulation_step(simulation_, steps)); }

    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        check(nav_simulation_hash(simulation_, &hash));
        return hash;
    }

    std::vector<NavPoint> positions() const {
        std::size_t count = 0;
        nav_simulation_positions(simulation_, nullptr, 0, 0, &count);
        std::vector<NavPoint> points(count);
        check(nav_simulation_positions(simulation_, points.data(), points.size(), 0, &count));
        return points;
    }

private:
    NavSimulation simulation_;
};

}  // namespace

int main(int argc, char **argv) {
    try {
        check(nav_set_threads(argc > 3 ? static_cast<std::uint32_t>(std::atoi(argv[3])) : 0));
        Simulation simulation(argc > 1 ? argv[1] : "bottleneck");
        simulation.step(argc > 2 ? static_cast<std::uint32_t>(std::atoi(argv[2])) : 300);
        std::printf("%zu agents, state %016" PRIx64 "\n", simulation.positions().size(), simulation.hash());
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return nav_stop_threads() == NAV_STATUS_OK ? 0 : 1;
}
