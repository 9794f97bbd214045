// One-way delays between two endpoints: their clocks of day are the machine's, so no synchronisation is needed.
#pragma once

#include <string>

namespace lab {

// Answers probes on a UDP port until told to stop, or until none came for five seconds.
int echo(int port);

// Sends `count` probes one after the other and prints, per probe, nanoseconds there and back again. Both sides poll
// without sleeping, as MPI ranks do: a halted CPU would add its wake-up to every delay.
int probe(const std::string& address, int port, int count);

}  // namespace lab
