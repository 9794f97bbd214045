#include "ways.h"

int64_t sum_of(Numbers counts, MPI_Comm comm) {
    int64_t sum = 0;
    for (int rank = ranks_of(comm); rank-- > 0;) sum += number(counts, rank);
    return sum;
}

int leaf_way(int root, MPI_Comm comm) {
    (void)comm;
    return root >= 0 ? IN : NONE;
}
int scattered_way(int root) { return root >= 0 ? OUT : NONE; }
int root_way(int root, MPI_Comm comm, int way) {
    if (root < 0) return root == MPI_ROOT ? way : NONE;
    return root == rank_in(comm) && !joins_groups(comm) ? way : NONE;
}
int bcast_way(int root, MPI_Comm comm) {
    if (root < 0) return root == MPI_ROOT ? IN : NONE;
    return root == rank_in(comm) && !joins_groups(comm) ? IN : OUT;
}

int refused(const char* call, const char* argument, const char* reason) {
    OWN(Comm_call_errhandler, (MPI_Comm, int));
    fprintf(stderr, "rankwise device buffers: %s does not take device memory as '%s': %s. Pass host memory.\n", call,
            argument, reason);
    own(MPI_COMM_WORLD, MPI_ERR_BUFFER);
    return MPI_ERR_BUFFER;
}
