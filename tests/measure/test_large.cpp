// Messages of more than an int can count, whether of bytes or of elements, without the memory that they would take.
#include "expect.hpp"
#include "kernels.hpp"
#include "parameters.hpp"

namespace {

constexpr std::size_t two_gib = std::size_t{1} << 31;
std::uint8_t somewhere = 0;
int counted = 0;  // by the last accumulation

// Nobody touches what it gives.
constexpr rw::Allocator no_memory{
    .allocate = [](std::size_t) -> void* { return &somewhere; },
    .release = [](void*, std::size_t) {},
};

rw::Command command(std::size_t size_bytes, const char* datatype) {
    return {"visit", {{"size", std::to_string(size_bytes)}, {"datatype", datatype}}};
}

void buffers_hold_all_elements() {
    constexpr std::size_t largest = std::numeric_limits<int>::max();
    rw::for_each_kernel([](const rw::Kernel& kernel) {
        if (!kernel.reduces || kernel.run_large == nullptr) return;
        rw::Work w{no_memory};
        const rw::Sizes sizes = rw::Parameters::of(command(2 * two_gib, "int8")).apply(kernel, w, largest);
        expect(sizes.send_bytes == 2 * two_gib && sizes.receive_bytes == 2 * two_gib, "buffers hold all elements");
    });
}

// With the limit moved to 100 elements: one rank's result is what it contributes.
void checks_see_all_elements() {
    constexpr std::size_t size_bytes = 4096;
    rw::for_each_kernel([](const rw::Kernel& kernel) {
        if (!kernel.reduces || kernel.run_large == nullptr) return;
        rw::Work w{rw::private_memory};
        rw::Parameters parameters = rw::Parameters::of(command(size_bytes, "int8"));
        expect(parameters.reserve(w, parameters.apply(kernel, w, 100)), "there is memory");
        kernel.fill(w, 1);
        std::memcpy(w.landing, w.send.data(), size_bytes);
        expect(!kernel.check(w, 1).any(), "the result is right");
        w.landing[size_bytes - 1] ^= 0x10;
        expect(kernel.check(w, 1).index == size_bytes - 1, "the last element is checked");
    });
}

// 2 GiB do not fit an int, their elements do.
void accumulations_count_elements() {
    for (const char* name : {"accumulate_flush", "get_accumulate_flush", "accumulate_stream"}) {
        rw::Work w{no_memory};
        rw::Parameters parameters = rw::Parameters::of(command(two_gib, "float"));
        (void)parameters.apply(*rw::row_named(name), w, std::numeric_limits<int>::max());
        w.prepared.bases = {0, 0};
        counted = 0;
        parameters.run(w, 1);
        expect(counted == two_gib / sizeof(float), name);
    }
}

}  // namespace

// In place of the library's.
int MPI_Accumulate(const void*, int count, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win) {
    counted = count;
    return MPI_SUCCESS;
}
int MPI_Get_accumulate(const void*, int count, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype,
                       MPI_Op, MPI_Win) {
    counted = count;
    return MPI_SUCCESS;
}
int MPI_Win_flush(int, MPI_Win) { return MPI_SUCCESS; }

int main() try {
    buffers_hold_all_elements();
    checks_see_all_elements();
    accumulations_count_elements();
    return failures == 0 ? 0 : 1;
} catch (const std::exception& problem) {
    expect(false, problem.what());
    return 1;
}
