// Bytes of interfaces and of adapters' ports, from files as the kernel writes them.
#include "counters.hpp"
#include "expect.hpp"

#include <unistd.h>

namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

}  // namespace

int main() {
    const fs::path root = fs::temp_directory_path() / ("rankwise-counters-" + std::to_string(getpid()));
    put(root / "dev",
        "Inter-|   Receive                                                |  Transmit\n"
        " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs\n"
        "  eth0:1234567 11 0 0 0 0 0 0 7654321 12 0\n");
    const auto interfaces = rw::interface_counters(root / "dev");
    expect(interfaces.size() == 1 && interfaces[0].name == "eth0", "one interface, its headings left out");
    expect(interfaces[0].received_bytes == 1234567 && interfaces[0].sent_bytes == 7654321, "its bytes both ways");

    const fs::path adapters = root / "infiniband";
    put(adapters / "mlx5_0/ports/1/counters/port_rcv_data", "1000\n");
    put(adapters / "mlx5_0/ports/1/counters/port_xmit_data", "2000\n");
    put(adapters / "efa_0/ports/1/hw_counters/rx_bytes", "500\n");
    put(adapters / "efa_0/ports/1/hw_counters/tx_bytes", "600\n");
    put(adapters / "old_0/ports/1/state", "4: ACTIVE\n");
    const auto ports = rw::adapter_counters(adapters);
    expect(ports.size() == 2, "a port that counts nothing is left out");
    expect(ports[0].name == "efa_0:1" && ports[0].received_bytes == 500 && ports[0].sent_bytes == 600, "EFA: bytes");
    expect(ports[1].name == "mlx5_0:1" && ports[1].received_bytes == 4000 && ports[1].sent_bytes == 8000,
           "InfiniBand: words of four bytes");
    expect(rw::adapter_counters(root / "nothing").empty(), "no adapters, no counters");
    fs::remove_all(root);
    return failures == 0 ? 0 : 1;
}
