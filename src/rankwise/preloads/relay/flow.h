/* Bytes from one socket to another by splice(2): they stay in the kernel. */
#ifndef RANKWISE_RELAY_FLOW_H
#define RANKWISE_RELAY_FLOW_H

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIPE_BYTES = 1 << 20 };

typedef struct {
    int pipe[2];
    size_t held;   /* bytes in the pipe */
    int full;      /* the pipe takes no more until some of it has left */
    int ended;     /* the sender has said that nothing follows */
    int passed_on; /* and the receiver was told */
    unsigned long long total;
} Flow;

static inline int flow_open(Flow* flow) {
    const Flow fresh = {.pipe = {-1, -1}};
    *flow = fresh;
    if (pipe2(flow->pipe, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
    fcntl(flow->pipe[0], F_SETPIPE_SZ, PIPE_BYTES); /* where the user may not, the smaller pipe serves */
    return 0;
}

static inline void flow_close(Flow* flow) {
    for (int end = 0; end < 2; ++end)
        if (flow->pipe[end] >= 0) close(flow->pipe[end]);
    flow->pipe[0] = flow->pipe[1] = -1;
}

/* Moves what can be moved now. Returns -1 when a socket is broken. */
static inline int flow_move(Flow* flow, int from, int to) {
    const unsigned how = SPLICE_F_MOVE | SPLICE_F_NONBLOCK;
    if (!flow->ended && !flow->full) {
        const ssize_t came = splice(from, NULL, flow->pipe[1], NULL, PIPE_BYTES, how);
        if (came < 0 && errno != EAGAIN) return -1;
        if (came == 0) flow->ended = 1;
        if (came > 0) flow->held += (size_t)came;
        flow->full = came < 0 && flow->held > 0; /* or nothing was there: then it is empty soon */
    }
    if (flow->held > 0) {
        const ssize_t left = splice(flow->pipe[0], NULL, to, NULL, flow->held, how);
        if (left < 0 && errno != EAGAIN) return -1;
        if (left > 0) {
            flow->held -= (size_t)left;
            flow->total += (unsigned long long)left;
            flow->full = 0;
        }
    }
    if (flow->ended && flow->held == 0 && !flow->passed_on) {
        flow->passed_on = 1;
        shutdown(to, SHUT_WR);
    }
    return 0;
}

#endif
