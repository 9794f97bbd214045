// The client: runs a command inside an endpoint and returns its exit status.
#pragma once

#include <string>
#include <vector>

namespace lab {

// With the caller's environment and folder.
int enter(const std::string& sockets, const std::string& endpoint, const std::vector<std::string>& command);

// As ssh would: options before the host are ignored, words are joined for a shell, the environment is a login's.
int agent(const std::string& sockets, std::vector<std::string> words);

}  // namespace lab
