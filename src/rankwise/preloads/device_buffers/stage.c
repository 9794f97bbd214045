#include "stage.h"

enum { ALL_BYTES = -1 };

/* Where data of a part lies, relative to its start. */
static int span_of(const Part* part, int64_t* from, int64_t* to) {
    int some = 0;
    for (int at = 0; at < part->pieces; ++at) {
        const Piece* piece = &part->piece[at];
        if (!piece->count || !piece->shape->size) continue;
        const int64_t far = (piece->count - 1) * piece->shape->extent, first = piece->at + piece->shape->true_lb;
        const int64_t low = first + (far < 0 ? far : 0), high = first + (far > 0 ? far : 0) + piece->shape->true_extent;
        if (!some || low < *from) *from = low;
        if (!some || high > *to) *to = high;
        some = 1;
    }
    return some;
}

static void drop(Part* part) {
    for (int at = 0; at < part->pieces; ++at) release_shape(part->piece[at].shape);
    if (part->piece != &part->one) free(part->piece);
}

/* What the library is to be given for `buffer`, whose pieces have been named: itself where it is host memory. */
static void* placed(Stage* stage, Part* part) {
    int64_t from = 0, to = 0;
    char* buffer = part->device;
    const int some = span_of(part, &from, &to), absolute = part->device == MPI_BOTTOM;
    if (!some || (absolute && !is_device(buffer + from) && !is_device(buffer + to - 1))) {
        drop(part);
        return buffer;
    }
    if (absolute && !in_one_allocation(buffer + from, buffer + to))
        give_up(stage->call, "a datatype with absolute addresses joins device memory and other memory", 0);
    part->lane = lane_of(buffer + from, stage->call);
    enter(part->lane, stage->call);
    part->room = take((size_t)(to - from) + LINE, stage->call);
    leave();
    part->host = part->room.at + (uintptr_t)(buffer + from) % LINE - from; /* aligned as the buffer is */
    ++stage->parts;
    return part->host;
}

static Part* opened(Stage* stage, int way, const void* buffer, int pieces) {
    Part* part = &stage->part[stage->parts];
    part->way = way;
    part->device = (char*)(uintptr_t)buffer;
    part->pieces = pieces;
    part->piece = pieces == 1 ? &part->one : malloc(sizeof(Piece) * (size_t)(pieces ? pieces : 1));
    if (!part->piece) give_up(stage->call, "there is no memory left", 0);
    return part;
}

static int concerns(int way, const void* buffer) {
    return way != NONE && buffer != MPI_IN_PLACE && (buffer == MPI_BOTTOM || is_device(buffer));
}

void* part(Stage* stage, int way, const void* buffer, int64_t count, MPI_Datatype type) {
    if (!concerns(way, buffer) || count <= 0) return (void*)(uintptr_t)buffer;
    Part* fresh = opened(stage, way, buffer, 1);
    fresh->one = (Piece){0, count, shape_of(type)};
    return placed(stage, fresh);
}

void* part_v(Stage* stage, int way, const void* buffer, int pieces, Numbers counts, Numbers displacements,
             MPI_Datatype type) {
    if (!concerns(way, buffer)) return (void*)(uintptr_t)buffer;
    Part* fresh = opened(stage, way, buffer, pieces);
    for (int at = 0; at < pieces; ++at) {
        Shape* shape = shape_of(type);
        fresh->piece[at] = (Piece){number(displacements, at) * shape->extent, number(counts, at), shape};
    }
    return placed(stage, fresh);
}

void* part_w(Stage* stage, int way, const void* buffer, int pieces, Numbers counts, Numbers displacements,
             const MPI_Datatype types[]) {
    if (!concerns(way, buffer)) return (void*)(uintptr_t)buffer;
    Part* fresh = opened(stage, way, buffer, pieces);
    for (int at = 0; at < pieces; ++at) { /* the datatype of no items may be none */
        const int64_t count = number(counts, at);
        fresh->piece[at] = (Piece){number(displacements, at), count, shape_of(count ? types[at] : MPI_BYTE)};
    }
    return placed(stage, fresh);
}

