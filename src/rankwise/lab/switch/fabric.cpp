#include "fabric.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace lab {

namespace {

constexpr int frames_at_once = 8;  // per port and round, so that no port keeps the others waiting
constexpr size_t spare_frames = 256;
constexpr size_t small_frame_bytes = 4096;

bool mac_is_single(const unsigned char* frame) { return (*target_of(frame) & 1U) == 0; }

}  // namespace

int64_t now_ns() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

void Fabric::add_port(Port port) {
    ports_.push_back(std::move(port));
    for (auto& row : links_) row.resize(ports_.size());
    links_.emplace_back(ports_.size());
}

void Fabric::set_gate(size_t number, double bytes_per_s) {
    if (number >= gates_.size()) gates_.resize(number + 1);
    gates_[number].bytes_per_s = bytes_per_s;
}

bool Fabric::lead_through(size_t source, size_t target, size_t gate) {
    if (gate >= gates_.size()) return false;
    link(source, target).gates.push_back(&gates_[gate]);
    return true;
}

void Fabric::settings_changed(size_t source) {
    const auto& row = links_.at(source);
    const bool lossy = std::any_of(row.begin(), row.end(), [](const Link& link) { return link.settings.loss > 0; });
    set_large_frames(ports_[source].tap.get(), !lossy);
}

bool Fabric::work() {
    const bool in = take_in();
    const bool out = hand_out();
    return in || out;
}

int64_t Fabric::next_due_ns() const { return flying_.empty() ? INT64_MAX : flying_.top()->due_ns; }

bool Fabric::take_in() {
    bool any = false;
    for (size_t source = 0; source < ports_.size(); ++source)
        for (int i = 0; i < frames_at_once; ++i) {
            // The clock before the copy: what copying a large frame takes is no part of the link.
            const int64_t came_ns = now_ns();
            const ssize_t size = read(ports_[source].tap.get(), incoming_.data(), incoming_.size());
            if (std::cmp_less(size, virtual_header_bytes + ethernet_header_bytes)) break;
            any = true;
            forward(source, static_cast<size_t>(size), came_ns);
        }
    return any;
}

void Fabric::forward(size_t source, size_t size, int64_t came_ns) {
    const unsigned char* mac = target_of(incoming_.data());
    const bool broadcast = (mac[0] & 1U) != 0;
    if (const size_t target = port_of(mac); !broadcast && target < ports_.size() && target != source) {
        if (ports_[target].segment == ports_[source].segment) send(source, target, size, came_ns);
    } else if (broadcast) {
        for (size_t other = 0; other < ports_.size(); ++other)
            if (other != source && ports_[other].segment == ports_[source].segment) send(source, other, size, came_ns);
    }
}

void Fabric::send(size_t source, size_t target, size_t size, int64_t came_ns) {
    const Link& link = links_[source][target];
    const Payload payload = payload_of(incoming_.data(), size);
    const size_t most = payload.bytes > 0 ? link.piece_bytes(payload.segment_bytes) : SIZE_MAX;
    if (payload.bytes <= most) {
        send_one(source, target, incoming_, size, came_ns);
        return;
    }
    for (size_t offset = 0; offset < payload.bytes; offset += most) {
        const size_t bytes = std::min(most, payload.bytes - offset);
        send_one(source, target, piece_, cut(incoming_.data(), payload, offset, bytes, piece_.data()), came_ns);
    }
}

void Fabric::send_one(size_t source, size_t target, Bytes& bytes, size_t size, int64_t came_ns) {
    const Shape shape = shape_of(bytes.data(), size);
    const auto due_ns = links_[source][target].admit(shape, came_ns, overhead);
    if (!due_ns) return;
    auto frame = take_spare();
    frame->due_ns = *due_ns;
    frame->number = next_number_++;
    frame->source = source;
    frame->target = target;
    frame->wire_bytes = shape.wire_bytes;
    frame->size = size;
    // A large frame changes hands; a small one is copied, so that a queue of small ones does not hold large buffers.
    if (size > small_frame_bytes && mac_is_single(bytes.data())) {
        frame->frame.swap(bytes);
        bytes.resize(largest_frame_bytes);
    } else {
        frame->frame.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    }
    flying_.push(std::move(frame));
}

std::unique_ptr<Fabric::Flying> Fabric::take_spare() {
    if (spare_.empty()) return std::make_unique<Flying>();
    auto frame = std::move(spare_.back());
    spare_.pop_back();
    return frame;
}

bool Fabric::hand_out() {
    bool any = false;
    while (!flying_.empty() && flying_.top()->due_ns <= now_ns()) {
        any = true;
        // The queue gives its top away as const only; the element is popped in the same breath.
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
        auto frame = std::move(const_cast<std::unique_ptr<Flying>&>(flying_.top()));
        flying_.pop();
        links_[frame->source][frame->target].deliver(frame->wire_bytes);
        const ssize_t written = write(ports_[frame->target].tap.get(), frame->frame.data(), frame->size);
        if (written < 0) ++links_[frame->source][frame->target].counters.while_down;  // the interface is down there
        if (spare_.size() < spare_frames) spare_.push_back(std::move(frame));
    }
    return any;
}

}  // namespace lab
