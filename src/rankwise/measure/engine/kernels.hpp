// The table of kernels: one line per family of rows.
#pragma once

#include <string_view>

#include "kernels/collective.hpp"
#include "kernels/local.hpp"
#include "kernels/point_to_point.hpp"
#include "kernels/stream.hpp"

namespace rw {

template <class Visitor>
void for_each_kernel(Visitor visit) {
    for (const Kernel& kernel : kernels::point_to_point) visit(kernel);
    for (const Kernel& kernel : kernels::stream) visit(kernel);
    for (const Kernel& kernel : kernels::collective) visit(kernel);
    for (const Kernel& kernel : kernels::local) visit(kernel);
}

inline const Kernel* find_kernel(std::string_view name) {
    const Kernel* found = nullptr;
    for_each_kernel([&](const Kernel& kernel) {
        if (kernel.name == name) found = &kernel;
    });
    return found;
}

}  // namespace rw
