/* A message, a broadcast, a sum and a file of every datatype of type_table.h: `device_types host|device`. Each rank
 * prints a line for each datatype with a digest of its buffers, which is the same whatever is preloaded. */
/* NOLINTBEGIN: what MPI calls write is not seen. */
#include "device_data.h"

enum { COUNT = 3000 };

static void exchanged(MPI_Datatype type) {
    Buffer out = buffer(room(type, COUNT), 1), in = buffer(room(type, COUNT), 2), all = buffer(room(type, COUNT), 3);
    MPI_Request requests[2];
    MPI_Irecv(in.at, COUNT, type, left(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out.at, COUNT, type, right(), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(all.at, 3, type, 0, MPI_COMM_WORLD);
    MPI_Bcast(all.at, COUNT, type, ranks - 1, MPI_COMM_WORLD);
    MPI_Sendrecv_replace(out.at, COUNT, type, left(), 2, right(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end(&out), end(&in), end(&all);
}

static void stored(MPI_Datatype type, int number) {
    Buffer out = buffer(room(type, COUNT), 4), in = buffer(room(type, COUNT), 5);
    char path[64];
    int size = 0;
    MPI_File file;
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(path, sizeof path, "device_types.%d.%d", number, step);
    MPI_Type_size(type, &size);
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at_all(file, (MPI_Offset)size * COUNT * rank, out.at, COUNT, type, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, (MPI_Offset)size * COUNT * rank, in.at, COUNT, type, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    end(&out), end(&in);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    mixed = argc > 1 && strcmp(argv[1], "device") == 0;
    if (mixed) find_device();
    private = 40503U + (uint64_t)rank * 977;
    for (step = 0; step < WAYS; ++step) {
        digest = 14695981039346656037U;
        MPI_Datatype type = type_by(&ways[step]);
        exchanged(type);
        if (files_take(&ways[step])) stored(type, (int)getpid());
        if (ways[step].of == OF_PROGRAM) MPI_Type_free(&type);
        printf("rank %d %s: %016llx\n", rank, ways[step].name, (unsigned long long)digest);
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
/* NOLINTEND */
