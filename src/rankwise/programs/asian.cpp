// A boss hands out options, workers price them: Asian calls by Monte Carlo, whose average over the intervals decides.
// What is drawn depends on the item, the path and the interval alone (Philox), so prices are the same bits for any
// number of workers. The geometric average has a closed form (Kemna and Vorst, 1990, for discrete dates).
#include <bit>
#include <numbers>

#include "program.hpp"
#include "wide.hpp"

using program::Buffer, program::Check, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"items", "64", "options to price"},
    {"paths", "32768", "paths of each"},
    {"intervals", "16", "dates of each path"},
    {"ahead", "1", "items that a worker has at a time: 2 hides the way to the boss"},
};
constexpr int chunks = 64;  // of paths, each summed by itself: the same bits for any number of threads
constexpr program::Definition asian{
    .name = "asian",
    .what = "a boss and workers price Asian options",
    .unit = "values/s",
    .options = options,
    .threads = true,
};
constexpr double interest = 0.05, years = 1.0;
constexpr int item_tag = 1, answer_tag = 2;

// 32 bytes to the worker and 32 back.
struct Item {
    double number = -1.0;  // below zero: there is no more
    double spot = 0.0, strike = 0.0, volatility = 0.0;
};
struct Answer {
    double number = 0.0, arithmetic = 0.0, geometric = 0.0, error = 0.0;
};
constexpr int words = 4;

template <class Words>
Words taken(const double* from) {
    return std::bit_cast<Words>(std::array<double, words>{from[0], from[1], from[2], from[3]});
}

Item item_of(std::int64_t number) {
    const auto part = static_cast<double>(number % 64) / 64.0;
    return {static_cast<double>(number), 100.0, 90.0 + 20.0 * part, 0.15 + 0.25 * part};
}

double phi(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double closed_form(const Item& item, double dates) {
    const double variance = item.volatility * item.volatility;
    const double mean = std::log(item.spot) + (interest - 0.5 * variance) * years * (dates + 1.0) / (2.0 * dates);
    const double spread = std::sqrt(variance * years * (dates + 1.0) * (2.0 * dates + 1.0) / (6.0 * dates * dates));
    const double d = (mean - std::log(item.strike)) / spread;
    return std::exp(-interest * years) *
           (std::exp(mean + 0.5 * spread * spread) * phi(d + spread) - item.strike * phi(d));
}

constexpr int lanes = 32;  // paths that are computed together
using Lanes = std::array<double, lanes>;

// Two independent normal values (Box and Muller) for each of the paths from `path` on, at a date.
inline void draw(std::int64_t path, std::int64_t date, const std::array<std::uint32_t, 2>& key, Lanes& first,
                 Lanes& second) {
    constexpr double step = 1.0 / 9007199254740992.0;  // 2^-53
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto number = static_cast<std::uint64_t>(path) + lane;
        const auto drawn = program::philox(
            {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32U),
             static_cast<std::uint32_t>(date), 0},
            key);
        first[lane] = std::bit_cast<double>((std::uint64_t{drawn[0]} << 20U ^ drawn[1] >> 12U) | 0x3ff0000000000000U);
        second[lane] = std::bit_cast<double>((std::uint64_t{drawn[2]} << 20U ^ drawn[3] >> 12U) | 0x3ff0000000000000U);
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double radius = std::sqrt(-2.0 * program::wide::log(first[lane] - 1.0 + step));
        const program::wide::SinCos turn = program::wide::of_turn(second[lane] - 1.0 + step);
        first[lane] = radius * turn.cos;
        second[lane] = radius * turn.sin;
    }
}

struct Sums {
    double arithmetic = 0.0, geometric = 0.0, squares = 0.0;
};

// Of the paths from `begin` on. Those of a batch that are beyond the end are drawn and left out.
RW_WIDE Sums sums_of(const Item& item, std::int64_t begin, std::int64_t end, std::int64_t dates, std::uint32_t seed) {
    const double interval = years / static_cast<double>(dates), root = item.volatility * std::sqrt(interval);
    const double drift = (interest - 0.5 * item.volatility * item.volatility) * interval;
    const std::array<std::uint32_t, 2> key{seed, static_cast<std::uint32_t>(item.number)};
    const double start = std::log(item.spot), share = 1.0 / static_cast<double>(dates);
    Sums sums;
    for (std::int64_t path = begin; path < end; path += lanes) {
        Lanes way{}, sum{}, logs{}, first{}, second{};
        way.fill(start);
        for (std::int64_t date = 0; date < dates; date += 2) {
            draw(path, date, key, first, second);
            for (const Lanes* drawn : {&first, &second}) {
                if (drawn == &second && date + 1 == dates) break;
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    way[lane] += drift + root * (*drawn)[lane];
                    sum[lane] += program::wide::exp(way[lane]);
                    logs[lane] += way[lane];
                }
            }
        }
        const auto there = static_cast<std::size_t>(std::min<std::int64_t>(lanes, end - path));
        for (std::size_t lane = 0; lane < there; ++lane) {
            const double payoff = std::max(0.0, program::wide::exp(logs[lane] * share) - item.strike);
            sums.arithmetic += std::max(0.0, sum[lane] * share - item.strike);
            sums.geometric += payoff;
            sums.squares += payoff * payoff;
        }
    }
    return sums;
}

