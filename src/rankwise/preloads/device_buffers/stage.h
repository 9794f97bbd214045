/* A call on device memory as the library is to see it: each buffer in device memory has host memory of the same layout
 * in its place, so that counts, displacements and datatypes stay the caller's. Only bytes that belong to the message
 * are copied, before the call and after it. */
#ifndef RANKWISE_DEVICE_BUFFERS_STAGE_H
#define RANKWISE_DEVICE_BUFFERS_STAGE_H

#include "pool.h"
#include "row_kernel.h"

enum { NONE = 0, IN = 1, OUT = 2, INOUT = 3 };
enum { BY_MESSAGE = 1, BY_FILE };

typedef struct { /* items of a datatype, `at` bytes behind the buffer's start */
    int64_t at, count;
    Shape* shape;
} Piece;

typedef struct {
    int way, pieces;
    Piece one, *piece;
    char *device, *host; /* the buffer, and what takes its place */
    Room room;
    Lane* lane;
} Part;

typedef struct {
    const char* call;
    int parts, sized; /* whether and how the status tells how much came: BY_MESSAGE, BY_FILE */
    Part part[2];
} Stage;

typedef struct { /* an array of int or of MPI_Count */
    const void* at;
    size_t width;
} Numbers;

#define NUMBERS(array) ((Numbers){array, sizeof *(array)})

static inline int64_t number(Numbers numbers, int at) {
    return numbers.width == sizeof(int) ? ((const int*)numbers.at)[at] : ((const int64_t*)numbers.at)[at];
}

void* part(Stage* stage, int way, const void* buffer, int64_t count, MPI_Datatype type);

void* part_v(Stage* stage, int way, const void* buffer, int pieces, Numbers counts, Numbers displacements,
             MPI_Datatype type);

void* part_w(Stage* stage, int way, const void* buffer, int pieces, Numbers counts, Numbers displacements,
             const MPI_Datatype types[]);

void settle_all(const Stage* stage);

/* Brings what the call reads to the host. */
void fetch(const Stage* stage);

/* How many bytes a message has that a probe found, or that came from a file. Whether it was cancelled is not told then:
 * Intel MPI and Open MPI's files leave that part of a status as it was. */
int64_t bytes_found(const MPI_Status* status);

/* How many bytes a receive brought. */
int64_t bytes_in(const MPI_Status* status);

/* Starts to bring what the call wrote to the device; of a receive, as much as its status tells. */
void deliver(const Stage* stage, const MPI_Status* status);

void release(Stage* stage);

/* After a blocking call: what it wrote is on the device when this returns. `status`: of a call that receives. */
int done(Stage* stage, int ended, const MPI_Status* status);

#endif
