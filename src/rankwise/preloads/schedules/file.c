#include "file.h"

const char* const collective_names[COLLECTIVES] = {"bcast",     "reduce",   "gather",    "scatter",
                                                   "allgather", "alltoall", "allreduce", "reduce_scatter_block"};

static const char* line_after(const char* at) {
    const char* end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

static int index_of(const char* word, const char* const* names, int count) {
    for (int at = 0; at < count; ++at)
        if (strcmp(word, names[at]) == 0) return at;
    return -1;
}

char* text_of(const char* path) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    char* text = NULL;
    if (file < 0) return NULL;
    if (fstat(file, &status) == 0 && (text = malloc((size_t)status.st_size + 1))) {
        size_t have = 0;
        ssize_t got = 1;
        while (have < (size_t)status.st_size && (got = read(file, text + have, (size_t)status.st_size - have)) > 0)
            have += (size_t)got;
        text[have] = 0;
    }
    close(file);
    return text;
}

static int read_schedule(const char** text, int ranks, Schedule* into) {
    char collective[WORD], order[WORD];
    long long root, pieces, tmp, from, to;
    if (sscanf(*text, "schedule %*63s %63s root %lld pieces %lld tmp %lld order %63s bytes %lld %lld", collective,
               &root, &pieces, &tmp, order, &from, &to) != 7)
        return 0;
    *text = line_after(*text);
    *into = (Schedule){index_of(collective, collective_names, COLLECTIVES),
                       (int)root,
                       strcmp(order, "ranks") == 0,
                       pieces,
                       tmp,
                       from,
                       to,
                       *text};
    for (int rank = 0; rank < ranks; ++rank) {
        int steps = 0;
        if (sscanf(*text, "rank %*d steps %d", &steps) != 1) return 0;
        for (*text = line_after(*text); steps > 0; --steps) *text = line_after(*text);
    }
    return into->collective >= 0 && pieces > 0;
}

int read_set(const char* text, Set* set) {
    static const char* const reductions[] = {"fixed", "library", "any"};
    char word[WORD] = "", *hosts = NULL;
    int version = 0;
    long long scratch = 0;
    if (sscanf(text, "rankwise-schedules %d", &version) != 1 || version != 1) return 0;
    text = line_after(text);
    if (strncmp(text, "hosts ", 6) != 0 || !(hosts = strndup(text + 6, (size_t)(line_after(text) - text - 7))))
        return 0;
    set->ranks = 0;
    set->hosts = malloc(HOST_NAME * (strlen(hosts) + 1));
    char* rest = NULL;
    for (char* host = set->hosts ? strtok_r(hosts, " ", &rest) : NULL; host; host = strtok_r(NULL, " ", &rest))
        snprintf(set->hosts[set->ranks++], HOST_NAME, "%s", host);
    free(hosts);
    text = line_after(text);
    if (sscanf(text, "reductions %63s", word) != 1 || (set->reductions = index_of(word, reductions, 3)) < 0) return 0;
    text = line_after(text);
    if (sscanf(text, "scratch %lld", &scratch) != 1) return 0;
    set->scratch = scratch;
    set->schedules = NULL;
    set->schedule_count = 0;
    for (text = line_after(text); strncmp(text, "end", 3) != 0;) {
        Schedule* more = realloc(set->schedules, sizeof(Schedule) * (size_t)(set->schedule_count + 1));
        if (!more) return 0;
        set->schedules = more;
        if (!read_schedule(&text, set->ranks, &more[set->schedule_count++])) return 0;
    }
    return set->ranks > 1;
}

static Part read_part(char** rest) {
    static const char* const regions[] = {"in", "out", "tmp"};
    const char* region = strtok_r(NULL, " ", rest);
    const char* first = strtok_r(NULL, " ", rest);
    return (Part){region ? index_of(region, regions, 3) : 0, first ? atoll(first) : 0, 0};
}

/* One line; what it waits for is put into `after`. */
static Step read_step(char* line, int* after, int* after_count) {
    static const char* const kinds[] = {"send", "recv", "copy", "op"};
    char *rest = NULL, *word = strtok_r(line, " ", &rest);
    Step step = {.kind = word ? index_of(word, kinds, 4) : 0};
    if (step.kind == STEP_SEND || step.kind == STEP_RECEIVE) {
        step.peer = (word = strtok_r(NULL, " ", &rest)) ? atoi(word) : 0;
        step.tag = (word = strtok_r(NULL, " ", &rest)) ? atoi(word) : 0;
    }
    if (step.kind != STEP_RECEIVE) step.source = read_part(&rest);
    if (step.kind != STEP_SEND) step.target = read_part(&rest);
    step.source.count = step.target.count = (word = strtok_r(NULL, " ", &rest)) ? atoll(word) : 0;
    *after_count = 0;
    strtok_r(NULL, " ", &rest); /* "after" */
    while ((word = strtok_r(NULL, " ", &rest))) after[(*after_count)++] = atoi(word);
    step.waits_for = *after_count;
    return step;
}

int read_steps(const Schedule* schedule, int rank, Steps* into) {
    const char* text = schedule->text;
    int count = 0;
    for (;; --rank) {
        sscanf(text, "rank %*d steps %d", &count);
        text = line_after(text);
        if (rank == 0) break;
        for (; count > 0; --count) text = line_after(text);
    }
    const char* end = text;
    for (int step = 0; step < count; ++step) end = line_after(end);
    /* A word takes two characters at least, so there are fewer numbers to wait for than half of the text. */
    int* after = malloc(sizeof(int) * (size_t)(end - text + 1));
    int* from = malloc(sizeof(int) * (size_t)(count + 1));
    *into = (Steps){calloc((size_t)count + 1, sizeof(Step)), count, malloc(sizeof(int) * (size_t)(end - text + 1))};
    if (!after || !from || !into->steps || !into->dependents) {
        free(after);
        free(from);
        return 0;
    }
    int used = 0;
    for (int number = 0; number < count; ++number) {
        const char* next = line_after(text);
        char* line = strndup(text, (size_t)(next - text - 1));
        int more = 0;
        from[number] = used;
        if (line) into->steps[number] = read_step(line, after + used, &more);
        free(line);
        for (int at = 0; at < more; ++at) ++into->steps[after[used + at]].dependent_count;
        used += more;
        text = next;
    }
    from[count] = used;
    for (int number = 0, at = 0; number < count; ++number) {
        into->steps[number].dependents = at;
        at += into->steps[number].dependent_count;
        into->steps[number].dependent_count = 0;
    }
    for (int number = 0; number < count; ++number)
        for (int at = from[number]; at < from[number + 1]; ++at) {
            /* NOLINTBEGIN(clang-analyzer-security.ArrayBound): optimise/schedules/text.py proved them */
            Step* before = &into->steps[after[at]];
            into->dependents[before->dependents + before->dependent_count++] = number;
            /* NOLINTEND(clang-analyzer-security.ArrayBound) */
        }
    free(after);
    free(from);
    return 1;
}
