// Makes an endpoint: its namespaces, its view of the file system, and the first process that holds them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lab {

struct Settings {
    std::string sockets;   // folder of the sockets of the lab
    std::string name;      // of the endpoint and its host name
    std::string hosts;     // file to be seen as /etc/hosts; empty: the machine's own
    std::string new_root;  // empty folder on which to build a root of its own; empty: share the machine's root
    std::vector<std::string> shares;                             // paths that stay visible
    std::vector<std::string> hidden;                             // folders that are empty inside
    std::vector<std::pair<std::string, std::string>> files;      // path inside, path of this machine
    std::vector<int> cpus;                                       // empty: all
    long long clock_offset_s = 0;
    long long shared_memory_bytes = 0;
    long long receive_buffer_bytes = 0;  // largest that TCP may grow by itself; 0: the machine's own
    unsigned lifetime_s = 0;  // 0: for ever
    bool keeper = false;      // holds a lab together: process and user namespaces only, files as outside
    bool user_namespace = false;
    bool forward = false;  // forwards packets between its interfaces
};

// Returns the process id of the endpoint's first process once it serves.
int hold(const Settings& settings);

}  // namespace lab
