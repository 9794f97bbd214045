#!/bin/sh
# A launch agent for endpoints whose MPI lies under another prefix than the launching side's: HOST COMMAND...
# RANKWISE_PREFIXES holds lines "HOST PREFIX", RANKWISE_FROM_PREFIX is the launching side's, RANKWISE_AGENT runs it.
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
# The same rule as core/words.py has: an agent gets no options, and no shell a command, by the name of a host.
case $host in '' | -* | @* | *@ | *@-* | *[!A-Za-z0-9._:%@-]*) echo "rankwise: '$host' is not a host" >&2; exit 2 ;; esac
shift
prefix=$(printf '%s\n' "$RANKWISE_PREFIXES" | awk -v host="$host" '$1 == host { print substr($0, length(host) + 2); exit }')
command=$*
if [ -n "$prefix" ]; then
    # The prefix counts only as a whole path component: /opt/mpi is not meant by /opt/mpich.
    command=$(printf '%s\n' "$*" | awk -v from="$RANKWISE_FROM_PREFIX" -v to="$prefix" '
        {
            line = $0
            out = ""
            while ((at = index(line, from)) > 0) {
                rest = substr(line, at + length(from))
                out = out substr(line, 1, at - 1) (rest ~ /^[A-Za-z0-9._-]/ ? from : to)
                line = rest
            }
            print out line
        }')
fi
# Without one it is that of core/reach.py, which asks nobody for a password. Its words are quoted as for a shell.
eval "exec ${RANKWISE_AGENT:-ssh -x -o BatchMode=yes --} \"\$host\" \"\$command\""
