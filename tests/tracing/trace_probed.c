/* Two ranks: each gets two messages by MPI_Mprobe and MPI_Improbe, on a communicator in reverse order, and two in parts
 * from the other one, and both at once. Messages of MPI_PROC_NULL are none, and have one handle on all communicators: one is found on a
 * communicator that is freed, and then another is received. */
#include <mpi.h>

enum { PARTS = 4, NUMBERS = 8, TURNS = 2 };

int main(int argc, char** argv) {
    int rank = 0, own = 0, found = 0, data[16] = {0}, other[16];
    static int parts[PARTS * NUMBERS], whole[PARTS * NUMBERS];
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &own);
    for (int size = 3; size < 5; ++size) MPI_Isend(data, size, MPI_INT, 1 - own, 0, reversed, &requests[size - 3]);
    MPI_Mprobe(MPI_ANY_SOURCE, 0, reversed, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(other, 16, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
    while (!found) MPI_Improbe(MPI_ANY_SOURCE, 0, reversed, &found, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(other, 16, MPI_INT, &message, &requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Mprobe(MPI_PROC_NULL, 0, reversed, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(other, 16, MPI_INT, &message, MPI_STATUS_IGNORE);
    message = MPI_MESSAGE_NO_PROC;
    MPI_Imrecv(other, 16, MPI_INT, &message, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
    {
        MPI_Psend_init(parts, PARTS, NUMBERS, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
        MPI_Precv_init(whole, PARTS, NUMBERS, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
        for (int turn = 0; turn < TURNS; ++turn) {
            MPI_Startall(2, requests);
            for (int part = 0; part < PARTS; ++part) MPI_Pready(part, requests[0]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
        /* MPICH 5.0 tells nothing true of what this receives. */
        MPI_Isendrecv(data, 2, MPI_INT, 1 - rank, 2, other, 2, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    }
#endif
    MPI_Mprobe(MPI_PROC_NULL, 0, reversed, &message, MPI_STATUS_IGNORE);
    MPI_Comm_free(&reversed);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(other, 16, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
