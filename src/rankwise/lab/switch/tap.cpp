#include "tap.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdint>
#include <fcntl.h>
#include <linux/if_tun.h>
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

void set_address(int socket, const std::string& interface, unsigned long what, in_addr address) {
  ifreq request = request_for(interface);
  sockaddr_in value{};
  value.sin_family = AF_INET;
  value.sin_addr = address;
  std::memcpy(&request.ifr_addr, &value, sizeof value);
  check(ioctl(socket, what, &request), "set an address of " + interface);
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

Fd make_tap(int pid, const std::string& interface, const Mac& mac, const std::string& address, int prefix, int mtu) {
  const std::string path = "/proc/" + std::to_string(pid) + "/ns/net";
  const Fd space(check(open(path.c_str(), O_RDONLY | O_CLOEXEC), "open " + path));
  check(setns(space.get(), CLONE_NEWNET), "enter " + path);
  Fd tap(check(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "open /dev/net/tun"));
  ifreq request = request_for(interface);
  request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  check(ioctl(tap.get(), TUNSETIFF, &request), "make the interface " + interface);
  set_large_frames(tap.get(), true);

  const Fd socket(check(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket"));
  request = request_for(interface);
  request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
  std::copy(mac.begin(), mac.end(), request.ifr_hwaddr.sa_data);
  check(ioctl(socket.get(), SIOCSIFHWADDR, &request), "set the hardware address of " + interface);
  request = request_for(interface);
  request.ifr_mtu = mtu;
  check(ioctl(socket.get(), SIOCSIFMTU, &request), "set the MTU of " + interface);
  in_addr own{};
  if (inet_pton(AF_INET, address.c_str(), &own) != 1) throw std::runtime_error("bad address " + address);
  set_address(socket.get(), interface, SIOCSIFADDR, own);
  set_address(socket.get(), interface, SIOCSIFNETMASK, in_addr{htonl(prefix == 0 ? 0 : ~0U << (32 - prefix))});
  request = request_for(interface);
  request.ifr_flags = IFF_UP | IFF_RUNNING | IFF_BROADCAST | IFF_MULTICAST;
  check(ioctl(socket.get(), SIOCSIFFLAGS, &request), "raise " + interface);
  return tap;
}

void set_large_frames(int tap, bool large) {
  const unsigned offload = large ? TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 : TUN_F_CSUM;
  check(ioctl(tap, TUNSETOFFLOAD, offload), "set the offload of an interface");
}

void set_carrier(int tap, bool present) {
  int value = present ? 1 : 0;
  check(ioctl(tap, TUNSETCARRIER, &value), "set the carrier of an interface");
}

}  // namespace lab
