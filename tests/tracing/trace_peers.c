/* Four ranks: messages from any source, blocking and not, on a communicator whose ranks are in another order, persistent
 * ones, the other kinds of sends, and a part that is not counted. With an argument, rank 1 is killed in the midst of it. */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
static Send* const kinds[] = {MPI_Issend, MPI_Irsend, MPI_Ibsend};

int main(int argc, char** argv) {
    int rank = 0, ranks = 0, own = 0, detached_bytes = 0, data[1000] = {0}, other[1000] = {0};
    char buffer[1000 + MPI_BSEND_OVERHEAD];
    void* detached = NULL;
    MPI_Request requests[2];
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &own);
    for (int turn = 0; turn < 7; ++turn) {
        if (rank == 0) MPI_Recv(other, 1000, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(data, 100, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (argc > 1 && rank == 1) raise(SIGKILL);
    MPI_Irecv(other, 1000, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(data, 50, MPI_INT, (rank + 1) % ranks, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (own == 0) MPI_Send(data, 1, MPI_INT, 1, 0, reversed);
    if (own == 1) MPI_Recv(other, 1, MPI_INT, 0, 0, reversed, MPI_STATUS_IGNORE);
    MPI_Send_init(data, 25, MPI_INT, (rank + 1) % ranks, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(other, 25, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[1]);
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int kind = 0; kind < 3; ++kind) {
        MPI_Irecv(other, 1000, MPI_INT, rank, 4, MPI_COMM_WORLD, &requests[0]);
        kinds[kind](data, 10 + kind, MPI_INT, rank, 4, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Buffer_detach((void*)&detached, &detached_bytes);
    MPI_Irecv(other, 7, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(data, 6, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Pcontrol(0);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* these began before, and are counted */
    MPI_Irecv(other, 7, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(data, 6, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
    MPI_Sendrecv(data, 3, MPI_INT, MPI_PROC_NULL, 0, other, 3, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, data, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Irecv(other, 5, MPI_INT, (own + 3) % 4, 3, reversed, &requests[0]);
    MPI_Isend(data, 5, MPI_INT, (own + 1) % 4, 3, reversed, &requests[1]);
    MPI_Comm_free(&reversed);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
