#include "enter.hpp"

#include "request.hpp"
#include "system.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <sys/socket.h>

namespace lab {

namespace {

volatile int connection = -1;

void forward(int signal) {
    const auto word = static_cast<unsigned char>(signal);
    if (send(connection, &word, 1, MSG_NOSIGNAL) < 0) _exit(128 + signal);
}

int run(const std::string& sockets, const std::string& endpoint, const Request& request) {
    const Fd socket(connect_to(sockets, endpoint));
    connection = socket.get();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) {
        struct sigaction action{};
        action.sa_handler = forward;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
    send_request(socket.get(), request, {0, 1, 2});
    int32_t status = 0;
    if (recv(socket.get(), &status, sizeof status, MSG_WAITALL) != sizeof status)
        throw std::runtime_error("endpoint '" + endpoint + "' ended while the command was running");
    return status;
}

std::string value(const char* name, const char* otherwise) {
    const char* found = std::getenv(name);
    return found != nullptr ? found : otherwise;
}

}  // namespace

int enter(const std::string& sockets, const std::string& endpoint, const std::vector<std::string>& command) {
    Request request{std::filesystem::current_path().string(), command, {}};
    for (char** entry = environ; *entry != nullptr; ++entry) request.environment.emplace_back(*entry);
    return run(sockets, endpoint, request);
}

int agent(const std::string& sockets, std::vector<std::string> words) {
    while (!words.empty() && words.front().starts_with('-')) words.erase(words.begin());
    if (words.size() < 2) throw std::runtime_error("an agent takes HOST COMMAND...");
    std::string line;
    for (size_t i = 1; i < words.size(); ++i) line += (i > 1 ? " " : "") + words[i];
    const std::string home = value("HOME", "/");
    Request request{home, {"/bin/sh", "-c", line}, {}};
    request.environment = {"HOME=" + home, "SHELL=/bin/sh", "USER=" + value("USER", "root"),
                           "LOGNAME=" + value("USER", "root"),
                           "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"};
    // The job's token travels on, so that whoever started the job can find all of its processes; and what was chosen for
    // the job when it was started in the lab, as words NAME=VALUE.
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (std::string_view(*entry).starts_with("RANKWISE_")) request.environment.emplace_back(*entry);
    std::istringstream chosen(value("RANKWISE_LAB_ENV", ""));
    for (std::string word; chosen >> word;) request.environment.push_back(word);
    return run(sockets, words.front(), request);
}

}  // namespace lab
