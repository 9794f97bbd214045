#include "take.h"

typedef struct { /* blocks of `in` and `out` on this rank */
    int in, out;
} Blocks;

static int reduces(int collective) {
    return collective == REDUCE || collective == ALLREDUCE || collective == REDUCE_SCATTER;
}

static Blocks blocks_of(int collective, int ranks, int at_root) {
    switch (collective) {
        case BCAST: return (Blocks){at_root, !at_root};
        case REDUCE: return (Blocks){1, at_root};
        case GATHER: return (Blocks){1, at_root ? ranks : 0};
        case SCATTER: return (Blocks){at_root ? ranks : 0, 1};
        case ALLGATHER: return (Blocks){1, ranks};
        case ALLTOALL: return (Blocks){ranks, ranks};
        case ALLREDUCE: return (Blocks){1, 1};
        default: return (Blocks){ranks, 1};
    }
}

/* The most blocks of `in` and `out` that any rank has: what is decided by them is decided alike on all. */
static int most_blocks(int collective, int ranks) {
    const Blocks root = blocks_of(collective, ranks, 1), other = blocks_of(collective, ranks, 0);
    return root.in + root.out > other.in + other.out ? root.in + root.out : other.in + other.out;
}

/* Whether the bytes of a type lie in memory as they are sent. Of types that a program made nobody knows the order. */
static int is_dense(MPI_Datatype type, int64_t* extent) {
    OWN(Type_get_extent, (MPI_Datatype, MPI_Aint*, MPI_Aint*));
    MPI_Aint lower = 0, whole = 0;
    own(type, &lower, &whole);
    *extent = whole;
    return combiner_of(type) == MPI_COMBINER_NAMED && lower == 0 && whole == size_of(type);
}

static const Option* option_for(const Plan* plan, const Asked* asked, int64_t bytes, int rounding) {
    for (int at = 0; at < plan->option_count; ++at) {
        const Option* option = &plan->options[at];
        const Schedule* schedule = option->schedule;
        if (schedule->collective != asked->collective || schedule->root != asked->root) continue;
        if (bytes < schedule->from || bytes > schedule->to) continue;
        if (rounding > EXACT && option->set->reductions != ANY &&
            (option->set->reductions == LIBRARY || rounding == ROUNDED_BY_COMPILER || !schedule->ordered))
            continue;
        const int most = most_blocks(asked->collective, plan->ranks);
        if (most * bytes > INT_MAX || (schedule->tmp + most) * bytes > option->set->scratch) continue;
        return option;
    }
    return NULL;
}

typedef struct {
    char* memory; /* of the program */
    int64_t count, bytes;
    MPI_Datatype type;
    int packed;
} Side;

/* MPICH 4.0 packs nothing that is at MPI_BOTTOM: makes a datatype of the same items, as they are seen from elsewhere. */
static int see_from(char* place, Side* side) {
    OWN(Type_create_hindexed, (int, const int[], const MPI_Aint[], MPI_Datatype, MPI_Datatype*));
    static int (*commit)(MPI_Datatype*);
    if (!commit) *(void**)&commit = next_of("PMPI_Type_commit");
    const int count = (int)side->count;
    const MPI_Aint bottom = -(MPI_Aint)place;
    side->memory = place;
    side->count = 1;
    const int error = own(1, &count, &bottom, side->type, &side->type);
    return error == MPI_SUCCESS ? commit(&side->type) : error;
}

static void no_more(Side* seen) {
    OWN(Type_free, (MPI_Datatype*));
    own(&seen->type);
}

static int pack(const Side* side, char* into, MPI_Comm comm) {
    OWN(Pack, (const void*, int, MPI_Datatype, void*, int, int*, MPI_Comm));
    Side seen = *side;
    int at = 0, error = side->memory ? MPI_SUCCESS : see_from(into, &seen);
    if (error != MPI_SUCCESS) return error;
    error = own(seen.memory, (int)seen.count, seen.type, into, (int)seen.bytes, &at, comm);
    if (!side->memory) no_more(&seen);
    return error;
}

