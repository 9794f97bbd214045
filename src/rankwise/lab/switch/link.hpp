// One direction of one pair: when a frame that enters now leaves at the other end, or why it never does.
#pragma once

#include "frame.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab {

struct LinkSettings {
    int64_t delay_ns = 0;
    double bytes_per_s = 0;  // 0: no limit
    double loss = 0;         // share of packets
    size_t mtu = 65536;
    bool up = true;
};

// What the way through the kernels of this machine costs by itself: per frame, and per byte for copying. It is taken
// off every delay, so that the link as a whole is as declared.
struct Overhead {
    int64_t per_frame_ns = 0;
    double per_byte_ns = 0;
};

struct LinkCounters {
    uint64_t frames = 0;
    uint64_t bytes = 0;
    uint64_t lost = 0;
    uint64_t too_long = 0;
    uint64_t overflowed = 0;
    uint64_t while_down = 0;
};

// What several links share: it serves one frame after the other, whichever link it came from.
struct Gate {
    double bytes_per_s = 0;
    int64_t free_at_ns = 0;
};

class Link {
public:
    // When the frame is out at the far end, after waiting for the frames before it (true serialisation: an idle link
    // saves nothing up). Nothing: the frame is dropped, and the reason counted.
    std::optional<int64_t> admit(const Shape& shape, int64_t now_ns, const Overhead& overhead);
    // How much payload may go in one piece: what the link carries in a tenth of a millisecond. In larger pieces the
    // far end could not answer the first segment before it had the last, and TCP would wait for itself.
    [[nodiscard]] size_t piece_bytes(size_t segment_bytes) const;
    void deliver(size_t bytes) { queued_bytes_ -= bytes; }

    LinkSettings settings;
    std::vector<Gate*> gates;
    LinkCounters counters;

private:
    double random();

    int64_t free_at_ns_ = 0;
    int64_t last_due_ns_ = 0;
    size_t queued_bytes_ = 0;
    uint64_t seed_ = 0x9e3779b97f4a7c15;
};

}  // namespace lab
