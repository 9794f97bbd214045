/* OpenACC: rank 0 fills an array on the device, and both ranks pass the device's copy of it to MPI.
 *
 *     mpicc -acc -O2 examples/device_openacc.c -o device_openacc        NVIDIA's compiler; GCC: -fopenacc
 *     rankwise run --device-buffers -- mpirun -n 2 ./device_openacc
 *
 * GCC without offloading runs it on the host: then the copy is the array itself.
 */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 1 << 20 };
static double numbers[COUNT];

int main(int argc, char **argv) {
    int rank, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma acc data copyout(numbers)
    {
#pragma acc parallel loop present(numbers)
        for (int at = 0; at < COUNT; ++at) numbers[at] = rank == 0 ? at : -1;
#pragma acc host_data use_device(numbers)
        {
            if (rank == 0) MPI_Send(numbers, COUNT, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
            if (rank == 1) MPI_Recv(numbers, COUNT, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    for (int at = 0; at < COUNT; ++at) wrong += numbers[at] != at;
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
