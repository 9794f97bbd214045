// The parameters of a cell, as a command names them, made into what a kernel works on; refused where a kernel or the
// library has no such form.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "calls.hpp"
#include "command.hpp"
#include "kernel.hpp"

namespace rw {

class Parameters {
public:
    static Parameters of(const Command& command) {
        Parameters asked;
        asked.size_bytes_ = command.number<std::size_t>("size", 0);
        asked.root_ = command.text("root", "0");
        asked.datatype_ = command.text("datatype");
        asked.operation_ = command.text("op", "sum");
        asked.window_ = command.number<int>("window", 1);
        asked.one_place_ = command.number<int>("one_place", 0) != 0;
        asked.window_kind_ = command.text("window_kind", "allocate");
        asked.threads_ = command.number<int>("threads", 1);
        asked.compute_share_ = command.number<double>("compute", 1.0);
        asked.in_place_ = command.number<int>("in_place", 0) != 0;
        asked.buffers_ = command.text("buffers", asked.buffers_);
        return asked;
    }
    // What loads the machine is asked for by its size alone.
    static Parameters of_load(const Command& command) {
        Parameters asked;
        asked.size_bytes_ = command.number<std::size_t>("load_size", 0);
        return asked;
    }

    // Sets up `w` but for its memory; what that must hold. Raises CellRefused.
    Sizes apply(const Kernel& kernel, Work& w, std::size_t largest_count) {
        kernel_ = &kernel;
        w.size_bytes = size_bytes_;
        w.window = kernel.windowed ? std::max(1, window_) : 1;
        w.one_place = one_place_;
        if (one_place_ && (!kernel.windowed || kernel.reduces || !kernel.sized))
            throw CellRefused(std::string(kernel.name) + " has no form in which messages share one buffer");
        w.threads = kernel.threaded ? std::max(1, threads_) : 1;
        w.overlap.compute_share = compute_share_;
        set_root(w);
        set_window_kind(w);
        set_type(w);
        set_kinds(w);
        if (in_place_ && kernel.in_place == InPlace::none)
            throw CellRefused(std::string(kernel.name) + " has no form with MPI_IN_PLACE");
        choose_run(w, largest_count);
        w.requests.assign(2 * w.window_size(), MPI_REQUEST_NULL);
        Sizes sizes = kernel.sizes(w);
        if (in_place_) sizes.receive_bytes = std::max(sizes.receive_bytes, sizes.send_bytes);
        return sizes;
    }

    // What this rank must take to have so much memory for buffers and windows; what is too small is given back.
    [[nodiscard]] std::size_t lacking_bytes(Work& w, const Sizes& sizes) const {
        std::size_t lacking = w.brings_memory() ? 0 : sizes.window_bytes;  // by the library, anew for each window
        for (const Need& need : needs(w, sizes)) lacking += need.buffer->lacking_bytes(need.size_bytes);
        return lacking;
    }
    // Takes it; false, and all is given back, where there is none.
    [[nodiscard]] bool reserve(Work& w, const Sizes& sizes) const {
        const auto all = needs(w, sizes);
        if (!std::ranges::all_of(all, [](const Need& need) { return need.buffer->reserve(need.size_bytes); })) {
            give_back(w, sizes);
            return false;
        }
        w.landing = w.receive.data();
        w.call.out = placed(w.sent_from, out_kind_, host_out(w)).data();
        w.call.in = placed(w.received_in, in_kind_, host_in(w)).data();
        arrange(w);
        return true;
    }
    void give_back(Work& w, const Sizes& sizes) const {
        for (const Need& need : needs(w, sizes)) need.buffer->release();
    }

    // Gives back what apply() made.
    void release(Work& w) {
        if (made_ != MPI_DATATYPE_NULL) MPI_Type_free(&made_);
        w.call.unit = MPI_BYTE;
    }

    [[nodiscard]] bool rotates() const { return root_ == "rotate"; }
    // All of this rank's memory that calls work on: `each(memory, size_bytes)` for every stretch.
    template <class Each>
    void for_each_stretch(const Work& w, const Sizes& sizes, const Each& each) const {
        if (w.call.out == host_out(w).data()) each(w.call.out, extent(sizes.send_bytes));
        if (w.call.in == host_in(w).data()) each(w.call.in, extent(sizes.receive_bytes));
        if (w.prepared.window_memory != nullptr) each(w.prepared.window_memory, sizes.window_bytes);
    }
    void run(Work& w, int calls) const { run_(w, calls); }

    // Arguments of collectives, once the root is known.
    void arrange(Work& w) const {
        w.call.from = w.call.out;
        w.call.into = w.call.in;
        if (!in_place_) return;
        const bool at_root = w.rank == w.root;
        switch (kernel_->in_place) {
            case InPlace::whole:
            case InPlace::own_block: w.call.from = MPI_IN_PLACE; return;
            case InPlace::whole_at_root:
            case InPlace::own_block_at_root:
                if (at_root) w.call.from = MPI_IN_PLACE;
                return;
            case InPlace::received_at_root:
                if (at_root) w.call.into = MPI_IN_PLACE;
                return;
            case InPlace::none: return;
        }
    }

