/* What the file of a rank holds; src/rankwise/measure/trace_file.py reads it. All fields have their natural alignment. */
#ifndef RANKWISE_TRACE_LAYOUT_H
#define RANKWISE_TRACE_LAYOUT_H

#include <stdint.h>

#define TRACE_MAGIC "RWTRACE\n"
enum { TRACE_VERSION = 6, ROWS = 65536, SIZES = 4096, COMMS = 255, NO_COMM = 255, COMM_RANKS = 62 };
enum { MOST_CALLS = 640, CALL_NAME = 48, EVENTS = 8192, SITES = 1024, OBJECTS = 64, OBJECT_PATH = 256, THREADS = 64 };
enum { SENT, SENT_PENDING, RECEIVED, COLLECTED };
enum { OF_RECEIVES, OF_SENDS, OF_COLLECTIVES, OVERLAPS };

typedef struct { /* key: 1, peer 32 bits, call 10, communicator 11, size class 8, direction 2; 0: a free row */
    uint64_t key, messages, bytes, ticks;
} Row;
typedef struct {
    uint32_t call, together;
    uint64_t bytes, count;
} SizeRow;
typedef struct { /* first: world ranks of the first members */
    uint64_t hash;
    uint32_t ranks, inter;
    int32_t first[COMM_RANKS];
} CommRow;
typedef struct {
    uint64_t calls, ticks;
} Total;
/* posted: when a receive was begun; began, ended: the call of a thread that completed it, with `together` receives. In
 * ticks. */
typedef struct {
    uint64_t key, posted, began, ended, bytes;
    uint16_t call;
    uint8_t kind, thread;
    uint32_t together;
} Event;
typedef struct { /* a call at an address of the program; offset: of the address in its object. No calls: a free row */
    uint64_t address, offset, calls, bytes, ticks;
    uint32_t call, object; /* object: its place in the table, OBJECTS where it has none */
} Site;
/* Threads that had this number one after the other, without what MPI_Pcontrol(0) left out. since: when the one that has
 * it now came, 0 for none; alive: of those before it; inside: of all of them, in MPI. In ticks. */
typedef struct {
    uint64_t since, alive, inside;
} Thread;
typedef struct {
    char magic[8];
    uint32_t version, call_count, comm_count, by_counter, ended;
    int32_t rank, world, pid, inside;
    uint32_t event_count;
    uint64_t loaded_ns, loaded_ticks, begin_ns, begin_ticks, last_ns, last_ticks, seen_ticks;
    uint64_t rows_lost, bytes_lost, sizes_lost, requests_lost, events_lost, halvings, clock;
    uint64_t pending_ticks[OVERLAPS], outside_ticks[OVERLAPS]; /* of nonblocking calls; of that outside of MPI */
    uint64_t paused_ticks; /* by MPI_Pcontrol(0) */
    uint64_t sites_lost;
    char host[64];
    char names[MOST_CALLS][CALL_NAME];
    Total totals[MOST_CALLS];
    CommRow comms[COMMS];
    SizeRow sizes[SIZES];
    Row rows[ROWS];
    Event events[EVENTS];
    Site sites[SITES];
    char objects[OBJECTS][OBJECT_PATH];
    Thread threads[THREADS];
} File;

#endif
