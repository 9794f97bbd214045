#include "offer.h"

enum { MOST_OPENED = 128 };

Shared shared_memory(const char* device) {
    static __thread Shared last; /* asking for a handle takes the driver a while */
    Shared shared = {.id = 0};
    unsigned long long id = 0;
    unsigned exportable = 0;
    CUdeviceptr start = 0;
    size_t bytes = 0;
    const CUdeviceptr address = device_address(device);
    static const int asked[] = {CU_POINTER_ATTRIBUTE_BUFFER_ID, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
                                CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void* answers[] = {&id, &exportable, &start, &bytes};
    if (driver.PointerGetAttributes(sizeof answers / sizeof *answers, (int*)(uintptr_t)asked, answers, address) !=
            CUDA_SUCCESS ||
        !id || !exportable || !start)
        return shared;
    if (last.id != id && driver.IpcGetMemHandle(&last.handle, start) != CUDA_SUCCESS) {
        last.id = 0;
        return shared;
    }
    last.id = id;
    last.start = start;
    last.bytes = bytes;
    last.offset = address - start;
    return last;
}

typedef struct Opened {
    struct Opened* next;
    int from; /* the rank of the job whose memory it is */
    uint64_t id, start, bytes;
    Lane* lane; /* in whose context it is open */
    CUdeviceptr at;
} Opened;

static Opened* opened_memory; /* the one that was used last comes first; under `moving` */

static void close_opened(Opened** link) {
    Opened* old = *link;
    *link = old->next;
    enter(old->lane, "a receive");
    must(driver.StreamSynchronize(old->lane->up), "a receive", "a copy from another rank's memory failed");
    driver.IpcCloseMemHandle(old->at);
    leave();
    free(old);
}

CUdeviceptr opened_of(int from, const Shared* shared, Lane* lane) {
    int count = 0;
    for (Opened** link = &opened_memory; *link;) {
        Opened* old = *link;
        if (old->from == from && old->id == shared->id && old->lane == lane) {
            *link = old->next;
            old->next = opened_memory;
            opened_memory = old;
            return old->at;
        }
        const int replaced = old->from == from && old->id != shared->id && old->start < shared->start + shared->bytes &&
                             shared->start < old->start + old->bytes;
        if (replaced || ++count >= MOST_OPENED) close_opened(link);
        else link = &old->next;
    }
    Opened* fresh = malloc(sizeof *fresh);
    if (!fresh) give_up("a receive", "there is no memory left", 0);
    *fresh = (Opened){opened_memory, from, shared->id, shared->start, shared->bytes, lane, 0};
    enter(lane, "a receive");
    const CUresult result = driver.IpcOpenMemHandle_v2(&fresh->at, shared->handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    leave();
    if (result == CUDA_SUCCESS) {
        opened_memory = fresh;
        return fresh->at;
    }
    static int told;
    if (!told)
        fprintf(stderr,
                "rankwise device buffers: rank %d cannot open device memory of rank %d (code %d); messages go through "
                "host memory\n",
                job.rank, from, result);
    told = 1;
    free(fresh);
    return 0;
}

void try_to_open(int from, const Shared* shared, Lane* lane) {
    Page* page = page_of(from);
    if (!page || !shared->id || !lane || !driver_shares) return;
    unsigned char* opens = &page->opens[node.rank];
    if (__atomic_load_n(opens, __ATOMIC_RELAXED) != UNKNOWN) return;
    node.lanes[node.local_of[from]] = lane;
    __atomic_store_n(opens, opened_of(from, shared, lane) ? OPENS : CANNOT, __ATOMIC_RELEASE);
}

/* The word may belong to another message by now, which the count tells. */
void tell_copied(const Claim* claim) {
    uint32_t claimed = claim->claimed;
    __atomic_compare_exchange_n(claim->word, &claimed, claimed - CLAIMED + COPIED, 0, __ATOMIC_ACQ_REL,
                                __ATOMIC_RELAXED);
}

void copied(void* claim) {
    tell_copied(claim);
    free(claim);
}
