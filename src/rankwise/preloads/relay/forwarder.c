/* Runs on a relay endpoint and moves bytes between ranks of one job, as long as its standard input stays open.
 *
 * It prints `address A/PREFIX` for each of its IPv4 addresses, and reads lines:
 *   token HEX          the job's; who does not send it is sent away
 *   listen ADDRESS     answered by `ready ADDRESS PORT`
 *   peer ADDRESS PORT  another forwarder of the job: the only one that bytes may be passed to for a second hop
 * It prints `open SOURCE TARGET` for each connection that it carries, and when its input ends
 * `done CONNECTIONS BYTES CPU_SECONDS`.
 * With the argument `cost` it says instead what passing on costs here, and ends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "addresses.h"
#include "cost.h"
#include "flow.h"
#include "link.h"
#include "wire.h"

enum { EVENTS = 64, STRANGERS = 256, STRANGER_S = 3, LINE_BYTES = 256, TICK_MS = 1000 };
enum { CAME = EPOLLIN | EPOLLHUP };

typedef struct Announced Announced;
struct Announced {
    Spot spot;
    const Link* by;
    Announced* after;
};

static uint8_t token[TOKEN_BYTES];
static int has_token;
static End listener = {.file = -1}, input;
static Spot own;
static Link* links;
static Announced* announced;
static Spot peers[64];
static unsigned peer_count;
static int strangers; /* connections that have not sent the token */
static unsigned long carried;
static unsigned long long moved;

static time_t now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static Link* dropped; /* closed while events of this turn may still name them */

static void drop(Link* link, int reset) {
    for (Announced** at = &announced; *at;) {
        Announced* one = *at;
        if (one->by == link) {
            *at = one->after;
            free(one);
        } else at = &one->after;
    }
    moved += link->out.total + link->back.total;
    close_end(&link->near, reset);
    close_end(&link->far, reset);
    flow_close(&link->out);
    flow_close(&link->back);
    strangers -= !link->known;
    if (link->before) link->before->after = link->after;
    else links = link->after;
    if (link->after) link->after->before = link->before;
    link->after = dropped;
    dropped = link;
    watch(&listener, EPOLLIN); /* there may have been no file left for a new one */
}

static void answer(Link* link, uint8_t status, Spot spot) {
    const Reply reply = {.status = status, .spot = spot};
    if (send(link->near.file, &reply, sizeof reply, MSG_NOSIGNAL) != (ssize_t)sizeof reply) drop(link, 1);
    else if (link->request.kind == CONNECT && status != YES) drop(link, 0);
}

static int is_announced(Spot spot) {
    const Announced* at = announced;
    while (at && !same_spot(at->spot, spot)) at = at->after;
    return at != NULL;
}

static int is_peer(Spot spot) {
    for (unsigned index = 0; index < peer_count; ++index)
        if (same_spot(peers[index], spot)) return 1;
    return 0;
}

static void tell_open(const Link* link) {
    char source[INET_ADDRSTRLEN], target[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &link->request.source.address, source, sizeof source);
    inet_ntop(AF_INET, &link->request.target.address, target, sizeof target);
    printf("open %s %s\n", source, target);
    fflush(stdout);
}

/* Moves bytes after an event of one end: what came there, and what waited until it takes more. */
static void flow(Link* link, const End* end, unsigned happened) {
    const unsigned near = end == &link->near ? happened : 0, far = end == &link->far ? happened : 0;
    if ((((near & CAME) || (far & EPOLLOUT)) && flow_move(&link->out, link->near.file, link->far.file) != 0) ||
        (((far & CAME) || (near & EPOLLOUT)) && flow_move(&link->back, link->far.file, link->near.file) != 0)) {
        drop(link, 1);
        return;
    }
    if (link->out.passed_on && link->back.passed_on) {
        drop(link, 0);
        return;
    }
    const Flow *out = &link->out, *back = &link->back;
    watch(&link->near, (out->ended || out->full ? 0U : EPOLLIN) | (back->held ? EPOLLOUT : 0U));
    watch(&link->far, (back->ended || back->full ? 0U : EPOLLIN) | (out->held ? EPOLLOUT : 0U));
}

static void begin(Link* link) {
    link->state = FLOWING;
    ++carried;
    tell_open(link);
    answer(link, YES, own);
    if (link->near.file >= 0) flow(link, &link->near, EPOLLIN | EPOLLOUT); /* what came while it waited */
}

