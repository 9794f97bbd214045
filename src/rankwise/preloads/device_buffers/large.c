#include "large.h"

#include "announce.h"
#include "early.h"
#include "flying.h"
#include "have.h"
#include "progress.h"

int watches_for(int64_t count, MPI_Datatype type, int source) {
    if (!job.announces || source == MPI_PROC_NULL || count <= 0) return 0;
    if (any_early()) return 1;
    const int64_t size = size_of(type);
    return size > 0 && count >= (HEAD + size - 1) / size;
}

int announced_isend(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
    const Stage none = {.call = call};
    Out* out = new_out(call, buffer, count, type, dest, tag, comm);
    const int ended = announce(out, request);
    if (ended == MPI_SUCCESS) {
        Pending* pending = new_pending(&none, *request, 0);
        pending->out = out;
        put_pending(pending);
        return ended;
    }
    put_back(out->head);
    drop_out(out);
    return ended;
}

int announced_send_init(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                        MPI_Comm comm, MPI_Request* request) {
    static int (*plain)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    static int (*synchronous)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    if (!plain) {
        *(void**)&synchronous = next_of("PMPI_Ssend_init");
        *(void**)&plain = next_of("PMPI_Send_init");
    }
    const Stage none = {.call = call};
    Out* out = new_out(call, buffer, count, type, dest, tag, comm);
    out->persistent = 1;
    const int ended = (page_of(out->to) ? synchronous : plain)(out->head.at, HEAD, MPI_BYTE, dest, tag, comm, request);
    if (ended == MPI_SUCCESS) {
        Pending* pending = new_pending(&none, *request, 1);
        pending->out = out;
        put_pending(pending);
        return ended;
    }
    put_back(out->head);
    drop_out(out);
    return ended;
}

static Watch* new_watch(const Stage* stage, void* landing, int64_t count, MPI_Datatype type, int source, int tag,
                        MPI_Comm comm) {
    Watch* watch = calloc(1, sizeof *watch);
    if (!watch) give_up(stage->call, "there is no memory left", 0);
    watch->landing = landing;
    watch->count = count;
    watch->shape = shape_of(type);
    watch->comm = comm;
    watch->source = source;
    watch->tag = tag;
    if (!stage->parts) return watch;
    watch->device = stage->part[0].device;
    watch->lane = stage->part[0].lane;
    watch->pinned = stage->part[0].room.class != ORDINARY;
    return watch;
}

static int begun(Stage* stage, Watch* watch, int ended, MPI_Request request, int persistent) {
    if (ended != MPI_SUCCESS) {
        end_watch(watch);
        release(stage);
        return ended;
    }
    Pending* pending = new_pending(stage, request, persistent);
    pending->watch = watch;
    watch->persistent = persistent;
    put_pending(pending);
    if (!persistent) list(watch, request);
    return ended;
}

int watched_irecv(const char* call, void* buffer, int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
    Stage stage = {.call = call, .sized = BY_MESSAGE};
    Early early;
    void* landing = device_possible() ? part(&stage, OUT, buffer, count, type) : buffer;
    Watch* watch = new_watch(&stage, landing, count, type, source, tag, comm);
    if (any_early() && find_early(&early, source, tag, comm, 1)) {
        redirect(watch, &early);
        const int ended = library_irecv(landing, count, type, 0, early.again, job.again, request);
        return begun(&stage, watch, ended, *request, 0);
    }
    const int ended = library_irecv(landing, count, type, source, tag, comm, request);
    return begun(&stage, watch, ended, *request, 0);
}

