/* Preload: counts.c with large counts as well. Only for libraries that have these calls: a program that looks whether its
 * library does, as mpi4py, must not find ours in their place.
 */
#define LARGE_COUNTS
#include "counts.c"  // NOLINT(bugprone-suspicious-include): one source, with and without
