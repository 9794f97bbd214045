// A machine as a SimGrid platform: one zone that makes the route of a message when the message is sent.
//
// The file `machine`, written by platform.py, has the nodes, what a path of each kind takes by size, and what it goes
// through. A message occupies nothing for the seconds that its size takes beside its bytes, then its own path and all
// that it shares, at the rate that max-min fairness leaves it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>

namespace {

namespace sg4 = simgrid::s4u;
namespace routing = simgrid::kernel::routing;
using SimulatedLink = simgrid::kernel::resource::StandardLinkImpl;

// SMPI sends these with every message, for tag, destination and communicator.
constexpr double kEnvelopeBytes = 16.0;
// Every path has this latency, and a factor for each message turns it into what its size takes. It is the same for all,
// because SimGrid divides a link among messages by their latencies.
constexpr double kUnitLatency = 1.0;

struct PathTime {
    double rate = 0.0;
    std::vector<std::pair<double, double>> points;

    [[nodiscard]] double extra(double size) const {
        const auto above = std::upper_bound(points.begin(), points.end(), std::make_pair(size, HUGE_VAL));
        if (above == points.begin()) return points.front().second;
        if (above == points.end()) return points.back().second;
        const auto [low, a] = *(above - 1);
        const auto [high, b] = *above;
        return a + (b - a) * (size - low) / (high - low);
    }
};

struct Shared {
    double rate = 0.0;
    bool of_leaf = false;
};

struct Way {
    long kind = -1;
    std::vector<size_t> leaves;
    std::vector<size_t> enters;
};

class Machine : public routing::NetZoneImpl {
public:
    explicit Machine(const std::string& file) : NetZoneImpl("machine") { read(file); }

    void build() {
        links_ = new Links;  // NOLINT(cppcoreguidelines-owning-memory): SimGrid ends zones
        for (size_t end = 0; end < nodes_ * ends_; ++end) get_iface()->create_host("e" + std::to_string(end), 1e9);
        links_->set_network_model(get_network_model());
        get_iface()->seal();
        auto* model = get_iface()->get_network_model();
        model->set_lat_factor_cb(
            [this](double size, const sg4::Host* from, const sg4::Host* to, const auto&, const auto&) {
                const size_t a = from->get_netpoint()->id();
                const size_t b = to->get_netpoint()->id();
                const double bytes = std::max(0.0, size - kEnvelopeBytes);
                return (kinds_[static_cast<size_t>(way(a, b).kind)].extra(bytes) + hops(a / ends_, b / ends_)) /
                       kUnitLatency;
            });
        model->set_bw_factor_cb([](double size, const sg4::Host*, const sg4::Host*, const auto&, const auto&) {
            return size > kEnvelopeBytes ? size / (size - kEnvelopeBytes) : 1e9;  // the envelope takes no time
        });
    }

    // NOLINTNEXTLINE(misc-override-with-different-visibility): as SimGrid's own zones have it
    void get_local_route(const routing::NetPoint* from, const routing::NetPoint* to, routing::Route* into,
                         double* latency) override {
        const size_t a = from->id();
        const size_t b = to->id();
        const Way& taken = way(a, b);
        auto& path = into->link_list_;
        path.push_back(link("path", a, b, kinds_[static_cast<size_t>(taken.kind)].rate, kUnitLatency));
        const size_t here = a / ends_;
        const size_t there = b / ends_;
        for (const size_t number : taken.leaves) share(path, number, here, there, "out");
        // NOLINTNEXTLINE(readability-suspicious-call-argument): what enters uses the resources of its end
        for (const size_t number : taken.enters) share(path, number, there, here, "in");
        if (here != there) between(here, there, path);
        *latency += kUnitLatency;
    }

private:
    // Links are made when a message first needs them: there are as many as pairs. A zone takes none once it is sealed, so
    // they are in a zone of their own.
    struct Links : routing::NetZoneImpl {
        Links() : NetZoneImpl("links") {}
        // NOLINTNEXTLINE(misc-override-with-different-visibility)
        void get_local_route(const routing::NetPoint*, const routing::NetPoint*, routing::Route*, double*) override {}
    };

    [[nodiscard]] const Way& way(size_t a, size_t b) const {
        const auto& table = a / ends_ == b / ends_ ? same_ : other_;
        const Way& taken = table[(a % ends_) * ends_ + b % ends_];
        if (taken.kind < 0)
            throw std::runtime_error("no path from e" + std::to_string(a) + " to e" + std::to_string(b));
        return taken;
    }

    SimulatedLink* link(const char* what, size_t a, size_t b, double rate, double latency = 0.0) {
        auto& known = made_[{what, a, b}];
        if (known == nullptr) {
            const std::string name = std::string(what) + " " + std::to_string(a) + " " + std::to_string(b);
            links_->create_link(name, {rate})->set_latency(latency)->seal();
            known = links_->get_link_by_name_or_null(name);
        }
        return known;
    }

