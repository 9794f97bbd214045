"""Adds vectors of all ranks in GPU memory, with mpi4py and nothing else.

mpi4py takes every object that says by `__cuda_array_interface__` where its memory is, as arrays of CuPy, PyTorch and
Numba do. Here it is a class of our own, so that only the driver is needed.

    rankwise run --device-buffers -- mpirun -n 2 python examples/vectors.py
"""

import array
import ctypes

from mpi4py import MPI

LENGTH = 1 << 16
cuda = ctypes.CDLL("libcuda.so.1")


def check(result: int) -> None:
    if result:
        raise SystemExit(f"vectors: driver error {result}")


class Vector:
    """Doubles in GPU memory."""

    def __init__(self, values: array.array):
        self.length = len(values)
        self.pointer = ctypes.c_uint64()
        size = ctypes.c_size_t(8 * self.length)
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.pointer), size))
        check(cuda.cuMemcpyHtoD_v2(self.pointer, ctypes.c_void_p(values.buffer_info()[0]), size))

    @property
    def __cuda_array_interface__(self) -> dict:
        return {"shape": (self.length,), "typestr": "<f8", "data": (self.pointer.value, False), "version": 3}

    def values(self) -> array.array:
        host = array.array("d", bytes(8 * self.length))
        size = ctypes.c_size_t(8 * self.length)
        check(cuda.cuMemcpyDtoH_v2(ctypes.c_void_p(host.buffer_info()[0]), self.pointer, size))
        return host


def main() -> None:
    comm = MPI.COMM_WORLD
    context = ctypes.c_void_p()
    check(cuda.cuInit(0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    check(cuda.cuCtxSetCurrent(context))
    mine = Vector(array.array("d", (float(at % 1000 + comm.rank) for at in range(LENGTH))))
    total = Vector(array.array("d", bytes(8 * LENGTH)))
    comm.Allreduce(mine, total, op=MPI.SUM)
    offsets = sum(range(comm.size))
    right = sum(value == at % 1000 * comm.size + offsets for at, value in enumerate(total.values()))
    print(f"rank {comm.rank}: {right} of {LENGTH} sums right\n", end="", flush=True)  # in one piece


if __name__ == "__main__":
    main()
