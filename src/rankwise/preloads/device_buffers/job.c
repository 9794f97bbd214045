#include "job.h"

Job job = {.threshold = 512U << 10, .piece = 256U << 10, .agree_s = 30.0, .shares = 1};

static _Noreturn void lost(const char* ranks) {
    OWN(Abort, (MPI_Comm, int));
    fprintf(stderr,
            "rankwise device buffers: the library was not loaded, or is switched off, in rank %s; the job ends. Start "
            "all ranks alike, or set RANKWISE_DEVICE_BUFFERS=staged\n",
            ranks);
    drain_errors();
    own(MPI_COMM_WORLD, 1);
    abort();
}

/* Waits for messages of the agreement; 0: the time is over. */
static int all_here(int count, MPI_Request requests[]) {
    OWN(Testall, (int, MPI_Request*, int*, MPI_Status*));
    const double end_s = now_s() + job.agree_s;
    for (int all = 0;; sched_yield()) {
        own(count, requests, &all, MPI_STATUSES_IGNORE);
        if (all || now_s() > end_s) return all;
    }
}

void count_ranks(int ranks) {
    static int (*receive)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*),
        (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*),
        (*test)(MPI_Request*, int*, MPI_Status*);
    *(void**)&receive = next_of("PMPI_Irecv");
    *(void**)&send = next_of("PMPI_Isend");
    *(void**)&test = next_of("PMPI_Test");
    MPI_Request* requests = malloc(sizeof *requests * (size_t)ranks);
    unsigned char* hellos = calloc((size_t)ranks, 1);
    if (!requests || !hellos) give_up("MPI_Init", "there is no memory left", 0);
    if (job.rank != 0) {
        send(hellos, 1, MPI_BYTE, 0, HELLO, MPI_COMM_WORLD, &requests[0]);
        receive(job.secret, SECRET, MPI_BYTE, 0, HELLO, MPI_COMM_WORLD, &requests[1]);
        if (!all_here(2, requests)) lost("0");
    } else {
        if (getrandom(job.secret, SECRET, 0) != SECRET) give_up("MPI_Init", "there are no random bytes", 0);
        for (int rank = 1; rank < ranks; ++rank)
            receive(&hellos[rank], 1, MPI_BYTE, rank, HELLO, MPI_COMM_WORLD, &requests[rank - 1]);
        if (!all_here(ranks - 1, requests)) {
            char names[200] = "";
            size_t used = 0;
            for (int rank = 1, here; rank < ranks && used + 24 < sizeof names; ++rank) {
                test(&requests[rank - 1], &here, MPI_STATUS_IGNORE);
                if (!here) used += (size_t)snprintf(names + used, sizeof names - used, used ? ", %d" : "%d", rank);
            }
            lost(names);
        }
        for (int rank = 1; rank < ranks; ++rank)
            send(job.secret, SECRET, MPI_BYTE, rank, HELLO, MPI_COMM_WORLD, &requests[rank - 1]);
        all_here(ranks - 1, requests);
    }
    free(requests);
    free(hellos);
}

int world_rank(MPI_Comm comm, int rank) {
    static int (*group_of)(MPI_Comm, MPI_Group*), (*translate)(MPI_Group, int, const int*, MPI_Group, int*),
        (*free_group)(MPI_Group*);
    if (rank < 0 || joins_groups(comm) || rank >= ranks_of(comm)) return -1;
    if (comm == MPI_COMM_WORLD) return rank;
    if (!free_group) {
        *(void**)&group_of = next_of("PMPI_Comm_group");
        *(void**)&translate = next_of("PMPI_Group_translate_ranks");
        *(void**)&free_group = next_of("PMPI_Group_free");
    }
    MPI_Group here, world;
    int there = -1;
    group_of(comm, &here);
    group_of(MPI_COMM_WORLD, &world);
    translate(here, 1, &rank, world, &there);
    free_group(&here);
    free_group(&world);
    return there >= 0 && there < ranks_of(MPI_COMM_WORLD) ? there : -1;
}
