#include "message.h"

void drop_out(Out* out) {
    if (out && __atomic_sub_fetch(&out->references, 1, __ATOMIC_ACQ_REL) == 0) free(out);
}