static int unpack(const Side* side, char* from, MPI_Comm comm) {
    OWN(Unpack, (const void*, int, int*, void*, int, MPI_Datatype, MPI_Comm));
    Side seen = *side;
    int at = 0, error = side->memory ? MPI_SUCCESS : see_from(from, &seen);
    if (error != MPI_SUCCESS) return error;
    error = own(from, (int)seen.bytes, &at, seen.memory, (int)seen.count, seen.type, comm);
    if (!side->memory) no_more(&seen);
    return error;
}

/* Whether a program wrongly gives this rank's block of one buffer as that of the other. A type beside MPI_IN_PLACE may
 * be none. */
static int is_aliased(const Asked* asked, const Plan* plan, Blocks blocks) {
    const char *send = asked->send, *receive = asked->receive;
    if (!blocks.in || !blocks.out || asked->collective == BCAST || !send || !receive) return 0;
    if (asked->send == MPI_IN_PLACE || asked->receive == MPI_IN_PLACE) return 0;
    int64_t extent = 0;
    if (asked->collective == GATHER || asked->collective == ALLGATHER) {
        is_dense(asked->receive_type, &extent);
        receive += plan->rank * asked->receive_count * extent;
    } else if (asked->collective == SCATTER) {
        is_dense(asked->send_type, &extent);
        send += plan->rank * asked->send_count * extent;
    }
    return send == receive;
}

