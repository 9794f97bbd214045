// When things go wrong inside MPI: an MPI error is told in MPI's own words, a visit that takes too long is told with
// rank, cell and phase; then the process ends, and with it the launch.
#pragma once

#include <cstdio>
#include <string>

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

#include <mpi.h>

#include "channel.hpp"
#include "clock.hpp"
#include "json.hpp"
#include "leftovers.hpp"

namespace rw {

enum class Phase { idle, preparing, first_call, checking, warming, timing, gathering };

constexpr const char* phase_name(Phase phase) {
    switch (phase) {
        case Phase::idle: return "idle";
        case Phase::preparing: return "preparing";
        case Phase::first_call: return "first call";
        case Phase::checking: return "checking the payload";
        case Phase::warming: return "warming up";
        case Phase::timing: return "timed calls";
        case Phase::gathering: return "gathering times";
    }
    return "?";
}

class Guard {
public:
    static void install(Channel& channel, int rank) {
        self().channel_ = &channel;
        self().rank_ = rank;
        if (simulated) return;  // simulated ranks share one process and its signals
        struct sigaction action{};
        action.sa_handler = overdue;
        sigaction(SIGALRM, &action, nullptr);
    }

    static void report_mpi_errors() {
        MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
        MPI_Comm_create_errhandler(mpi_failed, &handler);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    }

    static void begin(const std::string& cell, double limit_s) {
        char* end = self().cell_;
        for (const char letter : cell.substr(0, sizeof self().cell_ - 1))  // a signal handler cannot escape them
            *end++ = letter < ' ' || letter > '~' || letter == '"' || letter == '\\' ? '?' : letter;
        *end = '\0';
        self().phase_ = Phase::preparing;
        arm(limit_s);
    }
    static void phase(Phase phase) { self().phase_ = phase; }
    static void end() {
        arm(0.0);
        self().phase_ = Phase::idle;
    }

private:
    static Guard& self() {
        static Guard guard;
        return guard;
    }

    static void arm(double limit_s) {
        if (simulated) return;
        itimerval timer{};
        timer.it_value.tv_sec = static_cast<time_t>(limit_s);
        timer.it_value.tv_usec = static_cast<suseconds_t>((limit_s - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
        setitimer(ITIMER_REAL, &timer, nullptr);
    }

    // Signal context: no allocation, only formatting into buffers on the stack and write().
    static void overdue(int) {
        constexpr int status = 86;
        char json[400], text[480], line[480];
        const int size = std::snprintf(json, sizeof json, R"({"t":"stuck","rank":%d,"cell":"%s","phase":"%s"})",
                                       self().rank_, self().cell_, phase_name(self().phase_));
        const std::string_view body(json, static_cast<std::size_t>(size));
        const int length = std::snprintf(text, sizeof text, "\n@rw1 %zu %08x %s\n", body.size(), crc32(body), json);
        const int said = std::snprintf(line, sizeof line, "rankwise-engine: rank %d: %s did not finish in time (%s)\n",
                                       self().rank_, self().cell_, phase_name(self().phase_));
        self().channel_->last_words({text, static_cast<std::size_t>(length)}, {line, static_cast<std::size_t>(said)});
        usleep(others_speak_too_us);
        Leftovers::remove();
        _exit(status);
    }

    static void mpi_failed(MPI_Comm* comm, int* code, ...) {
        char words[MPI_MAX_ERROR_STRING] = "";
        int size = 0;
        MPI_Error_string(*code, words, &size);
        const std::string_view message(words, static_cast<std::size_t>(size));
        const std::string framed = frame(Json()
                                             .field("t", "error")
                                             .field("kind", "mpi")
                                             .field("rank", self().rank_)
                                             .field("cell", self().cell_)
                                             .field("phase", phase_name(self().phase_))
                                             .field("message", message)
                                             .text());
        const std::string line = "rankwise-engine: rank " + std::to_string(self().rank_) + " in " + self().cell_ +
                                 " (" + phase_name(self().phase_) + "): " + std::string(message) + "\n";
        self().channel_->last_words(framed, line);
        if (!simulated) usleep(others_speak_too_us);  // a rank that died first is seen before the launcher ends all
        Leftovers::remove();
        MPI_Abort(*comm, 87);
    }

    // What a rank that ends the job waits before: the first exit makes the launcher kill the rest.
    static constexpr useconds_t others_speak_too_us = 300'000;

    Channel* channel_ = nullptr;
    int rank_ = -1;
    char cell_[96] = "";
    Phase phase_ = Phase::idle;
};

}  // namespace rw