    // Brings what was filled to where the calls take it from.
    void lay_out(Work& w, const Sizes& sizes) const {
        if (in_place_) put_in_place(w, sizes);
        if (apart_) {
            spread(w.send_apart.data(), w.send.data(), sizes.send_bytes);
            spread(w.receive_apart.data(), w.landing, sizes.receive_bytes);
        }
        if (out_kind_ != host_kind) w.sent_from.at(out_kind_).put(host_out(w).data(), extent(sizes.send_bytes));
        if (in_kind_ != host_kind) w.received_in.at(in_kind_).put(host_in(w).data(), extent(sizes.receive_bytes));
    }
    // Brings what has arrived to where it is checked.
    void take_in(Work& w, const Sizes& sizes) const {
        if (in_kind_ != host_kind) w.received_in.at(in_kind_).get(host_in(w).data(), extent(sizes.receive_bytes));
        if (apart_) collect(w.landing, w.receive_apart.data(), sizes.receive_bytes);
    }

private:
    void set_root(Work& w) const {
        w.any_root = rotates();
        if (rotates()) {
            if (!kernel_->rotates) throw CellRefused(std::string(kernel_->name) + " has no root that could rotate");
            w.root = 0;
            return;
        }
        w.root = Command{"", {{"root", root_}}}.number<int>("root", 0);
        if (w.root < 0 || w.root >= w.ranks) throw CellRefused("root " + root_ + " is not a rank of the group");
    }

    // "D,H": the first rank's buffers are on its device and the second one's are the host's, and so on in turn.
    void set_kinds(const Work& w) {
        out_kind_ = kernel_->from_kind;
        in_kind_ = kernel_->to_kind;
        const bool own = out_kind_ != host_kind || in_kind_ != host_kind;
        const std::size_t sides = (buffers_.size() + 1) / 2;
        if (!own) out_kind_ = in_kind_ = buffers_[static_cast<std::size_t>(w.rank) % sides * 2];
        if (out_kind_ == host_kind && in_kind_ == host_kind) return;
        if (!own && !kernel_->mirrored)
            throw CellRefused(std::string(kernel_->name) + " is measured on the host's memory alone");
        if (const char* lacking = lacks_device()) throw CellRefused("buffers " + buffers_ + " need " + lacking);
        memory_of(out_kind_);
    }
    Buffer& host_out(Work& w) const { return apart_ ? w.send_apart : w.send; }
    Buffer& host_in(Work& w) const { return apart_ ? w.receive_apart : w.receive; }
    [[nodiscard]] const Buffer& host_out(const Work& w) const { return apart_ ? w.send_apart : w.send; }
    [[nodiscard]] const Buffer& host_in(const Work& w) const { return apart_ ? w.receive_apart : w.receive; }
    static Buffer& placed(std::map<char, Buffer>& kept, char kind, Buffer& host) {
        return kind == host_kind ? host : kept.try_emplace(kind, memory_of(kind)).first->second;
    }

    [[nodiscard]] std::size_t extent(std::size_t size) const { return apart_ ? apart(size) : size; }

