// rankwise-engine: a server of cells. Each rank sleeps until the tool names a visit that it takes part in.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include <mpi.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "channel.hpp"
#include "clock.hpp"
#include "clocksync.hpp"
#include "connect.hpp"
#include "cuda.hpp"
#include "guard.hpp"
#include "held.hpp"
#include "kernel.hpp"
#include "leftovers.hpp"
#include "nap.hpp"
#include "options.hpp"
#include "probe.hpp"
#include "relay.hpp"
#include "visit.hpp"

namespace rw {
namespace {

class Server {
public:
    Server(Channel& channel, Relay* relay, Clock& clock, const Faults& faults, const Allocator& memory, int rank)
        : channel_(channel), relay_(relay), clock_(clock), faults_(faults), rank_(rank), work_(memory) {}

    // Obeys until there is nothing more to do.
    void serve() {
        while (const auto line = relay_ ? std::optional(relay_->next_line()) : channel_.next_line()) {
            if (*line == "quit") break;
            if (line->empty()) continue;
            const Command command = Command::parse(*line);
            const bool more = command.number<int>("more", 0) != 0;
            channel_.hold();
            const bool took_part = obey(command);
            if (more) continue;  // nobody is woken between visits that were asked together
            if (took_part) say_done(command.number<int>("id", 0));
            if (relay_) relay_->deliver();
            else channel_.release();
            if (!relay_ && !channel_.interactive()) turnstile();
        }
    }

private:
    // False when this rank has no part in it.
    bool obey(const Command& command) {
        if (!takes_part(command)) return false;
        const std::string cell = command.name("cell", command.verb);
        Guard::begin(cell, command.number<double>("limit_s", 60.0));
        faults_.strike(rank_, cell);
        if (command.verb == "visit") {
            Visit visit(command, rank_, comms_, clock_, memory_[cell], pools_, work_, faults_);
            if (const auto result = visit.run()) channel_.send(*result);
        } else if (command.verb == "connect") {
            if (const std::string result = connect_peers(command, clock_, rank_); !result.empty())
                channel_.send(result);
        } else if (command.verb == "held") {
            channel_.send(say_held(command.number<int>("id", 0), rank_));
        } else if (command.verb == "sync") {
            synchronise(clock_, clock_points_, MPI_COMM_WORLD, domain_number(command));
            MPI_Barrier(MPI_COMM_WORLD);
        } else {
            throw std::runtime_error("unknown command: " + command.verb);
        }
        Guard::end();
        return true;
    }

    // Without a channel that wakes only who is needed, all ranks step through the plan together; those that take no
    // part in a step sleep between looks.
    static void turnstile() {
        if (simulated) {  // waiting costs nothing there, and looking again and again would
            MPI_Barrier(MPI_COMM_WORLD);
            return;
        }
        MPI_Request everyone = MPI_REQUEST_NULL;
        MPI_Ibarrier(MPI_COMM_WORLD, &everyone);
        nap_until_done(everyone);
    }

    void say_done(int id) const {
        const std::int64_t local_ns = clock_.local_ns();
        const std::int64_t global_ns = clock_.global_ns(local_ns);
        Json json;
        json.field("t", "done").field("visit", id).field("rank", rank_);
        json.field("clock_error", clock_.error_s(local_ns)).field("clock_offset_ns", local_ns - global_ns);
        if (clock_.planted())  // the truth is known, where the reference rank's own clock was left alone
            json.field("clock_miss", static_cast<double>(global_ns - clock_.unplanted_ns(local_ns)) * 1e-9);
        channel_.send(json.text());
    }

    [[nodiscard]] bool takes_part(const Command& command) const {
        if (command.verb == "sync") return true;
        const auto within = [this](const Ranks& group) { return std::ranges::find(group, rank_) != group.end(); };
        return std::ranges::any_of(command.groups(), within) ||
               std::ranges::any_of(command.groups("load_groups"), within);
    }

    // "domains=0,0,1": the tool has seen which ranks share a clock. Without it, equal texts of the ranks are counted.
    [[nodiscard]] int domain_number(const Command& command) const {
        std::istringstream list(command.text("domains"));
        std::string word;
        for (int rank = 0; std::getline(list, word, ','); ++rank)
            if (rank == rank_) return std::stoi(word);
        return static_cast<int>(crc32(clock_.domain()) & 0x7FFFFFFFu);
    }

