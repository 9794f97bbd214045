#include "plan.h"

typedef struct { /* compared between ranks */
    char host[HOST_NAME];
    uint32_t order, long_double;
} Whose;

/* Of communicators with a plan at a time: MPICH has 2,048 in all, which programs may want to use. */
enum { MOST_PLANS = 256 };

static Set sets[MOST_FILES];
static int set_count, keyval = MPI_KEYVAL_INVALID, plans;
int has[COLLECTIVES];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

__thread int inside __attribute__((tls_model("initial-exec")));

/* A rank that read less than the others would leave them waiting, so a file that cannot be read ends the job. */
static void read_sets(void) {
    refuse_other_abi("schedules");
    const char* named = getenv("RANKWISE_SCHEDULES");
    char *paths = strdup(named ? named : ""), *rest = NULL;
    for (char* path = paths ? strtok_r(paths, ":", &rest) : NULL; path; path = strtok_r(NULL, ":", &rest)) {
        char* text = set_count < MOST_FILES ? text_of(path) : NULL;
        if (!text || !read_set(text, &sets[set_count])) {
            fprintf(stderr, "rankwise: cannot read the schedules in %s; every node must have this file\n", path);
            OWN(Abort, (MPI_Comm, int));
            own(MPI_COMM_WORLD, 1);
        }
        for (int at = 0; at < sets[set_count].schedule_count; ++at) has[sets[set_count].schedules[at].collective] = 1;
        ++set_count;
    }
    free(paths);
}

/* Attributes are not copied: a duplicate makes a plan of its own. */
static int copy_nothing(MPI_Comm comm, int key, void* extra, void* value, void* copy, int* flag) {
    (void)comm, (void)key, (void)extra, (void)value, (void)copy;
    *flag = 0;
    return MPI_SUCCESS;
}

static void free_plan(Plan* plan) {
    for (int at = 0; at < plan->option_count; ++at) {
        free(plan->options[at].steps.steps);
        free(plan->options[at].steps.dependents);
    }
    free(plan->options);
    free_room(&plan->room);
    if (plan->scratch) munmap(plan->scratch, plan->scratch_bytes);
    free(plan);
}

static int plan_goes(MPI_Comm comm, int key, void* value, void* extra) {
    Plan* plan = value;
    (void)key, (void)extra;
    /* The world goes while the library shuts down, which frees what is left. */
    if (plan->comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD) {
        OWN(Comm_free, (MPI_Comm*));
        own(&plan->comm);
        __atomic_sub_fetch(&plans, 1, __ATOMIC_RELAXED);
    }
    free_plan(plan);
    return MPI_SUCCESS;
}

