// The first process of an endpoint: starts what clients ask for, passes signals on, reaps everything.
#pragma once

namespace lab {

// Serves until it is ended. `owner` is a pipe or -1: when it closes before a byte came, the one who was setting the
// lab up has died, and so does the endpoint with everything in it.
[[noreturn]] void serve(int listener, int owner);

}  // namespace lab
