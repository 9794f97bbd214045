#include "node.h"

typedef struct {
    int32_t rank, pid, file;
} Place;

Node node;

static void gather(const void* mine, void* all, int bytes, MPI_Comm comm) {
    OWN(Allgather, (const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm));
    own(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, comm);
}

/* A number that is the same in all processes under one kernel. */
static int kernel_number(void) {
    char text[64] = "";
    unsigned hash = 5381;
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0) hash += (unsigned)job.rank; /* alone */
    if (file >= 0) close(file);
    for (const char* at = text; *at; ++at) hash = hash * 33 + (unsigned char)*at;
    return (int)(hash & INT32_MAX);
}

static Page* mapped_page(int file) {
    void* page = mmap(NULL, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return page == MAP_FAILED ? NULL : page;
}

static Page* new_page(int* file) {
    *file = memfd_create("rankwise-offers", MFD_CLOEXEC);
    if (*file < 0 || ftruncate(*file, sizeof(Page)) != 0) return NULL;
    Page* page = mapped_page(*file);
    if (!page) return NULL;
    page->rank = job.rank;
    memcpy(page->secret, job.secret, SECRET);
    return page;
}

/* The page of another rank, or none: its process number may be of another container. */
static Page* page_at(const Place* place) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)place->pid, (int)place->file);
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return NULL;
    const int fits = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == sizeof(Page);
    Page* page = fits ? mapped_page(file) : NULL;
    close(file);
    if (!page || (page->rank == place->rank && memcmp(page->secret, job.secret, SECRET) == 0)) return page;
    munmap(page, sizeof *page);
    return NULL;
}

/* All ranks of a node: maps each other's pages. */
static void meet(MPI_Comm here) {
    const int ranks = ranks_of(here), all = ranks_of(MPI_COMM_WORLD);
    int file = -1;
    Page* page = new_page(&file);
    const Place mine = {job.rank, page ? (int32_t)getpid() : 0, file};
    Place* places = malloc(sizeof *places * (size_t)ranks);
    unsigned char good = page && ranks > 1 && ranks <= MOST_LOCAL, *goods = malloc((size_t)ranks);
    node.rank = rank_in(here);
    node.pages = calloc((size_t)ranks, sizeof(Page*));
    node.lanes = calloc((size_t)ranks, sizeof(Lane*));
    node.local_of = malloc(sizeof(int) * (size_t)all);
    if (!places || !goods || !node.pages || !node.lanes || !node.local_of)
        give_up("MPI_Init", "there is no memory left", 0);
    gather(&mine, places, sizeof mine, here);
    for (int at = 0; at < all; ++at) node.local_of[at] = -1;
    for (int at = 0; at < ranks; ++at) {
        node.local_of[places[at].rank] = at;
        if (at == node.rank) node.pages[at] = page;
        else if (good) node.pages[at] = page_at(&places[at]);
        good &= node.pages[at] != NULL;
    }
    gather(&good, goods, 1, here);
    for (int at = 0; at < ranks; ++at) good &= goods[at];
    if (file >= 0) close(file);
    node.ranks = good ? ranks : 0;
    if (!good && ranks > 1 && node.rank == 0)
        fprintf(
            stderr,
            "rankwise device buffers: ranks of one node cannot open each other's memory (other containers, or other "
            "users?); their messages go through host memory\n");
    free(places);
    free(goods);
}

static void meet_neighbours(void) {
    static int (*split)(MPI_Comm, int, int, MPI_Comm*), (*free_comm)(MPI_Comm*);
    *(void**)&split = next_of("PMPI_Comm_split");
    *(void**)&free_comm = next_of("PMPI_Comm_free");
    MPI_Comm here;
    split(MPI_COMM_WORLD, kernel_number(), job.rank, &here);
    meet(here);
    free_comm(&here);
}

static int has_device(const Page* page, uint32_t device) {
    for (int at = 0; at < DEVICES; ++at)
        if (__atomic_load_n(&page->devices[at], __ATOMIC_RELAXED) == device) return 1;
    return 0;
}

/* Notes that this rank copies with a device, and looks who else does; under `state`. */
static int shared_with_others(uint32_t device) {
    Page* own = node.pages[node.rank];
    int at = 0, others = 0;
    while (at < DEVICES && own->devices[at] && own->devices[at] != device) ++at;
    if (at < DEVICES) __atomic_store_n(&own->devices[at], device, __ATOMIC_RELAXED);
    for (int rank = 0; rank < node.ranks && !others; ++rank)
        others = rank != node.rank && has_device(node.pages[rank], device);
    return others;
}

void agree(void) {
    const char* mode = getenv("RANKWISE_DEVICE_BUFFERS");
    OWN(Comm_dup, (MPI_Comm, MPI_Comm*));
    if (!switched_off) refuse_other_abi("device buffers");
    if (switched_off || (mode && strcmp(mode, "staged") == 0)) return;
    job.rank = rank_in(MPI_COMM_WORLD);
    const int ranks = ranks_of(MPI_COMM_WORLD);
    count_ranks(ranks);
    own(MPI_COMM_WORLD, &job.pieces);
    own(MPI_COMM_SELF, &job.again);
    meet_neighbours();
    if (node.ranks) device_is_shared = shared_with_others;
    job.announces = 1;
}

Page* page_of(int rank) {
    if (!node.ranks || rank < 0 || rank == job.rank) return NULL;
    const int local = node.local_of[rank];
    return local < 0 ? NULL : node.pages[local];
}

uint32_t* new_offer(int32_t* number) {
    static uint32_t last;
    for (int tried = 0; tried < OFFERS; ++tried) {
        const uint32_t at = __atomic_fetch_add(&last, 1, __ATOMIC_RELAXED) % OFFERS;
        uint32_t* word = &node.pages[node.rank]->offers[at];
        uint32_t found = __atomic_load_n(word, __ATOMIC_RELAXED);
        const uint32_t offered = (found & ~(uint32_t)STATES) + COUNT + OFFERED;
        if ((found & STATES) != FREE ||
            !__atomic_compare_exchange_n(word, &found, offered, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            continue;
        *number = (int32_t)at;
        return word;
    }
    return NULL;
}