static void copy_items(const Part* part, int to_device, const Piece* piece, int64_t items, const char* call) {
    Shape* shape = piece->shape;
    need_rows(shape);
    char *first = part->device + piece->at + shape->blocks[0].at, *room = part->host + piece->at + shape->blocks[0].at;
    if (part->room.class != ORDINARY && kernel_copies(part->lane, to_device, first, room, shape, items, call)) return;
    for (size_t number = 0; number < shape->count; ++number) {
        const Block* block = &shape->blocks[number];
        char *device = part->device + piece->at + block->at, *host = part->host + piece->at + block->at;
        if (one_rectangle(block, shape->extent)) {
            copy_rows(part->lane, to_device, device, host, block->width, (size_t)items, (size_t)shape->extent, call);
            continue;
        }
        for (int64_t item = 0; item < items; ++item)
            copy_rows(part->lane, to_device, device + item * shape->extent, host + item * shape->extent, block->width,
                      block->rows, block->pitch, call);
    }
}

/* Starts to copy a part, or its first `bytes` bytes of data. */
static void copy_part(const Part* part, int to_device, int64_t bytes, const char* call) {
    enter(part->lane, call);
    for (int at = 0; at < part->pieces; ++at) {
        const Piece* piece = &part->piece[at];
        if (!piece->count || !piece->shape->size) continue;
        const int64_t whole = bytes == ALL_BYTES || bytes / piece->shape->size >= piece->count
                                  ? piece->count
                                  : bytes / piece->shape->size;
        copy_items(part, to_device, piece, whole, call);
        const int64_t rest = whole == piece->count ? 0 : bytes % piece->shape->size;
        if (!rest) continue;
        size_t count;
        Block* blocks = rows_of(piece->shape, rest, &count);
        const int64_t behind = piece->at + whole * piece->shape->extent;
        for (size_t number = 0; number < count; ++number)
            copy_rows(part->lane, to_device, part->device + behind + blocks[number].at,
                      part->host + behind + blocks[number].at, blocks[number].width, blocks[number].rows,
                      blocks[number].pitch, call);
        free(blocks);
    }
    leave();
}

void settle_all(const Stage* stage) {
    for (int at = 0; at < stage->parts; ++at)
        if (!at || stage->part[at].lane != stage->part[0].lane) settle(stage->part[at].lane, stage->call);
}

void fetch(const Stage* stage) {
    int copies = 0;
    for (int at = 0; at < stage->parts; ++at)
        if (stage->part[at].way & IN) copy_part(&stage->part[at], 0, ALL_BYTES, stage->call), ++copies;
    if (copies) settle_all(stage);
}

int64_t bytes_found(const MPI_Status* status) {
    OWN(Get_elements_x, (const MPI_Status*, MPI_Datatype, MPI_Count*));
    MPI_Count bytes = 0;
    own(status, MPI_BYTE, &bytes);
    return bytes > 0 ? bytes : 0;
}

int64_t bytes_in(const MPI_Status* status) {
    OWN(Test_cancelled, (const MPI_Status*, int*));
    int gone = 0;
    own(status, &gone);
    return gone ? 0 : bytes_found(status);
}

void deliver(const Stage* stage, const MPI_Status* status) {
    int64_t bytes = ALL_BYTES;
    if (stage->sized) bytes = stage->sized == BY_FILE ? bytes_found(status) : bytes_in(status);
    for (int at = 0; at < stage->parts; ++at)
        if (stage->part[at].way & OUT)
            copy_part(&stage->part[at], 1, stage->part[at].way == OUT ? bytes : ALL_BYTES, stage->call);
}

void release(Stage* stage) {
    for (int at = 0; at < stage->parts; ++at) {
        put_back(stage->part[at].room);
        drop(&stage->part[at]);
    }
    stage->parts = 0;
}

int done(Stage* stage, int ended, const MPI_Status* status) {
    if (ended == MPI_SUCCESS) {
        deliver(stage, status);
        settle_all(stage);
    }
    release(stage);
    return ended;
}
