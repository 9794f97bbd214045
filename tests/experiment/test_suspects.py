"""Suspects concern the MPI, release, sizes and environment they name, and nothing else."""

from rankwise.core.records import Change, Mpi
from rankwise.experiment.suspects import TABLE, concerns, fix_lines, suspected_settings, suspects_for


def mpi(family: str = "mpich", version: str = "5.0.2") -> Mpi:
    return Mpi(name=family, family=family, version=version, prefix="/", where="")  # type: ignore[arg-type]


def ids(mpi: Mpi) -> set[str]:
    return {row.id for row in suspects_for(mpi)}


def test_rows_are_chosen_by_family_and_release() -> None:
    assert "yield-in-progress" in ids(mpi("mpich", "4.2.0"))
    assert "yield-in-progress" not in ids(mpi("mpich", "4.0.2"))
    assert "yield-in-progress" not in ids(mpi("openmpi", "5.0.11"))
    assert "ucx-instead-of-ob1" in ids(mpi("openmpi", "5.0.11rc1")) & ids(mpi("openmpi", "4.0.3"))
    assert "ucx-instead-of-ob1" not in ids(mpi("openmpi", "3.1.6"))


def test_a_setting_of_the_user_is_suspected_and_taken_away() -> None:
    settings = {row.id: row for row in suspected_settings(mpi(), {"MPIR_CVAR_CH4_CMA_ENABLE": "0", "UCX_TLS": "tcp"})}
    assert set(settings) == {"environment-MPIR_CVAR_CH4_CMA_ENABLE", "environment-UCX_TLS"}
    one = settings["environment-MPIR_CVAR_CH4_CMA_ENABLE"]
    assert one.after.unset == ("MPIR_CVAR_CH4_CMA_ENABLE",)
    assert fix_lines(one, mpi())[0].line == "unset MPIR_CVAR_CH4_CMA_ENABLE"


def test_sizes_and_kernels_that_cannot_matter_are_left_alone() -> None:
    row = next(row for row in TABLE if row.id == "yield-in-progress")
    assert concerns(row, "pingpong", 8, between_nodes=False)
    assert not concerns(row, "pingpong", 1 << 20, between_nodes=False)
    assert not concerns(row, "copy", 8, between_nodes=False)


def test_every_row_changes_something_and_says_how_to_mend_it() -> None:
    for row in TABLE:
        assert (row.before != Change()) != (row.after != Change()), row.id
        assert row.fixes, row.id
        assert row.cause, row.id


def test_the_preload_stands_in_the_line_to_type() -> None:
    row = next(row for row in TABLE if row.after.preload)
    assert "LD_PRELOAD=/x/y.so" in fix_lines(row, mpi(), "/x/y.so")[0].line
