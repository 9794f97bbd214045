// What a launch remembers of a cell between visits.
#pragma once

#include "lead.hpp"
#include "warmup.hpp"

namespace rw {

struct CellMemory {
    bool visited = false;
    bool started = false;   // a visit has been warmed up
    bool never_timely = false;  // calls follow a barrier: no common start was met
    bool together = false;  // batches begin at a common time: ranks leave a barrier too far apart for their length
    WarmUp::Known known;
    Lead lead;
};

}  // namespace rw