int key_of_plans(void) {
    if (__atomic_load_n(&keyval, __ATOMIC_ACQUIRE) != MPI_KEYVAL_INVALID) return 1;
    pthread_mutex_lock(&making);
    int made = keyval, error = MPI_SUCCESS;
    if (made == MPI_KEYVAL_INVALID) {
        OWN(Comm_create_keyval, (MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*));
        read_sets();
        error = own(copy_nothing, plan_goes, &made, NULL);
        __atomic_store_n(&keyval, made, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&making);
    return error == MPI_SUCCESS;
}

MPI_Comm private_of(MPI_Comm comm) {
    OWN(Comm_create, (MPI_Comm, MPI_Group, MPI_Comm*));
    static int (*group_of)(MPI_Comm, MPI_Group*), (*free_group)(MPI_Group*), (*handle)(MPI_Comm, MPI_Errhandler);
    if (!group_of) {
        *(void**)&handle = next_of("PMPI_Comm_set_errhandler");
        *(void**)&free_group = next_of("PMPI_Group_free");
        *(void**)&group_of = next_of("PMPI_Comm_group");
    }
    MPI_Comm made = MPI_COMM_NULL; /* made without the attributes of the other, whose copies would call the program */
    MPI_Group group;
    if (group_of(comm, &group) != MPI_SUCCESS) return made;
    if (own(comm, group, &made) != MPI_SUCCESS) made = MPI_COMM_NULL;
    free_group(&group);
    if (made != MPI_COMM_NULL) handle(made, MPI_ERRORS_RETURN);
    return made;
}

/* Names of hosts up to the first point, for one may have its domain and another not. */
static int same_host(const char* one, const char* other) {
    if (!one || !other) return 0; /* there was no memory for a name */
    const size_t length = strcspn(one, ".");
    return length == strcspn(other, ".") && strncmp(one, other, length) == 0;
}

static int on_its_hosts(const Set* set, const Whose* all, int ranks) {
    for (int rank = 0; rank < ranks; ++rank)
        if (!same_host(set->hosts[rank], all[rank].host) || all[rank].order != all[0].order ||
            all[rank].long_double != all[0].long_double)
            return 0;
    return 1;
}

/* Options of all sets that fit, the memory for the largest; 0 where there is not enough. */
static int fill(Plan* plan, const Whose* all) {
    int most_steps = 0;
    for (int number = 0; number < set_count; ++number) {
        const Set* set = &sets[number];
        if (set->ranks != plan->ranks || !on_its_hosts(set, all, plan->ranks)) continue;
        Option* more = realloc(plan->options, sizeof(Option) * (size_t)(plan->option_count + set->schedule_count));
        if (!more) return 0;
        plan->options = more;
        for (int at = 0; at < set->schedule_count; ++at) {
            Option* option = &plan->options[plan->option_count++];
            *option = (Option){set, &set->schedules[at], {NULL, 0, NULL}};
            if (!read_steps(option->schedule, plan->rank, &option->steps)) return 0;
            if (option->steps.count > most_steps) most_steps = option->steps.count;
        }
        if ((size_t)set->scratch > plan->scratch_bytes) plan->scratch_bytes = (size_t)set->scratch;
    }
    if (plan->option_count == 0) return 1;
    plan->scratch_bytes += 4096; /* pages that nothing touches take no memory */
    void* scratch = mmap(NULL, plan->scratch_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    plan->scratch = scratch == MAP_FAILED ? NULL : scratch;
    return plan->scratch && make_room(&plan->room, most_steps);
}

int some_set_has(int ranks) {
    for (int number = 0; number < set_count; ++number)
        if (sets[number].ranks == ranks) return 1;
    return 0;
}

/* All ranks have the plan, or none: the smallest answer counts. */
static void make_plan(Plan* plan, MPI_Comm comm) {
    static int (*gather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
    static int (*agree)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    if (!agree) {
        *(void**)&gather = next_of("PMPI_Allgather");
        *(void**)&agree = next_of("PMPI_Allreduce");
    }
    Whose mine = {.order = 0x01020304, .long_double = sizeof(long double)};
    gethostname(mine.host, sizeof mine.host - 1);
    Whose* all = calloc((size_t)plan->ranks, sizeof mine);
    int good = all && __atomic_load_n(&plans, __ATOMIC_RELAXED) < MOST_PLANS, all_good = 0;
    if (agree(&good, &all_good, 1, MPI_INT, HANDLE(MPI_Op, MPI_MIN, mpi_op_min), comm) == MPI_SUCCESS && all_good) {
        const int size = (int)sizeof mine;
        plan->comm = private_of(comm);
        good = gather(&mine, size, MPI_BYTE, all, size, MPI_BYTE, comm) == MPI_SUCCESS && fill(plan, all) &&
               plan->comm != MPI_COMM_NULL;
        if (agree(&good, &all_good, 1, MPI_INT, HANDLE(MPI_Op, MPI_MIN, mpi_op_min), comm) != MPI_SUCCESS) all_good = 0;
    }
    if (!all_good) plan->option_count = 0;
    if (plan->option_count == 0 && plan->comm != MPI_COMM_NULL) { /* all ranks or none */
        OWN(Comm_free, (MPI_Comm*));
        own(&plan->comm);
    }
    if (plan->comm != MPI_COMM_NULL) __atomic_add_fetch(&plans, 1, __ATOMIC_RELAXED);
    free(all);
}

Plan* plan_of(MPI_Comm comm, int ranks) {
    OWN(Comm_get_attr, (MPI_Comm, int, void*, int*));
    Plan* plan = NULL;
    int found = 0;
    if (own(comm, keyval, (void*)&plan, &found) != MPI_SUCCESS) return NULL;
    if (found) return plan;
    if (joins_groups(comm) || !(plan = calloc(1, sizeof *plan))) return NULL;
    plan->ranks = ranks;
    plan->comm = MPI_COMM_NULL;
    plan->rank = rank_in(comm);
    ++inside; /* what the library calls on the way is its own */
    make_plan(plan, comm);
    --inside;
    static int (*keep)(MPI_Comm, int, void*);
    if (!keep) *(void**)&keep = next_of("PMPI_Comm_set_attr");
    if (keep(comm, keyval, plan) == MPI_SUCCESS) return plan;
    free_plan(plan);
    return NULL;
}
