// What network interfaces and adapters of this node have counted since they came up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace rw {

struct Traffic {
    std::string name;  // eth0, or mlx5_0:1 for a port of an adapter
    std::int64_t received_bytes;
    std::int64_t sent_bytes;
};

// Interfaces of this network namespace; /sys/class/net may be another's.
inline std::vector<Traffic> interface_counters(const std::filesystem::path& table_path = "/proc/net/dev") {
    std::vector<Traffic> counted;
    std::ifstream table(table_path);
    for (std::string line; std::getline(table, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos) continue;  // the two lines of the heading
        std::istringstream name(line.substr(0, colon)), numbers(line.substr(colon + 1));
        constexpr int sent_column = 8;
        Traffic traffic{"", 0, 0};
        name >> traffic.name;
        numbers >> traffic.received_bytes;
        for (int column = 1; column <= sent_column; ++column) numbers >> traffic.sent_bytes;
        counted.push_back(traffic);
    }
    return counted;
}

// Ports of RDMA adapters, whose bytes pass by /proc/net/dev. port_*_data count words of four bytes (InfiniBand
// Architecture Specification, PortCounters); adapters without them count bytes under hw_counters (EFA).
inline std::vector<Traffic> adapter_counters(const std::filesystem::path& adapters = "/sys/class/infiniband") {
    namespace fs = std::filesystem;
    const auto number = [](const fs::path& file, std::int64_t& value) {
        std::ifstream text(file);
        return static_cast<bool>(text >> value);
    };
    const auto inside = [](const fs::path& folder) {
        std::vector<fs::path> found;
        std::error_code missing;
        for (const auto& entry : fs::directory_iterator(folder, missing)) found.push_back(entry.path());
        std::ranges::sort(found);
        return found;
    };
    std::vector<Traffic> counted;
    for (const fs::path& adapter : inside(adapters))
        for (const fs::path& port : inside(adapter / "ports")) {
            Traffic traffic{adapter.filename().string() + ":" + port.filename().string(), 0, 0};
            constexpr std::int64_t word_bytes = 4;
            if (number(port / "counters" / "port_rcv_data", traffic.received_bytes) &&
                number(port / "counters" / "port_xmit_data", traffic.sent_bytes)) {
                traffic.received_bytes *= word_bytes;
                traffic.sent_bytes *= word_bytes;
            } else if (!number(port / "hw_counters" / "rx_bytes", traffic.received_bytes) ||
                       !number(port / "hw_counters" / "tx_bytes", traffic.sent_bytes)) {
                continue;
            }
            counted.push_back(traffic);
        }
    return counted;
}

}  // namespace rw
