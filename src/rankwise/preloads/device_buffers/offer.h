/* Device memory of another rank of this node, which is copied from directly. The first large message between two ranks
 * goes in pieces and tells where its data lies; the receiver tries to open that, and notes on the sender's page whether
 * it can (node.h). Later messages are offered: the receiver copies them, and the device itself tells the sender when that
 * is over. So neither rank waits for a call of the other one. */
#ifndef RANKWISE_DEVICE_BUFFERS_OFFER_H
#define RANKWISE_DEVICE_BUFFERS_OFFER_H

#include "node.h"

typedef struct { /* an allocation of device memory, and a place in it */
    uint64_t id; /* that the driver never gives twice in a process; 0: it cannot be opened */
    uint64_t start, bytes, offset;
    CUipcMemHandle handle;
} Shared;

/* What other processes open device memory by. */
Shared shared_memory(const char* device);

/* Where another rank's memory is open in a lane's context; 0: it cannot be opened. What the other rank freed is closed
 * when new memory takes its place. */
CUdeviceptr opened_of(int from, const Shared* shared, Lane* lane);

/* Notes on the sender's page whether its memory can be opened here. */
void try_to_open(int from, const Shared* shared, Lane* lane);

/* A word that this rank claimed, and what it holds until the copy is over. */
typedef struct {
    uint32_t *word, claimed;
} Claim;

/* The copy is over: so the sender is told, by who sees it first. */
void tell_copied(const Claim* claim);

/* Does so, called by the driver in a thread of its own with a claim that is to be freed. */
void copied(void* claim);

#endif
