// Each rank says who it is, where it may run and what it was given: rank size cpus GREETING node arguments
#include <mpi.h>
#include <sched.h>
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, size = 0, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    const char* greeting = std::getenv("GREETING");
    const char* host = std::getenv("AGENT_HOST");
    char node[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    MPI_Get_processor_name(node, &length);
    std::string line = "hello rank=" + std::to_string(rank) + " size=" + std::to_string(size) +
                       " sum=" + std::to_string(sum) + " cpus=" + std::to_string(CPU_COUNT(&allowed)) +
                       " greeting=" + (greeting ? greeting : "") + " host=" + (host ? host : "") + " node=" + node +
                       " args=";
    for (int i = 1; i < argc; ++i) line += std::string(argv[i]) + ',';
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
    MPI_Finalize();
}
