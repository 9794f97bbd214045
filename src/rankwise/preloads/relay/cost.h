/* What passing on costs on this host: a message through a forwarder that sleeps until it comes, and bytes in its time. */
#ifndef RANKWISE_RELAY_COST_H
#define RANKWISE_RELAY_COST_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "flow.h"

enum { COST_MESSAGES = 400, COST_BYTES = 64 << 20, COST_PIECE = 64 << 10, COST_LIMIT_S = 20 };

static double clock_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Both ends of a TCP connection to ourselves. */
static int joined(int ends[2]) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof here;
    const int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int there = door < 0 || ends[0] < 0 || bind(door, (struct sockaddr*)&here, sizeof here) != 0 ||
                              listen(door, 1) != 0 || getsockname(door, (struct sockaddr*)&here, &length) != 0 ||
                              connect(ends[0], (struct sockaddr*)&here, sizeof here) != 0
                          ? -1
                          : (ends[1] = accept4(door, NULL, NULL, SOCK_CLOEXEC));
    if (door >= 0) close(door);
    for (int end = 0; there >= 0 && end < 2; ++end) {
        setsockopt(ends[end], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        fcntl(ends[end], F_SETFL, O_NONBLOCK);
    }
    return there < 0 ? -1 : 0;
}

static void pass_on_forever(int from, int to) {
    Flow flow;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (flow_open(&flow) != 0) _exit(1);
    while (!flow.passed_on) {
        /* It sleeps until more comes, or until the far end takes what is held. */
        struct pollfd waits[2] = {{.fd = from, .events = flow.full || flow.ended ? 0 : POLLIN},
                                  {.fd = to, .events = flow.held ? POLLOUT : 0}};
        poll(waits, 2, -1);
        if (flow_move(&flow, from, to) != 0) _exit(1);
    }
    _exit(0);
}

/* Seconds until `size` bytes that are written at one place have been read at another; below 0 when they never are. */
static double crossing_s(int in, int out, size_t size, char* piece) {
    const double since = clock_s();
    for (size_t sent = 0, got = 0; got < size;) {
        if (sent < size) {
            const size_t left = size - sent < COST_PIECE ? size - sent : COST_PIECE;
            const ssize_t wrote = send(in, piece, left, MSG_NOSIGNAL);
            if (wrote > 0) sent += (size_t)wrote;
            else if (errno != EAGAIN) return -1.0;
        }
        const ssize_t came = recv(out, piece, COST_PIECE, 0);
        if (came > 0) got += (size_t)came;
        else if (came == 0 || errno != EAGAIN || clock_s() - since > COST_LIMIT_S) return -1.0;
    }
    return clock_s() - since;
}

static int shorter(const void* a, const void* b) {
    const double one = *(const double*)a, other = *(const double*)b;
    return (one > other) - (one < other);
}

static double usual_crossing_s(int in, int out, char* piece) {
    static double times[COST_MESSAGES];
    for (int index = 0; index < COST_MESSAGES; ++index) {
        times[index] = crossing_s(in, out, 8, piece);
        if (times[index] < 0) return -1.0;
    }
    qsort(times, COST_MESSAGES, sizeof *times, shorter);
    return times[COST_MESSAGES / 2];
}

/* Prints `cost MESSAGE_S BYTES_PER_S`: what a message of 8 B takes longer by a forwarder, and how many bytes it moves in
 * a second of its own CPU time. */
static int tell_cost(void) {
    static char piece[COST_PIECE];
    int near[2], far[2];
    if (joined(near) != 0 || joined(far) != 0) return 1;
    const double direct_s = usual_crossing_s(near[0], near[1], piece);
    const pid_t child = fork();
    if (child == 0) pass_on_forever(near[1], far[0]);
    const double relayed_s = child > 0 ? usual_crossing_s(near[0], far[1], piece) : -1.0;
    const double bulk_s = relayed_s < 0 ? -1.0 : crossing_s(near[0], far[1], COST_BYTES, piece);
    shutdown(near[0], SHUT_WR);
    struct rusage used = {0};
    if (child > 0 && bulk_s < 0) kill(child, SIGKILL);
    if (child < 0 || wait4(child, NULL, 0, &used) != child || direct_s < 0 || bulk_s < 0) return 1;
    const double cpu_s = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    const double message_s = relayed_s > direct_s ? relayed_s - direct_s : 0.0;
    printf("cost %.9f %.0f\n", message_s, COST_BYTES / (cpu_s > 1e-6 ? cpu_s : 1e-6));
    return 0;
}

#endif
