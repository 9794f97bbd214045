#include "tap.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdint>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace lab {

namespace {

constexpr Mac mac_prefix{0x02, 'r', 'w', 'l', 0, 0};

ifreq request_for(const std::string& interface) {
    ifreq request{};
    if (interface.size() >= sizeof request.ifr_name) throw std::runtime_error("interface name too long: " + interface);
    interface.copy(request.ifr_name, interface.size());
    return request;
}

void enter_network_of(int pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/ns/net";
    const Fd space(check(open(path.c_str(), O_RDONLY | O_CLOEXEC), "open " + path));
    check(setns(space.get(), CLONE_NEWNET), "enter " + path);
}

Fd control_socket() { return Fd(check(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket")); }

sockaddr_in address_of(const std::string& text) {
    sockaddr_in value{};
    value.sin_family = AF_INET;
    if (inet_pton(AF_INET, text.c_str(), &value.sin_addr) != 1) throw std::runtime_error("bad address " + text);
    return value;
}

void set_address(int socket, const std::string& interface, unsigned long what, const sockaddr_in& value) {
    ifreq request = request_for(interface);
    std::memcpy(&request.ifr_addr, &value, sizeof value);
    check(ioctl(socket, what, &request), "set an address of " + interface);
}

// What /sys/class/net/*/speed says. A kernel before 4.20 keeps its own figure, which nothing but a report reads.
void set_speed(int socket, const std::string& interface, uint32_t megabits_per_s) {
    ethtool_cmd settings{};
    settings.cmd = ETHTOOL_SSET;
    settings.duplex = DUPLEX_FULL;
    settings.port = PORT_TP;
    settings.autoneg = AUTONEG_DISABLE;
    ethtool_cmd_speed_set(&settings, megabits_per_s);
    ifreq request = request_for(interface);
    request.ifr_data = reinterpret_cast<char*>(&settings);
    ioctl(socket, SIOCETHTOOL, &request);
}

}  // namespace

Mac mac_of(size_t port) {
    Mac mac = mac_prefix;
    mac[4] = static_cast<unsigned char>(port >> 8U);
    mac[5] = static_cast<unsigned char>(port & 0xffU);
    return mac;
}

size_t port_of(const unsigned char* mac) {
    if (!std::equal(mac_prefix.begin(), mac_prefix.begin() + 4, mac)) return SIZE_MAX;
    return size_t{mac[4]} << 8U | mac[5];
}

Fd make_tap(const Port& port, const Mac& mac) {
    enter_network_of(port.pid);
    const std::string& interface = port.interface;
    Fd tap(check(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "open /dev/net/tun"));
    ifreq request = request_for(interface);
    request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    check(ioctl(tap.get(), TUNSETIFF, &request), "make the interface " + interface);
    set_large_frames(tap.get(), true);

    const Fd socket = control_socket();
    request = request_for(interface);
    request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
    std::copy(mac.begin(), mac.end(), request.ifr_hwaddr.sa_data);
    check(ioctl(socket.get(), SIOCSIFHWADDR, &request), "set the hardware address of " + interface);
    request = request_for(interface);
    request.ifr_mtu = port.mtu;
    check(ioctl(socket.get(), SIOCSIFMTU, &request), "set the MTU of " + interface);
    set_address(socket.get(), interface, SIOCSIFADDR, address_of(port.address));
    sockaddr_in mask = address_of("0.0.0.0");
    mask.sin_addr.s_addr = htonl(port.prefix == 0 ? 0 : ~0U << (32 - port.prefix));
    set_address(socket.get(), interface, SIOCSIFNETMASK, mask);
    if (port.megabits_per_s != 0) set_speed(socket.get(), interface, port.megabits_per_s);
    request = request_for(interface);
    request.ifr_flags = IFF_UP | IFF_RUNNING | IFF_BROADCAST | IFF_MULTICAST;
    check(ioctl(socket.get(), SIOCSIFFLAGS, &request), "raise " + interface);
    return tap;
}

void add_neighbour(const Port& port, const std::string& address, const Mac& mac) {
    enter_network_of(port.pid);
    const sockaddr_in value = address_of(address);
    arpreq request{};
    std::memcpy(&request.arp_pa, &value, sizeof value);
    request.arp_ha.sa_family = ARPHRD_ETHER;
    std::copy(mac.begin(), mac.end(), request.arp_ha.sa_data);
    request.arp_flags = ATF_PERM | ATF_COM;
    port.interface.copy(request.arp_dev, sizeof request.arp_dev - 1);
    check(ioctl(control_socket().get(), SIOCSARP, &request), "add a neighbour on " + port.interface);
}

void set_large_frames(int tap, bool large) {
    const unsigned offload = large ? TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 : TUN_F_CSUM;
    check(ioctl(tap, TUNSETOFFLOAD, offload), "set the offload of an interface");
}

}  // namespace lab
