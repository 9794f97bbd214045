/* Kernels of the software device: host functions, registered under the names by which modules are asked for them. The
 * library that has kernels finds `rankwise_device_register` in libcuda.so.1 by dlsym(); the real driver has none. */
#pragma once

#include <stddef.h>

#include "../../measure/engine/cuda_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RANKWISE_PARAMETERS = 16 }; /* NOLINT(cppcoreguidelines-use-enum-class): read by C as well */

typedef struct {
    unsigned grid[3], block[3];
    void* parameters[RANKWISE_PARAMETERS]; /* where the copy of each lies, as cuLaunchKernel's own argument */
    void* (*at)(CUdeviceptr pointer);      /* memory that a host function may touch, for a device pointer */
} rankwise_launch;

typedef struct {
    const char* name;
    unsigned parameter_bytes[RANKWISE_PARAMETERS]; /* of each parameter; 0 ends the list */
    void (*run)(const rankwise_launch* launch);    /* the whole grid */
    size_t (*bytes)(const rankwise_launch* launch); /* moved by it: how long it takes at the rate of its link */
    int (*link)(const rankwise_launch* launch);     /* 0: within a device, 1: to it, -1: from it; NULL: within */
} rankwise_kernel;

/* `kernel` must stay where it is. A second one of the same name takes the place of the first. */
void rankwise_device_register(const rankwise_kernel* kernel);

#ifdef __cplusplus
}
#endif
