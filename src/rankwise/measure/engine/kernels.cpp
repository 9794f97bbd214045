// The kernels, compiled beside the rest: a compiler takes as long for either.
#include "kernels.hpp"

#include <string>
#include <string_view>

#include "json.hpp"
#include "kernel.hpp"

namespace rw {

const Kernel* find_kernel(std::string_view name) { return row_named(name); }

std::string describe_kernels() {
    std::string rows;
    for_each_kernel([&](const Kernel& kernel) {
        Json row;
        row.field("name", kernel.name).field("timing", kernel.timing == Timing::batch ? "batch" : "single");
        row.field("min_ranks", kernel.min_ranks).field("max_ranks", kernel.max_ranks);
        row.field("even_ranks", kernel.even_ranks ? 1 : 0).field("reduces", kernel.reduces ? 1 : 0);
        row.field("sized", kernel.sized ? 1 : 0).field("windowed", kernel.windowed ? 1 : 0);
        row.field("typed", kernel.typed && kernel.sized && !kernel.reduces ? 1 : 0);
        row.field("in_place", kernel.in_place != InPlace::none ? 1 : 0).field("rotates", kernel.rotates ? 1 : 0);
        row.field("window_kinds", kernel.window_kinds ? 1 : 0).field("overlaps", kernel.overlaps ? 1 : 0);
        row.field("threaded", kernel.threaded ? 1 : 0).field("large", kernel.run_large && has_large_counts() ? 1 : 0);
        row.field("payload", kernel.fill != kernels::fill_nothing ? 1 : 0);
        row.field("mirrored", kernel.mirrored ? 1 : 0)
            .field("on_device", kernel.to_kind != kernel.from_kind || kernel.to_kind != host_kind ? 1 : 0);
        const char* lacking = kernel.lacks();
        row.field("lacks", lacking ? lacking : "");
        row.field("rate", kernel.rate).field("definition", kernel.definition).field("peer", kernel.peer);
        rows += (rows.empty() ? "" : ",\n ") + row.text();
    });
    return "{\"protocol\":1,\"kernels\":[\n " + rows + "\n]}";
}

}  // namespace rw