static void reach(Link* link) {
    const int direct = link->request.next.address == 0;
    const Spot to = direct ? link->request.target : link->request.next;
    if (direct ? !is_announced(to) : !is_peer(to)) {
        answer(link, NOT_ANNOUNCED, to);
        return;
    }
    const int on = 1;
    struct sockaddr_in here = socket_address(own), there = socket_address(to);
    here.sin_port = 0;
    socklen_t length = sizeof here;
    link->far.file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (link->far.file < 0 || flow_open(&link->out) != 0 || flow_open(&link->back) != 0 ||
        bind(link->far.file, (struct sockaddr*)&here, sizeof here) != 0 ||
        (connect(link->far.file, (struct sockaddr*)&there, sizeof there) != 0 && errno != EINPROGRESS) ||
        getsockname(link->far.file, (struct sockaddr*)&here, &length) != 0) {
        answer(link, UNREACHABLE, to);
        return;
    }
    setsockopt(link->far.file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    link->far_port = here.sin_port;
    link->state = REACHING;
    watch(&link->near, 0); /* what it sends waits in the kernel */
    watch(&link->far, EPOLLOUT);
}

static void reached(Link* link) {
    int wrong = 0;
    socklen_t length = sizeof wrong;
    getsockopt(link->far.file, SOL_SOCKET, SO_ERROR, &wrong, &length);
    if (wrong) {
        answer(link, UNREACHABLE, link->request.target);
        return;
    }
    char byte = 0;
    if (recv(link->near.file, &byte, 1, MSG_PEEK) == 0) { /* it has given up and goes another way */
        drop(link, 1);
        return;
    }
    if (link->request.next.address == 0) {
        begin(link);
        return;
    }
    Request onward = link->request;
    memset(&onward.next, 0, sizeof onward.next);
    if (send(link->far.file, &onward, sizeof onward, MSG_NOSIGNAL) != (ssize_t)sizeof onward) {
        drop(link, 1);
        return;
    }
    link->state = PASSING_ON;
    link->got = 0;
    watch(&link->far, EPOLLIN);
}

/* Whether `size` bytes are there at last; a connection that ended is dropped. */
static int is_whole(Link* link, const End* end, void* into, size_t size) {
    const ssize_t came = recv(end->file, (char*)into + link->got, size - link->got, 0);
    if (came <= 0) {
        if (came == 0 || errno != EAGAIN) drop(link, 0);
        return 0;
    }
    link->got += (size_t)came;
    return link->got == size;
}

static void passed_on(Link* link) {
    if (!is_whole(link, &link->far, &link->reply, sizeof link->reply)) return;
    if (link->reply.status == YES) begin(link);
    else answer(link, link->reply.status, link->reply.spot);
}

/* In a time that does not tell how much of it is right. */
static int has_the_token(const Request* request) {
    unsigned wrong = !has_token;
    for (int index = 0; index < TOKEN_BYTES; ++index) wrong |= (unsigned)(request->token[index] ^ token[index]);
    return wrong == 0 && memcmp(request->magic, relay_magic, sizeof relay_magic) == 0;
}

/* A rank says of its own addresses alone where it listens. */
static void announce(Link* link) {
    struct sockaddr_in from = {.sin_family = AF_INET};
    socklen_t length = sizeof from;
    Announced* one = malloc(sizeof *one);
    if (!one || getpeername(link->near.file, (struct sockaddr*)&from, &length) != 0 ||
        from.sin_addr.s_addr != link->request.target.address) {
        free(one);
        answer(link, NOT_ANNOUNCED, link->request.target);
        return;
    }
    const Announced fresh = {.spot = link->request.target, .by = link, .after = announced};
    *one = fresh;
    announced = one;
    answer(link, YES, own);
}

static void tell_who(Link* link) {
    for (const Link* one = links; one; one = one->after)
        if (one->state != ASKING && one->far_port == link->request.source.port &&
            same_spot(one->request.target, link->request.target)) {
            answer(link, YES, one->request.source);
            return;
        }
    answer(link, NOT_ANNOUNCED, link->request.target);
}

static void read_request(Link* link) {
    if (!is_whole(link, &link->near, &link->request, sizeof link->request)) return;
    link->got = 0;
    if (!has_the_token(&link->request)) {
        drop(link, 1);
        return;
    }
    strangers -= !link->known;
    link->known = 1;
    switch (link->request.kind) {
        case ANNOUNCE: announce(link); break;
        case WHO: tell_who(link); break;
        case CONNECT: reach(link); break;
        default: drop(link, 1);
    }
}

static Link* oldest_stranger(void) {
    Link* oldest = NULL;
    for (Link* link = links; link; link = link->after)
        if (!link->known) oldest = link; /* new ones come first */
    return oldest;
}

static void welcome(void) {
    const int file = accept4(listener.file, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
    if (file < 0 && (errno == EMFILE || errno == ENFILE)) watch(&listener, 0); /* until a link goes */
    Link* link = file >= 0 ? calloc(1, sizeof *link) : NULL;
    if (!link) {
        if (file >= 0) close(file);
        return;
    }
    if (strangers >= STRANGERS) drop(oldest_stranger(), 1);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    link->near.file = file;
    link->far.file = -1;
    link->near.link = link->far.link = link;
    link->out.pipe[0] = link->out.pipe[1] = link->back.pipe[0] = link->back.pipe[1] = -1;
    link->since = now_s();
    link->after = links;
    if (links) links->before = link;
    links = link;
    ++strangers;
    watch(&link->near, EPOLLIN);
}

static void serve(const End* end, unsigned happened) {
    Link* link = end->link;
    if (end->file < 0) return; /* dropped in this turn */
    switch (link->state) {
        case ASKING: read_request(link); break;
        case REACHING: reached(link); break;
        case PASSING_ON: passed_on(link); break;
        case FLOWING:
            if (happened & EPOLLERR) drop(link, 1);
            else flow(link, end, happened);
    }
}

static void send_strangers_away(void) {
    for (Link *link = links, *after = NULL; link; link = after) {
        after = link->after;
        if (!link->known && now_s() - link->since > STRANGER_S) drop(link, 1);
    }
}

static int give_up(const char* what) {
    printf("error %s: %s\n", what, strerror(errno));
    fflush(stdout);
    return 1;
}

static int listen_at(const char* text) {
    struct sockaddr_in here = {.sin_family = AF_INET};
    socklen_t length = sizeof here;
    listener.file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener.file < 0 || inet_pton(AF_INET, text, &here.sin_addr) != 1 ||
        bind(listener.file, (struct sockaddr*)&here, sizeof here) != 0 || listen(listener.file, SOMAXCONN) != 0 ||
        getsockname(listener.file, (struct sockaddr*)&here, &length) != 0)
        return give_up("cannot listen");
    own = spot_of(&here);
    watch(&listener, EPOLLIN);
    printf("ready %s %u\n", text, (unsigned)ntohs(own.port));
    fflush(stdout);
    return 0;
}

static int obey(char* line) {
    char* rest = NULL;
    const char* word = strtok_r(line, " \n", &rest);
    const char* first = strtok_r(NULL, " \n", &rest);
    const char* second = strtok_r(NULL, " \n", &rest);
    if (!word || !first) return 0;
    if (strcmp(word, "token") == 0) has_token = read_token(first, token);
    else if (strcmp(word, "listen") == 0) return listen_at(first);
    else if (strcmp(word, "peer") == 0 && second && peer_count < sizeof peers / sizeof *peers) {
        Spot spot = {.port = htons((uint16_t)strtoul(second, NULL, 10))};
        if (inet_pton(AF_INET, first, &spot.address) == 1) peers[peer_count++] = spot;
    }
    return 0;
}

/* Whether the input goes on. */
static int read_input(void) {
    static char line[LINE_BYTES];
    static size_t length;
    const ssize_t came = read(STDIN_FILENO, line + length, sizeof line - 1 - length);
    if (came <= 0) return came < 0 && errno == EAGAIN;
    length += (size_t)came;
    line[length] = '\0';
    for (char* end = NULL; (end = strchr(line, '\n'));) {
        *end = '\0';
        if (obey(line) != 0) return 0;
        length -= (size_t)(end + 1 - line);
        memmove(line, end + 1, length + 1);
    }
    return length < sizeof line - 1;
}

static void tell_done(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    const double cpu_s = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    for (const Link* link = links; link; link = link->after) moved += link->out.total + link->back.total;
    printf("done %lu %llu %.6f\n", carried, moved, cpu_s);
    fflush(stdout);
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "cost") == 0) return tell_cost();
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max; /* six for each connection */
        setrlimit(RLIMIT_NOFILE, &files);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* it goes with its input, after the ranks */
    events = epoll_create1(EPOLL_CLOEXEC);
    if (events < 0) return give_up("no epoll");
    tell_addresses();
    input.file = STDIN_FILENO;
    if (watch(&input, EPOLLIN) != 0) return 0; /* no pipe or socket, so nobody holds it open */
    for (int goes_on = 1; goes_on;) {
        struct epoll_event happened[EVENTS];
        const int count = epoll_wait(events, happened, EVENTS, strangers > 0 ? TICK_MS : -1);
        for (int index = 0; index < count && goes_on; ++index) {
            const End* end = happened[index].data.ptr;
            if (end == &input) goes_on = read_input();
            else if (end == &listener) welcome();
            else serve(end, happened[index].events);
        }
        if (strangers > 0) send_strangers_away();
        while (dropped) {
            Link* gone = dropped;
            dropped = gone->after;
            free(gone);
        }
    }
    tell_done();
    return 0;
}
