from pathlib import Path

import pytest

from rankwise.apply.rank_files import write_order
from rankwise.core.errors import UsageError
from rankwise.optimise.records import PlacedRank

RANKS = [
    PlacedRank(rank=0, default="a:0", chosen="b:1", host="b", cpus=(1,)),
    PlacedRank(rank=1, default="a:1", chosen="b:0", host="b", cpus=(0,)),
    PlacedRank(rank=2, default="b:0", chosen="a:0", host="a", cpus=(0,)),
    PlacedRank(rank=3, default="b:1", chosen="a:1", host="a", cpus=(1,)),
]


@pytest.mark.parametrize(
    ("launcher", "texts"),
    [
        ("mpich", {"machinefile": "b:2\na:2\n"}),
        ("impi", {"machinefile": "b:2\na:2\n"}),
        (
            "openmpi",
            {
                "rankfile": "rank 0=b slot=1\nrank 1=b slot=0\nrank 2=a slot=0\nrank 3=a slot=1\n",
                "hostfile": "b slots=2\na slots=2\n",
            },
        ),
        ("slurm", {"slurm_hostfile": "b\nb\na\na\n"}),
        ("cray", {"MPICH_RANK_ORDER": "2,3,1,0\n"}),
    ],
)
def test_files_of_launchers(launcher: str, texts: dict[str, str], tmp_path: Path) -> None:
    files = write_order(RANKS, launcher, tmp_path, ("a:0", "a:1", "b:0", "b:1"))
    assert {Path(file).name: Path(file).read_text() for file in files} == texts
    assert all(files.values())


def test_an_unknown_launcher_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown launcher 'pbs'"):
        write_order(RANKS, "pbs", tmp_path)
