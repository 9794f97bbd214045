/* What a host is called on its IPv4 networks. */
#ifndef RANKWISE_RELAY_ADDRESSES_H
#define RANKWISE_RELAY_ADDRESSES_H

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>

/* Prints `address A/PREFIX` for each. */
static void tell_addresses(void) {
    struct ifaddrs* all = NULL;
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs* one = all; one; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || !one->ifa_netmask) continue;
        char text[INET_ADDRSTRLEN];
        inet_ntop(AF_INET, &((struct sockaddr_in*)one->ifa_addr)->sin_addr, text, sizeof text);
        const unsigned mask = ntohl(((struct sockaddr_in*)one->ifa_netmask)->sin_addr.s_addr);
        printf("address %s/%d\n", text, __builtin_popcount(mask));
    }
    freeifaddrs(all);
    fflush(stdout);
}

#endif
