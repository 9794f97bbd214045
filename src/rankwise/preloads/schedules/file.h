/* The files of RANKWISE_SCHEDULES (paths with colons between), and the steps of one rank. The format is written and
 * proven by src/rankwise/optimise/schedules/text.py; what is read here comes from there. */
#ifndef RANKWISE_SCHEDULES_FILE_H
#define RANKWISE_SCHEDULES_FILE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORD = 64, MOST_FILES = 64, HOST_NAME = 128 };
enum { REGION_IN, REGION_OUT, REGION_TMP };
enum { STEP_SEND, STEP_RECEIVE, STEP_COPY, STEP_REDUCE };
enum { BCAST, REDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, ALLREDUCE, REDUCE_SCATTER, COLLECTIVES };
enum { FIXED, LIBRARY, ANY };

extern const char* const collective_names[COLLECTIVES];

typedef struct {
    int region;
    int64_t first, count;
} Part;

typedef struct { /* dependents: this step's part of the array of all dependents of its rank */
    int kind, peer, tag, waits_for, dependents, dependent_count;
    Part source, target;
} Step;

typedef struct {
    Step* steps;
    int count;
    int* dependents;
} Steps;

typedef struct {
    int collective, root, ordered;
    int64_t pieces, tmp, from, to;
    const char* text; /* its line of rank 0 */
} Schedule;

typedef struct {
    int ranks, reductions, schedule_count;
    int64_t scratch;
    char (*hosts)[HOST_NAME];
    Schedule* schedules;
} Set;

/* The text of a file, followed by a zero; NULL where it cannot be read. */
char* text_of(const char* path);

/* 0 where the file is not one of schedules. The text stays in memory: schedules point into it. */
int read_set(const char* text, Set* set);

/* The steps of a rank; 0 without memory. */
int read_steps(const Schedule* schedule, int rank, Steps* into);

#endif
