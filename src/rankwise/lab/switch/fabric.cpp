#include "fabric.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace lab {

namespace {

constexpr int frames_at_once = 8;  // per port and round, so that no port keeps the others waiting
constexpr size_t spare_frames = 256;

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
            const ssize_t size = read(ports_[source].tap.get(), incoming_.data(), incoming_.size());
            if (std::cmp_less(size, virtual_header_bytes + ethernet_header_bytes)) break;
            any = true;
            forward(source, static_cast<size_t>(size));
        }
    return any;
}

void Fabric::forward(size_t source, size_t size) {
    const Shape shape = shape_of(incoming_.data(), size);
    const unsigned char* mac = target_of(incoming_.data());
    const bool broadcast = (mac[0] & 1U) != 0;
    if (const size_t target = port_of(mac); !broadcast && target < ports_.size() && target != source) {
        if (ports_[target].segment == ports_[source].segment) send(source, target, shape, size);
    } else if (broadcast) {
        for (size_t other = 0; other < ports_.size(); ++other)
            if (other != source && ports_[other].segment == ports_[source].segment) send(source, other, shape, size);
    }
}

void Fabric::send(size_t source, size_t target, const Shape& shape, size_t size) {
    const auto due_ns = links_[source][target].admit(shape, now_ns(), overhead_ns);
    if (!due_ns) return;
    std::unique_ptr<Flying> frame;
    if (spare_.empty()) {
        frame = std::make_unique<Flying>();
    } else {
        frame = std::move(spare_.back());
        spare_.pop_back();
    }
    frame->due_ns = *due_ns;
    frame->number = next_number_++;
    frame->source = source;
    frame->target = target;
    frame->wire_bytes = shape.wire_bytes;
    frame->frame.assign(incoming_.begin(), incoming_.begin() + static_cast<std::ptrdiff_t>(size));
    flying_.push(std::move(frame));
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
        const ssize_t written = write(ports_[frame->target].tap.get(), frame->frame.data(), frame->frame.size());
        if (written < 0) ++links_[frame->source][frame->target].counters.while_down;  // the interface is down there
        if (spare_.size() < spare_frames) spare_.push_back(std::move(frame));
    }
    return any;
}

}  // namespace lab
