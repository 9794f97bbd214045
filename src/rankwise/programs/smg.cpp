// hypre's struct multigrid (SMG) on an anisotropic Laplace equation, with the command line of SMG2000: -n NX NY NZ cells
// in each rank, -c CX CY CZ, -P PX PY PZ ranks. hypre is found, never carried. Its calls of MPI pass through this file,
// which counts messages and tells the time in MPI from the rest.
#include <dlfcn.h>

#include <HYPRE.h>
#include <HYPRE_struct_ls.h>
#include <HYPRE_struct_mv.h>

#include "grid.hpp"
#include "program.hpp"

using program::Check, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "32", "cells of each rank in each direction: N, or NxMxL; also -n N M L"},
    {"coefficients", "1x1x1", "of the second derivatives: AxBxC; also -c A B C"},
    {"grid", "", "ranks in each direction: PxQxR; also -P P Q R"},
};
constexpr program::Definition smg{
    .name = "smg",
    .what = "hypre's struct multigrid",
    .unit = "cells/s",
    .options = options,
};

// What hypre does with MPI goes here while a phase runs.
struct Watched {
    Program* program = nullptr;
    std::size_t phase = 0;
    double inside_s = 0.0, messages = 0.0;
};
Watched& watched() {
    static Watched only;
    return only;
}

// The next definition of a call: the MPI library's, or that of a preload.
template <class Call>
Call* next(const char* name) {
    return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}
template <class Call, class... Arguments>
int timed(const char* name, Call*& known, Arguments... arguments) {
    if (!known) known = next<Call>(name);
    const double since_s = MPI_Wtime();
    const int status = known(arguments...);
    watched().inside_s += MPI_Wtime() - since_s;
    return status;
}
void sent(int count, MPI_Datatype type, int to) {
    if (!watched().program || to == MPI_PROC_NULL) return;
    watched().program->sent(count, type, to);
    watched().messages += 1.0;
}

}  // namespace

