/* Written by tools/device_calls.py from the MPI standard's description. Do not edit: run `make schema`. */
/* clang-format off */

#ifdef HAVE_MPI_Accumulate
static int run_MPI_Accumulate(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    if (is_device(origin_addr)) return refused("MPI_Accumulate", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Accumulate");
    return run_MPI_Accumulate(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int PMPI_Accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Accumulate");
    return run_MPI_Accumulate(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
#endif

#ifdef HAVE_MPI_Accumulate_c
static int run_MPI_Accumulate_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    if (is_device(origin_addr)) return refused("MPI_Accumulate_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Accumulate_c");
    return run_MPI_Accumulate_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int PMPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Accumulate_c");
    return run_MPI_Accumulate_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
#endif

#ifdef HAVE_MPI_Allgather
static int run_MPI_Allgather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Allgather"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgather");
    return run_MPI_Allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allgather");
    return run_MPI_Allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Allgather_c
static int run_MPI_Allgather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Allgather_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgather_c");
    return run_MPI_Allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allgather_c");
    return run_MPI_Allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Allgather_init
static int run_MPI_Allgather_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Allgather_init"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgather_init");
    return run_MPI_Allgather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allgather_init");
    return run_MPI_Allgather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Allgather_init_c
static int run_MPI_Allgather_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Allgather_init_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgather_init_c");
    return run_MPI_Allgather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allgather_init_c");
    return run_MPI_Allgather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Allgatherv
static int run_MPI_Allgatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    Stage stage = {.call = "MPI_Allgatherv"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), NULL);
}
int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv");
    return run_MPI_Allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int PMPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allgatherv");
    return run_MPI_Allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Allgatherv_c
static int run_MPI_Allgatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    Stage stage = {.call = "MPI_Allgatherv_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), NULL);
}
int MPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_c");
    return run_MPI_Allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int PMPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allgatherv_c");
    return run_MPI_Allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Allgatherv_init
static int run_MPI_Allgatherv_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Allgatherv_init"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), request, 1);
}
int MPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_init");
    return run_MPI_Allgatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int PMPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allgatherv_init");
    return run_MPI_Allgatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Allgatherv_init_c
static int run_MPI_Allgatherv_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Allgatherv_init_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), request, 1);
}
int MPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allgatherv_init_c");
    return run_MPI_Allgatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int PMPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allgatherv_init_c");
    return run_MPI_Allgatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Allreduce
static int run_MPI_Allreduce(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Allreduce"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allreduce");
    return run_MPI_Allreduce(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allreduce");
    return run_MPI_Allreduce(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Allreduce_c
static int run_MPI_Allreduce_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Allreduce_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_c");
    return run_MPI_Allreduce_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Allreduce_c");
    return run_MPI_Allreduce_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Allreduce_init
static int run_MPI_Allreduce_init(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Allreduce_init"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_init");
    return run_MPI_Allreduce_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allreduce_init");
    return run_MPI_Allreduce_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Allreduce_init_c
static int run_MPI_Allreduce_init_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Allreduce_init_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Allreduce_init_c");
    return run_MPI_Allreduce_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Allreduce_init_c");
    return run_MPI_Allreduce_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoall
static int run_MPI_Alltoall(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Alltoall"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoall");
    return run_MPI_Alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoall");
    return run_MPI_Alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Alltoall_c
static int run_MPI_Alltoall_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Alltoall_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_c");
    return run_MPI_Alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoall_c");
    return run_MPI_Alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Alltoall_init
static int run_MPI_Alltoall_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Alltoall_init"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_init");
    return run_MPI_Alltoall_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoall_init");
    return run_MPI_Alltoall_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoall_init_c
static int run_MPI_Alltoall_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Alltoall_init_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoall_init_c");
    return run_MPI_Alltoall_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoall_init_c");
    return run_MPI_Alltoall_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoallv
static int run_MPI_Alltoallv(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    Stage stage = {.call = "MPI_Alltoallv"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), NULL);
}
int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv");
    return run_MPI_Alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int PMPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallv");
    return run_MPI_Alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Alltoallv_c
static int run_MPI_Alltoallv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    Stage stage = {.call = "MPI_Alltoallv_c"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), NULL);
}
int MPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_c");
    return run_MPI_Alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int PMPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallv_c");
    return run_MPI_Alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Alltoallv_init
static int run_MPI_Alltoallv_init(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Alltoallv_init"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request), request, 1);
}
int MPI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_init");
    return run_MPI_Alltoallv_init(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int PMPI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallv_init");
    return run_MPI_Alltoallv_init(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoallv_init_c
static int run_MPI_Alltoallv_init_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Alltoallv_init_c"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request), request, 1);
}
int MPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallv_init_c");
    return run_MPI_Alltoallv_init_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int PMPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallv_init_c");
    return run_MPI_Alltoallv_init_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoallw
static int run_MPI_Alltoallw(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm), const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    Stage stage = {.call = "MPI_Alltoallw"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), NULL);
}
int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw");
    return run_MPI_Alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int PMPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallw");
    return run_MPI_Alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
#endif

#ifdef HAVE_MPI_Alltoallw_c
static int run_MPI_Alltoallw_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    Stage stage = {.call = "MPI_Alltoallw_c"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), NULL);
}
int MPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_c");
    return run_MPI_Alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int PMPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallw_c");
    return run_MPI_Alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
#endif

#ifdef HAVE_MPI_Alltoallw_init
static int run_MPI_Alltoallw_init(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    Stage stage = {.call = "MPI_Alltoallw_init"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request), request, 1);
}
int MPI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_init");
    return run_MPI_Alltoallw_init(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int PMPI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallw_init");
    return run_MPI_Alltoallw_init(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Alltoallw_init_c
static int run_MPI_Alltoallw_init_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    Stage stage = {.call = "MPI_Alltoallw_init_c"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request), request, 1);
}
int MPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Alltoallw_init_c");
    return run_MPI_Alltoallw_init_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int PMPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Alltoallw_init_c");
    return run_MPI_Alltoallw_init_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Bcast
static int run_MPI_Bcast(int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm), void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm);
    Stage stage = {.call = "MPI_Bcast"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm);
    fetch(&stage);
    return done(&stage, next(buffer, count, datatype, root, comm), NULL);
}
int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bcast");
    return run_MPI_Bcast(next, buffer, count, datatype, root, comm);
}
int PMPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Bcast");
    return run_MPI_Bcast(next, buffer, count, datatype, root, comm);
}
#endif

#ifdef HAVE_MPI_Bcast_c
static int run_MPI_Bcast_c(int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm), void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm);
    Stage stage = {.call = "MPI_Bcast_c"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm);
    fetch(&stage);
    return done(&stage, next(buffer, count, datatype, root, comm), NULL);
}
int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bcast_c");
    return run_MPI_Bcast_c(next, buffer, count, datatype, root, comm);
}
int PMPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Bcast_c");
    return run_MPI_Bcast_c(next, buffer, count, datatype, root, comm);
}
#endif

