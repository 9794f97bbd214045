#include "threads.h"

__thread int thread_number __attribute__((tls_model("initial-exec"))) = -1;

static pthread_key_t at_thread_end;

/* The time now without what MPI_Pcontrol(0) left out. */
static uint64_t active_ticks(void) { return now_or_pause() - counted->paused_ticks; }

/* A thread may end after MPI_Finalize. */
static void thread_ends(void* row) {
    lock();
    if (is_counted()) {
        Thread* thread = row;
        thread->alive += active_ticks() - LOOK(thread->since);
        PUT(thread->since, 0);
    }
    unlock();
}

void watch_threads(void) { pthread_key_create(&at_thread_end, thread_ends); }

Thread* numbered_thread(void) {
    int number = 0;
    while (number < THREADS - 1 && LOOK(counted->threads[number].since)) ++number;
    Thread* row = &counted->threads[number];
    if (!LOOK(row->since)) {
        PUT(row->since, active_ticks());
        pthread_setspecific(at_thread_end, row);
    }
    thread_number = number;
    return row;
}
