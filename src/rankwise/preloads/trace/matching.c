#include "matching.h"

#include "window.h"

enum { SERIES = 8192, SERIES_TRIES = 32 };

__thread uint64_t call_began __attribute__((tls_model("initial-exec")));

__thread uint64_t call_ended __attribute__((tls_model("initial-exec")));

uint32_t call_receives = 1;

typedef struct {
    uint64_t name, length;
} Series;

static Series series[SERIES + SERIES_TRIES];

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15U;

static uint64_t mixed(uint64_t value) { /* splitmix64's, Steele et al. 2014 */
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9U;
    value = (value ^ value >> 27) * 0x94D049BB133111EBU;
    return value ^ value >> 31;
}

/* Which series a message or a collective is of. This is a good part of what a trace costs: mixed once. */
static uint64_t name_of(uint64_t comm, int source, int target, int tag) {
    const uint64_t pair = (uint64_t)(uint32_t)source << 32 | (uint32_t)target;
    return mixed(comm + pair * GOLDEN + (uint32_t)tag * 0xD1B54A32D192ED03U);
}

/* High bits decide which are kept, so they must depend on all. */
static uint64_t key_of(uint64_t name, uint64_t number) {
    const uint64_t place = name + number * GOLDEN;
    return (place ^ place >> 32) * 0xBF58476D1CE4E5B9U;
}

static int wanted(uint64_t key) { return !counted->halvings || key >> (64 - counted->halvings) == 0; }

/* Keeps those that are still wanted, in their order. */
static void halve(void) {
    uint32_t kept = 0;
    ++counted->halvings;
    for (uint32_t at = 0; at < counted->event_count; ++at)
        if (wanted(counted->events[at].key)) counted->events[kept++] = counted->events[at];
    counted->event_count = kept;
}

/* Out of line, for few calls come here when there are many. */
__attribute__((noinline)) static void take(uint64_t key, int kind, int call, int64_t bytes, uint64_t posted) {
    if (window) window_event(key, kind, call, bytes, call_began, call_ended);
    if (!wanted(key)) return;
    if (counted->event_count == EVENTS) {
        halve();
        if (counted->event_count == EVENTS || !wanted(key)) return;
    }
    counted->events[counted->event_count] = (Event){key,
                                                    posted,
                                                    call_began,
                                                    call_ended,
                                                    (uint64_t)bytes,
                                                    (uint16_t)call,
                                                    (uint8_t)kind,
                                                    (uint8_t)thread_number,
                                                    call_receives};
    ++counted->event_count;
}

void keep_event(int kind, int call, int comm, int peer, int tag, int64_t bytes, uint64_t posted) {
    if (comm == NO_COMM || (kind != COLLECTED && peer < 0)) return;
    const int source = kind == SENT || kind == SENT_PENDING ? counted->rank : peer;
    const int target = kind == RECEIVED ? counted->rank : peer;
    const uint64_t name = name_of(counted->comms[comm].hash, source, target, tag);
    const uint64_t own = name ^ (kind == RECEIVED); /* a rank may send to itself: each end counts for itself */
    Series* row = &series[own % SERIES];
    const Series* const end = row + SERIES_TRIES;
    while (row < end && row->length && row->name != own) ++row;
    if (row == end) {
        ++counted->events_lost;
        return;
    }
    row->name = own;
    const uint64_t key = key_of(name, row->length++);
    if (window || wanted(key)) take(key, kind, call, bytes, posted);
}

void forget_all_series(void) { memset(series, 0, sizeof series); }
