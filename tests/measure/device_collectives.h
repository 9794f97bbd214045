/* The collective steps of device_programs.c. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#include "device_data.h"

#define CALL(Now, Late, ...)                               \
    do {                                                   \
        name = #Now;                                       \
        if (late) MPI_##Late(__VA_ARGS__, comm, &request); \
        else MPI_##Now(__VA_ARGS__, comm);                 \
    } while (0)

static void collective(MPI_Comm comm, MPI_Datatype type, int count) {
    const int late = (int)any(2), root = (int)any((unsigned)ranks), in_place = (int)any(2), at_root = rank == root;
    int counts[MOST], places[MOST], sum = 0;
    MPI_Datatype types[MOST];
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Aint low, extent;
    MPI_Type_get_extent(type, &low, &extent);
    for (int at = 0; at < ranks; ++at) {
        counts[at] = 1 + (at + step) % 3;
        places[at] = sum;
        types[at] = type;
        sum += counts[at] + 1;
    }
    const int mine = counts[rank], all = count * ranks > sum ? count * ranks : sum;
    /* Reductions take as many doubles, which are longer than some types. */
    const size_t doubles = sizeof(double) * (size_t)all, most = room(type, all) > doubles ? room(type, all) : doubles;
    Buffer out = buffer(most, 1), in = buffer(most, 2);
    void *from = in_place ? MPI_IN_PLACE : out.at, *to = in.at;
    int same[MOST], same_places[MOST], same_bytes[MOST]; /* each rank sends every other one as many */
    for (int at = 0; at < ranks; ++at) same[at] = 2, same_places[at] = 2 * at, same_bytes[at] = (int)extent * 2 * at;
    switch (any(16)) {
        case 0: CALL(Bcast, Ibcast, to, count, type, root); break;
        case 1: CALL(Reduce, Ireduce, at_root ? from : out.at, to, count, MPI_DOUBLE, MPI_SUM, root); break;
        case 2: CALL(Allreduce, Iallreduce, from, to, count, MPI_DOUBLE, MPI_MAX); break;
        case 3: CALL(Scan, Iscan, from, to, count, MPI_DOUBLE, MPI_SUM); break;
        case 4: CALL(Exscan, Iexscan, from, to, count, MPI_DOUBLE, MPI_SUM); break;
        case 5: CALL(Reduce_scatter_block, Ireduce_scatter_block, out.at, to, count, MPI_DOUBLE, MPI_SUM); break;
        case 6: CALL(Reduce_scatter, Ireduce_scatter, out.at, to, counts, MPI_DOUBLE, MPI_SUM); break;
        case 7: CALL(Gather, Igather, at_root ? from : out.at, count, type, to, count, type, root); break;
        case 8: CALL(Gatherv, Igatherv, at_root ? from : out.at, mine, type, to, counts, places, type, root); break;
        case 9:
            CALL(Scatter, Iscatter, out.at, count, type, at_root && in_place ? MPI_IN_PLACE : to, count, type, root);
            break;
        case 10:
            CALL(Scatterv, Iscatterv, out.at, counts, places, type, at_root && in_place ? MPI_IN_PLACE : to, mine, type,
                 root);
            break;
        case 11: CALL(Allgather, Iallgather, from, count, type, to, count, type); break;
        case 12: CALL(Allgatherv, Iallgatherv, from, mine, type, to, counts, places, type); break;
        case 13: CALL(Alltoall, Ialltoall, from, count, type, to, count, type); break;
        case 14: CALL(Alltoallv, Ialltoallv, from, same, same_places, type, to, same, same_places, type); break;
        default: CALL(Alltoallw, Ialltoallw, out.at, same, same_bytes, types, to, same, same_bytes, types); break;
    }
    if (late) MPI_Wait(&request, MPI_STATUS_IGNORE);
    end(&out), end(&in);
}

static void pairs(void) {
    Buffer out = buffer(512, 1), in = buffer(512, 2);
    name = "Allreduce of MPI_DOUBLE_INT";
    struct {
        double value;
        int index, gap;
    } numbers[4];
    memset(numbers, 0, sizeof numbers);
    for (int at = 0; at < 4; ++at) numbers[at].value = (rank * 5 + at * 3) % 7, numbers[at].index = rank;
    memcpy(out.image, numbers, sizeof numbers);
    set(&out, out.image);
    memset(in.image, 0, in.size);
    set(&in, in.image);
    MPI_Allreduce(out.at, in.at, 4, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    end(&out), end(&in);
}

static void neighbours(MPI_Datatype type, int count) {
    const int periods[] = {(int)any(2)}, dims[] = {ranks};
    const int late = (int)any(2);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm comm;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    Buffer out = buffer(room(type, 2 * count), 1), in = buffer(room(type, 2 * count), 2);
    if (any(2)) CALL(Neighbor_alltoall, Ineighbor_alltoall, out.at, count, type, in.at, count, type);
    else CALL(Neighbor_allgather, Ineighbor_allgather, out.at, count, type, in.at, count, type);
    if (late) MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    end(&out), end(&in);
}

static void two_groups(MPI_Datatype type, int count) {
    MPI_Comm half, both;
    const int low = rank < ranks / 2;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? ranks / 2 : 0, 15, &both);
    Buffer out = buffer(room(type, count), 1), in = buffer(room(type, count * ranks), 2);
    name = "between groups";
    int here;
    MPI_Comm_rank(half, &here);
    const int root = low ? (here == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
    MPI_Bcast(out.at, count, type, root, both);
    MPI_Gather(out.at, count, type, in.at, count, type, root, both);
    MPI_Allgather(out.at, count, type, in.at, count, type, both);
    MPI_Comm_free(&both), MPI_Comm_free(&half);
    end(&out), end(&in);
}
/* NOLINTEND */
