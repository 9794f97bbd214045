"""Knobs come from the library itself, and a name that it does not have is caught before any launch."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis import knob_lists, knobs
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.openmpi.knobs import parse_ompi_info

LISTING = """\
mca:btl:sm:param:btl_sm_eager_limit:value:4096
mca:btl:sm:param:btl_sm_eager_limit:help:Maximum size: short
mca:btl:sm:param:btl_sm_eager_limit:deprecated:no
mca:btl:sm:param:btl_sm_eager_limit:type:size_t
mca:btl:sm:param:btl_sm_backing:enumerator:value:0:none at all
mca:btl:sm:param:btl_sm_backing:enumerator:value:1:posix
mca:btl:sm:param:btl_sm_backing:type:int
mca:btl:vader:param:btl_vader_eager_limit:synonym_of:name:btl_sm_eager_limit
option:profiling:params
"""


def test_ompi_info_is_read() -> None:
    limit, backing, older = parse_ompi_info(LISTING)
    assert (limit.name, limit.type, limit.value) == ("mca:btl_sm_eager_limit", "size_t", "4096")
    assert limit.description == "Maximum size: short"
    assert (limit.choices, backing.choices) == ((), ("0 none at all", "1 posix"))
    assert older.description == "another name of btl_sm_eager_limit"


def test_a_library_that_does_not_answer_is_asked_again(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(knob_lists, "ask_library", lambda _script, _library, _env: [])
        assert any(knob.name.startswith("env:FI_") for knob in knobs.knobs(mpich))  # what lies under it does answer
        knobs.check(mpich, ["env:MPIR_CVAR_CH4_NETMODS"])  # nothing says that there is no such knob
    with pytest.raises(UsageError, match="has no knob"):
        knobs.check(mpich, ["env:MPIR_CVAR_CH4_NETMODS"])


@pytest.mark.parametrize(
    ("family", "variables"),
    [
        ("mpich", {"MPIR_CVAR_CH4_CMA_ENABLE": "0", "UCX_TLS": "tcp"}),
        ("impi", {"I_MPI_SHM": "icx", "MPIR_CVAR_CH4_CMA_ENABLE": "0", "UCX_TLS": "tcp"}),
        ("openmpi", {"UCX_TLS": "tcp"}),
    ],
)
def test_what_users_set_is_known_from_what_installations_set(family: str, variables: dict[str, str]) -> None:
    mpi = Mpi(name=family, family=family, version="5", prefix="/", where="")  # type: ignore[arg-type]
    environment = {"MPIR_CVAR_CH4_CMA_ENABLE": "0", "HOME": "/root", "I_MPI_SHM": "icx", "UCX_TLS": "tcp"}
    assert knobs.set_by_user(mpi, {**environment, "I_MPI_ROOT": "/x", "FI_PROVIDER_PATH": "/x/prov"}) == variables


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_a_library_lists_its_knobs(any_mpi: Mpi) -> None:
    listed = {knob.name: knob for knob in knobs.knobs(any_mpi)}
    assert len(listed) > 400
    assert set(FAMILIES[any_mpi.family].hints) & set(listed), "no hint fits this release"
    assert any(one.value not in (None, "") for one in listed.values())
    assert knobs.knobs(any_mpi) == tuple(listed.values()), "what was kept differs from what was asked"


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_the_libfabric_under_a_library_lists_its_settings(any_mpi: Mpi) -> None:
    listed = {knob.name: knob for knob in knobs.knobs(any_mpi) if knob.listed_by == "libfabric"}
    assert {"env:FI_PROVIDER", "env:FI_TCP_IFACE"} <= set(listed)
    assert knobs.find(any_mpi, "FI_PROVIDER").description
    assert {one.type for one in listed.values()} <= {"string", "int", "bool", "size_t"}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_the_library_s_words_are_readable(any_mpi: Mpi) -> None:
    for knob in knobs.knobs(any_mpi):
        assert not any(mark in knob.description for mark in ("@Verbosity", "@Default", "@Alias", "$ "))


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_every_hint_is_of_a_knob_that_exists(any_mpi: Mpi) -> None:
    assert set(FAMILIES[any_mpi.family].hints) <= {knob.name for knob in knobs.knobs(any_mpi)}


@pytest.mark.mpi(ranks=1)
def test_values_are_the_library_s_own_whatever_is_set(mpich: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    from rankwise.mpis.knob_lists import from_mpi_t

    monkeypatch.setenv("MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD", "12345")
    (one,) = [one for one in from_mpi_t(mpich) if one.name == "env:MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD"]
    assert one.value is not None
    assert one.value != "12345"


@pytest.mark.mpi(ranks=1)
@pytest.mark.parametrize(
    ("family", "name", "words"),
    [
        ("mpich", "mca:pml", "has no MCA parameters"),
        ("mpich", "env:I_MPI_SHM", "impi reads it"),
        ("openmpi", "env:MPIR_CVAR_NOLOCAL", "unknown knob 'env:MPIR_CVAR_NOLOCAL' for openmpi"),
        ("mpich", "env:MPIR_CVAR_CH4_NETMODS", "has no knob"),
        ("openmpi", "mca:btl_sm_eager_limits", "has no knob"),
        ("openmpi", "env:OMPI_MCA_plm_no_such_thing", "has no knob"),
        ("impi", "env:I_MPI_FABRIC", "has no knob"),
    ],
)
def test_a_wrong_knob_is_refused(family: str, name: str, words: str, request: pytest.FixtureRequest) -> None:
    mpi: Mpi = request.getfixturevalue(family)
    with pytest.raises(UsageError, match=words):
        knobs.check(mpi, [name])


@pytest.mark.mpi(ranks=1)
def test_a_wrong_name_is_answered_with_the_nearest(openmpi: Mpi) -> None:
    with pytest.raises(UsageError) as error:
        knobs.find(openmpi, "mca:btl_sm_eager_limits")
    assert "mca:btl_sm_eager_limit" in error.value.hint
    assert knobs.find(openmpi, "pml").name == knobs.find(openmpi, "OMPI_MCA_pml").name == "mca:pml"


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_knobs_that_no_mpi_owns_pass(any_mpi: Mpi) -> None:
    knobs.check(any_mpi, ["env:UCX_TLS", "env:FI_PROVIDER", "env:LD_PRELOAD"])
