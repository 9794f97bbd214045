#include "control.hpp"

#include <sstream>

namespace lab {

namespace {

constexpr size_t most_gates = 1U << 16U;

std::string counters(Fabric& fabric) {
    std::ostringstream out;
    for (size_t a = 0; a < fabric.ports(); ++a)
        for (size_t b = 0; b < fabric.ports(); ++b) {
            const LinkCounters& c = fabric.link(a, b).counters;
            if (c.frames + c.lost + c.too_long + c.overflowed + c.while_down == 0) continue;
            out << a << ' ' << b << ' ' << c.frames << ' ' << c.bytes << ' ' << c.lost << ' ' << c.too_long << ' '
                << c.overflowed << ' ' << c.while_down << '\n';
        }
    return out.str() + "ok\n";
}

}  // namespace

std::string obey(Fabric& fabric, const std::string& line) {
    std::istringstream in(line);
    std::string verb;
    in >> verb;
    if (verb == "counters") return counters(fabric);
    if (verb == "overhead" && in >> fabric.overhead.per_frame_ns >> fabric.overhead.per_byte_ns) return "ok\n";
    if (verb == "carrier") {
        size_t port = 0;
        bool present = false;
        if (in >> port >> present && port < fabric.ports()) {
            set_carrier(fabric.port(port).tap.get(), present);
            return "ok\n";
        }
    }
    if (verb == "gate") {
        size_t number = 0;
        double bytes_per_s = 0;
        if (in >> number >> bytes_per_s && number < most_gates && bytes_per_s > 0) {
            fabric.set_gate(number, bytes_per_s);
            return "ok\n";
        }
    }
    if (verb == "through") {
        size_t source = 0;
        size_t target = 0;
        size_t gate = 0;
        if (in >> source >> target >> gate && source < fabric.ports() && target < fabric.ports() &&
            fabric.lead_through(source, target, gate))
            return "ok\n";
    }
    if (verb == "link") {
        size_t source = 0;
        size_t target = 0;
        LinkSettings s;
        if (in >> source >> target >> s.delay_ns >> s.bytes_per_s >> s.loss >> s.mtu >> s.up &&
            source < fabric.ports() && target < fabric.ports()) {
            fabric.link(source, target).settings = s;
            fabric.settings_changed(source);
            return "ok\n";
        }
    }
    return "error: cannot understand '" + line + "'\n";
}

}  // namespace lab
