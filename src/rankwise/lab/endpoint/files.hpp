// What an endpoint sees of the file system.
#pragma once

#include "hold.hpp"

namespace lab {

// Called in the endpoint's own mount namespace, before anything else runs there.
void arrange_files(const Settings& settings);

}  // namespace lab
