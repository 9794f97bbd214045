/* A connection that a forwarder holds, with the one that it made for it. */
#ifndef RANKWISE_RELAY_LINK_H
#define RANKWISE_RELAY_LINK_H

#include <sys/epoll.h>
#include <time.h>

#include "flow.h"
#include "wire.h"

/* ASKING: reads requests. REACHING: waits for `far` to connect. PASSING_ON: waits for the next forwarder's answer. */
typedef enum { ASKING, REACHING, PASSING_ON, FLOWING } State;

typedef struct Link Link;
typedef struct {
    int file;
    unsigned wanted; /* what epoll watches for; 0: it does not */
    Link* link;
} End;

struct Link {
    State state;
    End near, far;
    Request request;
    Reply reply;
    size_t got; /* bytes of the request, or of the reply of the next forwarder */
    Flow out, back;
    in_port_t far_port; /* of our end of `far` */
    int known;          /* has sent the token */
    time_t since;
    Link *before, *after;
};

static int events = -1; /* of epoll */

static int watch(End* end, unsigned wanted) {
    if (end->file < 0 || wanted == end->wanted) return 0;
    struct epoll_event event = {.events = wanted, .data = {.ptr = end}};
    int how = end->wanted == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (wanted == 0) how = EPOLL_CTL_DEL;
    end->wanted = wanted;
    return epoll_ctl(events, how, end->file, &event);
}

/* With `reset` the other side sees that the connection broke, not that it ended in order. */
static void close_end(End* end, int reset) {
    if (end->file < 0) return;
    watch(end, 0);
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (reset) setsockopt(end->file, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(end->file);
    end->file = -1;
}

#endif