Answer priced(Program& p, const Item& item, std::int64_t paths, std::int64_t dates, std::uint32_t seed) {
    std::array<Sums, chunks> parts;
    const auto part_of = [&](int chunk) {
        // NOLINTNEXTLINE(readability-suspicious-call-argument): the paths are what is divided
        const auto begin = [&](int of) { return program::begin_of(paths, chunks, of); };
        return sums_of(item, begin(chunk), begin(chunk + 1), dates, seed);
    };
    p.in_threads(chunks, [&](int begin, int end) {
        for (int chunk = begin; chunk < end; ++chunk) parts[static_cast<std::size_t>(chunk)] = part_of(chunk);
    });
    Sums sums;
    for (const Sums& part : parts) {
        sums.arithmetic += part.arithmetic;
        sums.geometric += part.geometric;
        sums.squares += part.squares;
    }
    const double discount = std::exp(-interest * years);
    const auto count = static_cast<double>(paths);
    const double mean = sums.geometric / count;
    const double spread = std::sqrt(std::max(0.0, sums.squares / count - mean * mean) / count);
    return {item.number, discount * sums.arithmetic / count, discount * mean, discount * spread};
}

class Pricing {
public:
    explicit Pricing(Program& p)
        : p_(p),
          items_(p.integer("items", 1)),
          paths_(p.integer("paths", 2)),
          dates_(p.integer("intervals", 1)),
          ahead_(p.integer("ahead", 1)),
          priced_paths_(p.paced() ? std::min<std::int64_t>(paths_, 1024) : paths_),
          priced_dates_(p.paced() ? std::min<std::int64_t>(dates_, 8) : dates_),
          seed_(static_cast<std::uint32_t>(p.integer("seed"))),
          pricing_(p.phase("pricing", false)),
          waiting_(p.phase("waiting", true)),
          serving_(p.phase("serving", true)),
          answers_(static_cast<std::size_t>(items_)) {
        if (p.ranks() - 1 > items_)
            throw Refused("--items " + p.text("items") + ": there are " + std::to_string(p.ranks() - 1) + " workers");
        if (dates_ > 1 << 20 || paths_ > std::int64_t{1} << 40) throw Refused("--paths or --intervals is too large");
    }