    // An odd number has one rate for both directions. What a leaf switch has is not used by what stays below it.
    void share(std::vector<SimulatedLink*>& path, size_t number, size_t node, size_t other, const char* direction) {
        const Shared& resource = shared_[number / 2];
        size_t nodes = 1;
        if (resource.of_leaf) nodes = leaf_ != 0 ? leaf_ : nodes_;
        if (resource.of_leaf && node / nodes == other / nodes) return;
        path.push_back(link(number % 2 == 1 ? "both" : direction, number / 2, node / nodes, resource.rate));
    }

    // Steps along one dimension of a torus: signed, the shorter way round. Of two equal ways nodes take turns.
    [[nodiscard]] long steps(size_t a, size_t b, size_t dimension, size_t below) const {
        const long size = static_cast<long>(dimensions_[dimension]);
        const long from = static_cast<long>(a / below) % size;
        const long ahead = ((static_cast<long>(b / below) % size) - from + size) % size;
        if (2 * ahead == size) return from % 2 == 0 ? ahead : -ahead;
        return 2 * ahead < size ? ahead : ahead - size;
    }

    [[nodiscard]] double hops(size_t a, size_t b) const {
        if (a == b || hop_s_ == 0.0) return 0.0;
        if (leaf_ != 0) return a / leaf_ == b / leaf_ ? 0.0 : 2 * hop_s_;
        long count = 0;
        size_t below = 1;
        for (size_t dimension = 0; dimension < dimensions_.size(); ++dimension) {
            count += std::abs(steps(a, b, dimension, below));
            below *= dimensions_[dimension];
        }
        return static_cast<double>(std::max(0L, count - 1)) * hop_s_;
    }

    void between(size_t a, size_t b, std::vector<SimulatedLink*>& path) {
        if (leaf_ != 0) {
            if (a / leaf_ == b / leaf_) return;
            path.push_back(link("up", a / leaf_, 0, rate_));
            path.push_back(link("down", b / leaf_, 0, rate_));
            return;
        }
        size_t at = a;
        size_t below = 1;
        for (size_t dimension = 0; dimension < dimensions_.size(); ++dimension) {
            const size_t size = dimensions_[dimension];
            const long way = steps(a, b, dimension, below);
            for (long step = 0; step < std::abs(way); ++step) {
                // The two links of a dimension of two nodes join the same pair: one of twice the rate.
                path.push_back(
                    link(way > 0 && size > 2 ? "ahead" : "back", at, dimension, size == 2 ? 2 * rate_ : rate_));
                const size_t here = at / below % size;
                const size_t next = way > 0 ? (here + 1) % size : (here + size - 1) % size;
                at = at - here * below + next * below;
            }
            below *= size;
        }
    }

    void read(const std::string& file) {
        std::ifstream in(file);
        std::string word;
        while (in >> word) {
            if (word == "nodes") {
                in >> nodes_ >> ends_;
                same_.resize(ends_ * ends_);
                other_.resize(ends_ * ends_);
            } else if (word == "time") {
                PathTime kind;
                size_t count = 0;
                in >> kind.rate >> count;
                kind.points.resize(count);
                for (auto& [size, extra] : kind.points) in >> size >> extra;
                kinds_.push_back(kind);
            } else if (word == "resource") {
                Shared resource;
                in >> resource.rate >> resource.of_leaf;
                shared_.push_back(resource);
            } else if (word == "same" || word == "other") {
                size_t a = 0;
                size_t b = 0;
                in >> a >> b;
                Way& way = (word == "same" ? same_ : other_).at(a * ends_ + b);
                in >> way.kind;
                for (auto* list : {&way.leaves, &way.enters}) {
                    size_t count = 0;
                    in >> count;
                    list->resize(count);
                    for (auto& number : *list) in >> number;
                }
            } else if (word == "tree") {
                in >> leaf_ >> rate_ >> hop_s_;
            } else if (word == "torus") {
                size_t count = 0;
                in >> count;
                dimensions_.resize(count);
                for (auto& size : dimensions_) in >> size;
                in >> rate_ >> hop_s_;
            } else {
                throw std::runtime_error("machine file: " + word);
            }
        }
        if (nodes_ == 0 || ends_ == 0) throw std::runtime_error("machine file: no nodes");
    }

    size_t nodes_ = 0;
    size_t ends_ = 0;
    std::vector<PathTime> kinds_;
    std::vector<Shared> shared_;
    std::vector<Way> same_;
    std::vector<Way> other_;
    std::vector<size_t> dimensions_;
    size_t leaf_ = 0;
    double rate_ = 0.0;
    double hop_s_ = 0.0;
    Links* links_ = nullptr;  // SimGrid ends zones; this one lives as long as the program
    std::map<std::tuple<std::string, size_t, size_t>, SimulatedLink*> made_;
};

}  // namespace

extern "C" void load_platform(const sg4::Engine& engine);

void load_platform(const sg4::Engine&) { (new Machine("machine"))->build(); }