#ifdef HAVE_MPI_Bcast_init
static int run_MPI_Bcast_init(int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm, info, request);
    Stage stage = {.call = "MPI_Bcast_init"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm, info, request);
    return made(&stage, next(buffer, count, datatype, root, comm, info, request), request, 1);
}
int MPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bcast_init");
    return run_MPI_Bcast_init(next, buffer, count, datatype, root, comm, info, request);
}
int PMPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Bcast_init");
    return run_MPI_Bcast_init(next, buffer, count, datatype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Bcast_init_c
static int run_MPI_Bcast_init_c(int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm, info, request);
    Stage stage = {.call = "MPI_Bcast_init_c"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm, info, request);
    return made(&stage, next(buffer, count, datatype, root, comm, info, request), request, 1);
}
int MPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bcast_init_c");
    return run_MPI_Bcast_init_c(next, buffer, count, datatype, root, comm, info, request);
}
int PMPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Bcast_init_c");
    return run_MPI_Bcast_init_c(next, buffer, count, datatype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Bsend
static int run_MPI_Bsend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Bsend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bsend");
    return run_MPI_Bsend(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Bsend");
    return run_MPI_Bsend(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Bsend_c
static int run_MPI_Bsend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Bsend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Bsend_c");
    return run_MPI_Bsend_c(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Bsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Bsend_c");
    return run_MPI_Bsend_c(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Bsend_init
static int run_MPI_Bsend_init(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Bsend_init"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bsend_init");
    return run_MPI_Bsend_init(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Bsend_init");
    return run_MPI_Bsend_init(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Bsend_init_c
static int run_MPI_Bsend_init_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Bsend_init_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Bsend_init_c");
    return run_MPI_Bsend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Bsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Bsend_init_c");
    return run_MPI_Bsend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Buffer_attach
static int run_MPI_Buffer_attach(int (*next)(void* buffer, int size), void* buffer, int size) {
    if (!device_possible()) return next(buffer, size);
    if (is_device(buffer)) return refused("MPI_Buffer_attach", "buffer", "the library itself reads and writes this buffer");
    return next(buffer, size);
}
int MPI_Buffer_attach(void* buffer, int size) {
    static int (*next)(void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_attach");
    return run_MPI_Buffer_attach(next, buffer, size);
}
int PMPI_Buffer_attach(void* buffer, int size) {
    static int (*next)(void* buffer, int size);
    if (!next) *(void**)&next = next_of("PMPI_Buffer_attach");
    return run_MPI_Buffer_attach(next, buffer, size);
}
#endif

#ifdef HAVE_MPI_Buffer_attach_c
static int run_MPI_Buffer_attach_c(int (*next)(void* buffer, MPI_Count size), void* buffer, MPI_Count size) {
    if (!device_possible()) return next(buffer, size);
    if (is_device(buffer)) return refused("MPI_Buffer_attach_c", "buffer", "the library itself reads and writes this buffer");
    return next(buffer, size);
}
int MPI_Buffer_attach_c(void* buffer, MPI_Count size) {
    static int (*next)(void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Buffer_attach_c");
    return run_MPI_Buffer_attach_c(next, buffer, size);
}
int PMPI_Buffer_attach_c(void* buffer, MPI_Count size) {
    static int (*next)(void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("PMPI_Buffer_attach_c");
    return run_MPI_Buffer_attach_c(next, buffer, size);
}
#endif

#ifdef HAVE_MPI_Comm_attach_buffer
static int run_MPI_Comm_attach_buffer(int (*next)(MPI_Comm comm, void* buffer, int size), MPI_Comm comm, void* buffer, int size) {
    if (!device_possible()) return next(comm, buffer, size);
    if (is_device(buffer)) return refused("MPI_Comm_attach_buffer", "buffer", "the library itself reads and writes this buffer");
    return next(comm, buffer, size);
}
int MPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
    static int (*next)(MPI_Comm comm, void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Comm_attach_buffer");
    return run_MPI_Comm_attach_buffer(next, comm, buffer, size);
}
int PMPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
    static int (*next)(MPI_Comm comm, void* buffer, int size);
    if (!next) *(void**)&next = next_of("PMPI_Comm_attach_buffer");
    return run_MPI_Comm_attach_buffer(next, comm, buffer, size);
}
#endif

#ifdef HAVE_MPI_Comm_attach_buffer_c
static int run_MPI_Comm_attach_buffer_c(int (*next)(MPI_Comm comm, void* buffer, MPI_Count size), MPI_Comm comm, void* buffer, MPI_Count size) {
    if (!device_possible()) return next(comm, buffer, size);
    if (is_device(buffer)) return refused("MPI_Comm_attach_buffer_c", "buffer", "the library itself reads and writes this buffer");
    return next(comm, buffer, size);
}
int MPI_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Comm comm, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Comm_attach_buffer_c");
    return run_MPI_Comm_attach_buffer_c(next, comm, buffer, size);
}
int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Comm comm, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("PMPI_Comm_attach_buffer_c");
    return run_MPI_Comm_attach_buffer_c(next, comm, buffer, size);
}
#endif

#ifdef HAVE_MPI_Compare_and_swap
static int run_MPI_Compare_and_swap(int (*next)(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win), const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
    if (is_device(origin_addr)) return refused("MPI_Compare_and_swap", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(compare_addr)) return refused("MPI_Compare_and_swap", "compare_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Compare_and_swap", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}
int MPI_Compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    static int (*next)(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Compare_and_swap");
    return run_MPI_Compare_and_swap(next, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}
int PMPI_Compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    static int (*next)(const void* origin_addr, const void* compare_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Compare_and_swap");
    return run_MPI_Compare_and_swap(next, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}
#endif

#ifdef HAVE_MPI_Exscan
static int run_MPI_Exscan(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Exscan"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Exscan");
    return run_MPI_Exscan(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Exscan");
    return run_MPI_Exscan(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Exscan_c
static int run_MPI_Exscan_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Exscan_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Exscan_c");
    return run_MPI_Exscan_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Exscan_c");
    return run_MPI_Exscan_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Exscan_init
static int run_MPI_Exscan_init(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Exscan_init"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Exscan_init");
    return run_MPI_Exscan_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Exscan_init");
    return run_MPI_Exscan_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Exscan_init_c
static int run_MPI_Exscan_init_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Exscan_init_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Exscan_init_c");
    return run_MPI_Exscan_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Exscan_init_c");
    return run_MPI_Exscan_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Fetch_and_op
static int run_MPI_Fetch_and_op(int (*next)(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win), const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
    if (is_device(origin_addr)) return refused("MPI_Fetch_and_op", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Fetch_and_op", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
int MPI_Fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Fetch_and_op");
    return run_MPI_Fetch_and_op(next, origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
int PMPI_Fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Fetch_and_op");
    return run_MPI_Fetch_and_op(next, origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
#endif

#ifdef HAVE_MPI_File_iread
static int run_MPI_File_iread(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread");
    return run_MPI_File_iread(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread");
    return run_MPI_File_iread(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_c
static int run_MPI_File_iread_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_c");
    return run_MPI_File_iread_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_c");
    return run_MPI_File_iread_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_all
static int run_MPI_File_iread_all(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_all", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_all");
    return run_MPI_File_iread_all(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_all");
    return run_MPI_File_iread_all(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_all_c
static int run_MPI_File_iread_all_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_all_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_all_c");
    return run_MPI_File_iread_all_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_all_c");
    return run_MPI_File_iread_all_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_at
static int run_MPI_File_iread_at(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_at", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at");
    return run_MPI_File_iread_at(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_at");
    return run_MPI_File_iread_at(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_at_c
static int run_MPI_File_iread_at_c(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_at_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_c");
    return run_MPI_File_iread_at_c(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_at_c");
    return run_MPI_File_iread_at_c(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_at_all
static int run_MPI_File_iread_at_all(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_at_all", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_all");
    return run_MPI_File_iread_at_all(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_at_all");
    return run_MPI_File_iread_at_all(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_at_all_c
static int run_MPI_File_iread_at_all_c(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_at_all_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_at_all_c");
    return run_MPI_File_iread_at_all_c(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_at_all_c");
    return run_MPI_File_iread_at_all_c(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_shared
static int run_MPI_File_iread_shared(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_shared", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_shared");
    return run_MPI_File_iread_shared(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_shared");
    return run_MPI_File_iread_shared(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iread_shared_c
static int run_MPI_File_iread_shared_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iread_shared_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iread_shared_c");
    return run_MPI_File_iread_shared_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iread_shared_c");
    return run_MPI_File_iread_shared_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite
static int run_MPI_File_iwrite(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite");
    return run_MPI_File_iwrite(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite");
    return run_MPI_File_iwrite(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_c
static int run_MPI_File_iwrite_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_c");
    return run_MPI_File_iwrite_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_c");
    return run_MPI_File_iwrite_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_all
static int run_MPI_File_iwrite_all(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_all"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_all");
    return run_MPI_File_iwrite_all(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_all");
    return run_MPI_File_iwrite_all(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_all_c
static int run_MPI_File_iwrite_all_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_all_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_all_c");
    return run_MPI_File_iwrite_all_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_all_c");
    return run_MPI_File_iwrite_all_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at
static int run_MPI_File_iwrite_at(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_at"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at");
    return run_MPI_File_iwrite_at(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_at");
    return run_MPI_File_iwrite_at(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_c
static int run_MPI_File_iwrite_at_c(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_at_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_c");
    return run_MPI_File_iwrite_at_c(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_at_c");
    return run_MPI_File_iwrite_at_c(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_all
static int run_MPI_File_iwrite_at_all(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_at_all"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_all");
    return run_MPI_File_iwrite_at_all(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_at_all");
    return run_MPI_File_iwrite_at_all(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_at_all_c
static int run_MPI_File_iwrite_at_all_c(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_at_all_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, offset, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_at_all_c");
    return run_MPI_File_iwrite_at_all_c(next, fh, offset, buf, count, datatype, request);
}
int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_at_all_c");
    return run_MPI_File_iwrite_at_all_c(next, fh, offset, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_shared
static int run_MPI_File_iwrite_shared(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_shared"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_shared");
    return run_MPI_File_iwrite_shared(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_shared");
    return run_MPI_File_iwrite_shared(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_iwrite_shared_c
static int run_MPI_File_iwrite_shared_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    if (!device_possible()) return next(fh, buf, count, datatype, request);
    Stage stage = {.call = "MPI_File_iwrite_shared_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, request);
    fetch(&stage);
    return made(&stage, next(fh, buf, count, datatype, request), request, 0);
}
int MPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_File_iwrite_shared_c");
    return run_MPI_File_iwrite_shared_c(next, fh, buf, count, datatype, request);
}
int PMPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_File_iwrite_shared_c");
    return run_MPI_File_iwrite_shared_c(next, fh, buf, count, datatype, request);
}
#endif

#ifdef HAVE_MPI_File_read
static int run_MPI_File_read(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read");
    return run_MPI_File_read(next, fh, buf, count, datatype, status);
}
int PMPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read");
    return run_MPI_File_read(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_c
static int run_MPI_File_read_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_c");
    return run_MPI_File_read_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_c");
    return run_MPI_File_read_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_all
static int run_MPI_File_read_all(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_all", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all");
    return run_MPI_File_read_all(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_all");
    return run_MPI_File_read_all(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_all_c
static int run_MPI_File_read_all_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_all_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_c");
    return run_MPI_File_read_all_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_all_c");
    return run_MPI_File_read_all_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_all_begin
static int run_MPI_File_read_all_begin(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype), MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_all_begin", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_read_all_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_begin");
    return run_MPI_File_read_all_begin(next, fh, buf, count, datatype);
}
int PMPI_File_read_all_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_all_begin");
    return run_MPI_File_read_all_begin(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_all_begin_c
static int run_MPI_File_read_all_begin_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_all_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_begin_c");
    return run_MPI_File_read_all_begin_c(next, fh, buf, count, datatype);
}
int PMPI_File_read_all_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_all_begin_c");
    return run_MPI_File_read_all_begin_c(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_all_end
static int run_MPI_File_read_all_end(int (*next)(MPI_File fh, void* buf, MPI_Status* status), MPI_File fh, void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_read_all_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_all_end");
    return run_MPI_File_read_all_end(next, fh, buf, status);
}
int PMPI_File_read_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_all_end");
    return run_MPI_File_read_all_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_read_at
static int run_MPI_File_read_at(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_at", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at");
    return run_MPI_File_read_at(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at");
    return run_MPI_File_read_at(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_at_c
static int run_MPI_File_read_at_c(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_at_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_c");
    return run_MPI_File_read_at_c(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_c");
    return run_MPI_File_read_at_c(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_at_all
static int run_MPI_File_read_at_all(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_at_all", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all");
    return run_MPI_File_read_at_all(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_all");
    return run_MPI_File_read_at_all(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_c
static int run_MPI_File_read_at_all_c(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_at_all_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_c");
    return run_MPI_File_read_at_all_c(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_all_c");
    return run_MPI_File_read_at_all_c(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_begin
static int run_MPI_File_read_at_all_begin(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype), MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_at_all_begin", "buf", "split collective calls on files are not staged");
    return next(fh, offset, buf, count, datatype);
}
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_begin");
    return run_MPI_File_read_at_all_begin(next, fh, offset, buf, count, datatype);
}
int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_all_begin");
    return run_MPI_File_read_at_all_begin(next, fh, offset, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_begin_c
static int run_MPI_File_read_at_all_begin_c(int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_at_all_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, offset, buf, count, datatype);
}
int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_begin_c");
    return run_MPI_File_read_at_all_begin_c(next, fh, offset, buf, count, datatype);
}
int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_all_begin_c");
    return run_MPI_File_read_at_all_begin_c(next, fh, offset, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_at_all_end
static int run_MPI_File_read_at_all_end(int (*next)(MPI_File fh, void* buf, MPI_Status* status), MPI_File fh, void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_read_at_all_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_at_all_end");
    return run_MPI_File_read_at_all_end(next, fh, buf, status);
}
int PMPI_File_read_at_all_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_at_all_end");
    return run_MPI_File_read_at_all_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_read_ordered
static int run_MPI_File_read_ordered(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_ordered", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered");
    return run_MPI_File_read_ordered(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_ordered");
    return run_MPI_File_read_ordered(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_c
static int run_MPI_File_read_ordered_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_ordered_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_c");
    return run_MPI_File_read_ordered_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_ordered_c");
    return run_MPI_File_read_ordered_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_begin
static int run_MPI_File_read_ordered_begin(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype), MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_ordered_begin", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_read_ordered_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_begin");
    return run_MPI_File_read_ordered_begin(next, fh, buf, count, datatype);
}
int PMPI_File_read_ordered_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_ordered_begin");
    return run_MPI_File_read_ordered_begin(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_begin_c
static int run_MPI_File_read_ordered_begin_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_read_ordered_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_begin_c");
    return run_MPI_File_read_ordered_begin_c(next, fh, buf, count, datatype);
}
int PMPI_File_read_ordered_begin_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_read_ordered_begin_c");
    return run_MPI_File_read_ordered_begin_c(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_read_ordered_end
static int run_MPI_File_read_ordered_end(int (*next)(MPI_File fh, void* buf, MPI_Status* status), MPI_File fh, void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_read_ordered_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_ordered_end");
    return run_MPI_File_read_ordered_end(next, fh, buf, status);
}
int PMPI_File_read_ordered_end(MPI_File fh, void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_ordered_end");
    return run_MPI_File_read_ordered_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_read_shared
static int run_MPI_File_read_shared(int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_shared", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_shared");
    return run_MPI_File_read_shared(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_shared");
    return run_MPI_File_read_shared(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_read_shared_c
static int run_MPI_File_read_shared_c(int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_read_shared_c", .sized = BY_FILE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_read_shared_c");
    return run_MPI_File_read_shared_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_read_shared_c");
    return run_MPI_File_read_shared_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write
static int run_MPI_File_write(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write");
    return run_MPI_File_write(next, fh, buf, count, datatype, status);
}
int PMPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write");
    return run_MPI_File_write(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_c
static int run_MPI_File_write_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_c");
    return run_MPI_File_write_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_c");
    return run_MPI_File_write_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_all
static int run_MPI_File_write_all(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_all"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all");
    return run_MPI_File_write_all(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_all");
    return run_MPI_File_write_all(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_all_c
static int run_MPI_File_write_all_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_all_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_c");
    return run_MPI_File_write_all_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_all_c");
    return run_MPI_File_write_all_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_all_begin
static int run_MPI_File_write_all_begin(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype), MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_all_begin", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_write_all_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_begin");
    return run_MPI_File_write_all_begin(next, fh, buf, count, datatype);
}
int PMPI_File_write_all_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_all_begin");
    return run_MPI_File_write_all_begin(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_all_begin_c
static int run_MPI_File_write_all_begin_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_all_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_begin_c");
    return run_MPI_File_write_all_begin_c(next, fh, buf, count, datatype);
}
int PMPI_File_write_all_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_all_begin_c");
    return run_MPI_File_write_all_begin_c(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_all_end
static int run_MPI_File_write_all_end(int (*next)(MPI_File fh, const void* buf, MPI_Status* status), MPI_File fh, const void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_write_all_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_all_end");
    return run_MPI_File_write_all_end(next, fh, buf, status);
}
int PMPI_File_write_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_all_end");
    return run_MPI_File_write_all_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_write_at
static int run_MPI_File_write_at(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_at"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at");
    return run_MPI_File_write_at(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at");
    return run_MPI_File_write_at(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_at_c
static int run_MPI_File_write_at_c(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_at_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_c");
    return run_MPI_File_write_at_c(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_c");
    return run_MPI_File_write_at_c(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_at_all
static int run_MPI_File_write_at_all(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_at_all"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all");
    return run_MPI_File_write_at_all(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_all");
    return run_MPI_File_write_at_all(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_c
static int run_MPI_File_write_at_all_c(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_at_all_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, offset, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, offset, buf, count, datatype, status), status);
}
int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_c");
    return run_MPI_File_write_at_all_c(next, fh, offset, buf, count, datatype, status);
}
int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_all_c");
    return run_MPI_File_write_at_all_c(next, fh, offset, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_begin
static int run_MPI_File_write_at_all_begin(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype), MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_at_all_begin", "buf", "split collective calls on files are not staged");
    return next(fh, offset, buf, count, datatype);
}
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_begin");
    return run_MPI_File_write_at_all_begin(next, fh, offset, buf, count, datatype);
}
int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_all_begin");
    return run_MPI_File_write_at_all_begin(next, fh, offset, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_begin_c
static int run_MPI_File_write_at_all_begin_c(int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, offset, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_at_all_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, offset, buf, count, datatype);
}
int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_begin_c");
    return run_MPI_File_write_at_all_begin_c(next, fh, offset, buf, count, datatype);
}
int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_all_begin_c");
    return run_MPI_File_write_at_all_begin_c(next, fh, offset, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_at_all_end
static int run_MPI_File_write_at_all_end(int (*next)(MPI_File fh, const void* buf, MPI_Status* status), MPI_File fh, const void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_write_at_all_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_at_all_end");
    return run_MPI_File_write_at_all_end(next, fh, buf, status);
}
int PMPI_File_write_at_all_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_at_all_end");
    return run_MPI_File_write_at_all_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_write_ordered
static int run_MPI_File_write_ordered(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_ordered"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_ordered(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered");
    return run_MPI_File_write_ordered(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_ordered(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_ordered");
    return run_MPI_File_write_ordered(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_c
static int run_MPI_File_write_ordered_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_ordered_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_c");
    return run_MPI_File_write_ordered_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_ordered_c");
    return run_MPI_File_write_ordered_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_begin
static int run_MPI_File_write_ordered_begin(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype), MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_ordered_begin", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_begin");
    return run_MPI_File_write_ordered_begin(next, fh, buf, count, datatype);
}
int PMPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_ordered_begin");
    return run_MPI_File_write_ordered_begin(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_begin_c
static int run_MPI_File_write_ordered_begin_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    if (!device_possible()) return next(fh, buf, count, datatype);
    if (is_device(buf)) return refused("MPI_File_write_ordered_begin_c", "buf", "split collective calls on files are not staged");
    return next(fh, buf, count, datatype);
}
int MPI_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_begin_c");
    return run_MPI_File_write_ordered_begin_c(next, fh, buf, count, datatype);
}
int PMPI_File_write_ordered_begin_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_File_write_ordered_begin_c");
    return run_MPI_File_write_ordered_begin_c(next, fh, buf, count, datatype);
}
#endif

#ifdef HAVE_MPI_File_write_ordered_end
static int run_MPI_File_write_ordered_end(int (*next)(MPI_File fh, const void* buf, MPI_Status* status), MPI_File fh, const void* buf, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, status);
    if (is_device(buf)) return refused("MPI_File_write_ordered_end", "buf", "split collective calls on files are not staged");
    return next(fh, buf, status);
}
int MPI_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_ordered_end");
    return run_MPI_File_write_ordered_end(next, fh, buf, status);
}
int PMPI_File_write_ordered_end(MPI_File fh, const void* buf, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_ordered_end");
    return run_MPI_File_write_ordered_end(next, fh, buf, status);
}
#endif

#ifdef HAVE_MPI_File_write_shared
static int run_MPI_File_write_shared(int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_shared"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_shared");
    return run_MPI_File_write_shared(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_shared");
    return run_MPI_File_write_shared(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_File_write_shared_c
static int run_MPI_File_write_shared_c(int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    if (!device_possible()) return next(fh, buf, count, datatype, status);
    Stage stage = {.call = "MPI_File_write_shared_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(fh, buf, count, datatype, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(fh, buf, count, datatype, status), status);
}
int MPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_File_write_shared_c");
    return run_MPI_File_write_shared_c(next, fh, buf, count, datatype, status);
}
int PMPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    static int (*next)(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_File_write_shared_c");
    return run_MPI_File_write_shared_c(next, fh, buf, count, datatype, status);
}
#endif

#ifdef HAVE_MPI_Gather
static int run_MPI_Gather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Gather"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gather");
    return run_MPI_Gather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Gather");
    return run_MPI_Gather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Gather_c
static int run_MPI_Gather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Gather_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gather_c");
    return run_MPI_Gather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Gather_c");
    return run_MPI_Gather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Gather_init
static int run_MPI_Gather_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Gather_init"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gather_init");
    return run_MPI_Gather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Gather_init");
    return run_MPI_Gather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Gather_init_c
static int run_MPI_Gather_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Gather_init_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gather_init_c");
    return run_MPI_Gather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Gather_init_c");
    return run_MPI_Gather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Gatherv
static int run_MPI_Gatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    Stage stage = {.call = "MPI_Gatherv"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm), NULL);
}
int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gatherv");
    return run_MPI_Gatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
int PMPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Gatherv");
    return run_MPI_Gatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Gatherv_c
static int run_MPI_Gatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    Stage stage = {.call = "MPI_Gatherv_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm), NULL);
}
int MPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_c");
    return run_MPI_Gatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
int PMPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Gatherv_c");
    return run_MPI_Gatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Gatherv_init
static int run_MPI_Gatherv_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Gatherv_init"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request), request, 1);
}
int MPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_init");
    return run_MPI_Gatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
int PMPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Gatherv_init");
    return run_MPI_Gatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Gatherv_init_c
static int run_MPI_Gatherv_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Gatherv_init_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request), request, 1);
}
int MPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Gatherv_init_c");
    return run_MPI_Gatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
int PMPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Gatherv_init_c");
    return run_MPI_Gatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Get
static int run_MPI_Get(int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win), void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    if (is_device(origin_addr)) return refused("MPI_Get", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get");
    return run_MPI_Get(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int PMPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Get");
    return run_MPI_Get(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
#endif

#ifdef HAVE_MPI_Get_c
static int run_MPI_Get_c(int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win), void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    if (is_device(origin_addr)) return refused("MPI_Get_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Get_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_c");
    return run_MPI_Get_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int PMPI_Get_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Get_c");
    return run_MPI_Get_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
#endif

#ifdef HAVE_MPI_Get_accumulate
static int run_MPI_Get_accumulate(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    if (is_device(origin_addr)) return refused("MPI_Get_accumulate", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Get_accumulate", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Get_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_accumulate");
    return run_MPI_Get_accumulate(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int PMPI_Get_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Get_accumulate");
    return run_MPI_Get_accumulate(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
#endif

#ifdef HAVE_MPI_Get_accumulate_c
static int run_MPI_Get_accumulate_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    if (is_device(origin_addr)) return refused("MPI_Get_accumulate_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Get_accumulate_c", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Get_accumulate_c");
    return run_MPI_Get_accumulate_c(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int PMPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Get_accumulate_c");
    return run_MPI_Get_accumulate_c(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
#endif

#ifdef HAVE_MPI_Iallgather
static int run_MPI_Iallgather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Iallgather"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgather");
    return run_MPI_Iallgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallgather");
    return run_MPI_Iallgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Iallgather_c
static int run_MPI_Iallgather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Iallgather_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgather_c");
    return run_MPI_Iallgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallgather_c");
    return run_MPI_Iallgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Iallgatherv
static int run_MPI_Iallgatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    Stage stage = {.call = "MPI_Iallgatherv"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request, 0);
}
int MPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgatherv");
    return run_MPI_Iallgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int PMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallgatherv");
    return run_MPI_Iallgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Iallgatherv_c
static int run_MPI_Iallgatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    Stage stage = {.call = "MPI_Iallgatherv_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request, 0);
}
int MPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallgatherv_c");
    return run_MPI_Iallgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int PMPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallgatherv_c");
    return run_MPI_Iallgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Iallreduce
static int run_MPI_Iallreduce(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iallreduce"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallreduce");
    return run_MPI_Iallreduce(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallreduce");
    return run_MPI_Iallreduce(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Iallreduce_c
static int run_MPI_Iallreduce_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iallreduce_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iallreduce_c");
    return run_MPI_Iallreduce_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iallreduce_c");
    return run_MPI_Iallreduce_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoall
static int run_MPI_Ialltoall(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ialltoall"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoall");
    return run_MPI_Ialltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoall");
    return run_MPI_Ialltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoall_c
static int run_MPI_Ialltoall_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ialltoall_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoall_c");
    return run_MPI_Ialltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoall_c");
    return run_MPI_Ialltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoallv
static int run_MPI_Ialltoallv(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ialltoallv"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request, 0);
}
int MPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallv");
    return run_MPI_Ialltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int PMPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoallv");
    return run_MPI_Ialltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoallv_c
static int run_MPI_Ialltoallv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ialltoallv_c"};
    sendbuf = part_v(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request, 0);
}
int MPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallv_c");
    return run_MPI_Ialltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int PMPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoallv_c");
    return run_MPI_Ialltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoallw
static int run_MPI_Ialltoallw(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    Stage stage = {.call = "MPI_Ialltoallw"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request, 0);
}
int MPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallw");
    return run_MPI_Ialltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int PMPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoallw");
    return run_MPI_Ialltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
#endif

#ifdef HAVE_MPI_Ialltoallw_c
static int run_MPI_Ialltoallw_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    Stage stage = {.call = "MPI_Ialltoallw_c"};
    sendbuf = part_w(&stage, IN, sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, written(sendbuf), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request, 0);
}
int MPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ialltoallw_c");
    return run_MPI_Ialltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int PMPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ialltoallw_c");
    return run_MPI_Ialltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
#endif

#ifdef HAVE_MPI_Ibcast
static int run_MPI_Ibcast(int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request), void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm, request);
    Stage stage = {.call = "MPI_Ibcast"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(buffer, count, datatype, root, comm, request), request, 0);
}
int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibcast");
    return run_MPI_Ibcast(next, buffer, count, datatype, root, comm, request);
}
int PMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ibcast");
    return run_MPI_Ibcast(next, buffer, count, datatype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Ibcast_c
static int run_MPI_Ibcast_c(int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request), void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buffer, count, datatype, root, comm, request);
    Stage stage = {.call = "MPI_Ibcast_c"};
    buffer = part(&stage, bcast_way(root, comm), buffer, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buffer, count, datatype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(buffer, count, datatype, root, comm, request), request, 0);
}
int MPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibcast_c");
    return run_MPI_Ibcast_c(next, buffer, count, datatype, root, comm, request);
}
int PMPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ibcast_c");
    return run_MPI_Ibcast_c(next, buffer, count, datatype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Ibsend
static int run_MPI_Ibsend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Ibsend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibsend");
    return run_MPI_Ibsend(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ibsend");
    return run_MPI_Ibsend(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Ibsend_c
static int run_MPI_Ibsend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Ibsend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ibsend_c");
    return run_MPI_Ibsend_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ibsend_c");
    return run_MPI_Ibsend_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Iexscan
static int run_MPI_Iexscan(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iexscan"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iexscan");
    return run_MPI_Iexscan(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iexscan");
    return run_MPI_Iexscan(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Iexscan_c
static int run_MPI_Iexscan_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iexscan_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, INOUT, recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iexscan_c");
    return run_MPI_Iexscan_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iexscan_c");
    return run_MPI_Iexscan_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Igather
static int run_MPI_Igather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Igather"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igather");
    return run_MPI_Igather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Igather");
    return run_MPI_Igather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Igather_c
static int run_MPI_Igather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Igather_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, (int64_t)recvcount * peers_of(comm), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igather_c");
    return run_MPI_Igather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Igather_c");
    return run_MPI_Igather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Igatherv
static int run_MPI_Igatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Igatherv"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request), request, 0);
}
int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igatherv");
    return run_MPI_Igatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
int PMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Igatherv");
    return run_MPI_Igatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Igatherv_c
static int run_MPI_Igatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Igatherv_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, root_way(root, comm, written(sendbuf)), recvbuf, peers_of(comm), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request), request, 0);
}
int MPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Igatherv_c");
    return run_MPI_Igatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
int PMPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Igatherv_c");
    return run_MPI_Igatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Improbe
static int run_MPI_Improbe(int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status), int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    if (!job.announces) return next(source, tag, comm, flag, message, status);
    return mprobed(next, 0, source, tag, comm, flag, message, status);
}
int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Improbe");
    return run_MPI_Improbe(next, source, tag, comm, flag, message, status);
}
int PMPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Improbe");
    return run_MPI_Improbe(next, source, tag, comm, flag, message, status);
}
#endif

#ifdef HAVE_MPI_Imrecv
static int run_MPI_Imrecv(int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request), void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    if (watches_for(count, datatype, 0)) {
        return watched_imrecv("MPI_Imrecv", buf, count, datatype, message, request);
    }
    if (!device_possible()) return next(buf, count, datatype, message, request);
    Stage stage = {.call = "MPI_Imrecv", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, message, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, message, request), request, 0);
}
int MPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Imrecv");
    return run_MPI_Imrecv(next, buf, count, datatype, message, request);
}
int PMPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Imrecv");
    return run_MPI_Imrecv(next, buf, count, datatype, message, request);
}
#endif

#ifdef HAVE_MPI_Imrecv_c
static int run_MPI_Imrecv_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request), void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    if (watches_for(count, datatype, 0)) {
        return watched_imrecv("MPI_Imrecv_c", buf, count, datatype, message, request);
    }
    if (!device_possible()) return next(buf, count, datatype, message, request);
    Stage stage = {.call = "MPI_Imrecv_c", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, message, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, message, request), request, 0);
}
int MPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Imrecv_c");
    return run_MPI_Imrecv_c(next, buf, count, datatype, message, request);
}
int PMPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Imrecv_c");
    return run_MPI_Imrecv_c(next, buf, count, datatype, message, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgather
static int run_MPI_Ineighbor_allgather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_allgather"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgather");
    return run_MPI_Ineighbor_allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_allgather");
    return run_MPI_Ineighbor_allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgather_c
static int run_MPI_Ineighbor_allgather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_allgather_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgather_c");
    return run_MPI_Ineighbor_allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_allgather_c");
    return run_MPI_Ineighbor_allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgatherv
static int run_MPI_Ineighbor_allgatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_allgatherv"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgatherv");
    return run_MPI_Ineighbor_allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int PMPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_allgatherv");
    return run_MPI_Ineighbor_allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_allgatherv_c
static int run_MPI_Ineighbor_allgatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_allgatherv_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_allgatherv_c");
    return run_MPI_Ineighbor_allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int PMPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_allgatherv_c");
    return run_MPI_Ineighbor_allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoall
static int run_MPI_Ineighbor_alltoall(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoall"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoall");
    return run_MPI_Ineighbor_alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoall");
    return run_MPI_Ineighbor_alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoall_c
static int run_MPI_Ineighbor_alltoall_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoall_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoall_c");
    return run_MPI_Ineighbor_alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int PMPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoall_c");
    return run_MPI_Ineighbor_alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallv
static int run_MPI_Ineighbor_alltoallv(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoallv"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallv");
    return run_MPI_Ineighbor_alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int PMPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoallv");
    return run_MPI_Ineighbor_alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallv_c
static int run_MPI_Ineighbor_alltoallv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoallv_c"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), request, 0);
}
int MPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallv_c");
    return run_MPI_Ineighbor_alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int PMPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoallv_c");
    return run_MPI_Ineighbor_alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallw
static int run_MPI_Ineighbor_alltoallw(int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request), const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoallw"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request, 0);
}
int MPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallw");
    return run_MPI_Ineighbor_alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int PMPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoallw");
    return run_MPI_Ineighbor_alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
#endif

#ifdef HAVE_MPI_Ineighbor_alltoallw_c
static int run_MPI_Ineighbor_alltoallw_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    Stage stage = {.call = "MPI_Ineighbor_alltoallw_c"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), request, 0);
}
int MPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ineighbor_alltoallw_c");
    return run_MPI_Ineighbor_alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int PMPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ineighbor_alltoallw_c");
    return run_MPI_Ineighbor_alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
#endif

#ifdef HAVE_MPI_Iprobe
static int run_MPI_Iprobe(int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status), int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    if (!job.announces) return next(source, tag, comm, flag, status);
    return probed(next, 0, source, tag, comm, flag, status);
}
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Iprobe");
    return run_MPI_Iprobe(next, source, tag, comm, flag, status);
}
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Iprobe");
    return run_MPI_Iprobe(next, source, tag, comm, flag, status);
}
#endif

#ifdef HAVE_MPI_Irecv
static int run_MPI_Irecv(int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request), void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source)) {
        return watched_irecv("MPI_Irecv", buf, count, datatype, source, tag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, request);
    Stage stage = {.call = "MPI_Irecv", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, source, tag, comm, request), request, 0);
}
int MPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irecv");
    return run_MPI_Irecv(next, buf, count, datatype, source, tag, comm, request);
}
int PMPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Irecv");
    return run_MPI_Irecv(next, buf, count, datatype, source, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Irecv_c
static int run_MPI_Irecv_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request), void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source)) {
        return watched_irecv("MPI_Irecv_c", buf, count, datatype, source, tag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, request);
    Stage stage = {.call = "MPI_Irecv_c", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, source, tag, comm, request), request, 0);
}
int MPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irecv_c");
    return run_MPI_Irecv_c(next, buf, count, datatype, source, tag, comm, request);
}
int PMPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Irecv_c");
    return run_MPI_Irecv_c(next, buf, count, datatype, source, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce
static int run_MPI_Ireduce(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    Stage stage = {.call = "MPI_Ireduce"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm, request), request, 0);
}
int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce");
    return run_MPI_Ireduce(next, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
int PMPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce");
    return run_MPI_Ireduce(next, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce_c
static int run_MPI_Ireduce_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    Stage stage = {.call = "MPI_Ireduce_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm, request), request, 0);
}
int MPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_c");
    return run_MPI_Ireduce_c(next, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
int PMPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce_c");
    return run_MPI_Ireduce_c(next, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter
static int run_MPI_Ireduce_scatter(int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Ireduce_scatter"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request), request, 0);
}
int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter");
    return run_MPI_Ireduce_scatter(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
int PMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce_scatter");
    return run_MPI_Ireduce_scatter(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_c
static int run_MPI_Ireduce_scatter_c(int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Ireduce_scatter_c"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm, request), request, 0);
}
int MPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_c");
    return run_MPI_Ireduce_scatter_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
int PMPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce_scatter_c");
    return run_MPI_Ireduce_scatter_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_block
static int run_MPI_Ireduce_scatter_block(int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Ireduce_scatter_block"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm, request), request, 0);
}
int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_block");
    return run_MPI_Ireduce_scatter_block(next, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
int PMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce_scatter_block");
    return run_MPI_Ireduce_scatter_block(next, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Ireduce_scatter_block_c
static int run_MPI_Ireduce_scatter_block_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Ireduce_scatter_block_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm, request), request, 0);
}
int MPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ireduce_scatter_block_c");
    return run_MPI_Ireduce_scatter_block_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
int PMPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ireduce_scatter_block_c");
    return run_MPI_Ireduce_scatter_block_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Irsend
static int run_MPI_Irsend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Irsend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irsend");
    return run_MPI_Irsend(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Irsend");
    return run_MPI_Irsend(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Irsend_c
static int run_MPI_Irsend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Irsend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Irsend_c");
    return run_MPI_Irsend_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Irsend_c");
    return run_MPI_Irsend_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscan
static int run_MPI_Iscan(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iscan"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscan");
    return run_MPI_Iscan(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscan");
    return run_MPI_Iscan(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscan_c
static int run_MPI_Iscan_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    Stage stage = {.call = "MPI_Iscan_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, request), request, 0);
}
int MPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscan_c");
    return run_MPI_Iscan_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int PMPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscan_c");
    return run_MPI_Iscan_c(next, sendbuf, recvbuf, count, datatype, op, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscatter
static int run_MPI_Iscatter(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Iscatter"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatter");
    return run_MPI_Iscatter(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscatter");
    return run_MPI_Iscatter(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscatter_c
static int run_MPI_Iscatter_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Iscatter_c"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatter_c");
    return run_MPI_Iscatter_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscatter_c");
    return run_MPI_Iscatter_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscatterv
static int run_MPI_Iscatterv(int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Iscatterv"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatterv");
    return run_MPI_Iscatterv(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscatterv");
    return run_MPI_Iscatterv(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Iscatterv_c
static int run_MPI_Iscatterv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    Stage stage = {.call = "MPI_Iscatterv_c"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), request, 0);
}
int MPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Iscatterv_c");
    return run_MPI_Iscatterv_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int PMPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Iscatterv_c");
    return run_MPI_Iscatterv_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
#endif

#ifdef HAVE_MPI_Isend
static int run_MPI_Isend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (announces(buf, count, datatype, dest, comm)) return announced_isend("MPI_Isend", buf, count, datatype, dest, tag, comm, request);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Isend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isend");
    return run_MPI_Isend(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isend");
    return run_MPI_Isend(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Isend_c
static int run_MPI_Isend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (announces(buf, count, datatype, dest, comm)) return announced_isend("MPI_Isend_c", buf, count, datatype, dest, tag, comm, request);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Isend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isend_c");
    return run_MPI_Isend_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isend_c");
    return run_MPI_Isend_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Isendrecv
static int run_MPI_Isendrecv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(recvcount, recvtype, source)) {
        const int ended = send_copy(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv("MPI_Isendrecv", recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    }
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    Stage stage = {.call = "MPI_Isendrecv", .sized = BY_MESSAGE};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, OUT, recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request), request, 0);
}
int MPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv");
    return run_MPI_Isendrecv(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int PMPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isendrecv");
    return run_MPI_Isendrecv(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
#endif

#ifdef HAVE_MPI_Isendrecv_c
static int run_MPI_Isendrecv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(recvcount, recvtype, source)) {
        const int ended = send_copy(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv("MPI_Isendrecv_c", recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    }
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    Stage stage = {.call = "MPI_Isendrecv_c", .sized = BY_MESSAGE};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, OUT, recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
    fetch(&stage);
    return made(&stage, next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request), request, 0);
}
int MPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_c");
    return run_MPI_Isendrecv_c(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int PMPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isendrecv_c");
    return run_MPI_Isendrecv_c(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
#endif

#ifdef HAVE_MPI_Isendrecv_replace
static int run_MPI_Isendrecv_replace(int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request), void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source) && can_pack(count, datatype)) {
        const int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv("MPI_Isendrecv_replace", buf, count, datatype, source, recvtag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    Stage stage = {.call = "MPI_Isendrecv_replace", .sized = BY_MESSAGE};
    buf = part(&stage, INOUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request), request, 0);
}
int MPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_replace");
    return run_MPI_Isendrecv_replace(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int PMPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isendrecv_replace");
    return run_MPI_Isendrecv_replace(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
#endif

#ifdef HAVE_MPI_Isendrecv_replace_c
static int run_MPI_Isendrecv_replace_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request), void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source) && can_pack(count, datatype)) {
        const int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv("MPI_Isendrecv_replace_c", buf, count, datatype, source, recvtag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    Stage stage = {.call = "MPI_Isendrecv_replace_c", .sized = BY_MESSAGE};
    buf = part(&stage, INOUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, sendtag, source, recvtag, comm, request), request, 0);
}
int MPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Isendrecv_replace_c");
    return run_MPI_Isendrecv_replace_c(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int PMPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Isendrecv_replace_c");
    return run_MPI_Isendrecv_replace_c(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
#endif

#ifdef HAVE_MPI_Issend
static int run_MPI_Issend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Issend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Issend");
    return run_MPI_Issend(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Issend");
    return run_MPI_Issend(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Issend_c
static int run_MPI_Issend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Issend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    fetch(&stage);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 0);
}
int MPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Issend_c");
    return run_MPI_Issend_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Issend_c");
    return run_MPI_Issend_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Mprobe
static int run_MPI_Mprobe(int (*next)(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status), int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    if (!job.announces) return next(source, tag, comm, message, status);
    OWN(Improbe, (int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*));
    int flag = 0;
    return mprobed(own, 1, source, tag, comm, &flag, message, status);
}
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mprobe");
    return run_MPI_Mprobe(next, source, tag, comm, message, status);
}
int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Mprobe");
    return run_MPI_Mprobe(next, source, tag, comm, message, status);
}
#endif

#ifdef HAVE_MPI_Mrecv
static int run_MPI_Mrecv(int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status), void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    if (watches_for(count, datatype, 0)) {
        MPI_Request own;
        return waited(watched_imrecv("MPI_Mrecv", buf, count, datatype, message, &own), &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, message, status);
    Stage stage = {.call = "MPI_Mrecv", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, message, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, message, status), status);
}
int MPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mrecv");
    return run_MPI_Mrecv(next, buf, count, datatype, message, status);
}
int PMPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Mrecv");
    return run_MPI_Mrecv(next, buf, count, datatype, message, status);
}
#endif

#ifdef HAVE_MPI_Mrecv_c
static int run_MPI_Mrecv_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status), void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    if (watches_for(count, datatype, 0)) {
        MPI_Request own;
        return waited(watched_imrecv("MPI_Mrecv_c", buf, count, datatype, message, &own), &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, message, status);
    Stage stage = {.call = "MPI_Mrecv_c", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, message, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, message, status), status);
}
int MPI_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Mrecv_c");
    return run_MPI_Mrecv_c(next, buf, count, datatype, message, status);
}
int PMPI_Mrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Mrecv_c");
    return run_MPI_Mrecv_c(next, buf, count, datatype, message, status);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather
static int run_MPI_Neighbor_allgather(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_allgather"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather");
    return run_MPI_Neighbor_allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgather");
    return run_MPI_Neighbor_allgather(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_c
static int run_MPI_Neighbor_allgather_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_allgather_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_c");
    return run_MPI_Neighbor_allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgather_c");
    return run_MPI_Neighbor_allgather_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_init
static int run_MPI_Neighbor_allgather_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_allgather_init"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_init");
    return run_MPI_Neighbor_allgather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Neighbor_allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgather_init");
    return run_MPI_Neighbor_allgather_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgather_init_c
static int run_MPI_Neighbor_allgather_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_allgather_init_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgather_init_c");
    return run_MPI_Neighbor_allgather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgather_init_c");
    return run_MPI_Neighbor_allgather_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv
static int run_MPI_Neighbor_allgatherv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_allgatherv"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), NULL);
}
int MPI_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv");
    return run_MPI_Neighbor_allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int PMPI_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgatherv");
    return run_MPI_Neighbor_allgatherv(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_c
static int run_MPI_Neighbor_allgatherv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_allgatherv_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), NULL);
}
int MPI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_c");
    return run_MPI_Neighbor_allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int PMPI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgatherv_c");
    return run_MPI_Neighbor_allgatherv_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_init
static int run_MPI_Neighbor_allgatherv_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_allgatherv_init"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_init");
    return run_MPI_Neighbor_allgatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int PMPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgatherv_init");
    return run_MPI_Neighbor_allgatherv_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_allgatherv_init_c
static int run_MPI_Neighbor_allgatherv_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_allgatherv_init_c"};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(displs), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_allgatherv_init_c");
    return run_MPI_Neighbor_allgatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int PMPI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_allgatherv_init_c");
    return run_MPI_Neighbor_allgatherv_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall
static int run_MPI_Neighbor_alltoall(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoall"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall");
    return run_MPI_Neighbor_alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoall");
    return run_MPI_Neighbor_alltoall(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_c
static int run_MPI_Neighbor_alltoall_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoall_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), NULL);
}
int MPI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_c");
    return run_MPI_Neighbor_alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int PMPI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoall_c");
    return run_MPI_Neighbor_alltoall_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_init
static int run_MPI_Neighbor_alltoall_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoall_init"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_init");
    return run_MPI_Neighbor_alltoall_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoall_init");
    return run_MPI_Neighbor_alltoall_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoall_init_c
static int run_MPI_Neighbor_alltoall_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoall_init_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)sendcount * neighbours_of(comm, 1), sendtype);
    recvbuf = part(&stage, INOUT, recvbuf, (int64_t)recvcount * neighbours_of(comm, 0), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoall_init_c");
    return run_MPI_Neighbor_alltoall_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int PMPI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoall_init_c");
    return run_MPI_Neighbor_alltoall_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv
static int run_MPI_Neighbor_alltoallv(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoallv"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), NULL);
}
int MPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv");
    return run_MPI_Neighbor_alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int PMPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallv");
    return run_MPI_Neighbor_alltoallv(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_c
static int run_MPI_Neighbor_alltoallv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoallv_c"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), NULL);
}
int MPI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_c");
    return run_MPI_Neighbor_alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int PMPI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallv_c");
    return run_MPI_Neighbor_alltoallv_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_init
static int run_MPI_Neighbor_alltoallv_init(int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoallv_init"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_init");
    return run_MPI_Neighbor_alltoallv_init(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int PMPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallv_init");
    return run_MPI_Neighbor_alltoallv_init(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallv_init_c
static int run_MPI_Neighbor_alltoallv_init_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoallv_init_c"};
    sendbuf = part_v(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtype);
    recvbuf = part_v(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallv_init_c");
    return run_MPI_Neighbor_alltoallv_init_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int PMPI_Neighbor_alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallv_init_c");
    return run_MPI_Neighbor_alltoallv_init_c(next, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw
static int run_MPI_Neighbor_alltoallw(int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm), const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoallw"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), NULL);
}
int MPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw");
    return run_MPI_Neighbor_alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int PMPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallw");
    return run_MPI_Neighbor_alltoallw(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_c
static int run_MPI_Neighbor_alltoallw_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    Stage stage = {.call = "MPI_Neighbor_alltoallw_c"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), NULL);
}
int MPI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_c");
    return run_MPI_Neighbor_alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int PMPI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallw_c");
    return run_MPI_Neighbor_alltoallw_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_init
static int run_MPI_Neighbor_alltoallw_init(int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoallw_init"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_init");
    return run_MPI_Neighbor_alltoallw_init(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int PMPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallw_init");
    return run_MPI_Neighbor_alltoallw_init(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Neighbor_alltoallw_init_c
static int run_MPI_Neighbor_alltoallw_init_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    Stage stage = {.call = "MPI_Neighbor_alltoallw_init_c"};
    sendbuf = part_w(&stage, IN, sendbuf, neighbours_of(comm, 1), NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes);
    recvbuf = part_w(&stage, INOUT, recvbuf, neighbours_of(comm, 0), NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request), request, 1);
}
int MPI_Neighbor_alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Neighbor_alltoallw_init_c");
    return run_MPI_Neighbor_alltoallw_init_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int PMPI_Neighbor_alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Neighbor_alltoallw_init_c");
    return run_MPI_Neighbor_alltoallw_init_c(next, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Pack
static int run_MPI_Pack(int (*next)(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm), const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm) {
    if (!device_possible()) return next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    Stage stage = {.call = "MPI_Pack"};
    inbuf = part(&stage, IN, inbuf, incount, datatype);
    outbuf = part(&stage, INOUT, outbuf, outsize, MPI_BYTE);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    fetch(&stage);
    return done(&stage, next(inbuf, incount, datatype, outbuf, outsize, position, comm), NULL);
}
int MPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Pack");
    return run_MPI_Pack(next, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
int PMPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Pack");
    return run_MPI_Pack(next, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
#endif

#ifdef HAVE_MPI_Pack_c
static int run_MPI_Pack_c(int (*next)(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm), const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm) {
    if (!device_possible()) return next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    Stage stage = {.call = "MPI_Pack_c"};
    inbuf = part(&stage, IN, inbuf, incount, datatype);
    outbuf = part(&stage, INOUT, outbuf, outsize, MPI_BYTE);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, incount, datatype, outbuf, outsize, position, comm);
    fetch(&stage);
    return done(&stage, next(inbuf, incount, datatype, outbuf, outsize, position, comm), NULL);
}
int MPI_Pack_c(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Pack_c");
    return run_MPI_Pack_c(next, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
int PMPI_Pack_c(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Pack_c");
    return run_MPI_Pack_c(next, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
#endif

#ifdef HAVE_MPI_Pack_external
static int run_MPI_Pack_external(int (*next)(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position), const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
    if (!device_possible()) return next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    Stage stage = {.call = "MPI_Pack_external"};
    inbuf = part(&stage, IN, inbuf, incount, datatype);
    outbuf = part(&stage, INOUT, outbuf, outsize, MPI_BYTE);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    fetch(&stage);
    return done(&stage, next(datarep, inbuf, incount, datatype, outbuf, outsize, position), NULL);
}
int MPI_Pack_external(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
    static int (*next)(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position);
    if (!next) *(void**)&next = next_of("MPI_Pack_external");
    return run_MPI_Pack_external(next, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
int PMPI_Pack_external(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
    static int (*next)(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, MPI_Aint outsize, MPI_Aint* position);
    if (!next) *(void**)&next = next_of("PMPI_Pack_external");
    return run_MPI_Pack_external(next, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
#endif

#ifdef HAVE_MPI_Pack_external_c
static int run_MPI_Pack_external_c(int (*next)(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position), const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position) {
    if (!device_possible()) return next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    Stage stage = {.call = "MPI_Pack_external_c"};
    inbuf = part(&stage, IN, inbuf, incount, datatype);
    outbuf = part(&stage, INOUT, outbuf, outsize, MPI_BYTE);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(datarep, inbuf, incount, datatype, outbuf, outsize, position);
    fetch(&stage);
    return done(&stage, next(datarep, inbuf, incount, datatype, outbuf, outsize, position), NULL);
}
int MPI_Pack_external_c(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position);
    if (!next) *(void**)&next = next_of("MPI_Pack_external_c");
    return run_MPI_Pack_external_c(next, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
int PMPI_Pack_external_c(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize, MPI_Count* position);
    if (!next) *(void**)&next = next_of("PMPI_Pack_external_c");
    return run_MPI_Pack_external_c(next, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
#endif

#ifdef HAVE_MPI_Precv_init
static int run_MPI_Precv_init(int (*next)(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request), void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(buf, partitions, count, datatype, source, tag, comm, info, request);
    if (is_device(buf)) return refused("MPI_Precv_init", "buf", "partitions are not staged");
    return next(buf, partitions, count, datatype, source, tag, comm, info, request);
}
int MPI_Precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Precv_init");
    return run_MPI_Precv_init(next, buf, partitions, count, datatype, source, tag, comm, info, request);
}
int PMPI_Precv_init(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Precv_init");
    return run_MPI_Precv_init(next, buf, partitions, count, datatype, source, tag, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Probe
static int run_MPI_Probe(int (*next)(int source, int tag, MPI_Comm comm, MPI_Status* status), int source, int tag, MPI_Comm comm, MPI_Status* status) {
    if (!job.announces) return next(source, tag, comm, status);
    OWN(Iprobe, (int, int, MPI_Comm, int*, MPI_Status*));
    int flag = 0;
    return probed(own, 1, source, tag, comm, &flag, status);
}
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Probe");
    return run_MPI_Probe(next, source, tag, comm, status);
}
int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Probe");
    return run_MPI_Probe(next, source, tag, comm, status);
}
#endif

#ifdef HAVE_MPI_Psend_init
static int run_MPI_Psend_init(int (*next)(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(buf, partitions, count, datatype, dest, tag, comm, info, request);
    if (is_device(buf)) return refused("MPI_Psend_init", "buf", "partitions are not staged");
    return next(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
int MPI_Psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Psend_init");
    return run_MPI_Psend_init(next, buf, partitions, count, datatype, dest, tag, comm, info, request);
}
int PMPI_Psend_init(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Psend_init");
    return run_MPI_Psend_init(next, buf, partitions, count, datatype, dest, tag, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Put
static int run_MPI_Put(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    if (is_device(origin_addr)) return refused("MPI_Put", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Put(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Put");
    return run_MPI_Put(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int PMPI_Put(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Put");
    return run_MPI_Put(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
#endif

#ifdef HAVE_MPI_Put_c
static int run_MPI_Put_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
    if (is_device(origin_addr)) return refused("MPI_Put_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Put_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("MPI_Put_c");
    return run_MPI_Put_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int PMPI_Put_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
    if (!next) *(void**)&next = next_of("PMPI_Put_c");
    return run_MPI_Put_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
#endif

#ifdef HAVE_MPI_Raccumulate
static int run_MPI_Raccumulate(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (is_device(origin_addr)) return refused("MPI_Raccumulate", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Raccumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Raccumulate");
    return run_MPI_Raccumulate(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int PMPI_Raccumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Raccumulate");
    return run_MPI_Raccumulate(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
#endif

#ifdef HAVE_MPI_Raccumulate_c
static int run_MPI_Raccumulate_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (is_device(origin_addr)) return refused("MPI_Raccumulate_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Raccumulate_c");
    return run_MPI_Raccumulate_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int PMPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Raccumulate_c");
    return run_MPI_Raccumulate_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
#endif

#ifdef HAVE_MPI_Recv
static int run_MPI_Recv(int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status), void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(count, datatype, source)) {
        MPI_Request own;
        return waited(watched_irecv("MPI_Recv", buf, count, datatype, source, tag, comm, &own), &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, status);
    Stage stage = {.call = "MPI_Recv", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, source, tag, comm, status), status);
}
int MPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Recv");
    return run_MPI_Recv(next, buf, count, datatype, source, tag, comm, status);
}
int PMPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Recv");
    return run_MPI_Recv(next, buf, count, datatype, source, tag, comm, status);
}
#endif

#ifdef HAVE_MPI_Recv_c
static int run_MPI_Recv_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status), void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(count, datatype, source)) {
        MPI_Request own;
        return waited(watched_irecv("MPI_Recv_c", buf, count, datatype, source, tag, comm, &own), &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, status);
    Stage stage = {.call = "MPI_Recv_c", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, source, tag, comm, status), status);
}
int MPI_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Recv_c");
    return run_MPI_Recv_c(next, buf, count, datatype, source, tag, comm, status);
}
int PMPI_Recv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Recv_c");
    return run_MPI_Recv_c(next, buf, count, datatype, source, tag, comm, status);
}
#endif

#ifdef HAVE_MPI_Recv_init
static int run_MPI_Recv_init(int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request), void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source)) {
        return watched_recv_init("MPI_Recv_init", buf, count, datatype, source, tag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, request);
    Stage stage = {.call = "MPI_Recv_init", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, request);
    return made(&stage, next(buf, count, datatype, source, tag, comm, request), request, 1);
}
int MPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Recv_init");
    return run_MPI_Recv_init(next, buf, count, datatype, source, tag, comm, request);
}
int PMPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Recv_init");
    return run_MPI_Recv_init(next, buf, count, datatype, source, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Recv_init_c
static int run_MPI_Recv_init_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request), void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    if (watches_for(count, datatype, source)) {
        return watched_recv_init("MPI_Recv_init_c", buf, count, datatype, source, tag, comm, request);
    }
    if (!device_possible()) return next(buf, count, datatype, source, tag, comm, request);
    Stage stage = {.call = "MPI_Recv_init_c", .sized = BY_MESSAGE};
    buf = part(&stage, OUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, source, tag, comm, request);
    return made(&stage, next(buf, count, datatype, source, tag, comm, request), request, 1);
}
int MPI_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Recv_init_c");
    return run_MPI_Recv_init_c(next, buf, count, datatype, source, tag, comm, request);
}
int PMPI_Recv_init_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Recv_init_c");
    return run_MPI_Recv_init_c(next, buf, count, datatype, source, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Reduce
static int run_MPI_Reduce(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm);
    Stage stage = {.call = "MPI_Reduce"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm), NULL);
}
int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce");
    return run_MPI_Reduce(next, sendbuf, recvbuf, count, datatype, op, root, comm);
}
int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce");
    return run_MPI_Reduce(next, sendbuf, recvbuf, count, datatype, op, root, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_c
static int run_MPI_Reduce_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm);
    Stage stage = {.call = "MPI_Reduce_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm), NULL);
}
int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_c");
    return run_MPI_Reduce_c(next, sendbuf, recvbuf, count, datatype, op, root, comm);
}
int PMPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_c");
    return run_MPI_Reduce_c(next, sendbuf, recvbuf, count, datatype, op, root, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_init
static int run_MPI_Reduce_init(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_init"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request), request, 1);
}
int MPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_init");
    return run_MPI_Reduce_init(next, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
int PMPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_init");
    return run_MPI_Reduce_init(next, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Reduce_init_c
static int run_MPI_Reduce_init_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_init_c"};
    sendbuf = part(&stage, leaf_way(root, comm), sendbuf, count, datatype);
    recvbuf = part(&stage, root_way(root, comm, written(sendbuf)), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, root, comm, info, request), request, 1);
}
int MPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_init_c");
    return run_MPI_Reduce_init_c(next, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
int PMPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_init_c");
    return run_MPI_Reduce_init_c(next, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Reduce_local
static int run_MPI_Reduce_local(int (*next)(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op), const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    if (!device_possible()) return next(inbuf, inoutbuf, count, datatype, op);
    Stage stage = {.call = "MPI_Reduce_local"};
    inbuf = part(&stage, IN, inbuf, count, datatype);
    inoutbuf = part(&stage, INOUT, inoutbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, inoutbuf, count, datatype, op);
    fetch(&stage);
    return done(&stage, next(inbuf, inoutbuf, count, datatype, op), NULL);
}
int MPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("MPI_Reduce_local");
    return run_MPI_Reduce_local(next, inbuf, inoutbuf, count, datatype, op);
}
int PMPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_local");
    return run_MPI_Reduce_local(next, inbuf, inoutbuf, count, datatype, op);
}
#endif

#ifdef HAVE_MPI_Reduce_local_c
static int run_MPI_Reduce_local_c(int (*next)(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op), const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    if (!device_possible()) return next(inbuf, inoutbuf, count, datatype, op);
    Stage stage = {.call = "MPI_Reduce_local_c"};
    inbuf = part(&stage, IN, inbuf, count, datatype);
    inoutbuf = part(&stage, INOUT, inoutbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, inoutbuf, count, datatype, op);
    fetch(&stage);
    return done(&stage, next(inbuf, inoutbuf, count, datatype, op), NULL);
}
int MPI_Reduce_local_c(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("MPI_Reduce_local_c");
    return run_MPI_Reduce_local_c(next, inbuf, inoutbuf, count, datatype, op);
}
int PMPI_Reduce_local_c(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    static int (*next)(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_local_c");
    return run_MPI_Reduce_local_c(next, inbuf, inoutbuf, count, datatype, op);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter
static int run_MPI_Reduce_scatter(int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    Stage stage = {.call = "MPI_Reduce_scatter"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm), NULL);
}
int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter");
    return run_MPI_Reduce_scatter(next, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
int PMPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter");
    return run_MPI_Reduce_scatter(next, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_c
static int run_MPI_Reduce_scatter_c(int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    Stage stage = {.call = "MPI_Reduce_scatter_c"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm), NULL);
}
int MPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_c");
    return run_MPI_Reduce_scatter_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
int PMPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_c");
    return run_MPI_Reduce_scatter_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block
static int run_MPI_Reduce_scatter_block(int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    Stage stage = {.call = "MPI_Reduce_scatter_block"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm), NULL);
}
int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block");
    return run_MPI_Reduce_scatter_block(next, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
int PMPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_block");
    return run_MPI_Reduce_scatter_block(next, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_c
static int run_MPI_Reduce_scatter_block_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    Stage stage = {.call = "MPI_Reduce_scatter_block_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm), NULL);
}
int MPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_c");
    return run_MPI_Reduce_scatter_block_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
int PMPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_block_c");
    return run_MPI_Reduce_scatter_block_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_init
static int run_MPI_Reduce_scatter_block_init(int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_scatter_block_init"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request), request, 1);
}
int MPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_init");
    return run_MPI_Reduce_scatter_block_init(next, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
int PMPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_block_init");
    return run_MPI_Reduce_scatter_block_init(next, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_block_init_c
static int run_MPI_Reduce_scatter_block_init_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_scatter_block_init_c"};
    sendbuf = part(&stage, IN, sendbuf, (int64_t)recvcount * ranks_of(comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, (int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request), request, 1);
}
int MPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_block_init_c");
    return run_MPI_Reduce_scatter_block_init_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
int PMPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_block_init_c");
    return run_MPI_Reduce_scatter_block_init_c(next, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_init
static int run_MPI_Reduce_scatter_init(int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_scatter_init"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request), request, 1);
}
int MPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_init");
    return run_MPI_Reduce_scatter_init(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
int PMPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_init");
    return run_MPI_Reduce_scatter_init(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Reduce_scatter_init_c
static int run_MPI_Reduce_scatter_init_c(int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Reduce_scatter_init_c"};
    sendbuf = part(&stage, IN, sendbuf, sum_of(NUMBERS(recvcounts), comm), datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : number(NUMBERS(recvcounts), rank_in(comm)), datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request), request, 1);
}
int MPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Reduce_scatter_init_c");
    return run_MPI_Reduce_scatter_init_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
int PMPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Reduce_scatter_init_c");
    return run_MPI_Reduce_scatter_init_c(next, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Request_free
static int run_MPI_Request_free(int (*next)(MPI_Request* request), MPI_Request* request) {
    return abandons(request) ? MPI_SUCCESS : next(request);
}
int MPI_Request_free(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Request_free");
    return run_MPI_Request_free(next, request);
}
int PMPI_Request_free(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Request_free");
    return run_MPI_Request_free(next, request);
}
#endif

#ifdef HAVE_MPI_Request_get_status
static int run_MPI_Request_get_status(int (*next)(MPI_Request request, int* flag, MPI_Status* status), MPI_Request request, int* flag, MPI_Status* status) {
    if (!any_outstanding()) return next(request, flag, status);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    progress(0);
    *flag = 0;
    const int ended = may_complete(request, 0) ? next(request, flag, status) : MPI_SUCCESS;
    if (ended == MPI_SUCCESS && *flag) looked(request, status);
    return ended;
}
int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Request_get_status");
    return run_MPI_Request_get_status(next, request, flag, status);
}
int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Request_get_status");
    return run_MPI_Request_get_status(next, request, flag, status);
}
#endif

#ifdef HAVE_MPI_Rget
static int run_MPI_Rget(int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request), void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rget", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget");
    return run_MPI_Rget(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int PMPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rget");
    return run_MPI_Rget(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
#endif

#ifdef HAVE_MPI_Rget_c
static int run_MPI_Rget_c(int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request), void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rget_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_c");
    return run_MPI_Rget_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int PMPI_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rget_c");
    return run_MPI_Rget_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
#endif

#ifdef HAVE_MPI_Rget_accumulate
static int run_MPI_Rget_accumulate(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rget_accumulate", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Rget_accumulate", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Rget_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_accumulate");
    return run_MPI_Rget_accumulate(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int PMPI_Rget_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rget_accumulate");
    return run_MPI_Rget_accumulate(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
#endif

#ifdef HAVE_MPI_Rget_accumulate_c
static int run_MPI_Rget_accumulate_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rget_accumulate_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    if (is_device(result_addr)) return refused("MPI_Rget_accumulate_c", "result_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rget_accumulate_c");
    return run_MPI_Rget_accumulate_c(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int PMPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rget_accumulate_c");
    return run_MPI_Rget_accumulate_c(next, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
#endif

#ifdef HAVE_MPI_Rput
static int run_MPI_Rput(int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request), const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rput", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rput");
    return run_MPI_Rput(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int PMPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rput");
    return run_MPI_Rput(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
#endif

#ifdef HAVE_MPI_Rput_c
static int run_MPI_Rput_c(int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request), const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (!device_possible()) return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
    if (is_device(origin_addr)) return refused("MPI_Rput_c", "origin_addr", "what another rank does to a window cannot be copied unseen");
    return next(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rput_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rput_c");
    return run_MPI_Rput_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int PMPI_Rput_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    static int (*next)(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rput_c");
    return run_MPI_Rput_c(next, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
#endif

#ifdef HAVE_MPI_Rsend
static int run_MPI_Rsend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Rsend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Rsend");
    return run_MPI_Rsend(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Rsend");
    return run_MPI_Rsend(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Rsend_c
static int run_MPI_Rsend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Rsend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Rsend_c");
    return run_MPI_Rsend_c(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Rsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Rsend_c");
    return run_MPI_Rsend_c(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Rsend_init
static int run_MPI_Rsend_init(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Rsend_init"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rsend_init");
    return run_MPI_Rsend_init(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rsend_init");
    return run_MPI_Rsend_init(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Rsend_init_c
static int run_MPI_Rsend_init_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Rsend_init_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Rsend_init_c");
    return run_MPI_Rsend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Rsend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Rsend_init_c");
    return run_MPI_Rsend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Scan
static int run_MPI_Scan(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Scan"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scan");
    return run_MPI_Scan(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scan");
    return run_MPI_Scan(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Scan_c
static int run_MPI_Scan_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm);
    Stage stage = {.call = "MPI_Scan_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, recvbuf, count, datatype, op, comm), NULL);
}
int MPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scan_c");
    return run_MPI_Scan_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
int PMPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scan_c");
    return run_MPI_Scan_c(next, sendbuf, recvbuf, count, datatype, op, comm);
}
#endif

#ifdef HAVE_MPI_Scan_init
static int run_MPI_Scan_init(int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Scan_init"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scan_init");
    return run_MPI_Scan_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scan_init");
    return run_MPI_Scan_init(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Scan_init_c
static int run_MPI_Scan_init_c(int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    Stage stage = {.call = "MPI_Scan_init_c"};
    sendbuf = part(&stage, IN, sendbuf, count, datatype);
    recvbuf = part(&stage, written(sendbuf), recvbuf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return made(&stage, next(sendbuf, recvbuf, count, datatype, op, comm, info, request), request, 1);
}
int MPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scan_init_c");
    return run_MPI_Scan_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int PMPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scan_init_c");
    return run_MPI_Scan_init_c(next, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Scatter
static int run_MPI_Scatter(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Scatter"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatter");
    return run_MPI_Scatter(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scatter");
    return run_MPI_Scatter(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Scatter_c
static int run_MPI_Scatter_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Scatter_c"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatter_c");
    return run_MPI_Scatter_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scatter_c");
    return run_MPI_Scatter_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Scatter_init
static int run_MPI_Scatter_init(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Scatter_init"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatter_init");
    return run_MPI_Scatter_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scatter_init");
    return run_MPI_Scatter_init(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Scatter_init_c
static int run_MPI_Scatter_init_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Scatter_init_c"};
    sendbuf = part(&stage, root_way(root, comm, IN), sendbuf, (int64_t)sendcount * peers_of(comm), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatter_init_c");
    return run_MPI_Scatter_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scatter_init_c");
    return run_MPI_Scatter_init_c(next, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Scatterv
static int run_MPI_Scatterv(int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Scatterv"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatterv");
    return run_MPI_Scatterv(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scatterv");
    return run_MPI_Scatterv(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Scatterv_c
static int run_MPI_Scatterv_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    Stage stage = {.call = "MPI_Scatterv_c"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
    fetch(&stage);
    return done(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm), NULL);
}
int MPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_c");
    return run_MPI_Scatterv_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int PMPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Scatterv_c");
    return run_MPI_Scatterv_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
#endif

#ifdef HAVE_MPI_Scatterv_init
static int run_MPI_Scatterv_init(int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Scatterv_init"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_init");
    return run_MPI_Scatterv_init(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scatterv_init");
    return run_MPI_Scatterv_init(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Scatterv_init_c
static int run_MPI_Scatterv_init_c(int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request), const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (!device_possible()) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    Stage stage = {.call = "MPI_Scatterv_init_c"};
    sendbuf = part_v(&stage, root_way(root, comm, IN), sendbuf, peers_of(comm), NUMBERS(sendcounts), NUMBERS(displs), sendtype);
    recvbuf = part(&stage, scattered_way(root), recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
    return made(&stage, next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), request, 1);
}
int MPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Scatterv_init_c");
    return run_MPI_Scatterv_init_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int PMPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    static int (*next)(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Scatterv_init_c");
    return run_MPI_Scatterv_init_c(next, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
#endif

#ifdef HAVE_MPI_Send
static int run_MPI_Send(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (announces(buf, count, datatype, dest, comm)) return announced_send("MPI_Send", buf, count, datatype, dest, tag, comm);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Send"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Send");
    return run_MPI_Send(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Send");
    return run_MPI_Send(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Send_c
static int run_MPI_Send_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (announces(buf, count, datatype, dest, comm)) return announced_send("MPI_Send_c", buf, count, datatype, dest, tag, comm);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Send_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Send_c");
    return run_MPI_Send_c(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Send_c");
    return run_MPI_Send_c(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Send_init
static int run_MPI_Send_init(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (announces(buf, count, datatype, dest, comm)) return announced_send_init("MPI_Send_init", buf, count, datatype, dest, tag, comm, request);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Send_init"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Send_init");
    return run_MPI_Send_init(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Send_init");
    return run_MPI_Send_init(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Send_init_c
static int run_MPI_Send_init_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (announces(buf, count, datatype, dest, comm)) return announced_send_init("MPI_Send_init_c", buf, count, datatype, dest, tag, comm, request);
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Send_init_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Send_init_c");
    return run_MPI_Send_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Send_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Send_init_c");
    return run_MPI_Send_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Sendrecv
static int run_MPI_Sendrecv(int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status), const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(recvcount, recvtype, source) || announces(sendbuf, sendcount, sendtype, dest, comm)) {
        MPI_Request own;
        int ended = watched_irecv("MPI_Sendrecv", recvbuf, recvcount, recvtype, source, recvtag, comm, &own);
        if (ended == MPI_SUCCESS) ended = MPI_Send(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        return waited(ended, &own, status);
    }
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    Stage stage = {.call = "MPI_Sendrecv", .sized = BY_MESSAGE};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, OUT, recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status), status);
}
int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv");
    return run_MPI_Sendrecv(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int PMPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Sendrecv");
    return run_MPI_Sendrecv(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
#endif

#ifdef HAVE_MPI_Sendrecv_c
static int run_MPI_Sendrecv_c(int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status), const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(recvcount, recvtype, source) || announces(sendbuf, sendcount, sendtype, dest, comm)) {
        MPI_Request own;
        int ended = watched_irecv("MPI_Sendrecv_c", recvbuf, recvcount, recvtype, source, recvtag, comm, &own);
        if (ended == MPI_SUCCESS) ended = MPI_Send_c(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        return waited(ended, &own, status);
    }
    if (!device_possible()) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    Stage stage = {.call = "MPI_Sendrecv_c", .sized = BY_MESSAGE};
    sendbuf = part(&stage, IN, sendbuf, sendcount, sendtype);
    recvbuf = part(&stage, OUT, recvbuf, recvcount, recvtype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status), status);
}
int MPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_c");
    return run_MPI_Sendrecv_c(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int PMPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Sendrecv_c");
    return run_MPI_Sendrecv_c(next, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
#endif

#ifdef HAVE_MPI_Sendrecv_replace
static int run_MPI_Sendrecv_replace(int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status), void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(count, datatype, source) && can_pack(count, datatype)) {
        MPI_Request own;
        int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended == MPI_SUCCESS) ended = watched_irecv("MPI_Sendrecv_replace", buf, count, datatype, source, recvtag, comm, &own);
        return waited(ended, &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    Stage stage = {.call = "MPI_Sendrecv_replace", .sized = BY_MESSAGE};
    buf = part(&stage, INOUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status), status);
}
int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_replace");
    return run_MPI_Sendrecv_replace(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int PMPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Sendrecv_replace");
    return run_MPI_Sendrecv_replace(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
#endif

#ifdef HAVE_MPI_Sendrecv_replace_c
static int run_MPI_Sendrecv_replace_c(int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status), void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    if (watches_for(count, datatype, source) && can_pack(count, datatype)) {
        MPI_Request own;
        int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended == MPI_SUCCESS) ended = watched_irecv("MPI_Sendrecv_replace_c", buf, count, datatype, source, recvtag, comm, &own);
        return waited(ended, &own, status);
    }
    if (!device_possible()) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    Stage stage = {.call = "MPI_Sendrecv_replace_c", .sized = BY_MESSAGE};
    buf = part(&stage, INOUT, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    fetch(&stage);
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    return done(&stage, next(buf, count, datatype, dest, sendtag, source, recvtag, comm, status), status);
}
int MPI_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Sendrecv_replace_c");
    return run_MPI_Sendrecv_replace_c(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int PMPI_Sendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Sendrecv_replace_c");
    return run_MPI_Sendrecv_replace_c(next, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
#endif

#ifdef HAVE_MPI_Session_attach_buffer
static int run_MPI_Session_attach_buffer(int (*next)(MPI_Session session, void* buffer, int size), MPI_Session session, void* buffer, int size) {
    if (!device_possible()) return next(session, buffer, size);
    if (is_device(buffer)) return refused("MPI_Session_attach_buffer", "buffer", "the library itself reads and writes this buffer");
    return next(session, buffer, size);
}
int MPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
    static int (*next)(MPI_Session session, void* buffer, int size);
    if (!next) *(void**)&next = next_of("MPI_Session_attach_buffer");
    return run_MPI_Session_attach_buffer(next, session, buffer, size);
}
int PMPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
    static int (*next)(MPI_Session session, void* buffer, int size);
    if (!next) *(void**)&next = next_of("PMPI_Session_attach_buffer");
    return run_MPI_Session_attach_buffer(next, session, buffer, size);
}
#endif

#ifdef HAVE_MPI_Session_attach_buffer_c
static int run_MPI_Session_attach_buffer_c(int (*next)(MPI_Session session, void* buffer, MPI_Count size), MPI_Session session, void* buffer, MPI_Count size) {
    if (!device_possible()) return next(session, buffer, size);
    if (is_device(buffer)) return refused("MPI_Session_attach_buffer_c", "buffer", "the library itself reads and writes this buffer");
    return next(session, buffer, size);
}
int MPI_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Session session, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("MPI_Session_attach_buffer_c");
    return run_MPI_Session_attach_buffer_c(next, session, buffer, size);
}
int PMPI_Session_attach_buffer_c(MPI_Session session, void* buffer, MPI_Count size) {
    static int (*next)(MPI_Session session, void* buffer, MPI_Count size);
    if (!next) *(void**)&next = next_of("PMPI_Session_attach_buffer_c");
    return run_MPI_Session_attach_buffer_c(next, session, buffer, size);
}
#endif

#ifdef HAVE_MPI_Ssend
static int run_MPI_Ssend(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Ssend"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Ssend");
    return run_MPI_Ssend(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Ssend");
    return run_MPI_Ssend(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Ssend_c
static int run_MPI_Ssend_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm);
    Stage stage = {.call = "MPI_Ssend_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm);
    fetch(&stage);
    return done(&stage, next(buf, count, datatype, dest, tag, comm), NULL);
}
int MPI_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Ssend_c");
    return run_MPI_Ssend_c(next, buf, count, datatype, dest, tag, comm);
}
int PMPI_Ssend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Ssend_c");
    return run_MPI_Ssend_c(next, buf, count, datatype, dest, tag, comm);
}
#endif

#ifdef HAVE_MPI_Ssend_init
static int run_MPI_Ssend_init(int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Ssend_init"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ssend_init");
    return run_MPI_Ssend_init(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ssend_init");
    return run_MPI_Ssend_init(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Ssend_init_c
static int run_MPI_Ssend_init_c(int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request), const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    if (!device_possible()) return next(buf, count, datatype, dest, tag, comm, request);
    Stage stage = {.call = "MPI_Ssend_init_c"};
    buf = part(&stage, IN, buf, count, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(buf, count, datatype, dest, tag, comm, request);
    return made(&stage, next(buf, count, datatype, dest, tag, comm, request), request, 1);
}
int MPI_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Ssend_init_c");
    return run_MPI_Ssend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
int PMPI_Ssend_init_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    static int (*next)(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Ssend_init_c");
    return run_MPI_Ssend_init_c(next, buf, count, datatype, dest, tag, comm, request);
}
#endif

#ifdef HAVE_MPI_Start
static int run_MPI_Start(int (*next)(MPI_Request* request), MPI_Request* request) {
    int ended;
    return starting(1, request, &ended) || ended ? ended : next(request);
}
int MPI_Start(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("MPI_Start");
    return run_MPI_Start(next, request);
}
int PMPI_Start(MPI_Request* request) {
    static int (*next)(MPI_Request* request);
    if (!next) *(void**)&next = next_of("PMPI_Start");
    return run_MPI_Start(next, request);
}
#endif

#ifdef HAVE_MPI_Startall
static int run_MPI_Startall(int (*next)(int count, MPI_Request array_of_requests[]), int count, MPI_Request array_of_requests[]) {
    int ended;
    return starting(count, array_of_requests, &ended) || ended ? ended : next(count, array_of_requests);
}
int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    static int (*next)(int count, MPI_Request array_of_requests[]);
    if (!next) *(void**)&next = next_of("MPI_Startall");
    return run_MPI_Startall(next, count, array_of_requests);
}
int PMPI_Startall(int count, MPI_Request array_of_requests[]) {
    static int (*next)(int count, MPI_Request array_of_requests[]);
    if (!next) *(void**)&next = next_of("PMPI_Startall");
    return run_MPI_Startall(next, count, array_of_requests);
}
#endif

#ifdef HAVE_MPI_Test
static int run_MPI_Test(int (*next)(MPI_Request* request, int* flag, MPI_Status* status), MPI_Request* request, int* flag, MPI_Status* status) {
    if (!any_outstanding()) return next(request, flag, status);
    if (!all_may_complete(1, request)) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    Held held;
    hold(&held, 1, request);
    status = statuses_for(&held, status);
    const int ended = next(request, flag, status);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *flag ? 1 : 0 : 1, NULL, request, status, 1);
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request* request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Test");
    return run_MPI_Test(next, request, flag, status);
}
int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    static int (*next)(MPI_Request* request, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Test");
    return run_MPI_Test(next, request, flag, status);
}
#endif

#ifdef HAVE_MPI_Testall
static int run_MPI_Testall(int (*next)(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]), int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(count, array_of_requests, flag, array_of_statuses);
    if (!all_may_complete(count, array_of_requests)) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    Held held;
    hold(&held, count, array_of_requests);
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next(count, array_of_requests, flag, array_of_statuses);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *flag ? count : 0 : count, NULL, array_of_requests, array_of_statuses, 0);
}
int MPI_Testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Testall");
    return run_MPI_Testall(next, count, array_of_requests, flag, array_of_statuses);
}
int PMPI_Testall(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Testall");
    return run_MPI_Testall(next, count, array_of_requests, flag, array_of_statuses);
}
#endif

#ifdef HAVE_MPI_Testany
static int run_MPI_Testany(int (*next)(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status), int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
    if (!any_outstanding()) return next(count, array_of_requests, index, flag, status);
    if (!all_may_complete(count, array_of_requests) || persistent_here(count, array_of_requests) >= 0) return some_of(0, count, array_of_requests, NULL, index, flag, status);
    Held held;
    hold(&held, count, array_of_requests);
    status = statuses_for(&held, status);
    const int ended = next(count, array_of_requests, index, flag, status);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *flag && *index != MPI_UNDEFINED ? 1 : 0 : count, ended_well ? index : NULL, array_of_requests, status, 1);
}
int MPI_Testany(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Testany");
    return run_MPI_Testany(next, count, array_of_requests, index, flag, status);
}
int PMPI_Testany(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Testany");
    return run_MPI_Testany(next, count, array_of_requests, index, flag, status);
}
#endif

#ifdef HAVE_MPI_Testsome
static int run_MPI_Testsome(int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]), int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    if (!all_may_complete(incount, array_of_requests) || persistent_here(incount, array_of_requests) >= 0) return some_of(0, incount, array_of_requests, outcount, array_of_indices, NULL, array_of_statuses);
    Held held;
    hold(&held, incount, array_of_requests);
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *outcount == MPI_UNDEFINED ? 0 : *outcount : incount, ended_well ? array_of_indices : NULL, array_of_requests, array_of_statuses, 0);
}
int MPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Testsome");
    return run_MPI_Testsome(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Testsome");
    return run_MPI_Testsome(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
#endif

#ifdef HAVE_MPI_Type_free
static int run_MPI_Type_free(int (*next)(MPI_Datatype* datatype), MPI_Datatype* datatype) {
    forget_shape(*datatype);
    return next(datatype);
}
int MPI_Type_free(MPI_Datatype* datatype) {
    static int (*next)(MPI_Datatype* datatype);
    if (!next) *(void**)&next = next_of("MPI_Type_free");
    return run_MPI_Type_free(next, datatype);
}
int PMPI_Type_free(MPI_Datatype* datatype) {
    static int (*next)(MPI_Datatype* datatype);
    if (!next) *(void**)&next = next_of("PMPI_Type_free");
    return run_MPI_Type_free(next, datatype);
}
#endif

#ifdef HAVE_MPI_Unpack
static int run_MPI_Unpack(int (*next)(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm), const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm) {
    if (!device_possible()) return next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    Stage stage = {.call = "MPI_Unpack"};
    inbuf = part(&stage, IN, inbuf, insize, MPI_BYTE);
    outbuf = part(&stage, OUT, outbuf, outcount, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    fetch(&stage);
    return done(&stage, next(inbuf, insize, position, outbuf, outcount, datatype, comm), NULL);
}
int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Unpack");
    return run_MPI_Unpack(next, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
int PMPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Unpack");
    return run_MPI_Unpack(next, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
#endif

#ifdef HAVE_MPI_Unpack_c
static int run_MPI_Unpack_c(int (*next)(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm), const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    if (!device_possible()) return next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    Stage stage = {.call = "MPI_Unpack_c"};
    inbuf = part(&stage, IN, inbuf, insize, MPI_BYTE);
    outbuf = part(&stage, OUT, outbuf, outcount, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(inbuf, insize, position, outbuf, outcount, datatype, comm);
    fetch(&stage);
    return done(&stage, next(inbuf, insize, position, outbuf, outcount, datatype, comm), NULL);
}
int MPI_Unpack_c(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("MPI_Unpack_c");
    return run_MPI_Unpack_c(next, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
int PMPI_Unpack_c(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    static int (*next)(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
    if (!next) *(void**)&next = next_of("PMPI_Unpack_c");
    return run_MPI_Unpack_c(next, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
#endif

#ifdef HAVE_MPI_Unpack_external
static int run_MPI_Unpack_external(int (*next)(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype), const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype) {
    if (!device_possible()) return next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    Stage stage = {.call = "MPI_Unpack_external"};
    inbuf = part(&stage, IN, inbuf, insize, MPI_BYTE);
    outbuf = part(&stage, OUT, outbuf, outcount, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    fetch(&stage);
    return done(&stage, next(datarep, inbuf, insize, position, outbuf, outcount, datatype), NULL);
}
int MPI_Unpack_external(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_Unpack_external");
    return run_MPI_Unpack_external(next, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
int PMPI_Unpack_external(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_Unpack_external");
    return run_MPI_Unpack_external(next, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
#endif

#ifdef HAVE_MPI_Unpack_external_c
static int run_MPI_Unpack_external_c(int (*next)(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype), const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    if (!device_possible()) return next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    Stage stage = {.call = "MPI_Unpack_external_c"};
    inbuf = part(&stage, IN, inbuf, insize, MPI_BYTE);
    outbuf = part(&stage, OUT, outbuf, outcount, datatype);
    if (abandoned) end_abandoned(0);
    if (!stage.parts) return next(datarep, inbuf, insize, position, outbuf, outcount, datatype);
    fetch(&stage);
    return done(&stage, next(datarep, inbuf, insize, position, outbuf, outcount, datatype), NULL);
}
int MPI_Unpack_external_c(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("MPI_Unpack_external_c");
    return run_MPI_Unpack_external_c(next, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
int PMPI_Unpack_external_c(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    static int (*next)(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype);
    if (!next) *(void**)&next = next_of("PMPI_Unpack_external_c");
    return run_MPI_Unpack_external_c(next, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
#endif

#ifdef HAVE_MPI_Wait
static int run_MPI_Wait(int (*next)(MPI_Request* request, MPI_Status* status), MPI_Request* request, MPI_Status* status) {
    if (!any_outstanding()) return next(request, status);
    await_large(1, request);
    Held held;
    hold(&held, 1, request);
    status = statuses_for(&held, status);
    const int ended = next(request, status);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? 1 : 1, NULL, request, status, 1);
}
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    static int (*next)(MPI_Request* request, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Wait");
    return run_MPI_Wait(next, request, status);
}
int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
    static int (*next)(MPI_Request* request, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Wait");
    return run_MPI_Wait(next, request, status);
}
#endif

#ifdef HAVE_MPI_Waitall
static int run_MPI_Waitall(int (*next)(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]), int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(count, array_of_requests, array_of_statuses);
    await_large(count, array_of_requests);
    Held held;
    hold(&held, count, array_of_requests);
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next(count, array_of_requests, array_of_statuses);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? count : count, NULL, array_of_requests, array_of_statuses, 0);
}
int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Waitall");
    return run_MPI_Waitall(next, count, array_of_requests, array_of_statuses);
}
int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    static int (*next)(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Waitall");
    return run_MPI_Waitall(next, count, array_of_requests, array_of_statuses);
}
#endif

#ifdef HAVE_MPI_Waitany
static int run_MPI_Waitany(int (*next)(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status), int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
    if (!any_outstanding()) return next(count, array_of_requests, index, status);
    if (!all_may_complete(count, array_of_requests) || persistent_here(count, array_of_requests) >= 0) return some_of(1, count, array_of_requests, NULL, index, &(int){0}, status);
    Held held;
    hold(&held, count, array_of_requests);
    status = statuses_for(&held, status);
    const int ended = next(count, array_of_requests, index, status);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *index == MPI_UNDEFINED ? 0 : 1 : count, ended_well ? index : NULL, array_of_requests, status, 1);
}
int MPI_Waitany(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Waitany");
    return run_MPI_Waitany(next, count, array_of_requests, index, status);
}
int PMPI_Waitany(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
    static int (*next)(int count, MPI_Request array_of_requests[], int* index, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Waitany");
    return run_MPI_Waitany(next, count, array_of_requests, index, status);
}
#endif

#ifdef HAVE_MPI_Waitsome
static int run_MPI_Waitsome(int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]), int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    if (!all_may_complete(incount, array_of_requests) || persistent_here(incount, array_of_requests) >= 0) return some_of(1, incount, array_of_requests, outcount, array_of_indices, NULL, array_of_statuses);
    Held held;
    hold(&held, incount, array_of_requests);
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? *outcount == MPI_UNDEFINED ? 0 : *outcount : incount, ended_well ? array_of_indices : NULL, array_of_requests, array_of_statuses, 0);
}
int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Waitsome");
    return run_MPI_Waitsome(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Waitsome");
    return run_MPI_Waitsome(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
#endif

#ifdef HAVE_MPI_Win_attach
static int run_MPI_Win_attach(int (*next)(MPI_Win win, void* base, MPI_Aint size), MPI_Win win, void* base, MPI_Aint size) {
    if (!device_possible()) return next(win, base, size);
    if (is_device(base)) return refused("MPI_Win_attach", "base", "what another rank does to a window cannot be copied unseen");
    return next(win, base, size);
}
int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
    static int (*next)(MPI_Win win, void* base, MPI_Aint size);
    if (!next) *(void**)&next = next_of("MPI_Win_attach");
    return run_MPI_Win_attach(next, win, base, size);
}
int PMPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
    static int (*next)(MPI_Win win, void* base, MPI_Aint size);
    if (!next) *(void**)&next = next_of("PMPI_Win_attach");
    return run_MPI_Win_attach(next, win, base, size);
}
#endif

#ifdef HAVE_MPI_Win_create
static int run_MPI_Win_create(int (*next)(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win), void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    if (!device_possible()) return next(base, size, disp_unit, info, comm, win);
    if (is_device(base)) return refused("MPI_Win_create", "base", "what another rank does to a window cannot be copied unseen");
    return next(base, size, disp_unit, info, comm, win);
}
int MPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_create");
    return run_MPI_Win_create(next, base, size, disp_unit, info, comm, win);
}
int PMPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("PMPI_Win_create");
    return run_MPI_Win_create(next, base, size, disp_unit, info, comm, win);
}
#endif

#ifdef HAVE_MPI_Win_create_c
static int run_MPI_Win_create_c(int (*next)(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win), void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    if (!device_possible()) return next(base, size, disp_unit, info, comm, win);
    if (is_device(base)) return refused("MPI_Win_create_c", "base", "what another rank does to a window cannot be copied unseen");
    return next(base, size, disp_unit, info, comm, win);
}
int MPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("MPI_Win_create_c");
    return run_MPI_Win_create_c(next, base, size, disp_unit, info, comm, win);
}
int PMPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    static int (*next)(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win);
    if (!next) *(void**)&next = next_of("PMPI_Win_create_c");
    return run_MPI_Win_create_c(next, base, size, disp_unit, info, comm, win);
}
#endif

#ifdef HAVE_MPI_Init
static int run_MPI_Init(int (*next)(int* argc, char*** argv), int* argc, char*** argv) {
    const int ended = next(argc, argv);
    if (ended == MPI_SUCCESS) agree();
    return ended;
}
int MPI_Init(int* argc, char*** argv) {
    static int (*next)(int* argc, char*** argv);
    if (!next) *(void**)&next = next_of("MPI_Init");
    return run_MPI_Init(next, argc, argv);
}
int PMPI_Init(int* argc, char*** argv) {
    static int (*next)(int* argc, char*** argv);
    if (!next) *(void**)&next = next_of("PMPI_Init");
    return run_MPI_Init(next, argc, argv);
}
#endif

#ifdef HAVE_MPI_Init_thread
static int run_MPI_Init_thread(int (*next)(int* argc, char*** argv, int required, int* provided), int* argc, char*** argv, int required, int* provided) {
    const int ended = next(argc, argv, required, provided);
    if (ended == MPI_SUCCESS) agree();
    return ended;
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    static int (*next)(int* argc, char*** argv, int required, int* provided);
    if (!next) *(void**)&next = next_of("MPI_Init_thread");
    return run_MPI_Init_thread(next, argc, argv, required, provided);
}
int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    static int (*next)(int* argc, char*** argv, int required, int* provided);
    if (!next) *(void**)&next = next_of("PMPI_Init_thread");
    return run_MPI_Init_thread(next, argc, argv, required, provided);
}
#endif

#ifdef HAVE_MPI_Finalize
static int run_MPI_Finalize(int (*next)(void)) {
    mpi_was_called = 1;
    if (any_outstanding()) end_abandoned(1);
    if (job.announces) end_pieces();
    return next();
}
int MPI_Finalize(void) {
    static int (*next)(void);
    if (!next) *(void**)&next = next_of("MPI_Finalize");
    return run_MPI_Finalize(next);
}
int PMPI_Finalize(void) {
    static int (*next)(void);
    if (!next) *(void**)&next = next_of("PMPI_Finalize");
    return run_MPI_Finalize(next);
}
#endif

#ifdef HAVE_MPI_Request_get_status_any
static int run_MPI_Request_get_status_any(int (*next)(int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status), int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status) {
    if (!any_outstanding()) return next(count, array_of_requests, indx, flag, status);
    MPI_Status own;
    int under_way;
    if (status == MPI_STATUS_IGNORE) status = &own;
    MPI_Request* seen = without_those_under_way(count, array_of_requests, &under_way);
    const int ended = next(count, seen, indx, flag, status);
    if (ended == MPI_SUCCESS && *flag && *indx != MPI_UNDEFINED) looked(seen[*indx], status);
    else if (under_way) *flag = 0;
    free(seen);
    return ended;
}
int MPI_Request_get_status_any(int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status) {
    static int (*next)(int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("MPI_Request_get_status_any");
    return run_MPI_Request_get_status_any(next, count, array_of_requests, indx, flag, status);
}
int PMPI_Request_get_status_any(int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status) {
    static int (*next)(int count, REQUEST_READ array_of_requests[], int* indx, int* flag, MPI_Status* status);
    if (!next) *(void**)&next = next_of("PMPI_Request_get_status_any");
    return run_MPI_Request_get_status_any(next, count, array_of_requests, indx, flag, status);
}
#endif

#ifdef HAVE_MPI_Request_get_status_some
static int run_MPI_Request_get_status_some(int (*next)(int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]), int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    Held held = {.count = incount};
    int under_way;
    array_of_statuses = statuses_for(&held, array_of_statuses);
    MPI_Request* seen = without_those_under_way(incount, array_of_requests, &under_way);
    const int ended = next(incount, seen, outcount, array_of_indices, array_of_statuses);
    if (ended == MPI_SUCCESS && *outcount == MPI_UNDEFINED && under_way) *outcount = 0;
    for (int at = 0; ended == MPI_SUCCESS && at < *outcount; ++at)
        looked(seen[array_of_indices[at]], &array_of_statuses[at]);
    free(seen);
    free(held.own_statuses);
    return ended;
}
int MPI_Request_get_status_some(int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Request_get_status_some");
    return run_MPI_Request_get_status_some(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int PMPI_Request_get_status_some(int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]) {
    static int (*next)(int incount, REQUEST_READ array_of_requests[], int* outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Request_get_status_some");
    return run_MPI_Request_get_status_some(next, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
#endif

#ifdef HAVE_MPI_Request_get_status_all
static int run_MPI_Request_get_status_all(int (*next)(int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]), int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    if (!any_outstanding()) return next(count, array_of_requests, flag, array_of_statuses);
    Held held = {.count = count};
    *flag = 0;
    if (!all_may_complete(count, array_of_requests)) return MPI_SUCCESS;
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next(count, array_of_requests, flag, array_of_statuses);
    for (int at = 0; ended == MPI_SUCCESS && *flag && at < count; ++at)
        looked(array_of_requests[at], &array_of_statuses[at]);
    free(held.own_statuses);
    return ended;
}
int MPI_Request_get_status_all(int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    static int (*next)(int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("MPI_Request_get_status_all");
    return run_MPI_Request_get_status_all(next, count, array_of_requests, flag, array_of_statuses);
}
int PMPI_Request_get_status_all(int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
    static int (*next)(int count, REQUEST_READ array_of_requests[], int* flag, MPI_Status array_of_statuses[]);
    if (!next) *(void**)&next = next_of("PMPI_Request_get_status_all");
    return run_MPI_Request_get_status_all(next, count, array_of_requests, flag, array_of_statuses);
}
#endif
