#!/bin/sh
# A launch agent for an allocation of Slurm: HOST COMMAND... runs as a step of the job, for nodes that take no ssh.
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
case $host in '' | -* | @* | *@ | *@-* | *[!A-Za-z0-9._:%@-]*) echo "rankwise: '$host' is not a host" >&2; exit 2 ;; esac
shift
exec srun --quiet --overlap --nodes=1 --ntasks=1 --mpi=none --cpu-bind=none --export=ALL --nodelist="$host" sh -c "$*"
