#include "row_kernel.h"

enum { FEW_COPIES = 8, NARROW = 128, THREADS = 256, MOST_GROUPS = 4096 };

size_t kernels_started;

static const RowLayout* launched_layout(const rankwise_launch* launch) { return launch->parameters[2]; }

static size_t launched_bytes(const rankwise_launch* launch) {
    const RowLayout* layout = launched_layout(launch);
    return layout->items * layout->units * layout->unit;
}

static int launched_link(const rankwise_launch* launch) { return launched_layout(launch)->to_device ? 1 : -1; }

static void launched_run(const rankwise_launch* launch) {
    const RowLayout* layout = launched_layout(launch);
    copy_units(launch->at(*(CUdeviceptr*)launch->parameters[0]), launch->at(*(CUdeviceptr*)launch->parameters[1]),
               layout, 0, layout->items * layout->units);
}

/* The device in software has our own host function in place of the code for a device. */
static void register_kernel(void) {
    static const rankwise_kernel kernel = {"rankwise_copy_rows",
                                           {sizeof(CUdeviceptr), sizeof(CUdeviceptr), sizeof(RowLayout)},
                                           launched_run,
                                           launched_bytes,
                                           launched_link};
    void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    void (*offer)(const rankwise_kernel*) = NULL;
    if (library) *(void**)&offer = dlsym(library, "rankwise_device_register");
    if (offer) offer(&kernel);
    if (library) dlclose(library);
}

/* The kernel in a lane's context, or none: its driver may not compile it. Within the context. */
static CUfunction row_kernel(Lane* lane) {
    pthread_mutex_lock(&state);
    if (!lane->kernel_known && driver_runs) {
        CUmodule module = NULL;
        register_kernel();
        if (driver.ModuleLoadData(&module, rows_ptx) != CUDA_SUCCESS ||
            driver.ModuleGetFunction(&lane->copy_rows, module, "rankwise_copy_rows") != CUDA_SUCCESS)
            lane->copy_rows = NULL;
    }
    lane->kernel_known = 1;
    pthread_mutex_unlock(&state);
    return lane->copy_rows;
}

static int worth_a_kernel(const Shape* shape, int64_t items) {
    int64_t copies = 0;
    for (size_t at = 0; at < shape->count; ++at) {
        const Block* block = &shape->blocks[at];
        const int merged = one_rectangle(block, shape->extent),
                  gapless = merged && shape->extent == (int64_t)block->width;
        copies += merged ? 1 : items;
        if (!gapless && block->width < NARROW && (int64_t)block->rows * items > FEW_COPIES) return 1;
    }
    return copies > FEW_COPIES;
}

static size_t unit_of(const Shape* shape, const char* device, const char* host) {
    uintptr_t bits = 8 | (uintptr_t)device | (uintptr_t)host | (uintptr_t)shape->extent;
    for (size_t at = 0; at < shape->count; ++at) {
        const Block* block = &shape->blocks[at];
        bits |= (uintptr_t)(block->at - shape->blocks[0].at) | block->width | (block->rows > 1 ? block->pitch : 0);
    }
    return bits & -bits;
}

int kernel_copies(Lane* lane, int to_device, char* device, char* host, const Shape* shape, int64_t items,
                  const char* call) {
    if (!worth_a_kernel(shape, items)) return 0;
    CUfunction kernel = row_kernel(lane);
    if (!kernel) return 0;
    __atomic_add_fetch(&kernels_started, 1, __ATOMIC_RELAXED);
    const size_t unit = unit_of(shape, device, host);
    CUdeviceptr to = device_address(to_device ? device : host), from = device_address(to_device ? host : device);
    RowLayout layout = {.extent = shape->extent, .items = (uint64_t)items, .unit = (unsigned)unit};
    layout.to_device = to_device != 0;
    void* parameters[] = {&to, &from, &layout};
    for (size_t first = 0; first < shape->count; first += ROWS_AT_ONCE) {
        const size_t left = shape->count - first;
        layout.blocks = left < ROWS_AT_ONCE ? (unsigned)left : ROWS_AT_ONCE;
        layout.units = 0;
        for (unsigned at = 0; at < layout.blocks; ++at) {
            const Block* block = &shape->blocks[first + at];
            layout.block[at] = (RowBlock){.at = block->at - shape->blocks[0].at,
                                          .pitch = (int64_t)block->pitch,
                                          .width = (unsigned)(block->width / unit),
                                          .rows = (unsigned)block->rows,
                                          .before = layout.units};
            layout.units += block->width / unit * block->rows;
        }
        const uint64_t groups = (layout.items * layout.units + THREADS - 1) / THREADS;
        must(driver.LaunchKernel(kernel, (unsigned)(groups < MOST_GROUPS ? groups : MOST_GROUPS), 1, 1, THREADS, 1, 1,
                                 0, lane->stream, parameters, NULL),
             call, "a kernel that copies rows was not started");
    }
    return 1;
}
