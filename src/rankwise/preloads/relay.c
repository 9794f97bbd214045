/* Preload: connections between ranks whose direct path is bad go through forwarders (relay/forwarder.c).
 *
 * RANKWISE_RELAY_ROUTES holds `SOURCE>TARGET=FORWARDER:PORT[,FORWARDER:PORT] ...` by IPv4 address, each pair in both
 * orders, for a TCP connection carries both directions. RANKWISE_RELAY_TOKEN is the job's. A rank tells the last
 * forwarder of a route where it listens; only there is anything relayed to. It connects to the first, and shows its
 * MPI the address that was meant: to Open MPI a connection from an address that it does not expect is none.
 * A forwarder that does not answer is told on standard error, and the connection made directly.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "relay/wire.h"
#include "relay/ask.h"
#include "relay/routes.h"
#include "relay/shown.h"

typedef int Name(int file, struct sockaddr* at, socklen_t* length);
typedef int Connect(int file, const struct sockaddr* to, socklen_t length);
typedef int Accept4(int file, struct sockaddr* from, socklen_t* length, int flags);
typedef int Listen(int file, int backlog);

static void (*real(const char* name))(void) {
    union {
        void* object;
        void (*function)(void);
    } found = {dlsym(RTLD_NEXT, name)}; /* ISO C knows no cast from one to the other; POSIX says they are alike */
    return found.function;
}

static int real_connect(int file, const struct sockaddr* to, socklen_t length) {
    return ((Connect*)real("connect"))(file, to, length);
}

static int real_getpeername(int file, struct sockaddr* at, socklen_t* length) {
    return ((Name*)real("getpeername"))(file, at, length);
}

static int plain_getsockname(int file, struct sockaddr* at, socklen_t* length) { return getsockname(file, at, length); }

/* How long a forwarder may take to answer. It needs no rank for that, so this is the time of a few messages. */
enum { LIMIT_MS = 5000 };

static void tell_direct(Spot forwarder, Spot target, const char* why) {
    char there[INET_ADDRSTRLEN], to[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &forwarder.address, there, sizeof there);
    inet_ntop(AF_INET, &target.address, to, sizeof to);
    fprintf(stderr, "rankwise relay: %s %s, so this rank connects to %s directly\n", there, why, to);
}

static int is_tcp(int file) {
    int kind = 0, family = 0;
    socklen_t length = sizeof kind;
    if (getsockopt(file, SOL_SOCKET, SO_TYPE, &kind, &length) != 0 || kind != SOCK_STREAM) return 0;
    length = sizeof family;
    return getsockopt(file, SOL_SOCKET, SO_DOMAIN, &family, &length) == 0 && family == AF_INET;
}

static Spot end_of(int file, Name* which) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t length = sizeof at;
    if (which(file, (struct sockaddr*)&at, &length) != 0) at.sin_addr.s_addr = 0;
    return spot_of(&at);
}

/* Brings a socket back to where it was before it connected. */
static void disconnect(int file) {
    const struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    real_connect(file, &nowhere, sizeof nowhere);
}

/* Whether the forwarders of a route have made this socket the one to `target`. It is not blocking here. */
static int is_relayed(int file, const Route* route, Spot target) {
    const struct sockaddr_in first = socket_address(route->first);
    const long long until = deadline_ms(LIMIT_MS);
    if ((real_connect(file, (const struct sockaddr*)&first, sizeof first) != 0 && errno != EINPROGRESS) ||
        !is_connected(file, until)) {
        tell_direct(route->first, target, "does not answer");
        return 0;
    }
    Request request = request_of(CONNECT);
    request.source = end_of(file, plain_getsockname);
    request.target = target;
    request.next = route->second;
    Reply reply;
    if (!ask(file, &request, &reply, until)) tell_direct(route->first, target, "ended in the middle");
    else if (reply.status == UNREACHABLE) tell_direct(route->first, target, "reaches no further");
    else if (reply.status == YES) return 1;
    return 0; /* a port that no rank has announced is nobody's business but the program's */
}

static int connect_by(int file, const Route* route, Spot target) {
    const int flags = fcntl(file, F_GETFL), on = 1;
    fcntl(file, F_SETFL, flags | O_NONBLOCK);
    const int relayed = is_relayed(file, route, target);
    if (relayed) {
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* what waits here waits twice */
        show(end_of(file, real_getpeername), end_of(file, plain_getsockname).port, target);
    } else disconnect(file);
    fcntl(file, F_SETFL, flags);
    return relayed;
}

int connect(int file, __CONST_SOCKADDR_ARG given, socklen_t length) {
    const struct sockaddr* to = given.__sockaddr__;
    const struct sockaddr_in* meant = given.__sockaddr_in__;
    if (!relays() || length < sizeof *meant || meant->sin_family != AF_INET || !is_tcp(file))
        return real_connect(file, to, length);
    const Route* route = route_to(meant->sin_addr.s_addr);
    if (!route || end_of(file, real_getpeername).address != 0) return real_connect(file, to, length);
    if (!connect_by(file, route, spot_of(meant))) return real_connect(file, to, length);
    if (!(fcntl(file, F_GETFL) & O_NONBLOCK)) return 0;
    errno = EINPROGRESS; /* what the caller expects: it will find the socket writable and without an error */
    return -1;
}