    int run() {
        const double turns = static_cast<double>(items_) / std::max(1, p_.ranks() - 1);
        p_.plan(32.0 * static_cast<double>(items_), std::ceil(turns) + 1.0, 32.0 * std::ceil(turns),
                "32 bytes to a worker and 32 back for each of " + std::to_string(items_) + " items, " +
                    std::to_string(ahead_) + " at a time");
        if (p_.planned()) return 0;
        const double since_s = MPI_Wtime();
        if (p_.ranks() == 1) alone();
        else if (p_.rank() == 0) boss();
        else worker();
        const double took_s = Program::largest(MPI_Wtime() - since_s);
        return told(took_s);
    }

private:
    Answer price(const Item& item) {
        Answer answer;
        p_.compute(pricing_, static_cast<double>(paths_ * dates_),
                   [&] { answer = priced(p_, item, priced_paths_, priced_dates_, seed_); });
        return answer;
    }
    void alone() {
        for (std::int64_t number = 0; number < items_; ++number) keep(price(item_of(number)));
    }
    // Progress tells the average of the prices that are there.
    void keep(const Answer& answer) {
        const auto number = static_cast<std::int64_t>(answer.number);
        if (number < 0 || number >= items_) throw std::runtime_error("an answer to no item");
        answers_[static_cast<std::size_t>(number)] = answer;
        sum_ += answer.arithmetic;
        ++kept_;
        p_.progress(kept_, items_, "items priced", sum_ / static_cast<double>(kept_));
    }
    void give(Buffer& buffer, int to, std::int64_t number) {
        const Item item = number < items_ ? item_of(number) : Item{};
        std::memcpy(buffer.host(), &item, sizeof item);
        buffer.out();
        program::spoil_if_hit(p_, buffer);
        p_.send(buffer.wire(), words, MPI_DOUBLE, to, item_tag, MPI_COMM_WORLD);
    }
    // An answer is received from each worker for each item that it has: the first that arrives is served, also by a
    // library (or SimGrid) that would match a receive from anybody with a message that is still on its way.
    void boss() {
        Buffer out(p_, words);
        const auto workers = static_cast<std::size_t>(p_.ranks() - 1), had = static_cast<std::size_t>(ahead_);
        std::vector<Buffer> in;
        std::vector<MPI_Request> requests(workers * had, MPI_REQUEST_NULL);
        for (std::size_t at = 0; at < requests.size(); ++at) in.emplace_back(p_, words);
        std::int64_t next = 0;
        const auto serve = [&](std::size_t at) {
            const int worker = 1 + static_cast<int>(at % workers);
            if (next < items_)
                MPI_Irecv(in[at].wire(), words, MPI_DOUBLE, worker, answer_tag, MPI_COMM_WORLD, &requests[at]);
            give(out, worker, next++);
        };
        {
            const auto timed = p_.in(serving_);
            for (std::size_t at = 0; at < requests.size(); ++at) serve(at);
        }
        for (std::int64_t left = items_; left > 0; --left) {
            int at = 0;
            {
                const auto timed = p_.in(waiting_);
                MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &at, MPI_STATUS_IGNORE);
            }
            const auto timed = p_.in(serving_);
            Buffer& answer = in[static_cast<std::size_t>(at)];
            answer.in();
            keep(taken<Answer>(answer.host()));
            serve(static_cast<std::size_t>(at));
        }
    }
    // Each worker gets `ahead` items at first and another for each answer; as many of them say that there is no more.
    void worker() {
        std::vector<Buffer> in;
        for (std::int64_t at = 0; at < ahead_; ++at) in.emplace_back(p_, words);
        Buffer out(p_, words);
        std::vector<MPI_Request> requests(static_cast<std::size_t>(ahead_), MPI_REQUEST_NULL);
        for (std::size_t at = 0; at < in.size(); ++at) receive(in[at], requests[at]);
        for (std::size_t at = 0, ended = 0; ended < in.size(); at = (at + 1) % in.size()) {
            Item item;
            {
                const auto timed = p_.in(waiting_);
                if (requests[at] == MPI_REQUEST_NULL) continue;
                MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
                in[at].in();
                item = taken<Item>(in[at].host());
            }
            if (item.number < 0.0) {
                ++ended;
                continue;
            }
            const Answer answer = price(item);
            const auto timed = p_.in(waiting_);
            std::memcpy(out.host(), &answer, sizeof answer);
            out.out();
            program::spoil_if_hit(p_, out);
            receive(in[at], requests[at]);
            p_.send(out.wire(), words, MPI_DOUBLE, 0, answer_tag, MPI_COMM_WORLD);
        }
    }
    static void receive(Buffer& into, MPI_Request& request) {
        MPI_Irecv(into.wire(), words, MPI_DOUBLE, 0, item_tag, MPI_COMM_WORLD, &request);
    }
    int told(double took_s) {
        double worst = 0.0;
        std::uint64_t word = 0;
        for (std::int64_t number = 0; number < items_ && p_.rank() == 0; ++number) {
            const Answer& answer = answers_[static_cast<std::size_t>(number)];
            const double off = std::abs(answer.geometric -
                                        closed_form(item_of(number), static_cast<double>(priced_dates_)));
            worst = program::worse(worst, off / answer.error);
            // An average is at least its geometric one, and is worth no more than the share itself.
            const bool between = answer.arithmetic >= answer.geometric && answer.arithmetic < item_of(number).spot;
            if (!between) worst = program::worse(worst, NAN);
            word += program::mixed(static_cast<std::uint64_t>(number), answer.arithmetic) +
                    program::mixed(static_cast<std::uint64_t>(number), answer.geometric);
        }
        constexpr double tolerance = 4.5;
        worst = Program::largest(worst);
        const Check check{.right = worst <= tolerance,
                          .error = worst,
                          .tolerance = tolerance,
                          .what = "geometric average against its closed form, in standard errors"};
        const double values = static_cast<double>(items_) * static_cast<double>(paths_ * dates_);
        return p_.tell("asian: " + std::to_string(items_) + " items of " + std::to_string(paths_) + " paths and " +
                           std::to_string(dates_) + " intervals, " + std::to_string(std::max(1, p_.ranks() - 1)) +
                           " workers with " + std::to_string(ahead_) + " item at a time",
                       values, check, Program::digest(word), true, took_s);
    }

    Program& p_;
    std::int64_t items_, paths_, dates_, ahead_;
    std::int64_t priced_paths_, priced_dates_;  // fewer with a pace, whose sleep is the work: the check still holds
    std::uint32_t seed_;
    std::size_t pricing_, waiting_, serving_;  // the boss serves
    std::vector<Answer> answers_;
    std::int64_t kept_ = 0;
    double sum_ = 0.0;
};

int run(Program& p) { return Pricing(p).run(); }

}  // namespace

int main(int argc, char** argv) { return program::main_of(asian, run, argc, argv); }
