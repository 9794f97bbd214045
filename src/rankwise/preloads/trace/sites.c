#include "sites.h"

enum { SITE_TRIES = 64 };

int by_site;

__thread uint64_t site_bytes __attribute__((tls_model("initial-exec")));

/* The place of an object in the file's table, OBJECTS where it has none, and where in it the address lies. */
static uint32_t object_of(const void* address, uint64_t* offset) {
    Dl_info info;
    struct link_map* map = NULL;
    char path[PATH_MAX];
    *offset = (uint64_t)(uintptr_t)address;
    if (!dladdr1(address, &info, (void**)&map, RTLD_DL_LINKMAP) || !map) return OBJECTS;
    *offset -= map->l_addr;
    if (!realpath(*map->l_name ? map->l_name : "/proc/self/exe", path) || strlen(path) >= OBJECT_PATH) return OBJECTS;
    for (uint32_t at = 0; at < OBJECTS; ++at) {
        if (!*counted->objects[at]) memcpy(counted->objects[at], path, strlen(path) + 1);
        if (strcmp(counted->objects[at], path) == 0) return at;
    }
    return OBJECTS;
}

void note_site(int call, uint64_t took, const void* address) {
    const uint64_t bytes = site_bytes;
    site_bytes = 0;
    if (!LOOK(counting)) return;
    lock();
    uint64_t at = ((uint64_t)(uintptr_t)address ^ (uint64_t)call << 48) * 0x9E3779B97F4A7C15U >> 32;
    for (int tries = 0; tries < SITE_TRIES; ++tries, ++at) {
        Site* row = &counted->sites[at % SITES];
        if (!row->calls) {
            row->address = (uint64_t)(uintptr_t)address;
            row->call = (uint32_t)call;
            row->object = object_of(address, &row->offset);
        } else if (row->address != (uint64_t)(uintptr_t)address || row->call != (uint32_t)call) {
            continue;
        }
        row->calls += 1;
        row->bytes += bytes;
        row->ticks += took;
        unlock();
        return;
    }
    counted->sites_lost += 1;
    unlock();
}
