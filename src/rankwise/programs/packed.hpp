// Faces of several fields of a block, packed into one message for each face.
#pragma once

#include "block.hpp"

namespace program {

// A layer of cells across dimension d: `thick` of them from `first` on. In dimensions before d the layers around are
// part of it where `edges` says so: one dimension after the other, values then reach the edges too.
template <class Visit>
void slab(const Block& block, std::size_t d, int first, int thick, bool edges, Visit visit) {
    std::array<int, 3> low{}, high = block.cells;
    for (std::size_t e = 0; e < d && edges; ++e) {
        low[e] = -block.layers;
        high[e] += block.layers;
    }
    low[d] = first;
    high[d] = first + thick;
    for (int i = low[0]; i < high[0]; ++i)
        for (int j = low[1]; j < high[1]; ++j)
            for (int k = low[2]; k < high[2]; ++k) visit(block.at(i, j, k));
}

// Exchanges `layers` cells of fields with both neighbours of each dimension. `fields(face)` names those that travel
// with a face; fields lie one after the other in an array, each with the room of the block.
class PackedHalo {
public:
    using Fields = std::vector<std::size_t>;

    PackedHalo(Program& p, const Ranks3& ranks, const Block& block, std::array<Fields, 6> fields, bool edges)
        : p_(p), ranks_(ranks), block_(block), fields_(std::move(fields)), edges_(edges), way_(way_of(p)) {
        if (edges && way_ == Way::all) way_ = Way::isend_irecv;
        for (std::size_t f = 0; f < 6; ++f) {
            std::size_t cells = 0;
            slab(block, faces[f].dimension, 0, block.layers, edges, [&](std::size_t) { ++cells; });
            out_.emplace_back(p, cells * fields_[f].size());
            in_.emplace_back(p, cells * fields_[f].size());
        }
    }

    // Bytes that one exchange sends.
    [[nodiscard]] double bytes() const {
        double sum = 0.0;
        for (const Buffer& buffer : out_) sum += 8.0 * static_cast<double>(buffer.size());
        return sum;
    }

    void exchange(double* fields) {
        const bool at_once = way_ == Way::all;
        std::array<Message, 6> messages{};
        for (std::size_t d = 0; d < 3; ++d) {
            pack(fields, 2 * d, messages);
            pack(fields, 2 * d + 1, messages);
            if (at_once) continue;
            spoiled_ = p_.hit(2);
            if (spoiled_) keep(fields, *spoiled_ += 2 * d);
            exchange_dimension(p_, ranks_, way_, d, {messages[2 * d], messages[2 * d + 1]});
            unpack(fields, 2 * d);
            unpack(fields, 2 * d + 1);
        }
        if (!at_once) return;
        spoiled_ = p_.hit(6);
        if (spoiled_) keep(fields, *spoiled_);
        program::exchange(p_, ranks_, way_, messages);
        for (std::size_t f = 0; f < 6; ++f) unpack(fields, f);
    }

private:
    void pack(const double* fields, std::size_t f, std::array<Message, 6>& messages) {
        const auto [d, up] = faces[f];
        double* to = out_[f].host();
        for (const std::size_t field : fields_[f])
            slab(block_, d, up ? block_.cells[d] - block_.layers : 0, block_.layers, edges_,
                 [&](std::size_t cell) { *to++ = fields[field * block_.room() + cell]; });
        out_[f].out();
        messages[f] = {out_[f].wire(), in_[f].wire(), static_cast<int>(out_[f].size()), MPI_DOUBLE, MPI_DOUBLE};
    }
    // What a planted fault may put in the place of a face that arrives: the one before, or the layers beside it.
    void keep(const double* fields, std::size_t f) {
        const auto [d, up] = faces[f];
        before_.assign(in_[f].values().begin(), in_[f].values().end());
        own_.clear();
        places_.clear();
        for (const std::size_t field : fields_[f])
            slab(block_, d, up ? 0 : block_.cells[d] - block_.layers, block_.layers, edges_,
                 [&](std::size_t cell) { own_.push_back(fields[field * block_.room() + cell]); });
        // The middle of the layer beside the block: values further out are not all used.
        std::array<int, 3> middle{};
        for (std::size_t e = 0; e < 3; ++e) middle[e] = block_.cells[e] / 2;
        middle[d] = up ? -1 : block_.cells[d];
        const std::size_t place = block_.at(middle[0], middle[1], middle[2]);
        std::size_t number = 0;
        for (std::size_t field = 0; field < fields_[f].size(); ++field)
            slab(block_, d, up ? -block_.layers : block_.cells[d], block_.layers, edges_, [&](std::size_t cell) {
                if (cell == place) places_.push_back(number);
                ++number;
            });
    }
    void unpack(double* fields, std::size_t f) {
        const auto [d, up] = faces[f];
        in_[f].in();
        if (spoiled_ == f) p_.fault().spoil(in_[f].values(), before_, own_, places_);
        const double* from = in_[f].host();
        for (const std::size_t field : fields_[f])
            slab(block_, d, up ? -block_.layers : block_.cells[d], block_.layers, edges_,
                 [&](std::size_t cell) { fields[field * block_.room() + cell] = *from++; });
    }

    Program& p_;
    const Ranks3& ranks_;
    const Block& block_;
    std::array<Fields, 6> fields_;
    bool edges_;
    Way way_;
    std::vector<Buffer> out_, in_;
    std::optional<std::size_t> spoiled_;
    std::vector<double> before_, own_;
    std::vector<std::size_t> places_;
};

}  // namespace program
