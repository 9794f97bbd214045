"""What the libraries of Omni-Path (PSM, psm2, psm3, opx) print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "opx-psm2",
        "libfabric",
        (
            "psm2_ep_connect returned",
            "PSM2 Could not detect network connectivity",
            "Trying to connect to a HFI {} on a different fabric",
            "Omni-Path hfi found",
            "PSM2 can't open hfi unit",
            "PSM2 was unable to open an endpoint",
            "Error: Failure in initializing endpoint",
            "Initialization of PSM2 library failed",
            "PSM2 no hfi units are active",
            "PSM2 no hfi units are available",
            "hfi_userinit: {}",
            "psm2_ep_open returned",
            "OPX {} No HFI units",
            "hfi1_{} failed",
            "PSM2 has not been initialized",
            "opa_{} error opening",
            "assign_context command failed",
            "map_hfi_mem: mmap of",
            "An unrecoverable error occurred while communicating with the driver",
            "ipath_userinit",
            "PSM could not",
        ),
        "Omni-Path (psm2, opx) cannot be opened",
        "There is no hfi1 device here, or its port is down. Or ranks have taken all its contexts, or they may lock too "
        "little memory.",
        {
            "any": "see that `ulimit -l` is unlimited in the job; fewer ranks on a node, or share contexts: "
            "`PSM2_SHAREDCONTEXTS=1`; without Omni-Path: `FI_PROVIDER=tcp`, `--mca mtl ^psm2,ofi`",
        },
        "`ls /dev/hfi1*; opainfo; fi_info -l; ulimit -l`",
        "https://ofiwg.github.io/libfabric/main/man/fi_psm2.7.html",
        role="suspect",
        explains=(
            *("mpich-netmod", "qp-failed", "mpich-fatal", "mpich-ofi-init", "intel-dapl", "openmpi-no-pml"),
            *("mpi-init-failed", "before-init", "errors-fatal", "pml-missing", "job-ended", "slurm-task-exit"),
            *("ofi-call", "abort-signal"),
        ),
    ),
    Row(
        "psm2-contexts",
        "libfabric",
        ("assign_context command failed: Device or resource busy",),
        "All contexts of the Omni-Path adapter are taken",
        "Each rank needs one; the driver makes as many as the node has cores. More ranks than that, several endpoints "
        "in a rank, another job, or processes that an earlier one left hold them.",
        {
            "any": "fewer ranks on the node; end what is left of other jobs; `export PSM2_SHAREDCONTEXTS=1`; more "
            "contexts: num_user_contexts of the module hfi1",
        },
        "`cat /sys/class/infiniband/hfi1_*/nctxts /sys/class/infiniband/hfi1_*/nfreectxts`",
        "https://github.com/pmodels/mpich/issues/4757",
        explains=("opx-psm2",),
    ),
    Row(
        "psm2-requests",
        "libfabric",
        (
            "Exhausted {count} MQ irecv request descriptors",
            "Exhausted {count} MQ isend request descriptors",
        ),
        "A rank has more sends or receives open than Omni-Path's library (PSM2) allows",
        "It posts more non-blocking calls than it completes; the limit is of the library, for each rank.",
        {
            "any": "`export PSM2_MQ_RECVREQS_MAX=10000000` (sends: PSM2_MQ_SENDREQS_MAX); complete calls earlier, with "
            "fewer ranks that send to one",
        },
        "`rankwise trace -- LAUNCH LINE` counts who sends to whom",
        "https://github.com/nwchemgit/nwchem/issues/284",
    ),
    Row(
        "psm-shm",
        "libfabric",
        (
            "PSM could not set up shared memory segment",
            "Error opening remote shared memory object",
            "Error mmapping remote shared memory",
        ),
        "The library of Omni-Path (PSM) finds no shared memory of another rank on its node",
        "Ranks of a node share segments in /dev/shm. One is not there: its rank ended before, each container has a "
        "/dev/shm of its own, or segments of dead jobs (psm2_shm.*) fill it.",
        {
            "any": "remove psm2_shm.* of dead jobs from /dev/shm on the node; one /dev/shm for all ranks of it; "
            "`export PSM2_DEVICES=self,hfi` goes without",
        },
        "`ls -l /dev/shm; df -h /dev/shm` (on that node)",
        "https://github.com/cornelisnetworks/opa-psm2/issues/42",
        explains=("opx-psm2", "mpich-netmod", "mpich-fatal", "mpich-ofi-init", "abort-signal"),
    ),
    Row(
        "psm-connect",
        "libfabric",
        (
            "PSM2 was unable to connect to remote endpoint",
            "PSM was unable to connect to remote endpoint",
            "PSM3 was unable to connect to remote endpoint",
            "psm2_ep_connect returned error Operation timed out",
        ),
        "A rank does not reach another one over Omni-Path or RoCE (PSM)",
        "The port of the other node is down or in another fabric or partition, RoCE loses its packets, or that rank "
        "had ended.",
        {
            "any": "leave out the node that the message names, and try it alone; `export FI_PROVIDER=tcp` to see "
            "whether it is the network",
        },
        "`opainfo` (psm2), `ibv_devinfo` (psm3) on both nodes; `dmesg | grep -i hfi`",
        "https://github.com/cornelisnetworks/opa-psm2/blob/master/psm_ep_connect.c",
        role="symptom",
        explains=("opx-psm2", "abort-signal", "mpich-fatal"),
    ),
)
