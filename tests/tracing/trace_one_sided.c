/* Four ranks: every one-sided call that moves data, on a window of a communicator whose ranks are in reverse order, and one
 * on a second window after the first was freed. */
#include <mpi.h>
#include <stddef.h>

enum { INTS = 100 };

/* NOLINTBEGIN: that one-sided calls make requests is not seen. */

static void each_call(MPI_Win window, int to, int across) {
    int data[INTS] = {0}, other[INTS] = {0}, one = 1, two = 2, got = 0;
    MPI_Request requests[4];
    MPI_Win_lock_all(0, window);
    MPI_Put(data, 10, MPI_INT, to, 0, 10, MPI_INT, window);
    MPI_Put(data, 10, MPI_INT, to, 10, 10, MPI_INT, window);
    MPI_Win_flush_all(window);
    MPI_Get(other, 20, MPI_INT, across, 20, 20, MPI_INT, window);
    MPI_Get(other, 20, MPI_INT, MPI_PROC_NULL, 20, 20, MPI_INT, window);
    MPI_Win_flush_all(window);
    MPI_Accumulate(data, 3, MPI_INT, to, 40, 3, MPI_INT, MPI_SUM, window);
    MPI_Get_accumulate(data, 5, MPI_INT, other, 5, MPI_INT, to, 40, 5, MPI_INT, MPI_SUM, window);
    MPI_Win_flush_all(window);
    MPI_Get_accumulate(NULL, 0, MPI_INT, other, 7, MPI_INT, across, 40, 7, MPI_INT, MPI_NO_OP, window);
    MPI_Win_flush_all(window);
    MPI_Fetch_and_op(&one, &got, MPI_INT, to, 50, MPI_SUM, window);
    MPI_Win_flush_all(window);
    MPI_Fetch_and_op(NULL, &got, MPI_INT, to, 50, MPI_NO_OP, window);
    MPI_Win_flush_all(window);
    MPI_Compare_and_swap(&two, &one, &got, MPI_INT, to, 51, window);
    MPI_Win_flush_all(window);
    MPI_Rput(data, 6, MPI_INT, to, 60, 6, MPI_INT, window, &requests[0]);
    MPI_Rget(other, 6, MPI_INT, to, 70, 6, MPI_INT, window, &requests[1]);
    MPI_Raccumulate(data, 6, MPI_INT, to, 80, 6, MPI_INT, MPI_SUM, window, &requests[2]);
    MPI_Rget_accumulate(data, 6, MPI_INT, other + 10, 6, MPI_INT, to, 90, 6, MPI_INT, MPI_SUM, window, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(window);
}
/* NOLINTEND */

int main(int argc, char** argv) {
    int rank = 0, own = 0, data[11] = {0}, *memory = NULL;
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &own);
    MPI_Win_allocate(sizeof(int) * INTS, sizeof(int), MPI_INFO_NULL, reversed, (void*)&memory, &window);
    each_call(window, (own + 1) % 4, (own + 2) % 4);
    MPI_Win_free(&window);
    MPI_Win_allocate(sizeof(int) * INTS, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, (void*)&memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(data, 11, MPI_INT, (rank + 1) % 4, 0, 11, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Comm_free(&reversed);
    MPI_Finalize();
    return 0;
}
