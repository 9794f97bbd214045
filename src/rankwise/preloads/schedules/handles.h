/* Handles of the library, which are addresses of its own data in Open MPI: they must not be needed to load a preload. */
#ifndef RANKWISE_SCHEDULES_HANDLES_H
#define RANKWISE_SCHEDULES_HANDLES_H

#include <mpi.h>

#include "../mpi/library.h"

#ifdef OPEN_MPI
#define HANDLE(kind, constant, name) ((kind)data_of("ompi_" #name))
#else
#define HANDLE(kind, constant, name) (constant)
#endif

enum { NOT_TAKEN, EXACT, ROUNDED, ROUNDED_BY_COMPILER };

/* What an order of operands changes: nothing, or how a sum is rounded. Products of complex numbers may be contracted by
 * the compiler of each library, so no order gives them equal bits everywhere. */
int rounding_of(MPI_Datatype type, MPI_Op op);

#endif