static Spot listening[64]; /* what this rank has announced, under routes_lock */
static unsigned listening_count;

/* A forwarder forgets what was announced on a connection that ended. */
static int announce_again(const Route* route) {
    for (unsigned index = 0; index < listening_count; ++index) {
        if (listening[index].address != route->target) continue;
        Request request = request_of(ANNOUNCE);
        Reply reply;
        request.target = listening[index];
        if (!ask(route->channel, &request, &reply, deadline_ms(LIMIT_MS))) return 0;
    }
    return 1;
}

/* The connection on which a rank announces its ports to a forwarder, and asks who comes from there. */
static int channel_to(Route* route) {
    if (route->channel >= 0 && route->opened_by == getpid()) return route->channel;
    const struct sockaddr_in there = socket_address(last_of(route));
    const int on = 1;
    route->channel = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    route->opened_by = getpid();
    if (route->channel < 0) return -1;
    if ((real_connect(route->channel, (const struct sockaddr*)&there, sizeof there) == 0 || errno == EINPROGRESS) &&
        is_connected(route->channel, deadline_ms(LIMIT_MS))) {
        setsockopt(route->channel, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (announce_again(route)) return route->channel;
    }
    close(route->channel);
    return route->channel = -1;
}

static int ask_last(Route* route, const Request* request, Reply* reply) {
    pthread_mutex_lock(&routes_lock);
    const int channel = channel_to(route);
    const int answered = channel >= 0 && ask(channel, request, reply, deadline_ms(LIMIT_MS));
    if (!answered && channel >= 0) {
        close(channel);
        route->channel = -1;
    }
    pthread_mutex_unlock(&routes_lock);
    return answered && reply->status == YES;
}

int listen(int file, int backlog) {
    const int done = ((Listen*)real("listen"))(file, backlog);
    if (done != 0 || !relays() || !is_tcp(file)) return done;
    const Spot at = end_of(file, plain_getsockname);
    Request request = request_of(ANNOUNCE);
    Reply reply;
    for (Route* route = routes; route < routes + route_count; ++route) {
        if (!is_own(route->target) || (at.address != 0 && at.address != route->target)) continue;
        request.target.address = route->target;
        request.target.port = at.port;
        ask_last(route, &request, &reply); /* one that does not hear it has nobody connect: directly then */
        pthread_mutex_lock(&routes_lock);
        if (listening_count < sizeof listening / sizeof *listening) listening[listening_count++] = request.target;
        pthread_mutex_unlock(&routes_lock);
    }
    return done;
}

/* What an accepted connection's peer is to the program: who meant it, where it came by a forwarder. */
static void find_out(int file) {
    const Spot from = end_of(file, real_getpeername), here = end_of(file, plain_getsockname);
    Request request = request_of(WHO);
    request.source.port = from.port;
    request.target = here;
    for (Route* route = routes; route < routes + route_count; ++route) {
        Reply reply;
        if (route->target != here.address || last_of(route).address != from.address) continue;
        if (!ask_last(route, &request, &reply)) continue;
        show(from, here.port, reply.spot);
        return;
    }
    hide(from, here.port);
}

static int accepted(int file, struct sockaddr* from, socklen_t* length, socklen_t room) {
    if (file < 0 || !relays() || !is_tcp(file)) return file;
    const int before = errno;
    find_out(file);
    if (from && length) {
        *length = room;
        getpeername(file, from, length);
    }
    errno = before;
    return file;
}

int accept4(int file, __SOCKADDR_ARG given, socklen_t* length, int flags) {
    struct sockaddr* from = given.__sockaddr__;
    const socklen_t room = length ? *length : 0;
    return accepted(((Accept4*)real("accept4"))(file, from, length, flags), from, length, room);
}

int accept(int file, __SOCKADDR_ARG given, socklen_t* length) {
    struct sockaddr* from = given.__sockaddr__;
    const socklen_t room = length ? *length : 0;
    return accepted(((Name*)real("accept"))(file, from, length), from, length, room);
}

int getpeername(int file, __SOCKADDR_ARG given, socklen_t* length) {
    struct sockaddr* at = given.__sockaddr__;
    const socklen_t room = length ? *length : 0;
    const int done = real_getpeername(file, at, length);
    if (done != 0 || !relays() || !is_tcp(file)) return done;
    const Spot from = end_of(file, real_getpeername);
    Spot meant;
    if (!shown(from, end_of(file, plain_getsockname).port, &meant)) return done;
    const struct sockaddr_in as = socket_address(meant);
    memcpy(at, &as, room < sizeof as ? room : sizeof as);
    return done;
}