    void set_window_kind(Work& w) const {
        w.window_kind = window_kind_;
        if (window_kind_ == "allocate") return;
        if (!kernel_->window_kinds) throw CellRefused(std::string(kernel_->name) + " uses no window");
        if (window_kind_ == "shared") {
            MPI_Comm node = MPI_COMM_NULL;
            int ranks = 0;
            MPI_Comm_split_type(w.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
            MPI_Comm_size(node, &ranks);
            MPI_Comm_free(&node);
            if (ranks != w.ranks) throw CellRefused("a shared window needs all ranks on one node");
        } else if (window_kind_ != "create" && window_kind_ != "dynamic") {
            throw CellRefused("unknown kind of window '" + window_kind_ + "' (allocate, create, dynamic, shared)");
        }
    }

    void set_type(Work& w) {
        apart_ = false;
        w.call.unit = MPI_BYTE;
        w.call.all_units = w.call.stride = size_bytes_;
        w.operation = {};
        if (kernel_->reduces) {
            w.type = number_type(datatype_.empty() ? "float" : datatype_);
            w.operation = operation_of(operation_);
            check_defined(operation_, w.type.name);
            w.call.all_units = (size_bytes_ + w.type.size_bytes - 1) / w.type.size_bytes;
            w.call.stride = w.call.all_units * w.type.size_bytes;
            w.call.unit = w.type.mpi;
            return;
        }
        if (kernel_->swaps) {
            w.type = number_type(datatype_.empty() ? "int" : datatype_);
            const bool whole = with_number(w.type.name,
                                           [](auto zero, MPI_Datatype) { return std::is_integral_v<decltype(zero)>; });
            if (!whole) throw CellRefused(std::string(kernel_->name) + " compares integers, not " + w.type.name);
            return;
        }
        w.type = {"byte", MPI_BYTE, 1};
        if (datatype_.empty() || datatype_ == "byte" || !kernel_->sized) return;
        if (!kernel_->typed) throw CellRefused(std::string(kernel_->name) + " works on bytes alone");
        const std::size_t piece = lies_apart(datatype_) ? piece_bytes : number_type(datatype_).size_bytes;
        if (size_bytes_ % piece != 0)
            throw CellRefused(std::to_string(size_bytes_) + " bytes are no whole number of elements of " +
                              std::to_string(piece) + " bytes");
        w.call.all_units = size_bytes_ / piece;
        if (!lies_apart(datatype_)) {
            w.call.unit = number_type(datatype_).mpi;
            return;
        }
        apart_ = true;
        w.call.stride = apart(size_bytes_);
        if (size_bytes_ > 0) make_layout(w);
    }

    void make_layout(Work& w) {
        if (datatype_ == "resized") {
            MPI_Type_create_resized(MPI_INT64_T, 0, apart_bytes, &made_);
        } else {
            MPI_Datatype column = MPI_DATATYPE_NULL;
            MPI_Type_vector(checked_count(w.call.all_units), 1, apart_bytes / piece_bytes, MPI_INT64_T, &column);
            MPI_Type_create_resized(column, 0, static_cast<MPI_Aint>(w.call.stride), &made_);
            MPI_Type_free(&column);
            w.call.all_units = 1;
        }
        MPI_Type_commit(&made_);
        w.call.unit = made_;
    }

    void choose_run(Work& w, std::size_t largest_count) {
        run_ = kernel_->run;
        if (w.call.all_units > largest_count) {
            if (kernel_->run_large == nullptr || !has_large_counts())
                throw CellRefused("a message of " + std::to_string(w.call.all_units) +
                                  " elements does not fit an MPI count (2^31 - 1), and " +
                                  (kernel_->run_large == nullptr
                                       ? std::string(kernel_->name) + " has no form for larger ones"
                                       : "this library has no calls for larger ones (MPI 4.0, _c)"));
            run_ = kernel_->run_large;
        }
        w.call.units = checked_count(std::min(w.call.all_units, largest_count));
    }

    struct Need {
        Buffer* buffer;
        std::size_t size_bytes;
    };
    // An empty window still has an address: some libraries take none that is null.
    [[nodiscard]] std::array<Need, 7> needs(Work& w, const Sizes& sizes) const {
        return {
            {{&placed(w.sent_from, out_kind_, host_out(w)), out_kind_ == host_kind ? 0 : extent(sizes.send_bytes)},
             {&placed(w.received_in, in_kind_, host_in(w)), in_kind_ == host_kind ? 0 : extent(sizes.receive_bytes)},
             {&w.send, sizes.send_bytes},
             {&w.receive, sizes.receive_bytes},
             {&w.send_apart, apart_ ? apart(sizes.send_bytes) + apart_bytes : 0},
             {&w.receive_apart, apart_ ? apart(sizes.receive_bytes) + apart_bytes : 0},
             {&w.attached, w.brings_memory() ? std::max<std::size_t>(sizes.window_bytes, 1) : 0}}};
    }

    void put_in_place(Work& w, const Sizes& sizes) const {
        const bool at_root = w.rank == w.root;
        const std::size_t own = static_cast<std::size_t>(w.rank) * w.size_bytes;
        switch (kernel_->in_place) {
            case InPlace::whole_at_root:
                if (!at_root) return;
                [[fallthrough]];
            case InPlace::whole: std::memcpy(w.landing, w.send.data(), sizes.send_bytes); return;
            case InPlace::own_block_at_root:
                if (!at_root) return;
                [[fallthrough]];
            case InPlace::own_block: std::memcpy(w.landing + own, w.send.data(), w.size_bytes); return;
            case InPlace::received_at_root:
                if (at_root) std::memcpy(w.landing, w.send.data() + own, w.size_bytes);
                return;
            case InPlace::none: return;
        }
    }

    std::size_t size_bytes_ = 0;
    std::string root_ = "0";
    std::string datatype_;
    std::string operation_ = "sum";
    std::string window_kind_ = "allocate";
    int window_ = 1;
    bool one_place_ = false;
    int threads_ = 1;
    double compute_share_ = 1.0;
    bool in_place_ = false;
    std::string buffers_{host_kind};
    char out_kind_ = host_kind, in_kind_ = host_kind;
    const Kernel* kernel_ = nullptr;
    void (*run_)(Work&, int) = nullptr;
    bool apart_ = false;
    MPI_Datatype made_ = MPI_DATATYPE_NULL;
};

}  // namespace rw
