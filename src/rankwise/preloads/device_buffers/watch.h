/* Receives that an announced message may match (announce.h): those that have room for its first part. When that has
 * come, the pieces are received and copied to the device side by side, each as soon as it is here. Messages come in the
 * order of their pieces; whatever the receiver wants of them, it takes all, so that the sender can end. */
#ifndef RANKWISE_DEVICE_BUFFERS_WATCH_H
#define RANKWISE_DEVICE_BUFFERS_WATCH_H

#include "message.h"
#include "stage.h"

enum { WINDOW = 16 };
enum { PLAIN, ANNOUNCED, TOO_LONG };            /* what came */

typedef struct {
    MPI_Request request;
    char* at;
    Room room;
    CUevent copied;
} Slot;

typedef struct Watch {
    struct Watch* next;
    int listed, state, kind;
    MPI_Request request; /* the library's */
    char* landing;       /* the host memory that the library writes to */
    char* device;        /* where data goes from there, or NULL */
    Lane* lane;
    int pinned; /* the landing: pieces come straight to it */
    int64_t count;
    Shape* shape;
    MPI_Comm comm;
    Header header;
    CUevent body; /* copied: what came with the header, or an offered message */
    Claim claim;  /* of an offered message */
    int64_t pieces, asked, arrived, over;
    Slot slots[WINDOW];
    char* packed;              /* all data, where the program's datatype has gaps */
    int source, tag;           /* that the program asked for */
    int early, from, as;       /* 1: the message was taken before this receive began, from that rank, with that tag */
    int persistent;
    int shadows; /* 1: a persistent receive whose message comes by `request` in its place */
    MPI_Status status;
} Watch;

extern size_t accepted; /* messages that were copied from another rank's memory */

void list(Watch* watch, MPI_Request request);
void end_watch(Watch* watch);
void advance_watches(void);

/* Whether the program may complete a receive. */
int is_here(Watch* watch);

/* The status of a receive that is over, as if its message had come whole. */
void amend(const Watch* watch, MPI_Status* status);

#endif
