#include "play.h"

enum { POLLS = 32 };

static int64_t offset_of(const Call* call, int64_t chunk) {
    const int64_t block = chunk / call->pieces, piece = chunk % call->pieces;
    return block * call->block_bytes + call->elements * piece / call->pieces * call->element_bytes;
}

static char* begin_of(const Call* call, Part part) { return call->region[part.region] + offset_of(call, part.first); }

static int64_t bytes_of(const Call* call, Part part) {
    return offset_of(call, part.first + part.count) - offset_of(call, part.first);
}

/* Begins a step; `pending` says whether it ends with a request. */
static int begin_step(const Step* step, const Call* call, MPI_Comm comm, MPI_Request* request, int* pending) {
    const int64_t bytes = bytes_of(call, step->kind == STEP_RECEIVE ? step->target : step->source);
    *pending = 0;
    if (bytes == 0) return MPI_SUCCESS; /* both ends of a message see the same pieces */
    if (step->kind == STEP_COPY) {
        memcpy(begin_of(call, step->target), begin_of(call, step->source), (size_t)bytes);
        return MPI_SUCCESS;
    }
    if (step->kind == STEP_REDUCE) {
        OWN(Reduce_local, (const void*, void*, int, MPI_Datatype, MPI_Op));
        return own(begin_of(call, step->source), begin_of(call, step->target), (int)(bytes / call->element_bytes),
                   call->type, call->op);
    }
    *pending = 1;
    if (step->kind == STEP_SEND) {
        OWN(Isend, (const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
        return own(begin_of(call, step->source), (int)bytes, MPI_BYTE, step->peer, step->tag, comm, request);
    }
    OWN(Irecv, (void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(begin_of(call, step->target), (int)bytes, MPI_BYTE, step->peer, step->tag, comm, request);
}

static int step_ended(const Steps* steps, int number, const Room* room, int ready_count) {
    const Step* step = &steps->steps[number];
    for (int at = 0; at < step->dependent_count; ++at) {
        const int other = steps->dependents[step->dependents + at];
        if (--room->waits[other] == 0) room->ready[ready_count++] = other;
    }
    return ready_count;
}

/* Waits until some end, well or not. Where ranks outnumber the cores a rank that waits must let the others work, which
 * no library does in MPI_Waitsome. */
static int wait_for_some(int places, const Room* room, int* done) {
    OWN(Testsome, (int, MPI_Request*, int*, int*, MPI_Status*));
    int error = MPI_SUCCESS;
    for (int polls = 0; error == MPI_SUCCESS && *done == 0; ++polls) {
        error = own(places, room->requests, done, room->ended, room->statuses);
        if (polls >= POLLS) sched_yield();
    }
    int class = MPI_SUCCESS;
    if (error != MPI_SUCCESS) {
        static int (*class_of)(int, int*);
        if (!class_of) *(void**)&class_of = next_of("PMPI_Error_class");
        class_of(error, &class);
    }
    for (int at = 0; class == MPI_ERR_IN_STATUS && at < *done; ++at)
        if (room->statuses[at].MPI_ERROR != MPI_SUCCESS) return room->statuses[at].MPI_ERROR;
    return error;
}

int play(const Steps* steps, const Call* call, MPI_Comm comm, const Room* room) {
    int ready_count = 0, ready_at = 0, active = 0, places = 0, first_error = MPI_SUCCESS;
    for (int number = 0; number < steps->count; ++number)
        if ((room->waits[number] = steps->steps[number].waits_for) == 0) room->ready[ready_count++] = number;
    for (;;) {
        while (ready_at < ready_count) {
            const int number = room->ready[ready_at++];
            int pending = 0;
            const int error = begin_step(&steps->steps[number], call, comm, &room->requests[places], &pending);
            if (first_error == MPI_SUCCESS) first_error = error;
            if (pending && error == MPI_SUCCESS) {
                room->of_request[places++] = number;
                ++active;
            } else {
                ready_count = step_ended(steps, number, room, ready_count);
            }
        }
        if (!active) return first_error;
        int done = 0;
        const int error = wait_for_some(places, room, &done);
        if (first_error == MPI_SUCCESS) first_error = error;
        if (done <= 0) return first_error; /* the call itself failed: nothing is known of its requests */
        for (int at = 0; at < done; ++at)
            ready_count = step_ended(steps, room->of_request[room->ended[at]], room, ready_count);
        active -= done;
        /* What ended makes room at the end of the array, where it is there. */
        while (places && room->requests[places - 1] == MPI_REQUEST_NULL) --places;
    }
}

int make_room(Room* room, int steps) {
    const size_t count = (size_t)steps + 1;
    *room = (Room){malloc(sizeof(MPI_Request) * count), malloc(sizeof(MPI_Status) * count),
                   malloc(sizeof(int) * count),         malloc(sizeof(int) * count),
                   malloc(sizeof(int) * count),         malloc(sizeof(int) * count)};
    return room->requests && room->statuses && room->of_request && room->ended && room->waits && room->ready;
}

void free_room(Room* room) {
    free(room->requests);
    free(room->statuses);
    free(room->of_request);
    free(room->ended);
    free(room->waits);
    free(room->ready);
}
