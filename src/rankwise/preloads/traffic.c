/* Preload: counts by which way a rank's bytes really left it, and says so when the program ends.
 *
 * Bytes and calls through the kernel's sockets, by the local address of the socket; bytes copied from or to another
 * process (CMA: process_vm_readv, process_vm_writev); device files that were opened. What a rank sent and nothing of this
 * saw went through shared memory or one of these devices. One line on standard error, from processes that have MPI only:
 *
 *   rankwise traffic: cma=BYTES/CALLS socket@192.0.2.2=BYTES/CALLS device@/dev/xpmem=1
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

__attribute__((weak)) int PMPI_Init(int* argc, char*** argv);

enum { FILES = 4096, PLACES = 32, DEVICES = 32, UNKNOWN = 0, NO_SOCKET = 1, FIRST_PLACE = 2 };

typedef struct {
    char name[INET6_ADDRSTRLEN];
    atomic_long bytes, calls;
} Count;

static Count places[PLACES];
static Count single_copy;
static atomic_int place_count, device_count;
static char devices[DEVICES][64];
static atomic_schar kind_of[FILES]; /* of a file descriptor: unknown, no socket, or FIRST_PLACE + index of its place */

#define REAL(name) ((__typeof__(&(name)))real(#name))
static void (*real(const char* name))(void) {
    union {
        void* object;
        void (*function)(void);
    } found = {dlsym(RTLD_NEXT, name)}; /* ISO C knows no cast from one to the other; POSIX says they are alike */
    return found.function;
}

static int place_named(const char* name) {
    const int known = atomic_load(&place_count);
    for (int index = 0; index < known; ++index)
        if (strcmp(places[index].name, name) == 0) return index;
    const int mine = atomic_fetch_add(&place_count, 1);
    if (mine >= PLACES) {
        atomic_store(&place_count, PLACES);
        return PLACES - 1;
    }
    snprintf(places[mine].name, sizeof places[mine].name, "%s", name);
    return mine;
}

static signed char look_at(int file) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    char name[INET6_ADDRSTRLEN] = "?";
    if (getsockname(file, (struct sockaddr*)&address, &length) != 0) return NO_SOCKET;
    if (address.ss_family == AF_INET) inet_ntop(AF_INET, &((struct sockaddr_in*)&address)->sin_addr, name, sizeof name);
    else if (address.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6*)&address)->sin6_addr, name, sizeof name);
    else return NO_SOCKET;
    return (signed char)(FIRST_PLACE + place_named(name));
}

static ssize_t sent(int file, ssize_t bytes) {
    if (bytes <= 0 || file < 0 || file >= FILES) return bytes;
    signed char kind = atomic_load(&kind_of[file]);
    if (kind == UNKNOWN) atomic_store(&kind_of[file], kind = look_at(file));
    if (kind < FIRST_PLACE) return bytes;
    atomic_fetch_add(&places[kind - FIRST_PLACE].bytes, bytes);
    atomic_fetch_add(&places[kind - FIRST_PLACE].calls, 1);
    return bytes;
}

static ssize_t copied(ssize_t bytes) {
    if (bytes <= 0) return bytes;
    atomic_fetch_add(&single_copy.bytes, bytes);
    atomic_fetch_add(&single_copy.calls, 1);
    return bytes;
}

/* A file that was asked for and is not there, or may not be opened, carries nothing. */
static int opened(const char* path, int file) {
    static const char* const plain[] = {"/dev/shm", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
                                        "/dev/pts", "/dev/tty",  "/dev/fd",   "/dev/std"};
    if (file < 0 || !path || strncmp(path, "/dev/", 5) != 0) return file;
    for (unsigned index = 0; index < sizeof plain / sizeof *plain; ++index)
        if (strncmp(path, plain[index], strlen(plain[index])) == 0) return file;
    const int known = atomic_load(&device_count);
    for (int index = 0; index < known && index < DEVICES; ++index)
        if (strncmp(devices[index], path, sizeof devices[index] - 1) == 0) return file;
    const int mine = atomic_fetch_add(&device_count, 1);
    if (mine < DEVICES) snprintf(devices[mine], sizeof devices[mine], "%s", path);
    return file;
}

ssize_t send(int file, const void* data, size_t size, int flags) {
    return sent(file, REAL(send)(file, data, size, flags));
}

ssize_t sendto(int file, const void* data, size_t size, int flags, __CONST_SOCKADDR_ARG to, socklen_t length) {
    return sent(file, REAL(sendto)(file, data, size, flags, to, length));
}

ssize_t sendmsg(int file, const struct msghdr* message, int flags) {
    return sent(file, REAL(sendmsg)(file, message, flags));
}

int sendmmsg(int file, struct mmsghdr* messages, unsigned count, int flags) {
    const int done = REAL(sendmmsg)(file, messages, count, flags);
    for (int index = 0; index < done; ++index) sent(file, messages[index].msg_len);
    return done;
}

ssize_t write(int file, const void* data, size_t size) { return sent(file, REAL(write)(file, data, size)); }

ssize_t writev(int file, const struct iovec* parts, int count) { return sent(file, REAL(writev)(file, parts, count)); }

ssize_t process_vm_readv(pid_t pid, const struct iovec* here, unsigned long here_count, const struct iovec* there,
                         unsigned long there_count, unsigned long flags) {
    return copied(REAL(process_vm_readv)(pid, here, here_count, there, there_count, flags));
}

ssize_t process_vm_writev(pid_t pid, const struct iovec* here, unsigned long here_count, const struct iovec* there,
                          unsigned long there_count, unsigned long flags) {
    return copied(REAL(process_vm_writev)(pid, here, here_count, there, there_count, flags));
}

/* libfabric asks the kernel without the C library's function. Six words are what any system call takes. */
long syscall(long number, ...) {
    long words[6];
    va_list rest;
    va_start(rest, number);
    for (int index = 0; index < 6; ++index) words[index] = va_arg(rest, long);
    va_end(rest);
    const long done = REAL(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    return number == SYS_process_vm_readv || number == SYS_process_vm_writev ? copied(done) : done;
}

int close(int file) {
    if (file >= 0 && file < FILES) atomic_store(&kind_of[file], UNKNOWN);
    return REAL(close)(file);
}

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, REAL(open)(path, flags, mode));
}

int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, REAL(open64)(path, flags, mode));
}

__attribute__((destructor)) static void say(void) {
    if (!PMPI_Init) return;
    char line[8192];
    int at = snprintf(line, sizeof line, "rankwise traffic: cma=%ld/%ld", atomic_load(&single_copy.bytes),
                      atomic_load(&single_copy.calls));
    for (int index = 0; index < atomic_load(&place_count) && index < PLACES; ++index)
        at += snprintf(line + at, sizeof line - (size_t)at, " socket@%s=%ld/%ld", places[index].name,
                       atomic_load(&places[index].bytes), atomic_load(&places[index].calls));
    for (int index = 0; index < atomic_load(&device_count) && index < DEVICES; ++index)
        at += snprintf(line + at, sizeof line - (size_t)at, " device@%s=1", devices[index]);
    at += snprintf(line + at, sizeof line - (size_t)at, "\n");
    REAL(write)(STDERR_FILENO, line, (size_t)at);
}
