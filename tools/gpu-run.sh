#!/bin/sh
# In an unpacked gpu-bundle: the tests that are marked gpu, and the benchmark `gpu`, into gpu-results.txt.
#   sh run.sh            on the GPU of this machine
#   sh run.sh software   without one: shows that the bundle works
set -u
cd "$(dirname "$0")/rankwise" || exit 1
here=$(dirname "$PWD")
results=$here/gpu-results.txt
python=$(command -v python3) || { echo "there is no python3: install Python 3.10 to 3.13"; exit 3; }
minor=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[ -d "$here/site-$minor" ] || { echo "Python $minor: the bundle has packages for 3.10 to 3.13"; exit 3; }
command -v c++ >/dev/null || { echo "there is no C++ compiler: install g++"; exit 3; }
[ $# = 0 ] || export RANKWISE_TEST_DEVICE="$1"
export PYTHONPATH="$PWD/src:$PWD/tests:$PWD:$here/site-$minor:$here/site" PYTHONDONTWRITEBYTECODE=1
export RANKWISE_TEST_MPIS="$here/kept" XDG_DATA_HOME="$here/kept/data" XDG_CACHE_HOME="$here/kept/cache"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpi=$here/kept/data/rankwise/mpi
if [ ! -d "$mpi/mpich-cuda" ]; then
    cp -a "$mpi/mpich" "$mpi/mpich-cuda"
    mkdir -p "$mpi/mpich-cuda/lib/python$minor/site-packages"
    cp -a "$here"/ucx/* "$mpi/mpich-cuda/lib/python$minor/site-packages/"
fi
benchmark="benchmarks.device.gpu"
if [ $# = 0 ] && git --version >/dev/null 2>&1 && "$python" -c 'import numpy, scipy' 2>/dev/null; then
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="$PWD" # it may be another user's
    benchmark="benchmarks gpu"
fi
{
    date -u
    cat "$here/made-of"
    nvidia-smi || true
    timeout 300 "$python" -m pytest -q --all -p no:cacheprovider -m gpu -k "not impi" tests/verbs/test_device_start.py
    tests=$?
    # shellcheck disable=SC2086 # two words
    timeout 170 "$python" -m $benchmark
    benchmark=$?
    date -u
    echo "tests: status $tests; benchmark: status $benchmark"
} >"$results" 2>&1
tail -n 1 "$results"
[ "$tests" = 0 ] && [ "$benchmark" -le 1 ]
