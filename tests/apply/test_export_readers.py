"""Exports are proven by their readers: the same names and values, and nothing that runs."""

from pathlib import Path

import pytest

from builders.export_readers import differences, drawn


@pytest.mark.site_files
@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.thorough("a hundred of them"))])
def test_shells_and_modules_read_what_was_meant_and_run_nothing(count: int, tmp_path: Path) -> None:
    assert differences(drawn(count), tmp_path) == []