// The calls that hypre's struct solvers make. A macro, because each has its own type.
#define RW_WATCHED(name, counted, parameters, ...) \
    extern "C" int name parameters {               \
        static decltype(name)* known = nullptr;    \
        counted;                                   \
        return timed(#name, known, __VA_ARGS__);   \
    }
#define RW_SENDING(name)                                                                                               \
    RW_WATCHED(name, sent(count, type, to),                                                                            \
               (const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request), \
               from, count, type, to, tag, comm, request)
RW_SENDING(MPI_Isend)
RW_SENDING(MPI_Irsend)
RW_WATCHED(MPI_Send, sent(count, type, to),
           (const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm), from, count, type, to, tag,
           comm)
RW_WATCHED(MPI_Waitall, , (int count, MPI_Request* requests, MPI_Status* statuses), count, requests, statuses)
RW_WATCHED(MPI_Wait, , (MPI_Request * request, MPI_Status* status), request, status)
RW_WATCHED(MPI_Recv, , (void* into, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status),
           into, count, type, from, tag, comm, status)
RW_WATCHED(MPI_Allreduce, , (const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           from, into, count, type, op, comm)
RW_WATCHED(MPI_Allgather, ,
           (const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type,
            MPI_Comm comm),
           from, count, type, into, into_count, into_type, comm)
RW_WATCHED(MPI_Allgatherv, ,
           (const void* from, int count, MPI_Datatype type, void* into, const int* counts, const int* places,
            MPI_Datatype into_type, MPI_Comm comm),
           from, count, type, into, counts, places, into_type, comm)
#undef RW_WATCHED
#undef RW_SENDING

namespace {

void must(HYPRE_Int error, const char* what) {
    if (error != 0) throw std::runtime_error(std::string("hypre: ") + what + " failed: error " + std::to_string(error));
}

std::array<double, 3> coefficients_of(const Program& p) {
    std::array<double, 3> values{};
    const std::string& word = p.text("coefficients");
    const char* at = word.c_str();
    for (std::size_t d = 0; d < 3; ++d) {
        char* end = nullptr;
        values[d] = std::strtod(at, &end);
        const bool well = end != at && std::isfinite(values[d]) && values[d] > 0.0 && *end == (d < 2 ? 'x' : '\0');
        if (!well) throw Refused("--coefficients " + word + ": give 3 numbers above 0 with x between");
        at = end + 1;
    }
    return values;
}

// The matrix, both vectors and the solver of one rank's box of cells. The first direction is the fastest, as in SMG2000.
class Problem {
public:
    Problem(const std::vector<int>& cells, const std::array<int, 3>& sides, int rank, std::array<double, 3> c)
        : cells_(static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) *
                 static_cast<std::size_t>(cells[2])) {
        std::array<int, 3> whole{};
        int left = rank;
        for (std::size_t d = 0; d < 3; left /= sides[d], ++d) {
            const int place = left % sides[d];
            low_[d] = place * cells[d];
            high_[d] = low_[d] + cells[d] - 1;
            whole[d] = sides[d] * cells[d];
        }
        must(HYPRE_StructGridCreate(MPI_COMM_WORLD, 3, &grid_), "the grid");
        must(HYPRE_StructGridSetExtents(grid_, low_.data(), high_.data()), "the grid");
        must(HYPRE_StructGridAssemble(grid_), "the grid");
        must(HYPRE_StructStencilCreate(3, entries, &stencil_), "the stencil");
        std::array<std::array<HYPRE_Int, 3>, entries> offsets{{{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {0, 0, 0}}};
        for (HYPRE_Int entry = 0; entry < entries; ++entry)
            must(HYPRE_StructStencilSetElement(stencil_, entry, offsets[static_cast<std::size_t>(entry)].data()),
                 "the stencil");
        must(HYPRE_StructMatrixCreate(MPI_COMM_WORLD, grid_, stencil_, &matrix_), "the matrix");
        must(HYPRE_StructMatrixSetSymmetric(matrix_, 1), "the matrix");
        must(HYPRE_StructMatrixInitialize(matrix_), "the matrix");
        set_matrix(cells, c);
        must(HYPRE_StructMatrixAssemble(matrix_), "the matrix");
        right_ = vector(1.0);
        solution_ = vector(0.0);
        rest_ = vector(1.0);
        must(HYPRE_StructSMGCreate(MPI_COMM_WORLD, &solver_), "the solver");
        HYPRE_StructSMGSetMemoryUse(solver_, 0);
        HYPRE_StructSMGSetMaxIter(solver_, 50);
        HYPRE_StructSMGSetTol(solver_, tolerance);
        HYPRE_StructSMGSetRelChange(solver_, 0);
        HYPRE_StructSMGSetNumPreRelax(solver_, 1);
        HYPRE_StructSMGSetNumPostRelax(solver_, 1);
        HYPRE_StructSMGSetLogging(solver_, 1);
    }
    Problem(const Problem&) = delete;
    Problem(Problem&&) = delete;
    Problem& operator=(const Problem&) = delete;
    Problem& operator=(Problem&&) = delete;
    ~Problem() {
        HYPRE_StructSMGDestroy(solver_);
        for (HYPRE_StructVector each : {right_, solution_, rest_}) HYPRE_StructVectorDestroy(each);
        HYPRE_StructMatrixDestroy(matrix_);
        HYPRE_StructStencilDestroy(stencil_);
        HYPRE_StructGridDestroy(grid_);
    }

    static constexpr double tolerance = 1e-6;

    void set_up() { must(HYPRE_StructSMGSetup(solver_, matrix_, right_, solution_), "the set-up"); }
    void solve() {
        HYPRE_StructSMGSolve(solver_, matrix_, right_, solution_);
        HYPRE_ClearAllErrors();  // one that did not converge is told by its residual
    }
    [[nodiscard]] int iterations() const {
        HYPRE_Int count = 0;
        HYPRE_StructSMGGetNumIterations(solver_, &count);
        return static_cast<int>(count);
    }
    // |b - A x| / |b|, computed from the solution and not by the solver.
    [[nodiscard]] double residual() {
        must(HYPRE_StructMatrixMatvec(-1.0, matrix_, solution_, 1.0, rest_), "the product");
        std::vector<double> values(cells_);
        HYPRE_StructVectorGetBoxValues(rest_, low_.data(), high_.data(), values.data());
        double squares = 0.0;
        for (const double value : values) squares += value * value;
        return std::sqrt(Program::sum(squares) / Program::sum(static_cast<double>(cells_)));
    }

private:
    static constexpr HYPRE_Int entries = 4;  // of a symmetric stencil of seven

    [[nodiscard]] HYPRE_StructVector vector(double value) {
        HYPRE_StructVector made = nullptr;
        must(HYPRE_StructVectorCreate(MPI_COMM_WORLD, grid_, &made), "a vector");
        must(HYPRE_StructVectorInitialize(made), "a vector");
        std::vector<double> values(cells_, value);
        must(HYPRE_StructVectorSetBoxValues(made, low_.data(), high_.data(), values.data()), "a vector");
        must(HYPRE_StructVectorAssemble(made), "a vector");
        return made;
    }
    // -c at each neighbour, the sum of all at the cell itself; outside the grid the solution is zero.
    void set_matrix(const std::vector<int>& cells, const std::array<double, 3>& c) {
        std::vector<double> values;
        for (int k = 0; k < cells[2]; ++k)
            for (int j = 0; j < cells[1]; ++j)
                for (int i = 0; i < cells[0]; ++i) {
                    const bool first_x = low_[0] + i == 0, first_y = low_[1] + j == 0, first_z = low_[2] + k == 0;
                    values.insert(values.end(), {first_z ? 0.0 : -c[2], first_y ? 0.0 : -c[1], first_x ? 0.0 : -c[0],
                                                 2.0 * (c[0] + c[1] + c[2])});
                }
        std::array<HYPRE_Int, entries> which{0, 1, 2, 3};
        must(HYPRE_StructMatrixSetBoxValues(matrix_, low_.data(), high_.data(), entries, which.data(), values.data()),
             "the matrix");
    }

    std::size_t cells_;
    std::array<HYPRE_Int, 3> low_{}, high_{};
    HYPRE_StructGrid grid_ = nullptr;
    HYPRE_StructStencil stencil_ = nullptr;
    HYPRE_StructMatrix matrix_ = nullptr;
    HYPRE_StructVector right_ = nullptr, solution_ = nullptr, rest_ = nullptr;
    HYPRE_StructSolver solver_ = nullptr;
};

// Does a phase of hypre: its time without that in MPI calls, which goes to the phase `calling`.
template <class Work>
void watch(Program& p, std::size_t phase, std::size_t calling, const std::string& name, const Work& work) {
    watched() = {.program = &p};
    const double since_s = MPI_Wtime();
    work();
    const Watched seen = std::exchange(watched(), {});
    p.add(calling, seen.inside_s);
    p.add(phase, MPI_Wtime() - since_s - seen.inside_s);
    p.fact("messages_" + name, Program::sum(seen.messages));
}

int run(Program& p) {
    const std::vector<int> cells = p.product("size", 3);
    if (cells.empty()) throw Refused("--size needs a value");
    const std::array<double, 3> c = coefficients_of(p);
    const std::vector<int> asked = p.product("grid", 3);
    std::array<int, 3> sides = rw::block_of(p.ranks());
    if (!asked.empty()) std::ranges::copy(asked, sides.begin());
    if (sides[0] * sides[1] * sides[2] != p.ranks())
        throw Refused("-P " + std::to_string(sides[0]) + " " + std::to_string(sides[1]) + " " +
                      std::to_string(sides[2]) + " is " + std::to_string(sides[0] * sides[1] * sides[2]) +
                      " ranks, and there are " + std::to_string(p.ranks()));
    if (p.kind() != rw::host_kind) throw Refused("--buffers D: the messages are hypre's, of the host");
    if (p.paced()) throw Refused("--pace: hypre computes by itself");
    if (!p.text("fault").empty()) throw Refused("--fault: the messages are hypre's");
    const double own = static_cast<double>(cells[0]) * cells[1] * cells[2];
    // As seen of hypre 2.26: matrices of all levels and the solvers of planes; a plane is the mean of the three.
    constexpr double bytes_a_cell = 312.0, bytes_of_planes = 5600.0, bytes_at_first = 0.5e6;
    const double planes = static_cast<double>(cells[0]) * cells[1] + static_cast<double>(cells[1]) * cells[2] +
                          static_cast<double>(cells[2]) * cells[0];
    p.plan(bytes_a_cell * own + bytes_of_planes * planes + bytes_at_first, 0.0, 0.0,
           "what hypre sends: about as many messages a rank on each of log2(cells) levels, few bytes each");
    if (p.planned()) return 0;

    const std::size_t structure = p.phase("structure", false), set_up = p.phase("setup", false);
    const std::size_t solve = p.phase("solve", false), calling = p.phase("MPI calls", true);
#if HYPRE_RELEASE_NUMBER >= 22000
    HYPRE_Init();
#endif
    double residual = 0.0;
    int iterations = 0;
    {
        std::unique_ptr<Problem> problem;
        watch(p, structure, calling, "structure",
              [&] { problem = std::make_unique<Problem>(cells, sides, p.rank(), c); });
        watch(p, set_up, calling, "setup", [&] { problem->set_up(); });
        watch(p, solve, calling, "solve", [&] { problem->solve(); });
        iterations = problem->iterations();
        residual = problem->residual();
    }
#if HYPRE_RELEASE_NUMBER >= 22000
    HYPRE_Finalize();
#endif
    p.fact("iterations", iterations);
    constexpr double allowed = 10.0 * Problem::tolerance;  // the solver's own norm is not exactly this one
    const Check check{.right = residual <= allowed,
                      .error = std::isfinite(residual) ? residual : 1e300,
                      .tolerance = allowed,
                      .what = "residual of the solution after " + std::to_string(iterations) + " iterations"};
    const auto triple = [](const auto& of) {
        return std::to_string(of[0]) + "x" + std::to_string(of[1]) + "x" + std::to_string(of[2]);
    };
    return p.tell("smg of " + triple(cells) + " cells a rank on " + triple(sides) + " ranks, coefficients " +
                      p.text("coefficients"),
                  own * p.ranks() * iterations, check, 0, false);
}

// SMG2000's own options, each with three values, as those of every program.
std::vector<std::string> translated(int argc, char** argv) {
    std::vector<std::string> words{argv[0]};
    for (int at = 1; at < argc; ++at) {
        const std::string_view word = argv[at];
        const char* name = "";
        if (word == "-n") name = "--size";
        if (word == "-c") name = "--coefficients";
        if (word == "-P") name = "--grid";
        if (*name == '\0' || at + 3 >= argc) {
            words.emplace_back(word);
            continue;
        }
        words.emplace_back(name);
        words.push_back(std::string(argv[at + 1]) + "x" + argv[at + 2] + "x" + argv[at + 3]);
        at += 3;
    }
    return words;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words = translated(argc, argv);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return program::main_of(smg, run, static_cast<int>(words.size()), pointers.data());
}
