#!/bin/sh
# In an unpacked gpu-bundle: the tests that are marked gpu, and `python -m benchmarks.device.gpu`, into gpu-results.txt.
#   sh run.sh            on the GPU of this machine
#   sh run.sh software   without one: shows that the bundle works
set -u
cd "$(dirname "$0")" || exit 1
here=$PWD
python=$(command -v python3) || { echo "there is no python3: install Python 3.10 to 3.13"; exit 3; }
minor=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[ -d "site-$minor" ] || { echo "Python $minor: the bundle has packages for 3.10 to 3.13"; exit 3; }
command -v c++ >/dev/null || { echo "there is no C++ compiler: install g++"; exit 3; }
[ $# = 0 ] || export RANKWISE_TEST_DEVICE="$1"
export PYTHONPATH="$here/src:$here/tests:$here:$here/site:$here/site-$minor" PYTHONDONTWRITEBYTECODE=1
export RANKWISE_TEST_MPIS="$here/kept" XDG_DATA_HOME="$here/kept/data" XDG_CACHE_HOME="$here/kept/cache"
mpi=$here/kept/data/rankwise/mpi
if [ ! -d "$mpi/mpich-cuda" ]; then
    cp -a "$mpi/mpich" "$mpi/mpich-cuda"
    mkdir -p "$mpi/mpich-cuda/lib/python$minor/site-packages"
    cp -a "$here"/ucx/* "$mpi/mpich-cuda/lib/python$minor/site-packages/"
fi
{
    date -u
    cat made-of
    nvidia-smi || true
    timeout 300 "$python" -m pytest -q --all -p no:cacheprovider -m gpu -k "not impi" tests/verbs/test_device_start.py
    tests=$?
    timeout 170 "$python" -m benchmarks.device.gpu
    benchmark=$?
    date -u
    echo "tests: status $tests; benchmark: status $benchmark"
} >gpu-results.txt 2>&1
tail -n 1 gpu-results.txt
[ "$tests" = 0 ] && [ "$benchmark" -le 1 ]
