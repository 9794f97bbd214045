/* Watches each step by which a program changes the files of one folder: preload it with RECORD_FOLDER set.
 *
 * RECORD_LOG: a file that gets all steps in order. A record is a letter (O made, W written, T truncated, S synced, R
 * renamed to, D deleted), the length of the path, offset, length of the data, then the path and the data. A write to another folder,
 * or one that fails, is no step.
 * STEP_SIGNAL and STEP_NUMBER: the program gets this signal after this step.
 * STEP_MS: each step takes so many milliseconds longer.
 * Programs that it starts are not watched.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) (__extension__(__typeof__(&(name))) dlsym(RTLD_NEXT, #name))

static int is_ours(const char* path) {
    const char* folder = getenv("RECORD_FOLDER");
    return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

__attribute__((constructor)) static void only_this_program(void) { unsetenv("LD_PRELOAD"); }

static long number_of(const char* name) {
    const char* text = getenv(name);
    return text == NULL ? 0 : strtol(text, NULL, 10);
}

static void suffer(void) {
    static long steps = 0;
    const long delay_ms = number_of("STEP_MS");
    if (delay_ms > 0) {
        const struct timespec delay = {delay_ms / 1000, delay_ms % 1000 * 1000000};
        nanosleep(&delay, NULL);
    }
    if (++steps == number_of("STEP_NUMBER")) {
        kill(getpid(), (int)number_of("STEP_SIGNAL"));
    }
}

static void record(char what, const char* path, int64_t offset, const void* data, uint64_t length) {
    static int log_file = -1;
    const char* name = getenv("RECORD_LOG");
    if (!is_ours(path)) {
        return;
    }
    suffer();
    if (name == NULL) {
        return;
    }
    if (log_file < 0) {
        log_file = NEXT(open)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    char head[32] = {what};
    const uint64_t path_length = strlen(path);
    memcpy(head + 8, &path_length, 8);
    memcpy(head + 16, &offset, 8);
    memcpy(head + 24, &length, 8);
    const int whole = NEXT(write)(log_file, head, sizeof head) == (ssize_t)sizeof head &&
                      NEXT(write)(log_file, path, path_length) == (ssize_t)path_length &&
                      (length == 0 || NEXT(write)(log_file, data, length) == (ssize_t)length);
    if (!whole) {
        abort();
    }
}

static const char* path_of(int file, char* target) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(name, target, PATH_MAX - 1);
    target[length < 0 ? 0 : length] = '\0';
    return target;
}

#define OPEN(name)                                                                  \
    int name(const char* path, int flags, ...) {                                    \
        va_list arguments;                                                          \
        va_start(arguments, flags);                                                 \
        const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments);                                                          \
        const int made = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;         \
        const int file = NEXT(name)(path, flags, mode);                             \
        if (made && file >= 0) {                                                    \
            record('O', path, 0, NULL, 0);                                          \
        }                                                                           \
        return file;                                                                \
    }
OPEN(open)
OPEN(open64)

#define PWRITE(name, type)                                                  \
    ssize_t name(int file, const void* data, size_t length, type offset) {  \
        char path[PATH_MAX];                                                \
        const ssize_t done = NEXT(name)(file, data, length, offset);        \
        if (done > 0) {                                                     \
            record('W', path_of(file, path), offset, data, (uint64_t)done); \
        }                                                                   \
        return done;                                                        \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void* data, size_t length) {
    char path[PATH_MAX];
    const off_t offset = lseek(file, 0, SEEK_CUR);
    const ssize_t done = NEXT(write)(file, data, length);
    if (done > 0 && offset >= 0) {
        record('W', path_of(file, path), offset, data, (uint64_t)done);
    }
    return done;
}

#define TRUNCATE(name, type)                                   \
    int name(int file, type length) {                          \
        char path[PATH_MAX];                                   \
        const int failed = NEXT(name)(file, length);           \
        if (!failed) {                                         \
            record('T', path_of(file, path), length, NULL, 0); \
        }                                                      \
        return failed;                                         \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(name)                                        \
    int name(int file) {                                  \
        char path[PATH_MAX];                              \
        const int failed = NEXT(name)(file);              \
        if (!failed) {                                    \
            record('S', path_of(file, path), 0, NULL, 0); \
        }                                                 \
        return failed;                                    \
    }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char* from, const char* to) {
    const int failed = NEXT(rename)(from, to);
    if (!failed) {
        record('R', to, 0, NULL, 0);
    }
    return failed;
}

int unlink(const char* path) {
    const int failed = NEXT(unlink)(path);
    if (!failed) {
        record('D', path, 0, NULL, 0);
    }
    return failed;
}
