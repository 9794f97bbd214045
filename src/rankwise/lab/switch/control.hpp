// The switch's control socket: lines of text in, lines of text out.
//
//   link SOURCE TARGET DELAY_NS BYTES_PER_S LOSS MTU UP   -> ok
//   overhead NS_PER_FRAME NS_PER_BYTE                     -> ok
//   counters  -> SOURCE TARGET FRAMES BYTES LOST TOO_LONG OVERFLOWED WHILE_DOWN, per link that was used; then ok
#pragma once

#include "fabric.hpp"

#include <string>

namespace lab {

// The answer to one line, with its final newline; "error ..." when the line makes no sense.
std::string obey(Fabric& fabric, const std::string& line);

}  // namespace lab
