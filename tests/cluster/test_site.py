"""What a plan says beyond addresses, and every way in which that is wrong."""

import re
from collections.abc import Callable

import pytest

from rankwise.cluster.facts import facts_of
from rankwise.cluster.records import ClusterPlan
from rankwise.core.errors import UsageError

Read = Callable[..., ClusterPlan]


@pytest.mark.parametrize(
    ("extra", "printed"),
    [
        ('[[users]]\nname = "a"\nuid = 1\ngroup = "x"\n', "users[0].group: a is in 'x', which is not a group"),
        ('[[groups]]\nname = "a"\ngid = 1\n[[groups]]\nname = "b"\ngid = 1\n', "groups[1].gid: 2 of them have 1"),
        ('[[groups]]\nname = "a; rm"\ngid = 1\n', "groups[0].name: 'a; rm' is not the name of a user or group"),
        (
            '[[users]]\nname = "a"\nuid = 1\ngroup = "g"\nhome = "/x\\ny"\n[[groups]]\nname = "g"\ngid = 1\n',
            "users[0].home: '/x\\ny' is not a folder for a user",
        ),
        ('[[shares]]\npath = "/home"\nfrom = "nobody"\n', "shares[0].from: unknown endpoint 'nobody'"),
        ('[[shares]]\npath = "home"\nfrom = "host"\n', "shares[0].path: 'home' is not a folder to share"),
        ('[[services]]\nname = "x"\non = "moon"\n', "services[0].on: unknown endpoint 'moon'"),
        ('[[mpis]]\nfamily = "mpich"\nnetwork = "ib"\n', "mpis[0].network: there is no network 'ib'"),
        *(
            (f'[[mpis]]\nfamily = "mpich"\nenvironment = {{ {name} = "x" }}\n', f"environment: {name} {why}")
            for name, why in {
                "LD_PRELOAD": "loads code (ld.so(8)",
                "OMPI_MCA_plm_rsh_agent": "changes which programs run",
                "UCX_MODULE_DIR": "loads code (UCX",
                "MYSELF": "is no setting of a known communication library",
            }.items()
        ),
        ('[[switches]]\nname = "s"\nnodes = ["n9"]\n', "switches[0].nodes: there is no host 'n9'"),
    ],
)
def test_what_is_wrong_is_named(plan_of: Read, extra: str, printed: str) -> None:
    with pytest.raises(UsageError, match=re.escape(printed)):
        plan_of(extra=extra)


@pytest.mark.parametrize(
    ("extra", "printed"),
    [
        ("", "no subnet manager"),
        ('[[services]]\nname = "opensmd"\non = "host"\n', "2 subnet managers: on c001-n001, c001-n002"),
        ('[[services]]\nname = "opensm"\non = "c001-n002"\n', None),
    ],
)
def test_one_subnet_manager(plan_of: Read, extra: str, printed: str | None) -> None:
    change = ("links =", 'link = "infiniband"\nlinks =')
    if printed is None:
        assert plan_of(change, extra=extra).networks[0].link == "infiniband"
        return
    with pytest.raises(UsageError, match=printed):
        plan_of(change, extra=extra)


def test_a_manager_in_the_switch_is_enough_and_not_one_more(plan_of: Read) -> None:
    change = ("links =", 'link = "infiniband"\nsubnet_manager = "switch"\nlinks =')
    plan_of(change)
    with pytest.raises(UsageError, match="two subnet managers: in the switch, and on c001-n001"):
        plan_of(change, extra='[[services]]\nname = "opensmd"\non = "c001-n001"\n')


def test_problems_are_told_with_their_lines(plan_of: Read) -> None:
    with pytest.raises(UsageError, match=r"cidr: 10\.33\.0\.0/15 has host bits set.*\(line 12\)"):
        plan_of(("10.32.0.0/15", "10.33.0.0/15"))


def test_root_for_a_whole_network_is_warned_of(plan_of: Read) -> None:
    share = '[[shares]]\npath = "/home"\nfrom = "c001-n001"\noptions = "rw,no_root_squash"\n'
    assert plan_of(extra=share).warnings == (
        "shares: no_root_squash gives root on /home to whoever has one of the 131070 addresses of 10.32.0.0/15",
    )


def test_each_host_serves_its_own_cards(plan_of: Read) -> None:
    facts = facts_of(plan_of(extra='[[shares]]\npath = "/opt"\nfrom = "host"\nto = "card"\n'))
    assert [mount.server for mount in facts["c001-n002-mic1"].mounts] == ["c001-n002"]
    assert facts["c001-n002"].exports == (("/opt", "10.32.0.0/15", "rw"),)
    assert not facts["c001-n001"].mounts
