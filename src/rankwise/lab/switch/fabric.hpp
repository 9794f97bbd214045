// The switch itself: frames in, the time at which each is due, frames out.
#pragma once

#include "link.hpp"
#include "tap.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

namespace lab {

int64_t now_ns();

class Fabric {
public:
    void add_port(Port port);
    [[nodiscard]] size_t ports() const { return ports_.size(); }
    [[nodiscard]] const Port& port(size_t i) const { return ports_.at(i); }
    Link& link(size_t source, size_t target) { return links_.at(source).at(target); }
    void set_gate(size_t number, double bytes_per_s);  // made when it is new: numbers rise from 0
    bool lead_through(size_t source, size_t target, size_t gate);  // false: there is no such gate
    void settings_changed(size_t source);  // call after changing a link's settings

  // Takes in what has come, hands out what is due. False when there was nothing to do.
    bool work();
    [[nodiscard]] int64_t next_due_ns() const;  // INT64_MAX: nothing is under way

    Overhead overhead;

private:
    using Bytes = std::vector<unsigned char>;
    struct Flying {
        int64_t due_ns = 0;
        uint64_t number = 0;  // frames that are due together keep their order
        size_t source = 0, target = 0;
        size_t wire_bytes = 0;
        size_t size = 0;
        Bytes frame;  // its first `size` bytes
    };
    struct Later {
        bool operator()(const std::unique_ptr<Flying>& a, const std::unique_ptr<Flying>& b) const {
            return a->due_ns != b->due_ns ? a->due_ns > b->due_ns : a->number > b->number;
        }
    };

    bool take_in();
    bool hand_out();
    void forward(size_t source, size_t size, int64_t came_ns);
    void send(size_t source, size_t target, size_t size, int64_t came_ns);
    void send_one(size_t source, size_t target, Bytes& bytes, size_t size, int64_t came_ns);
    std::unique_ptr<Flying> take_spare();

    std::vector<Port> ports_;
    std::vector<std::vector<Link>> links_;
    std::deque<Gate> gates_;  // links hold their addresses
    std::priority_queue<std::unique_ptr<Flying>, std::vector<std::unique_ptr<Flying>>, Later> flying_;
    std::vector<std::unique_ptr<Flying>> spare_;
    Bytes incoming_ = Bytes(largest_frame_bytes);
    Bytes piece_ = Bytes(largest_frame_bytes);
    uint64_t next_number_ = 0;
};

}  // namespace lab
