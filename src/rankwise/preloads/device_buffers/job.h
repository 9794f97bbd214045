/* What the ranks of a job agree on in MPI_Init: that each carries this library, so that a large message may be announced
 * (announce.h). Settings: RANKWISE_DEVICE_BUFFERS (auto, staged, off), RANKWISE_DEVICE_THRESHOLD, RANKWISE_DEVICE_PIECE
 * and RANKWISE_DEVICE_POOL in bytes, RANKWISE_DEVICE_IPC (0: no copies from another rank's device memory),
 * RANKWISE_DEVICE_AGREE in seconds. */
#ifndef RANKWISE_DEVICE_BUFFERS_JOB_H
#define RANKWISE_DEVICE_BUFFERS_JOB_H

#include <sched.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"

/* The first message of an announced one has this size, which no smaller receive can take: it is truncated as the whole
 * would be. A multiple of the size of every basic datatype. */
enum { HEAD = 65760, HELLO = 32765, SECRET = 16 };

typedef struct {
    int announces; /* 1: all ranks agreed */
    int shares; /* 1: messages may be copied from another rank's device memory */
    MPI_Comm pieces; /* of all ranks */
    MPI_Comm again; /* of this rank alone: messages that were taken too early, or wait to be unpacked */
    int rank;
    size_t threshold, piece;
    double agree_s; /* how long ranks wait for one that does not answer */
    unsigned char secret[SECRET];
} Job;
extern Job job;

static inline double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Rank 0 counts all ranks, gives each the secret of the job, and names those that do not answer. */
void count_ranks(int ranks);

/* The rank that a communicator's rank has in the job, or -1: it is of another one, or nobody. */
int world_rank(MPI_Comm comm, int rank);

#endif
