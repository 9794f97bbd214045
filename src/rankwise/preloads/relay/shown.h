/* Which address a rank's MPI is shown for a connection that came by a forwarder.
 *
 * A connection is known by its peer and the local port, not by its file: what was closed and opened anew behind our
 * back is another one.
 */
#ifndef RANKWISE_RELAY_SHOWN_H
#define RANKWISE_RELAY_SHOWN_H

#include <pthread.h>
#include <stdlib.h>

#include "wire.h"

typedef struct {
    Spot peer, meant;
    in_port_t local_port;
} Shown;

static Shown* shown_all;
static unsigned shown_count;
static pthread_mutex_t shown_lock = PTHREAD_MUTEX_INITIALIZER;

static Shown* find_shown(Spot peer, in_port_t local_port) {
    for (Shown* one = shown_all; one < shown_all + shown_count; ++one)
        if (one->local_port == local_port && same_spot(one->peer, peer)) return one;
    return NULL;
}

static void show(Spot peer, in_port_t local_port, Spot meant) {
    pthread_mutex_lock(&shown_lock);
    Shown* one = find_shown(peer, local_port);
    if (!one) {
        Shown* more = realloc(shown_all, (shown_count + 1) * sizeof *shown_all);
        if (more) {
            shown_all = more;
            one = &more[shown_count++];
        }
    }
    if (one) {
        const Shown fresh = {.peer = peer, .meant = meant, .local_port = local_port};
        *one = fresh;
    }
    pthread_mutex_unlock(&shown_lock);
}

/* The same peer and port may come again, directly. */
static void hide(Spot peer, in_port_t local_port) {
    pthread_mutex_lock(&shown_lock);
    Shown* one = find_shown(peer, local_port);
    if (one) *one = shown_all[--shown_count];
    pthread_mutex_unlock(&shown_lock);
}

static int shown(Spot peer, in_port_t local_port, Spot* meant) {
    pthread_mutex_lock(&shown_lock);
    const Shown* one = find_shown(peer, local_port);
    if (one) *meant = one->meant;
    pthread_mutex_unlock(&shown_lock);
    return one != NULL;
}

#endif
