"""Knobs that change more than time: what a program may no longer rely on when one of them is set.

The tuner never emits one of these, whatever it would gain. Patterns are of names as a side carries them; the first that
matches tells the reason. They are no hints: taking hints away leaves these tables in force. Each family has its own,
`SEMANTICS`; here are the reasons that several give, and what lies under any MPI.
"""

from __future__ import annotations

CHECKS = "wrong arguments are no longer reported"
THREADS = "the thread support that a program is given or may use"
BITS = "how many tags, communicators or ranks there may be"
NODES = "MPI_Comm_split_type(MPI_COMM_TYPE_SHARED) no longer finds the ranks of a node"
DEVICE = "messages from the memory of a GPU are no longer recognised"
FAULTS = "what happens when a process fails"
ORDER = "when messages are matched or requests complete"
ENDING = "how a job begins, ends or aborts"
PRECISION = "with which precision values are reduced"

UCX = (
    ("env:UCX_MEM_*", "memory that is freed and allocated again while it is registered"),
    ("env:UCX_RCACHE_*", "memory that is freed and allocated again while it is registered"),
    ("env:UCX_*ERROR_HANDLING", FAULTS),
    ("env:UCX_USE_MT_MUTEX", THREADS),
    ("env:UCX_UNIFIED_MODE", "whether nodes may be unlike"),
    ("env:UCX_TM_*", ORDER),
)
