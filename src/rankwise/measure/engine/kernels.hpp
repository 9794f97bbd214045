// The table of kernels: one line per family of rows.
#pragma once

#include <string_view>

#include "kernels/collective.hpp"
#include "kernels/device.hpp"
#include "kernels/halo.hpp"
#include "kernels/load.hpp"
#include "kernels/local.hpp"
#include "kernels/many_sided.hpp"
#include "kernels/neighbour.hpp"
#include "kernels/nonblocking.hpp"
#include "kernels/one_sided.hpp"
#include "kernels/persistent.hpp"
#include "kernels/pingpong.hpp"
#include "kernels/point_to_point.hpp"
#include "kernels/random.hpp"
#include "kernels/stream.hpp"
#include "kernels/there_and_back.hpp"
#include "kernels/threads.hpp"

namespace rw {

template <class Visitor>
void for_each_kernel(Visitor visit) {
    for (const Kernel& kernel : kernels::pingpongs) visit(kernel);
    for (const Kernel& kernel : kernels::point_to_point) visit(kernel);
    for (const Kernel& kernel : kernels::stream) visit(kernel);
    for (const Kernel& kernel : kernels::load) visit(kernel);
    for (const Kernel& kernel : kernels::random_pairs) visit(kernel);
    for (const Kernel& kernel : kernels::halos) visit(kernel);
    for (const Kernel& kernel : kernels::collective) visit(kernel);
    for (const Kernel& kernel : kernels::neighbour) visit(kernel);
    for (const Kernel& kernel : kernels::nonblocking) visit(kernel);
    for (const Kernel& kernel : kernels::persistent) visit(kernel);
    for (const Kernel& kernel : kernels::one_sided) visit(kernel);
    for (const Kernel& kernel : kernels::there_and_back) visit(kernel);
    for (const Kernel& kernel : kernels::many_sided) visit(kernel);
    for (const Kernel& kernel : kernels::threads) visit(kernel);
    for (const Kernel& kernel : kernels::local) visit(kernel);
    for (const Kernel& kernel : kernels::device_copies) visit(kernel);
}

inline const Kernel* row_named(std::string_view name) {
    const Kernel* row = nullptr;
    for_each_kernel([&](const Kernel& kernel) {
        if (kernel.name == name) row = &kernel;
    });
    return row;
}

}  // namespace rw