    Channel& channel_;
    Relay* relay_;  // where the tool reaches rank 0 alone
    Clock& clock_;
    const Faults& faults_;
    int rank_;
    std::vector<OffsetBound> clock_points_;
    Communicators comms_;
    std::map<std::string, CellMemory> memory_;
    Pools pools_;
    Work work_;
};

std::string hostname() {
    char name[256] = "?";
    gethostname(name, sizeof name - 1);
    return name;
}

void say_ready(Channel& channel, const Clock& clock, int rank, int size, double init_s, std::int64_t rss_before_bytes) {
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(library, &length);
    utsname machine{};
    uname(&machine);
    const auto cpus = bound_cpus();
    Json facts;
    facts.field("rank", rank)
        .field("host", hostname())
        .field("pid", static_cast<int>(getpid()))
        .array<int>("cpus", cpus)
        .field("init_s", init_s)
        .field("rss_before_init_bytes", rss_before_bytes)
        .field("rss_after_init_bytes", resident_bytes())
        .field("clock_read_s", simulated ? 0.0 : clock.read_cost_s())
        .field("arch", machine.machine)
        .field("clock_domain", clock.domain());
    channel.send(Json()
                     .field("t", "ready")
                     .field("size", size)
                     .object("facts", facts)
                     .field("library", rank == 0 ? library : "")
                     .text());
}

// Of commands and frames: `PROTOCOL` of frames.py, where it is told when to raise it.
constexpr int protocol = 2;

#define RANKWISE_TEXT_OF(word) #word
#define RANKWISE_TEXT(word) RANKWISE_TEXT_OF(word)
#ifdef RANKWISE_SOURCE
constexpr const char* source = RANKWISE_TEXT(RANKWISE_SOURCE);  // hash of the source, from who builds it
#else
constexpr const char* source = "";
#endif

Channel channel_of(const Options& options) {
    if (!options.plan.empty()) return Channel::from_plan(options.plan, options.results);
    if (options.control.empty()) return Channel::through_others();
    return Channel::to_tool(options.control);
}

void serve(const Options& options) {
    const Allocator& memory = memory_named(options.memory);
    const int guess = rank_from_environment();
    bind_to(options.cpus, guess);
    if (!options.devices.empty()) Cuda::open(options.devices, local_rank_from_environment());
    Channel channel = channel_of(options);
    signal(SIGPIPE, SIG_IGN);  // a tool that is gone is seen at the next read
    const char* secret = std::getenv("RANKWISE_SECRET");
    if (channel.interactive())
        channel.introduce(Json()
                              .field("t", "hello")
                              .field("guess", guess)
                              .field("host", hostname())
                              .field("pid", static_cast<int>(getpid()))
                              .field("protocol", protocol)
                              .field("source", source)
                              .text(),
                          secret ? secret : "");
    Clock clock;
    const std::int64_t rss_before_bytes = resident_bytes();
#ifdef RANKWISE_SIMULATED
    const std::int64_t begin_ns = 0;  // SMPI has no clock before MPI_Init
#else
    const std::int64_t begin_ns = clock.local_ns();
#endif
    int level = MPI_THREAD_SINGLE;
    if (options.threads) MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
    else MPI_Init(nullptr, nullptr);
    const double init_s = static_cast<double>(clock.local_ns() - begin_ns) * 1e-9;
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (guess != rank) bind_to(options.cpus, rank);  // a variable of an outer job may name another rank
    options.faults.distort(clock, rank);
    Guard::install(channel, rank);
    Guard::report_mpi_errors();
    std::optional<Relay> relay;
    if (options.relay) relay.emplace(channel);
    say_ready(channel, clock, rank, size, init_s, rss_before_bytes);
    if (relay) relay->deliver();
    Server(channel, relay ? &*relay : nullptr, clock, options.faults, memory, rank)
        .serve();  // its buffers may be the library's: gone before the end
    relay.reset();
    MPI_Finalize();
}

constexpr int failed_status = 88;

void say(const std::exception& error) { std::fprintf(stderr, "rankwise-engine: %s\n", error.what()); }

// A rank that cannot go on takes the launch with it. Before MPI_Init others may be waiting for it there, and Hydra lets
// them wait for ever for a rank that only exits. It goes there too: where the tool is gone all leave together and in
// order, otherwise the alarm ends it, and every launcher minds that from then on.
int serve_or_end(const Options& options) {
    const Leftovers removed_without_finalize;
    try {
        serve(options);
        return 0;
    } catch (const std::exception& error) {
        constexpr unsigned others_leave_too_s = 5;
        say(error);
        int initialized = 0;
        MPI_Initialized(&initialized);
        if (initialized != 0) {
            Leftovers::remove();
            MPI_Abort(MPI_COMM_WORLD, failed_status);
            return failed_status;  // MPICH 5 was seen to come back where another rank aborts as well
        }
        MPI_Init(nullptr, nullptr);
        alarm(others_leave_too_s);
        MPI_Finalize();
        return failed_status;
    }
}

int run(int argc, char** argv) {
    const Options options = Options::parse(argc, argv);
    if (options.describe) {
        if (!options.devices.empty()) Cuda::open(options.devices, 0);
        std::puts(describe_kernels().c_str());
        return 0;
    }
    return options.probe ? Probe().serve() : serve_or_end(options);
}

}  // namespace
}  // namespace rw

int main(int argc, char** argv) {
    try {
        return rw::run(argc, argv);
    } catch (const std::exception& error) {
        rw::say(error);
        return rw::failed_status;
    }
}
