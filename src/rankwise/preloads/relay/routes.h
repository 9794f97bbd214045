/* The routes of a rank's job, out of its environment. */
#ifndef RANKWISE_RELAY_ROUTES_H
#define RANKWISE_RELAY_ROUTES_H

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "../rank_variables.h"
#include "wire.h"

/* `second` is zero where one forwarder serves. `channel` is the connection to the last one, of process `opened_by`. */
typedef struct {
    in_addr_t source, target;
    Spot first, second;
    int channel;
    pid_t opened_by;
} Route;

enum { OWN_ADDRESSES = 64 };

static Route* routes;
static unsigned route_count;
static in_addr_t own_addresses[OWN_ADDRESSES];
static unsigned own_count;
static uint8_t job_token[TOKEN_BYTES];
static pthread_mutex_t routes_lock = PTHREAD_MUTEX_INITIALIZER;

static inline int relays(void) { return route_count > 0; }

static inline Spot last_of(const Route* route) { return route->second.address ? route->second : route->first; }

static inline Request request_of(uint8_t kind) {
    Request request = {.kind = kind};
    memcpy(request.magic, relay_magic, sizeof relay_magic);
    memcpy(request.token, job_token, TOKEN_BYTES);
    return request;
}

static inline int is_own(in_addr_t address) {
    for (unsigned index = 0; index < own_count; ++index)
        if (own_addresses[index] == address) return 1;
    return 0;
}

static inline Route* route_to(in_addr_t target) {
    for (Route* route = routes; route < routes + route_count; ++route)
        if (route->target == target && is_own(route->source)) return route;
    return NULL;
}

static int read_spot(const char* text, Spot* spot) {
    char address[INET_ADDRSTRLEN] = "";
    const char* port = strchr(text, ':');
    const size_t length = port ? (size_t)(port - text) : 0;
    if (length == 0 || length >= sizeof address) return 0;
    memcpy(address, text, length);
    spot->port = htons((uint16_t)strtoul(port + 1, NULL, 10));
    return inet_pton(AF_INET, address, &spot->address) == 1;
}

/* Of `SOURCE>TARGET=FORWARDER:PORT[,FORWARDER:PORT]`. */
static int read_route(char* text, Route* route) {
    char* target = strchr(text, '>');
    char* first = target ? strchr(target, '=') : NULL;
    if (!target || !first) return 0;
    *target++ = '\0';
    *first++ = '\0';
    char* second = strchr(first, ',');
    if (second) *second++ = '\0';
    const Route fresh = {.channel = -1};
    *route = fresh;
    return inet_pton(AF_INET, text, &route->source) == 1 && inet_pton(AF_INET, target, &route->target) == 1 &&
           read_spot(first, &route->first) && (!second || read_spot(second, &route->second));
}

static void look_at_own_addresses(void) {
    struct ifaddrs* all = NULL;
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs* one = all; one && own_count < OWN_ADDRESSES; one = one->ifa_next)
        if (one->ifa_addr && one->ifa_addr->sa_family == AF_INET)
            own_addresses[own_count++] = ((struct sockaddr_in*)one->ifa_addr)->sin_addr.s_addr;
    freeifaddrs(all);
}

/* Launchers and their daemons load this too, and connect as ever: they are no ranks. */
static int is_rank(void) {
    static const char* const names[] = {RANK_VARIABLES};
    for (unsigned index = 0; index < sizeof names / sizeof *names; ++index)
        if (getenv(names[index])) return 1;
    return 0;
}

__attribute__((constructor)) static void read_routes(void) {
    const char *given = getenv("RANKWISE_RELAY_ROUTES"), *secret = getenv("RANKWISE_RELAY_TOKEN");
    if (!given || !secret || !read_token(secret, job_token) || !is_rank()) return;
    look_at_own_addresses();
    char *text = strdup(given), *rest = NULL;
    for (char* word = text ? strtok_r(text, " ", &rest) : NULL; word; word = strtok_r(NULL, " ", &rest)) {
        Route route;
        if (!read_route(word, &route) || !(is_own(route.source) || is_own(route.target))) continue;
        Route* more = realloc(routes, (route_count + 1) * sizeof *routes);
        if (!more) break;
        routes = more;
        routes[route_count++] = route;
    }
    free(text);
}

#endif
