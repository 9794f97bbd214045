/* Written by tools/generate.py from src/rankwise/mpis/rank_variables.py: variables of ranks, by launcher. */
#ifndef RANKWISE_RANK_VARIABLES_H
#define RANKWISE_RANK_VARIABLES_H

// clang-format off
#define RANK_VARIABLES \
    "PMI_RANK", \
    "MV2_COMM_WORLD_RANK", \
    "PALS_RANKID", \
    "PMIX_RANK", \
    "OMPI_COMM_WORLD_RANK"

#define RANK_OR_TASK_VARIABLES \
    "PMI_RANK", \
    "MV2_COMM_WORLD_RANK", \
    "PALS_RANKID", \
    "PMIX_RANK", \
    "OMPI_COMM_WORLD_RANK", \
    "SLURM_PROCID"

#define LOCAL_RANK_OR_TASK_VARIABLES \
    "MPI_LOCALRANKID", \
    "MV2_COMM_WORLD_LOCAL_RANK", \
    "PALS_LOCAL_RANKID", \
    "OMPI_COMM_WORLD_LOCAL_RANK", \
    "SLURM_LOCALID"

#define LOCAL_SIZE_OR_TASK_VARIABLES \
    "MPI_LOCALNRANKS", \
    "MV2_COMM_WORLD_LOCAL_SIZE", \
    "OMPI_COMM_WORLD_LOCAL_SIZE", \
    "SLURM_STEP_TASKS_PER_NODE", \
    "SLURM_TASKS_PER_NODE"
// clang-format on

#endif
