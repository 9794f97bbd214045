// rankwise-lab-endpoint: holds an endpoint of a lab, or runs a command in one.

#include "enter.hpp"
#include "hold.hpp"
#include "pingpong.hpp"
#include "probe.hpp"

#include <iostream>
#include <stdexcept>

namespace {

using Words = std::vector<std::string>;

lab::Settings settings_of(const Words& words) {
    lab::Settings settings;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& option = words[i];
        if (option == "--keeper") settings.keeper = true;
        else if (option == "--user-namespace") settings.user_namespace = true;
        else if (option == "--forward") settings.forward = true;
        else if (i + 1 == words.size()) throw std::runtime_error(option + " needs a value");
        else if (const std::string& value = words[++i]; option == "--sockets") settings.sockets = value;
        else if (option == "--name") settings.name = value;
        else if (option == "--hosts") settings.hosts = value;
        else if (option == "--new-root") settings.new_root = value;
        else if (option == "--share") settings.shares.push_back(value);
        else if (option == "--hide") settings.hidden.push_back(value);
        else if (option == "--cpu") settings.cpus.push_back(std::stoi(value));
        else if (option == "--clock-offset") settings.clock_offset_s = std::stoll(value);
        else if (option == "--shared-memory") settings.shared_memory_bytes = std::stoll(value);
        else if (option == "--receive-buffer") settings.receive_buffer_bytes = std::stoll(value);
        else if (option == "--lifetime") settings.lifetime_s = static_cast<unsigned>(std::stoul(value));
        else if (option == "--file") {
            const size_t equals = value.find('=');
            settings.files.emplace_back(value.substr(0, equals), value.substr(equals + 1));
        } else throw std::runtime_error("unknown option " + option);
    }
    return settings;
}

int run(const Words& words) {
    const std::string verb = words.empty() ? "" : words[0];
    if (verb == "hold") {
        std::cout << lab::hold(settings_of({words.begin() + 1, words.end()})) << std::endl;
        return 0;
    }
    if (verb == "exec" && words.size() > 3) return lab::enter(words[1], words[2], {words.begin() + 3, words.end()});
    if (verb == "agent" && words.size() > 2) return lab::agent(words[1], {words.begin() + 2, words.end()});
    if (verb == "echo" && words.size() == 2) return lab::echo(std::stoi(words[1]));
    if (verb == "probe" && words.size() == 4) return lab::probe(words[1], std::stoi(words[2]), std::stoi(words[3]));
    if (verb == "pong" && words.size() == 2) return lab::pong(std::stoi(words[1]));
    if (verb == "ping" && words.size() == 5)
        return lab::ping(words[1], std::stoi(words[2]), std::stoul(words[3]), std::stoi(words[4]));
    throw std::runtime_error(
        "usage: hold OPTIONS | exec SOCKETS ENDPOINT COMMAND... | agent SOCKETS HOST COMMAND... | "
        "echo PORT | probe ADDRESS PORT COUNT | pong PORT | ping ADDRESS PORT BYTES COUNT");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr << "rankwise lab: " << error.what() << '\n';
        return 125;
    }
}
