#include "window.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { TURN_S = 30, RARE_S = 120, MOST_HALVINGS = 40 };

Window* window;
Second* second_now;
__thread Recent* row_of_call __attribute__((tls_model("initial-exec")));
uint64_t second_ends;
static uint64_t second_began, left_together, ring_began_ns; /* in ticks, but the last */
static char window_path[4096];

static uint64_t tick_rate(uint64_t ns) { /* ticks of so many ns */
    const uint64_t over_ns = window->last_ns - window->began_ns;
    if (!by_counter || !over_ns) return ns;
    return (uint64_t)((double)ns * (double)(window->last_ticks - window->began_ticks) / (double)over_ns);
}

/* The second in which the rank is now. */
static void begin_second(void) {
    const uint64_t at_ns = clock_ns(), at = now();
    window->last_ns = at_ns;
    window->last_ticks = at;
    second_now = &window->seconds[at_ns / 1000000000U % SECONDS];
    *second_now = (Second){at_ns / 1000000000U, 0, 0, 0};
    second_began = at - tick_rate(at_ns % 1000000000U);
    second_ends = second_began + tick_rate(1000000000U);
}

static inline uint64_t common(uint64_t began, uint64_t ended, uint64_t from, uint64_t until) {
    const uint64_t first = began > from ? began : from, last = ended < until ? ended : until;
    return last > first ? last - first : 0;
}

void next_second(uint64_t took, uint64_t ended) {
    const uint64_t began = ended - took, whole = tick_rate(1000000000U);
    second_now->inside += common(began, ended, second_began, second_ends);
    uint64_t at = second_now->second + 1, from = second_ends;
    begin_second();
    for (; at < second_now->second; ++at, from += whole)
        if (second_now->second - at < SECONDS)
            window->seconds[at % SECONDS] = (Second){at, 0, 0, common(began, ended, from, from + whole)};
    second_now->inside += common(began, ended, second_began, ended);
}

void window_event(uint64_t key, int kind, int call, int64_t bytes, uint64_t began, uint64_t ended) {
    const uint64_t since = left_together;
    if (kind == COLLECTED) left_together = ended;
    if (window->halvings && key >> (64 - window->halvings)) return;
    const uint64_t count = window->recent_count;
    Recent* row = &window->recent[count % RECENT];
    PUT(row->key, 0); /* until it is whole again */
    *row = (Recent){0, began, ended, (uint64_t)bytes, 0, since, (uint32_t)call, (uint32_t)kind};
    __atomic_store_n(&row->key, key, __ATOMIC_RELEASE);
    PUT(window->recent_count, count + 1);
    row_of_call = row;
    if ((count + 1) % RECENT) return;
    const uint64_t at_ns = clock_ns(), turn_ns = at_ns - ring_began_ns;
    ring_began_ns = at_ns;
    if (turn_ns < TURN_S * 1000000000ULL && window->halvings < MOST_HALVINGS) ++window->halvings;
    else if (turn_ns > RARE_S * 1000000000ULL && window->halvings) --window->halvings;
}

void open_window(const File* file, const char* host) {
    const char* folder = getenv("RANKWISE_WATCH");
    if (!folder) return;
    const int length = snprintf(window_path, sizeof window_path, "%s/%s.%ld.window", folder, host, (long)getpid());
    if (length < 0 || length >= (int)sizeof window_path) return;
    mkdir(folder, 0700); /* of a node on which nobody made it */
    const int opened = open(window_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (opened < 0) return;
    Window* mapped = MAP_FAILED;
    if (posix_fallocate(opened, 0, sizeof(Window)) == 0)
        mapped = mmap(NULL, sizeof(Window), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    close(opened);
    if (mapped == MAP_FAILED) {
        unlink(window_path);
        return;
    }
    mapped->version = WINDOW_VERSION;
    mapped->call_count = file->call_count;
    mapped->pid = file->pid;
    mapped->inside = -1;
    mapped->began_ns = file->loaded_ns;
    mapped->began_ticks = file->loaded_ticks;
    memcpy(mapped->host, file->host, sizeof mapped->host);
    memcpy(mapped->names, file->names, sizeof mapped->names);
    window = mapped;
    tell_window(file);
    inside_shown = &window->inside;
    ring_began_ns = clock_ns();
    begin_second();
    memcpy(mapped->magic, WINDOW_MAGIC, sizeof mapped->magic);
}

void tell_window(const File* file) {
    if (!window) return;
    window->rank = file->rank;
    window->world = file->world;
}

void forget_window(void) {
    window = NULL;
    row_of_call = NULL;
    inside_shown = &inside_unseen;
}

void close_window(void) {
    if (!window) return;
    forget_window();
    unlink(window_path);
    const char* folder = getenv("RANKWISE_WATCH");
    if (folder) rmdir(folder); /* the last one */
}