int watched_recv_init(const char* call, void* buffer, int64_t count, MPI_Datatype type, int source, int tag,
                      MPI_Comm comm, MPI_Request* request) {
    Stage stage = {.call = call, .sized = BY_MESSAGE};
    void* landing = device_possible() ? part(&stage, OUT, buffer, count, type) : buffer;
    Watch* watch = new_watch(&stage, landing, count, type, source, tag, comm);
#ifdef HAVE_MPI_Recv_init_c
    OWN(Recv_init_c, (void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    const int ended = own(landing, count, type, source, tag, comm, request);
#else
    OWN(Recv_init, (void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    const int ended = own(landing, (int)count, type, source, tag, comm, request);
#endif
    return begun(&stage, watch, ended, *request, 1);
}

int watched_imrecv(const char* call, void* buffer, int64_t count, MPI_Datatype type, MPI_Message* message,
                   MPI_Request* request) {
    Stage stage = {.call = call, .sized = BY_MESSAGE};
    Early early;
    void* landing = device_possible() ? part(&stage, OUT, buffer, count, type) : buffer;
    Watch* watch = new_watch(&stage, landing, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD);
    if (find_probed(&early, *message)) {
        watch->comm = early.comm;
        redirect(watch, &early);
    }
#ifdef HAVE_MPI_Imrecv_c
    OWN(Imrecv_c, (void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Request*));
    const int ended = own(landing, count, type, message, request);
#else
    OWN(Imrecv, (void*, int, MPI_Datatype, MPI_Message*, MPI_Request*));
    const int ended = own(landing, (int)count, type, message, request);
#endif
    return begun(&stage, watch, ended, *request, 0);
}

int waited(int ended, MPI_Request* request, MPI_Status* status) {
    return ended == MPI_SUCCESS ? MPI_Wait(request, status) : ended;
}

int can_pack(int64_t count, MPI_Datatype type) {
    const int64_t size = size_of(type);
    return !size || count <= most_packed / size;
}

int send_copy(const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    const int64_t bytes = size_of(type) * count;
    MPI_Request request;
    const Room room = take_ordinary((size_t)bytes + 1, "MPI_Sendrecv_replace");
    PACKED_COUNT position = 0;
    if (bytes) PACK_DEVICE(buffer, (PACKED_COUNT)count, type, room.at, (PACKED_COUNT)bytes, &position, comm);
    const int ended = isend(room.at, position, dest, tag, comm, &request);
    if (ended == MPI_SUCCESS) fly(request, room, NULL);
    else put_back(room);
    return ended;
}

int may_complete(MPI_Request request, int waits) {
    const Pending* pending = pending_of(request, 0);
    if (!pending || !pending->active) return 1;
    if (pending->watch) return is_here(pending->watch);
    return !pending->out || (!waits && !pending->out->offer) || is_sent(pending->out, request);
}

void await_large(int count, const MPI_Request requests[]) {
    for (int at = 0, turn = 0; at < count; progress(turn++))
        while (at < count && may_complete(requests[at], 1)) ++at;
    for (int at = 0; at < count; ++at) {
        const Pending* pending = pending_of(requests[at], 0);
        if (pending && pending->active && pending->out) see_off(pending->out);
    }
}

int persistent_here(int count, const MPI_Request requests[]) {
    for (int at = 0; at < count; ++at) {
        const Pending* pending = pending_of(requests[at], 0);
        if (pending && pending->active && pending->persistent && pending->watch && is_here(pending->watch)) return at;
    }
    return -1;
}

int all_may_complete(int count, const MPI_Request requests[]) {
    int all = 1;
    progress(0);
    for (int at = 0; at < count; ++at) all &= may_complete(requests[at], 0);
    return all;
}

int some_of(int waits, int count, MPI_Request requests[], int* outcount, int indices[], int* flag,
            MPI_Status* statuses) {
    MPI_Request* open = malloc(sizeof *open * (size_t)(count ? count : 1));
    char* masked = calloc((size_t)count + 1, 1);
    if (!open || !masked) give_up("a call that completes requests", "there is no memory left", 0);
    int ended = MPI_SUCCESS;
    for (int turn = 0;; progress(turn++)) {
        const int here = persistent_here(count, requests);
        if (here >= 0) {
            const int ignored = statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE;
            ended = MPI_Wait(&requests[here], ignored ? MPI_STATUS_IGNORE : statuses);
            *indices = here;
            *(outcount ? outcount : flag) = 1;
            if (!outcount || ended == MPI_SUCCESS) break;
            if (!ignored) statuses->MPI_ERROR = ended;
            ended = MPI_ERR_IN_STATUS;
            break;
        }
        int under_way = 0;
        for (int at = 0; at < count; ++at) {
            masked[at] = (char)!may_complete(requests[at], 0);
            open[at] = masked[at] ? MPI_REQUEST_NULL : requests[at];
            under_way |= masked[at];
        }
        ended = outcount ? MPI_Testsome(count, open, outcount, indices, statuses)
                         : MPI_Testany(count, open, indices, flag, statuses);
        for (int at = 0; at < count; ++at)
            if (!masked[at]) requests[at] = open[at];
        const int some = outcount ? *outcount > 0 : *flag && *indices != MPI_UNDEFINED;
        if (ended != MPI_SUCCESS || some || !under_way) break;
        if (outcount) *outcount = 0;
        else *flag = 0;
        if (!waits) break;
    }
    free(masked);
    free(open);
    return ended;
}

MPI_Request* without_those_under_way(int count, const MPI_Request requests[], int* under_way) {
    MPI_Request* seen = malloc(sizeof *seen * (size_t)(count ? count : 1));
    if (!seen) give_up("MPI_Request_get_status_some", "there is no memory left", 0);
    progress(0);
    *under_way = 0;
    for (int at = 0; at < count; ++at) {
        const int ready = may_complete(requests[at], 0);
        seen[at] = ready ? requests[at] : MPI_REQUEST_NULL;
        *under_way |= !ready;
    }
    return seen;
}
