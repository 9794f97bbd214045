// Waiting that takes no processor time from those that are measured.
#pragma once

#include <mpi.h>
#include <unistd.h>

namespace rw {

// Returns when the request is complete; looks at it, and sleeps in between.
inline void nap_until_done(MPI_Request& request) {
    constexpr useconds_t nap_us = 100;
    MPI_Status status;
    for (int done = 0; MPI_Test(&request, &done, &status), done == 0;) usleep(nap_us);
}

}  // namespace rw
