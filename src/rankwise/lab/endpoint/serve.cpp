#include "serve.hpp"

#include "request.hpp"
#include "system.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <iostream>
#include <list>
#include <optional>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <vector>

namespace lab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto grace = std::chrono::seconds(2);  // between the polite end of an orphaned command and the other one

struct Client {
    Fd socket;
    pid_t command;
    std::optional<Clock::time_point> kill_at;  // set once the client has gone
};

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> found;
    for (auto& word : words) found.push_back(word.data());
    found.push_back(nullptr);
    return found;
}

[[noreturn]] void become(Request& request, const std::array<int, 3>& streams) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setsid();
    for (int target = 0; target < 3; ++target) dup2(streams[static_cast<size_t>(target)], target);
    if (chdir(request.folder.c_str()) != 0) {
        std::cerr
            << "the folder " << request.folder
            << " does not exist inside the lab: /tmp is private there, name what is needed with `lab up --share`\n";
        _exit(126);
    }
    auto argv = pointers(request.command);
    auto env = pointers(request.environment);
    for (const char* entry : env)
        if (entry != nullptr && std::string_view(entry).starts_with("PATH=")) setenv("PATH", entry + 5, 1);
    execvpe(argv[0], argv.data(), env.data());
    std::cerr << "cannot run " << argv[0] << " inside the lab: " << std::strerror(errno) << '\n';
    _exit(127);
}

class Server {
public:
    Server(int listener, int owner) : listener_(listener), owner_(owner) {
        sigset_t handled;
        sigemptyset(&handled);
        for (const int signal : {SIGCHLD, SIGTERM, SIGALRM}) sigaddset(&handled, signal);
        sigprocmask(SIG_BLOCK, &handled, nullptr);
        signals_.reset(check(signalfd(-1, &handled, SFD_CLOEXEC), "signalfd"));
    }

    [[noreturn]] void run() {
        for (;;) {
            std::vector<pollfd> watched{
                {listener_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}, {owner_.get(), POLLIN, 0}};
            for (const auto& client : clients_)
                watched.push_back({client.kill_at ? -1 : client.socket.get(), POLLIN, 0});
            poll(watched.data(), watched.size(), milliseconds_to_wait());
            if (watched[2].revents != 0) hear_owner();
            size_t at = 3;
            for (auto& client : clients_)
                if (watched[at++].revents != 0) take_signal(client);
            if (watched[1].revents != 0) hear_signal();
            if (watched[0].revents != 0) admit();
            for (const auto& client : clients_)
                if (client.kill_at && *client.kill_at <= Clock::now()) kill(-client.command, SIGKILL);
        }
    }

private:
    void hear_owner() {
        char word = 0;
        if (read(owner_.get(), &word, 1) != 1) _exit(1);
        owner_.reset();
    }

    static void take_signal(Client& client) {
        unsigned char signal = 0;
        if (recv(client.socket.get(), &signal, 1, MSG_DONTWAIT) == 1) {
            kill(-client.command, signal);
        } else {
            kill(-client.command, SIGTERM);
            client.kill_at = Clock::now() + grace;
        }
    }

    void hear_signal() {
        signalfd_siginfo info{};
        if (read(signals_.get(), &info, sizeof info) != sizeof info) return;
        if (info.ssi_signo != SIGCHLD) _exit(0);
        int status = 0;
        for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) answer(pid, status);
    }

    void answer(pid_t pid, int status) {
        clients_.remove_if([&](const Client& client) {
            if (client.command != pid) return false;
            const int32_t code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            send(client.socket.get(), &code, sizeof code, MSG_NOSIGNAL);
            return true;
        });
    }

    void admit() {
        Fd socket(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket) return;
        std::array<int, 3> streams{-1, -1, -1};
        try {
            Request request = receive_request(socket.get(), streams);
            const pid_t pid = check(fork(), "fork");
            if (pid == 0) become(request, streams);
            clients_.push_back({std::move(socket), pid, std::nullopt});
        } catch (const std::exception& error) {
            std::cerr << "a request failed: " << error.what() << '\n';
        }
        for (const int fd : streams)
            if (fd >= 0) close(fd);
    }

    [[nodiscard]] int milliseconds_to_wait() const {
        for (const auto& client : clients_)
            if (client.kill_at) return 100;
        return -1;
    }

    Fd listener_;
    Fd owner_;
    Fd signals_;
    std::list<Client> clients_;
};

}  // namespace

void serve(int listener, int owner) { Server(listener, owner).run(); }

}  // namespace lab
