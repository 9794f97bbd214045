#include "shapes.h"

enum { SHAPES = 512 };

static Shape* shapes[SHAPES];
static int shapes_known;

static Shape** shape_slot(uintptr_t handle) {
    return &shapes[(unsigned)((handle >> 4 ^ handle) * 2654435761U) % SHAPES];
}

/* MPI_Type_dup would call the program's functions for attributes. */
static void hold_type(MPI_Datatype type, MPI_Datatype* held) {
    static int (*repeat)(int, MPI_Datatype, MPI_Datatype*), (*commit)(MPI_Datatype*);
    if (!commit) {
        *(void**)&repeat = next_of("PMPI_Type_contiguous");
        *(void**)&commit = next_of("PMPI_Type_commit");
    }
    repeat(1, type, held);
    commit(held);
}

static Shape* new_shape(MPI_Datatype type) {
    static int (*extent_of)(MPI_Datatype, MPI_Count*, MPI_Count*),
        (*true_extent_of)(MPI_Datatype, MPI_Count*, MPI_Count*);
    if (!true_extent_of) {
        *(void**)&extent_of = next_of("PMPI_Type_get_extent_x");
        *(void**)&true_extent_of = next_of("PMPI_Type_get_true_extent_x");
    }
    Shape* shape = calloc(1, sizeof *shape);
    if (!shape) give_up("a call with a derived datatype", "there is no memory left", 0);
    MPI_Count lower = 0, extent = 0, true_lower = 0, true_extent = 0;
    extent_of(type, &lower, &extent);
    true_extent_of(type, &true_lower, &true_extent);
    *shape = (Shape){.handle = (uintptr_t)type,
                     .own = type,
                     .derived = combiner_of(type) != MPI_COMBINER_NAMED,
                     .references = 1,
                     .ordered = -1,
                     .size = size_of(type),
                     .extent = extent,
                     .true_lb = true_lower,
                     .true_extent = true_extent};
    if (shape->derived) hold_type(type, &shape->own);
    return shape;
}

Shape* shape_of(MPI_Datatype type) {
    pthread_mutex_lock(&state);
    Shape** slot = shape_slot((uintptr_t)type);
    Shape* shape = *slot;
    while (shape && shape->handle != (uintptr_t)type) shape = shape->next;
    if (!shape) {
        shape = new_shape(type);
        __atomic_add_fetch(&shapes_known, 1, __ATOMIC_RELAXED);
        shape->next = *slot;
        *slot = shape;
    }
    ++shape->references;
    pthread_mutex_unlock(&state);
    return shape;
}

void release_shape(Shape* shape) {
    pthread_mutex_lock(&state);
    const int last = --shape->references == 0;
    pthread_mutex_unlock(&state);
    if (!last) return;
    OWN(Type_free, (MPI_Datatype*));
    if (shape->derived) own(&shape->own);
    free(shape->blocks);
    free(shape);
}

void forget_shape(MPI_Datatype type) {
    if (!__atomic_load_n(&shapes_known, __ATOMIC_RELAXED)) return;
    pthread_mutex_lock(&state);
    Shape** link = shape_slot((uintptr_t)type);
    while (*link && (*link)->handle != (uintptr_t)type) link = &(*link)->next;
    Shape* shape = *link;
    if (shape) *link = shape->next;
    pthread_mutex_unlock(&state);
    if (shape) release_shape(shape);
}

static void add_row(Block** blocks, size_t* count, size_t* room, int64_t at, size_t width) {
    Block* last = *count ? &(*blocks)[*count - 1] : NULL;
    if (last && width == last->width && last->rows == 1) {
        last->pitch = (size_t)(at - last->at);
        last->rows = 2;
        return;
    }
    if (last && width == last->width && at == last->at + (int64_t)(last->rows * last->pitch)) {
        ++last->rows;
        return;
    }
    if (*count == *room) {
        *room = *room ? 2 * *room : 16;
        *blocks = realloc(*blocks, *room * sizeof **blocks);
        if (!*blocks) give_up("a call with a derived datatype", "there is no memory left", 0);
    }
    (*blocks)[(*count)++] = (Block){at, width, 1, width};
}

Block* rows_of(const Shape* shape, int64_t bytes, size_t* count) {
    Block* blocks = NULL;
    size_t room = 0;
    *count = 0;
    if (shape->size == shape->true_extent && bytes == shape->size) {
        add_row(&blocks, count, &room, shape->true_lb, (size_t)bytes);
        return blocks;
    }
    if (shape->size > most_packed) give_up("a call with a derived datatype", "one item with gaps has over 2 GiB", 0);
    char *packed = calloc(1, (size_t)shape->size + 1), *item = calloc(1, (size_t)shape->true_extent + 1);
    if (!packed || !item) give_up("a call with a derived datatype", "there is no memory left", 0);
    memset(packed, 0xff, (size_t)bytes);
    unpack_items(packed, shape->size, item - shape->true_lb, 1, shape->own);
    for (int64_t at = 0, from; at < shape->true_extent; ++at) {
        while (at + 8 <= shape->true_extent && memcmp(item + at, "\0\0\0\0\0\0\0", 8) == 0) at += 8;
        if (!item[at]) continue; /* one zero more lies behind the end */
        for (from = at; item[at]; ++at) {}
        add_row(&blocks, count, &room, shape->true_lb + from, (size_t)(at - from));
    }
    free(packed);
    free(item);
    return blocks;
}

void need_rows(Shape* shape) {
    if (__atomic_load_n(&shape->count, __ATOMIC_ACQUIRE) || !shape->size) return;
    size_t count;
    Block* blocks = rows_of(shape, shape->size, &count);
    pthread_mutex_lock(&state);
    if (shape->count) free(blocks);
    else {
        shape->blocks = blocks;
        __atomic_store_n(&shape->count, count, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&state);
}

int in_order(Shape* shape) {
    const int known = __atomic_load_n(&shape->ordered, __ATOMIC_RELAXED);
    if (known >= 0) return known;
    int ordered = shape->size > 0 && shape->size <= INT32_MAX && shape->size == shape->extent &&
                  shape->size == shape->true_extent && shape->true_lb == 0;
    if (ordered && shape->derived) { /* the library unpacks what differs at each byte */
        unsigned char *packed = malloc((size_t)shape->size), *item = calloc(1, (size_t)shape->size);
        if (!packed || !item) give_up("a call with a derived datatype", "there is no memory left", 0);
        for (int64_t at = 0; at < shape->size; ++at)
            packed[at] = (unsigned char)((uint64_t)at * 11400714819323198485U >> 56);
        unpack_items(packed, shape->size, item, 1, shape->own);
        ordered = memcmp(packed, item, (size_t)shape->size) == 0;
        free(packed);
        free(item);
    }
    __atomic_store_n(&shape->ordered, ordered, __ATOMIC_RELAXED);
    return ordered;
}
