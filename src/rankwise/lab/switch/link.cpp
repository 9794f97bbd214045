#include "link.hpp"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// More than the receive window of one TCP connection (6 MiB by Linux's default), so that a single stream is paced by
// the link and not by loss.
constexpr size_t queue_bytes = 16U << 20U;
constexpr double piece_s = 100e-6;

}  // namespace

std::optional<int64_t> Link::admit(const Shape& shape, int64_t now_ns, const Overhead& overhead) {
    if (!settings.up) return ++counters.while_down, std::nullopt;
    if (shape.largest_bytes > settings.mtu) return ++counters.too_long, std::nullopt;
    if (settings.loss > 0 && random() < settings.loss) return ++counters.lost, std::nullopt;
    if (queued_bytes_ + shape.wire_bytes > queue_bytes) return ++counters.overflowed, std::nullopt;
    ++counters.frames;
    counters.bytes += shape.wire_bytes;
    queued_bytes_ += shape.wire_bytes;
    const double seconds = settings.bytes_per_s > 0 ? static_cast<double>(shape.wire_bytes) / settings.bytes_per_s
                                                    : 0.0;
    free_at_ns_ = std::max(free_at_ns_, now_ns) + std::llround(seconds * 1e9);
    int64_t through_ns = free_at_ns_;
    for (Gate* gate : gates) {
        const double passing_s = static_cast<double>(shape.wire_bytes) / gate->bytes_per_s;
        gate->free_at_ns = std::max(gate->free_at_ns, now_ns) + std::llround(passing_s * 1e9);
        through_ns = std::max(through_ns, gate->free_at_ns);
    }
    const auto bytes = static_cast<double>(shape.wire_bytes);
    const int64_t spent_ns = overhead.per_frame_ns + std::llround(bytes * overhead.per_byte_ns);
    const int64_t due_ns = through_ns + std::max<int64_t>(0, settings.delay_ns - spent_ns);
    // A large frame, whose copying takes longer, must not overtake a small one.
    return last_due_ns_ = std::max(last_due_ns_, due_ns);
}

size_t Link::piece_bytes(size_t segment_bytes) const {
    double most = settings.bytes_per_s;
    for (const Gate* gate : gates) most = most > 0 ? std::min(most, gate->bytes_per_s) : gate->bytes_per_s;
    if (most <= 0) return SIZE_MAX;
    const auto segments = static_cast<size_t>(most * piece_s / static_cast<double>(segment_bytes));
    return std::max<size_t>(1, segments) * segment_bytes;
}

double Link::random() {  // xorshift64*: the same losses at the same frames in every run
    seed_ ^= seed_ >> 12U;
    seed_ ^= seed_ << 25U;
    seed_ ^= seed_ >> 27U;
    return static_cast<double>((seed_ * 0x2545f4914f6cdd1dULL) >> 11U) * 0x1.0p-53;
}

}  // namespace lab
