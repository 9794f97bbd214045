// What programs that test a part of the engine say of it: `failures` is their exit status.
#pragma once

#include <cstdio>

inline int failures = 0;

inline void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("not so: %s\n", what);
    ++failures;
}
