// The engine's command line.
#pragma once

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sched.h>

#include "faults.hpp"
#include "rank_variables.h"

namespace rw {

struct Options {
    bool describe = false;
    bool relay = false;   // one job of many commands: rank 0 has the control channel and passes on
    bool probe = false;   // no MPI: answer questions about this node on standard input and output
    bool threads = false;  // ask for MPI_THREAD_MULTIPLE, which slows some libraries down
    std::string control;  // abstract:NAME or tcp:HOST:PORT
    std::string plan;     // a file of commands, where no control channel reaches
    std::string results;  // with a plan: file for frames, empty for standard output
    std::string cpus;     // binding per world rank: "0/1/2-3,5"
    std::string devices;  // "auto" or "0,1": buffers may be on these
    std::string memory = "private";  // where message buffers come from: private or mpi
    Faults faults;

    static Options parse(int argc, char** argv) {
        Options options;
        for (int i = 1; i < argc; ++i) {
            const std::string name = argv[i];
            if (name == "--describe") {
                options.describe = true;
                continue;
            }
            if (name == "--threads") {
                options.threads = true;
                continue;
            }
            if (name == "--probe") {
                options.probe = true;
                continue;
            }
            if (name == "--relay") {
                options.relay = true;
                continue;
            }
            if (i + 1 == argc) throw std::runtime_error(name + " needs a value");
            const std::string value = argv[++i];
            if (name == "--control") options.control = value;
            else if (name == "--plan") options.plan = value;
            else if (name == "--results") options.results = value;
            else if (name == "--cpus") options.cpus = value;
            else if (name == "--devices") options.devices = value;
            else if (name == "--memory") options.memory = value;
            else if (name == "--fault") options.faults.add(value);
            else throw std::runtime_error("unknown option " + name);
        }
        if (!options.describe && !options.probe && !options.relay && options.control.empty() == options.plan.empty())
            throw std::runtime_error(
                "rankwise-engine is started by rankwise: give --control, --plan, --probe or --describe");
        return options;
    }
};

// A number that one of these variables has, -1 where none is set.
inline int number_from_environment(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* text = std::getenv(name)) {
            int number = -1;
            std::from_chars(text, text + std::strlen(text), number);
            return number;
        }
    return -1;
}
// The rank as the launcher's environment tells it before MPI_Init; -1 where no known variable is set.
inline int rank_from_environment() { return number_from_environment({RANK_OR_TASK_VARIABLES}); }
// The same among the ranks of this node; where no variable tells it, the rank itself takes devices in turn as well.
inline int local_rank_from_environment() {
    const int local = number_from_environment({LOCAL_RANK_OR_TASK_VARIABLES});
    return local < 0 ? rank_from_environment() : local;
}

inline int to_cpu(const std::string& text) {
    int cpu = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpu);
    if (error != std::errc{} || end != text.data() + text.size() || cpu < 0 || cpu >= CPU_SETSIZE)
        throw std::runtime_error("'" + text + "' is not a CPU number");
    return cpu;
}

// Binds this process to its part of "0/1/2-3,5" before MPI_Init, so that memory the MPI touches there is near.
inline void bind_to(const std::string& cpus, int rank) {
    if (cpus.empty() || rank < 0) return;
    std::istringstream parts(cpus);
    std::string mine;
    for (int part = 0; part <= rank; ++part)
        if (!std::getline(parts, mine, '/')) return;
    if (mine.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    std::istringstream ranges(mine);
    for (std::string range; std::getline(ranges, range, ',');) {
        const auto dash = range.find('-');
        const int low = to_cpu(range.substr(0, dash));
        const int high = dash == std::string::npos ? low : to_cpu(range.substr(dash + 1));
        for (int cpu = low; cpu <= high; ++cpu) CPU_SET(cpu, &set);
    }
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        throw std::runtime_error("rank " + std::to_string(rank) + " cannot be bound to CPU " + mine +
                                 ": not allowed here (cpuset, affinity of the job) or not online");
}

inline std::vector<int> bound_cpus() {
    cpu_set_t set;
    std::vector<int> cpus;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    return cpus;
}

}  // namespace rw
