/* Preload: sets the variables of the file `environment` that lies beside this library, before MPI_Init reads them.
 *
 * For launchers that carry no environment: LD_PRELOAD is then the one thing that has to reach the ranks. Lines are
 * NAME=VALUE; those that begin with # are skipped. RANKWISE_SETTINGS=0 in the environment switches it off.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static int this_library;

static FILE* environment_beside(const char* library) {
    char path[PATH_MAX];
    const char* end = strrchr(library, '/');
    int length = end ? (int)(end - library) : 1;
    if (snprintf(path, sizeof path, "%.*s/environment", length, end ? library : ".") >= (int)sizeof path) return NULL;
    return fopen(path, "re");
}

__attribute__((constructor)) static void set_all(void) {
    const char* off = getenv("RANKWISE_SETTINGS");
    Dl_info self;
    if ((off && *off == '0') || !dladdr(&this_library, &self) || !self.dli_fname) return;
    FILE* file = environment_beside(self.dli_fname);
    if (!file) {
        fprintf(stderr, "rankwise settings: no file `environment` lies beside %s\n", self.dli_fname);
        return;
    }
    char* line = NULL;
    size_t room = 0;
    for (ssize_t length = 0; (length = getline(&line, &room, file)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        char* value = strchr(line, '=');
        if (*line == '#' || !value) continue;
        *value = 0;
        setenv(line, value + 1, 1);
    }
    free(line);
    fclose(file);
}
