// What a client asks of an endpoint's first process: a command, its environment, its folder, its three streams.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace lab {

struct Request {
    std::string folder;
    std::vector<std::string> command;
    std::vector<std::string> environment;
};

// The socket of an endpoint, named relative to its folder: socket addresses hold only 108 bytes, paths may be longer.
int connect_to(const std::string& folder, const std::string& name);
int listen_at(const std::string& folder, const std::string& name);

void send_request(int socket, const Request& request, const std::array<int, 3>& streams);

// Reads one request; the streams are open descriptors that the caller owns.
Request receive_request(int socket, std::array<int, 3>& streams);

}  // namespace lab