/* What the library says of that: MPI_SUCCESS where it does not look for it. One that does finds it before it sends. */
static int said_of_aliased(const Asked* asked) {
    OWN(Gather, (const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm));
    static int (*free_comm)(MPI_Comm*), (*reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    if (!free_comm) {
        *(void**)&reduce = next_of("PMPI_Allreduce");
        *(void**)&free_comm = next_of("PMPI_Comm_free");
    }
    MPI_Comm alone = private_of(MPI_COMM_SELF);
    if (alone == MPI_COMM_NULL) return MPI_SUCCESS;
    int numbers[2] = {0, 0};
    void* both = numbers;
    const int count = asked->receive_count > 1 ? 2 : 1; /* Open MPI does not look at a single one */
    const int error = reduces(asked->collective)
                          ? reduce(both, both, count, MPI_INT, HANDLE(MPI_Op, MPI_MIN, mpi_op_min), alone)
                          : own(both, sizeof numbers, MPI_BYTE, both, sizeof numbers, MPI_BYTE, 0, alone);
    free_comm(&alone);
    return error;
}

/* Sets up `in`. What is in place is copied first: the schedule writes to `out` before it has read all of `in`. So is
 * what a program wrongly gives as both, which libraries that do not look for it bear. */
static int give(const Asked* asked, const Plan* plan, Call* call, int blocks, char* free_memory) {
    const int in_place = asked->send == MPI_IN_PLACE;
    const int apart = !in_place && (asked->send != asked->receive || asked->collective == BCAST);
    Side side = {(char*)(uintptr_t)(in_place ? asked->receive : asked->send),
                 (in_place ? asked->receive_count : asked->send_count) * blocks, call->block_bytes * blocks,
                 in_place ? asked->receive_type : asked->send_type, 0};
    int64_t extent = 0;
    const int dense = is_dense(side.type, &extent);
    if (in_place && (asked->collective == ALLGATHER || asked->collective == GATHER))
        side.memory += plan->rank * asked->receive_count * extent;
    call->region[REGION_IN] = dense && apart ? side.memory : free_memory;
    if (!dense) return pack(&side, free_memory, plan->comm);
    if (!apart) memcpy(free_memory, side.memory, (size_t)side.bytes);
    return MPI_SUCCESS;
}

/* Plays the schedule. The error is that of MPI, told to nobody yet. */
static int carry_out(const Asked* asked, const Plan* plan, const Option* option, int64_t bytes) {
    const Blocks blocks = blocks_of(asked->collective, plan->ranks, asked->root == plan->rank);
    if (is_aliased(asked, plan, blocks)) {
        const int error = said_of_aliased(asked);
        if (error != MPI_SUCCESS) return error;
    }
    int64_t unit = bytes % 8 == 0 ? 8 : 1;
    if (bytes % 64 == 0) unit = 64;
    Call call = {.block_bytes = bytes,
                 .elements = bytes / unit,
                 .element_bytes = unit,
                 .type = asked->send_type,
                 .op = asked->op,
                 .pieces = option->schedule->pieces};
    if (reduces(asked->collective)) {
        call.type = asked->receive_type;
        call.element_bytes = size_of(call.type);
        call.elements = bytes / call.element_bytes;
    }
    char* in_memory = plan->scratch + (option->schedule->tmp * bytes + 63) / 64 * 64;
    char* out_memory = in_memory + (blocks.in * bytes + 63) / 64 * 64;
    call.region[REGION_TMP] = plan->scratch;
    if (blocks.in) {
        const int error = give(asked, plan, &call, blocks.in, in_memory);
        if (error != MPI_SUCCESS) return error;
    }
    Side out = {asked->receive, asked->receive_count * blocks.out, bytes * blocks.out, asked->receive_type, 0};
    const int unwanted = blocks.out && asked->receive == MPI_IN_PLACE; /* the root of a scatter keeps its block */
    int64_t extent = 0;
    if (blocks.out && !unwanted) out.packed = !is_dense(out.type, &extent);
    /* A program that wrongly receives less than it sends has no room for more, but the others wait for its messages. */
    const int short_of = blocks.out && !unwanted && asked->receive_count * size_of(asked->receive_type) < bytes;
    call.region[REGION_OUT] = unwanted || short_of || out.packed ? out_memory : out.memory;
    const int error = play(&option->steps, &call, plan->comm, &plan->room);
    if (short_of && error == MPI_SUCCESS) return MPI_ERR_TRUNCATE;
    return error == MPI_SUCCESS && out.packed ? unpack(&out, out_memory, plan->comm) : error;
}

static int64_t signature_of(const Asked* asked, int rank) {
    const int of_receive = asked->send == MPI_IN_PLACE || (asked->collective == SCATTER && asked->root != rank);
    const int64_t count = of_receive ? asked->receive_count : asked->send_count;
    return count > 0 ? count * size_of(of_receive ? asked->receive_type : asked->send_type) : 0;
}

int64_t calls_taken[COLLECTIVES], calls_left[COLLECTIVES];

int take(const Asked* asked, int* error) {
    if (inside || !key_of_plans() || !has[asked->collective] || asked->comm == MPI_COMM_NULL) return 0;
    const int ranks = ranks_of(asked->comm);
    if (!some_set_has(ranks)) return 0;
    const int rounding = reduces(asked->collective) ? rounding_of(asked->receive_type, asked->op) : EXACT;
    const Plan* plan = plan_of(asked->comm, ranks);
    const Option* option = NULL;
    int64_t bytes = 0;
    if (plan && plan->option_count && rounding != NOT_TAKEN && (bytes = signature_of(asked, plan->rank)) > 0)
        option = option_for(plan, asked, bytes, rounding);
    __atomic_fetch_add(option ? &calls_taken[asked->collective] : &calls_left[asked->collective], 1, __ATOMIC_RELAXED);
    if (!option) return 0;
    ++inside;
    *error = carry_out(asked, plan, option, bytes);
    --inside;
    if (*error != MPI_SUCCESS) {
        static int (*tell)(MPI_Comm, int);
        if (!tell) *(void**)&tell = next_of("PMPI_Comm_call_errhandler");
        tell(asked->comm, *error);
    }
    return 1;
}
