// The heat equation on a periodic block of cells by seven points and explicit steps. One sine mode decays by a factor
// that is known for the discrete equation.
#include <numbers>

#include "block.hpp"
#include "wide.hpp"

using program::Block, program::Buffer, program::Check, program::Message, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "64", "cells in each direction: N, or NxMxL"},
    {"grid", "", "ranks in each direction: PxQxR"},
    {"steps", "100", "time steps"},
    program::seconds_option,
    {"halo", "all", "how faces are exchanged: sendrecv, isend_recv, isend_irecv, all"},
    {"faces", "subarray", "how a face is sent: subarray, vector or packed"},
};
constexpr program::Definition stencil3d{
    .name = "stencil3d",
    .what = "heat equation by seven points",
    .unit = "cells/s",
    .options = options,
    .halo = true,
    .threads = true,
};
constexpr double nu = 0.125;  // D dt / dx^2; stable below 1/6

MPI_Datatype subarray(const Block& block, std::size_t d, int from) {
    std::array<int, 3> whole{}, part{}, start{};
    for (std::size_t e = 0; e < 3; ++e) {
        whole[e] = block.wide(e);
        part[e] = e == d ? 1 : block.cells[e];
        start[e] = e == d ? from : 1;
    }
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(3, whole.data(), part.data(), start.data(), MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

// The same cells as vectors of vectors, from their first cell on.
MPI_Datatype vectors(const Block& block, std::size_t d) {
    const MPI_Aint line = block.wide(2) * static_cast<MPI_Aint>(sizeof(double)), plane = block.wide(1) * line;
    MPI_Datatype inner = MPI_DATATYPE_NULL, type = MPI_DATATYPE_NULL;
    if (d == 0) MPI_Type_create_hvector(block.cells[1], block.cells[2], line, MPI_DOUBLE, &type);
    if (d == 1) MPI_Type_create_hvector(block.cells[0], block.cells[2], plane, MPI_DOUBLE, &type);
    if (d == 2) {
        MPI_Type_create_hvector(block.cells[1], 1, line, MPI_DOUBLE, &inner);
        MPI_Type_create_hvector(block.cells[0], 1, plane, inner, &type);
        MPI_Type_free(&inner);
    }
    MPI_Type_commit(&type);
    return type;
}

// The cells of a face: the layer at `index` of dimension `d`.
template <class Visit>
void layer(const Block& block, std::size_t d, int index, Visit visit) {
    std::array<int, 3> low{}, high = block.cells;
    low[d] = index;
    high[d] = index + 1;
    for (int i = low[0]; i < high[0]; ++i)
        for (int j = low[1]; j < high[1]; ++j)
            for (int k = low[2]; k < high[2]; ++k) visit(block.at(i, j, k));
}

class Halo {
public:
    Halo(Program& p, const program::Ranks3& ranks, const Block& block)
        : p_(p), ranks_(ranks), block_(block), way_(program::way_of(p)), how_(p.text("faces")) {
        if (how_ != "subarray" && how_ != "vector" && how_ != "packed")
            throw Refused("--faces " + how_ + ": use subarray, vector or packed");
        for (std::size_t f = 0; f < 6; ++f) {
            const auto [d, up] = program::faces[f];
            from_[f] = up ? block.cells[d] - 1 : 0;
            into_[f] = up ? -1 : block.cells[d];
            if (how_ == "packed") {
                out_.emplace_back(p, block.face(d));
                in_.emplace_back(p, block.face(d));
            } else {
                types_[2 * f] = how_ == "vector" ? vectors(block, d) : subarray(block, d, from_[f] + 1);
                types_[2 * f + 1] = how_ == "vector" ? vectors(block, d) : subarray(block, d, into_[f] + 1);
            }
        }
    }
    Halo(const Halo&) = delete;
    Halo(Halo&&) = delete;
    Halo& operator=(const Halo&) = delete;
    Halo& operator=(Halo&&) = delete;
    ~Halo() {
        for (MPI_Datatype& type : types_)
            if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
    }

    void exchange(Buffer& field) {
        std::array<Message, 6> messages{};
        const auto spoiled = p_.hit(6);
        const std::vector<double> before = spoiled ? face(field, *spoiled, into_) : std::vector<double>{};
        if (how_ != "packed") field.out();
        for (std::size_t f = 0; f < 6; ++f) {
            const std::size_t d = program::faces[f].dimension;
            if (how_ == "packed") {
                double* to = out_[f].host();
                layer(block_, d, from_[f], [&](std::size_t cell) { *to++ = field.host()[cell]; });
                out_[f].out();
                messages[f] = {out_[f].wire(), in_[f].wire(), static_cast<int>(block_.face(d)), MPI_DOUBLE, MPI_DOUBLE};
            } else if (how_ == "vector") {
                messages[f] = {field.wire() + first(d, from_[f]), field.wire() + first(d, into_[f]), 1, types_[2 * f],
                               types_[2 * f + 1]};
            } else {
                messages[f] = {field.wire(), field.wire(), 1, types_[2 * f], types_[2 * f + 1]};
            }
        }
        program::exchange(p_, ranks_, way_, messages);
        if (how_ != "packed") field.in();
        for (std::size_t f = 0; f < 6 && how_ == "packed"; ++f) {
            in_[f].in();
            const double* from = in_[f].host();
            layer(block_, program::faces[f].dimension, into_[f],
                  [&](std::size_t cell) { field.host()[cell] = *from++; });
        }
        if (spoiled) spoil(field, *spoiled, before);
    }

private:
    // The cells of a face: those that are sent, or those that are received.
    [[nodiscard]] std::vector<double> face(Buffer& field, std::size_t f, const std::array<int, 6>& where) const {
        std::vector<double> values;
        layer(block_, program::faces[f].dimension, where[f],
              [&](std::size_t cell) { values.push_back(field.host()[cell]); });
        return values;
    }
    void spoil(Buffer& field, std::size_t f, const std::vector<double>& before) const {
        std::vector<double> values = face(field, f, into_);
        const bool up = program::faces[f].up;
        std::array<int, 6> beside{};
        beside[f] = up ? 0 : block_.cells[program::faces[f].dimension] - 1;
        p_.fault().spoil(values, before, face(field, f, beside));
        const double* from = values.data();
        layer(block_, program::faces[f].dimension, into_[f], [&](std::size_t cell) { field.host()[cell] = *from++; });
    }
    [[nodiscard]] std::size_t first(std::size_t d, int index) const {
        std::array<int, 3> cell{};
        cell[d] = index;
        return block_.at(cell[0], cell[1], cell[2]);
    }

    Program& p_;
    const program::Ranks3& ranks_;
    const Block& block_;
    program::Way way_;
    std::string how_;
    std::array<int, 6> from_{}, into_{};
    std::array<MPI_Datatype, 12> types_ = [] {
        std::array<MPI_Datatype, 12> none{};
        none.fill(MPI_DATATYPE_NULL);
        return none;
    }();
    std::vector<Buffer> out_, in_;
};

// Steps some planes in place: memory is read once and written once, and what is written is in a cache already. Rows as
// they were are kept until the last cell beside them is done. Cells are computed alike whatever the number of ranks
// and threads, so the bits are the same.
class Sweep {
public:
    // Before any thread steps: keeps what others change, the planes below and above those from `begin` to `end`.
    void keep(const Block& block, const double* field, int begin, int end) {
        line_ = static_cast<std::size_t>(block.wide(2));
        row_.resize(line_);
        next_.resize(line_);
        below_.resize(static_cast<std::size_t>(block.wide(1)));
        above_.resize(end < block.cells[0] ? below_.size() * line_ : 0);
        std::copy_n(field + block.at(end, -1, -1), above_.size(), above_.data());
        for (std::size_t j = 0; j < below_.size(); ++j) keep_row(field + block.at(begin - 1, -1, -1) + j * line_, j);
    }
    RW_WIDE void step(const Block& block, double* field, int begin, int end) {
        const std::size_t plane = below_.size() * line_, cells = line_ - 2;
        for (int i = begin; i < end; ++i) {
            keep_row(field + block.at(i, -1, -1), 0);
            std::copy_n(field + block.at(i, 0, -1), line_, row_.data());
            for (int j = 0; j < block.cells[1]; ++j) {
                const std::size_t at = static_cast<std::size_t>(j) + 1;
                double* const row = field + block.at(i, j, 0);
                if (block.own() > cached) ahead(field, block.at(i, j, 0) + plane, block.room());
                std::copy_n(row - 1 + line_, line_, next_.data());
                // Kept rows before this one are of plane i already, those from it on of the plane below.
                const double *own = row_.data() + 1, *below = below_[at].data() + 1, *left = below_[at - 1].data() + 1;
                const double *right = row + line_, *above = row + plane;
                if (i + 1 == end && !above_.empty()) above = above_.data() + at * line_ + 1;
#pragma GCC ivdep  // no other row is this one
                for (std::size_t k = 0; k < cells; ++k)
                    row[k] = own[k] + nu * (((below[k] + above[k]) + (left[k] + right[k])) +
                                            ((own[k - 1] + own[k + 1]) - 6.0 * own[k]));
                std::swap(below_[at], row_);
                std::swap(row_, next_);
            }
        }
    }

private:
    void keep_row(const double* from, std::size_t j) { below_[j].assign(from, from + line_); }
    // Has a row of the next plane fetched in time: rows are too short for processors to see that themselves.
    void ahead(const double* field, std::size_t above, std::size_t room) const {
        constexpr std::size_t rows = 4, cache_line = 64 / sizeof(double);
        const std::size_t begin = above + rows * line_, end = std::min(begin + line_, room);
        for (std::size_t k = begin; k < end; k += cache_line) __builtin_prefetch(field + k);
    }

    static constexpr std::size_t cached = 100'000;  // cells that a processor's second cache holds
    std::size_t line_ = 0;
    std::vector<double> row_, next_, above_;
    std::vector<std::vector<double>> below_;
};

int run(Program& p) {
    const std::vector<int> size = p.product("size", 3);
    if (size.empty()) throw Refused("--size needs a value");
    const program::Ranks3 ranks = program::ranks_of(p);
    const Block block(p, ranks, {size[0], size[1], size[2]}, 1);
    double face_bytes = 0.0;
    for (std::size_t d = 0; d < 3; ++d) face_bytes += 16.0 * static_cast<double>(block.face(d));
    const auto planned = static_cast<double>(p.steps());
    const double kept = 2.0 * p.threads() * block.wide(1) * block.wide(2);  // planes, by each thread
    p.plan(
        8.0 * (static_cast<double>(block.room()) * (p.kind() == 'D' ? 2.0 : 1.0) + kept), 6.0 * planned,
        face_bytes * planned,
        "a face to each of six neighbours in each of " + std::to_string(p.steps()) + " steps, as " + p.text("faces"));
    if (p.planned()) return 0;

    Buffer field(p, block.room());
    std::array<double, 3> wave{};
    for (std::size_t d = 0; d < 3; ++d) wave[d] = 2.0 * std::numbers::pi / block.whole[d];
    const auto mode = [&](int i, int j, int k) {
        return std::sin(wave[0] * (block.begin[0] + i) + 0.25) * std::sin(wave[1] * (block.begin[1] + j) + 0.5) *
               std::sin(wave[2] * (block.begin[2] + k) + 1.0);
    };
    block.each([&](int i, int j, int k) { field.host()[block.at(i, j, k)] = mode(i, j, k); });
    Halo halo(p, ranks, block);
    std::vector<Sweep> sweeps(static_cast<std::size_t>(block.cells[0]));  // a thread's is that of its first plane
    const std::size_t computing = p.phase("computing", false), exchanging = p.phase("exchanging", true);
    for (std::int64_t s = 0; p.again(s); ++s) {
        {
            const auto timed = p.in(exchanging);
            halo.exchange(field);
        }
        p.compute(computing, static_cast<double>(block.own()), [&] {
            const auto sweep = [&](int begin) -> Sweep& { return sweeps[static_cast<std::size_t>(begin)]; };
            p.in_threads(block.cells[0], [&](int begin, int end) {
                if (begin < end) sweep(begin).keep(block, field.host(), begin, end);
            });
            p.in_threads(block.cells[0], [&](int begin, int end) {
                if (begin < end) sweep(begin).step(block, field.host(), begin, end);
            });
        });
    }
    double decay = 1.0;
    for (std::size_t d = 0; d < 3; ++d) decay -= 2.0 * nu * (1.0 - std::cos(wave[d]));
    const double factor = std::pow(decay, static_cast<double>(p.steps()));
    double error = 0.0;
    std::uint64_t word = 0;
    block.each([&](int i, int j, int k) {
        const double value = field.host()[block.at(i, j, k)];
        const double off = std::abs(value - factor * mode(i, j, k));
        error = program::worse(error, off);
        word += program::mixed(block.number(i, j, k), value);
    });
    constexpr double tolerance = 1e-12;
    error = Program::largest(error);
    const Check check{.right = error <= tolerance,
                      .error = error,
                      .tolerance = tolerance,
                      .what = "one sine mode against its discrete decay"};
    const double cells = static_cast<double>(size[0]) * size[1] * size[2];
    return p.tell("stencil3d of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" +
                      std::to_string(size[2]) + " cells on " + std::to_string(ranks.sides[0]) + "x" +
                      std::to_string(ranks.sides[1]) + "x" + std::to_string(ranks.sides[2]) + " ranks, " +
                      std::to_string(p.steps()) + " steps, faces as " + p.text("faces") + ", " + p.text("halo"),
                  cells * static_cast<double>(p.steps()), check, Program::digest(word), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(stencil3d, run, argc, argv); }
