"""The call in which a process stands, from what gdb prints."""

from __future__ import annotations

from rankwise.diagnoses.stacks import standing_in

# Of Intel MPI, whose library tells no names of its own functions.
STACK = """#0  0x00007f1 in __GI_sched_yield () at ../sysdeps/unix/syscall-template.S:120
#1  0x00007f2 in MPID_Progress_wait () from /opt/mpi/lib/libmpi.so.12
#2  0x00007f3 in MPIR_Wait () from /opt/mpi/lib/libmpi.so.12
#3  0x00007f4 in ?? () from /opt/mpi/lib/libmpi.so.12
#4  0x0000401 in main (argc=3, argv=0x7ffd) at hang.c:40
"""
SITES = """=> 0x7f1 <__GI_sched_yield+11>:\tcmp    $0xfffff001,%rax
   0x7f2 <MPID_Progress_wait+57>:\tcall   0x7f0 <sched_yield@plt>
   0x7f3 <MPIR_Wait+80>:\tcall   0x7f2 <MPID_Progress_wait>
   0x7f4:\tcall   0x7f3 <MPIR_Wait>
   0x401 <main+112>:\t{}
"""


def test_a_call_without_a_name_is_told_by_the_instruction_that_made_it() -> None:
    made = "call   0x400 <MPI_Recv@plt>"
    names, call, caller, index, fortran = standing_in(STACK, SITES.format(made))
    assert (names[-1], call, caller, index, fortran) == ("main", "MPI_Recv", "main", 3, False)
    through_table = standing_in(STACK, SITES.format("call   *0x2fe2(%rip)        # 0x404 <mpi_recv_@got.plt>"))
    assert (through_table[1], through_table[4]) == ("MPI_Recv", True)


def test_what_is_no_call_names_none() -> None:
    loaded = "mov    0x2fe2(%rip),%rax        # 0x404 <MPI_Recv@got.plt>"
    assert standing_in(STACK, SITES.format(loaded))[1] == "an MPI call"
