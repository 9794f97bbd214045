/* Neighbor_alltoallv of three ranks: the first sends to both others, who send to nobody; then around a ring, each to both
 * sides. */
#include <mpi.h>

int main(int argc, char** argv) {
    const int both[2] = {1, 2}, first[1] = {0}, three[1] = {3}, periodic[1] = {1};
    const int to_both[2] = {4, 8}, places[2] = {0, 8}, once[2] = {1, 2};
    int out[16] = {0}, in[16] = {0}, rank = 0;
    MPI_Comm graph = MPI_COMM_NULL, ring = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int sends = rank == 0 ? 2 : 0, receives = rank == 0 ? 0 : 1, comes[1] = {4 * rank};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, receives, first, MPI_UNWEIGHTED, sends, both, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_alltoallv(out, to_both, places, MPI_INT, in, comes, places, MPI_INT, graph);
    MPI_Cart_create(MPI_COMM_WORLD, 1, three, periodic, 0, &ring);
    MPI_Neighbor_alltoallv(out, once, places, MPI_INT, in, (const int[2]){2, 1}, places, MPI_INT, ring);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
