/* Ranks that share this node, and a page of each that all of them have mapped: how a message that is offered (offer.h)
 * stands, without a call of either rank. The pages are memory files without a name, so nothing is left of a job that
 * ends badly. Where one rank cannot open the page of another (another container), nothing is offered on that node. */
#ifndef RANKWISE_DEVICE_BUFFERS_NODE_H
#define RANKWISE_DEVICE_BUFFERS_NODE_H

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "job.h"

enum { OFFERS = 960, MOST_LOCAL = 4096, DEVICES = 11 };

/* How an offered message stands. Only a receiver leaves OFFERED for CLAIMED, only a sender leaves it for WITHDRAWN. */
enum { FREE, OFFERED, CLAIMED, COPIED, REFUSED, WITHDRAWN };

/* The bits of a word that say it; above them is COUNT for each offer that had the word. */
enum { STATES = 0xff, COUNT = 0x100 };

/* Whether a rank can open device memory of this page's rank. */
enum { UNKNOWN, OPENS, CANNOT };

typedef struct {
    unsigned char secret[SECRET];
    int32_t rank; /* of the job */
    uint32_t devices[DEVICES]; /* that this page's rank copies with, before the first 0 */
    uint32_t offers[OFFERS];      /* of messages that this page's rank sends */
    unsigned char opens[MOST_LOCAL]; /* by the rank within the node */
} Page;

typedef struct {
    int ranks, rank; /* of this node; 0 ranks: nothing is offered */
    int* local_of;   /* the rank within the node by that of the job, or -1 */
    Page** pages;    /* by the rank within the node */
    Lane** lanes;    /* likewise: where that rank's memory was opened first */
} Node;
extern Node node;

void agree(void);

/* The page of a rank of the job, or none where it is this rank or of another node. */
Page* page_of(int rank);

/* Takes a free word of this rank's page, or none. */
uint32_t* new_offer(int32_t* number);

static inline uint32_t state_of(const uint32_t* word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE) & STATES; }

static inline void put_state(uint32_t* word, uint32_t next) {
    const uint32_t count = __atomic_load_n(word, __ATOMIC_RELAXED) & ~(uint32_t)STATES;
    __atomic_store_n(word, count | next, __ATOMIC_RELEASE);
}

/* Whether a word had this state, which it leaves for the next. */
static inline int leaves(uint32_t* word, uint32_t before, uint32_t next) {
    uint32_t found = (__atomic_load_n(word, __ATOMIC_RELAXED) & ~(uint32_t)STATES) | before;
    const uint32_t after = found - before + next;
    return __atomic_compare_exchange_n(word, &found, after, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#endif
