"""What is proposed in the place of a name that is unknown."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.nearest import did_you_mean
from rankwise.measure.kernels import check_names


def test_nobody_meant_what_is_not_alike() -> None:
    assert did_you_mean("mpihc", ["mpich", "openmpi"]) == "did you mean mpich?"
    assert did_you_mean("zzzz", ["mpich", "openmpi"]) == "use mpich, openmpi"
    with pytest.raises(UsageError) as refused:
        check_names(["zzzz"])
    assert refused.value.hint == "`rankwise bench --list` shows them"
    with pytest.raises(UsageError) as refused:
        check_names(["nokernel"])
    assert refused.value.hint == "`rankwise bench --list` shows them", "iscan_overlap is nothing like it"
    with pytest.raises(UsageError) as refused:
        check_names(["pingpng"])
    assert "did you mean pingpong or pingping" in refused.value.hint and refused.value.hint.endswith("shows them")
