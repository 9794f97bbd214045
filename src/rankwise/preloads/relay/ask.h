/* One request and its answer, on a socket that does not block. */
#ifndef RANKWISE_RELAY_ASK_H
#define RANKWISE_RELAY_ASK_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "wire.h"

static inline long long deadline_ms(long long after_ms) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000 + after_ms;
}

/* Whether what is waited for came before the deadline. */
static inline int is_ready(int file, short what, long long until_ms) {
    struct pollfd one = {.fd = file, .events = what};
    for (;;) {
        const long long left_ms = until_ms - deadline_ms(0);
        const int found = poll(&one, 1, left_ms > 0 ? (int)left_ms : 0);
        if (found > 0) return 1;
        if (found == 0 || errno != EINTR) return 0;
    }
}

static inline int is_connected(int file, long long until_ms) {
    int wrong = 0;
    socklen_t length = sizeof wrong;
    return is_ready(file, POLLOUT, until_ms) && getsockopt(file, SOL_SOCKET, SO_ERROR, &wrong, &length) == 0 &&
           wrong == 0;
}

/* Whether there was an answer. A request is smaller than any socket's buffer, so it is sent at once or not at all. */
static inline int ask(int file, const Request* request, Reply* reply, long long until_ms) {
    if (send(file, request, sizeof *request, MSG_NOSIGNAL) != (ssize_t)sizeof *request) return 0;
    for (size_t got = 0; got < sizeof *reply;) {
        if (!is_ready(file, POLLIN, until_ms)) return 0;
        /* NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): it does not block */
        const ssize_t came = recv(file, (char*)reply + got, sizeof *reply - got, MSG_DONTWAIT);
        if (came > 0) got += (size_t)came;
        else if (came == 0 || (errno != EAGAIN && errno != EINTR)) return 0;
    }
    return 1;
}

#endif
