/* A large message from device memory: the header that takes its place, and what its sender knows of it. */
#ifndef RANKWISE_DEVICE_BUFFERS_MESSAGE_H
#define RANKWISE_DEVICE_BUFFERS_MESSAGE_H

#include "offer.h"
#include "pool.h"

enum { TAGS = 32768 };
enum { IN_PIECES = -1 };

typedef struct {
    unsigned char secret[SECRET];
    int64_t size, piece;
    int32_t from, tag;
    int32_t body;  /* bytes of data that follow this header; the pieces have the rest */
    int32_t offer; /* its word on the sender's page, or IN_PIECES */
    Shared shared;
    unsigned char unused[48];
} Header;

_Static_assert(sizeof(Header) == 192, "ranks of one job may run different builds");

typedef struct { /* an announced message at its sender */
    int references; /* its owner, and pieces that are under way */
    int to, dest, tag, persistent;
    MPI_Comm comm;
    const char* call;
    const char* device;
    int64_t size;
    Lane* lane;
    Room head;
    Header header;
    uint32_t* offer; /* how it stands while it is offered */
    double since_s;  /* when the offer was first seen to have matched, or 0 */
} Out;

static inline int64_t pieces_of(const Header* header) {
    return (header->size - header->body + header->piece - 1) / header->piece;
}

static inline int64_t piece_start(const Header* header, int64_t at) { return header->body + at * header->piece; }

static inline int64_t piece_bytes(const Header* header, int64_t at) {
    const int64_t left = header->size - piece_start(header, at);
    return left < header->piece ? left : header->piece;
}

/* Gives up a reference; the last one frees it. */
void drop_out(Out* out);

#endif
