/* Which bytes of a datatype belong to it, as rows that the driver copies. The library itself tells, for every way to
 * make a datatype: what MPI_Unpack writes, when all it is given are bytes of ones. */
#ifndef RANKWISE_DEVICE_BUFFERS_SHAPES_H
#define RANKWISE_DEVICE_BUFFERS_SHAPES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "packing.h"

typedef struct { /* `rows` rows of `width` bytes, `pitch` apart; the first one is `at` behind the start of an item */
    int64_t at;
    size_t width, rows, pitch;
} Block;

typedef struct Shape {
    struct Shape* next;
    uintptr_t handle;
    MPI_Datatype own; /* the same data: the program may free its datatype while a message is under way */
    int derived, references;
    int ordered; /* whether its data is one block, in order: 1, 0, or -1 where it was not asked for yet */
    int64_t size, extent, true_lb, true_extent;
    size_t count; /* of blocks; 0: not asked for yet */
    Block* blocks;
} Shape;

Shape* shape_of(MPI_Datatype type);
void release_shape(Shape* shape);

/* The program frees a datatype, whose handle may come back as another one's. */
void forget_shape(MPI_Datatype type);

/* The bytes that the first `bytes` of an item's data fill: all of them, or those of a message that was shorter. */
Block* rows_of(const Shape* shape, int64_t bytes, size_t* count);

void need_rows(Shape* shape);

/* Whether items of a datatype are one block of memory, in the order in which they are sent. */
int in_order(Shape* shape);

#endif
