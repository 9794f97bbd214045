"""rankwise: measures, maps, explains and improves MPI communication on heterogeneous clusters, with any MPI.

The functions named in `__all__` are those of `rankwise.api`, loaded when they are first asked for: the command line
starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rankwise.core.version import __version__

if TYPE_CHECKING:
    from rankwise.api import (
        bench,
        cell_table,
        check_tuning,
        compare,
        diff_runs,
        doctor,
        explain_tuning,
        export_tuning,
        fabrics,
        find_mpis,
        find_route,
        import_results,
        improve,
        list_knobs,
        list_runs,
        load_answer,
        load_run,
        load_visits,
        make_schedule,
        measure_map,
        place_ranks,
        read_map,
        run_program,
        scale,
        share_work,
        simulate_machine,
        study,
        survey,
        take_inventory,
        trace,
        tune,
        verify_tuning,
        watch,
        write_page,
    )

__all__ = [
    "__version__",
    "bench",
    "cell_table",
    "check_tuning",
    "compare",
    "diff_runs",
    "doctor",
    "explain_tuning",
    "export_tuning",
    "fabrics",
    "find_mpis",
    "find_route",
    "import_results",
    "improve",
    "list_knobs",
    "list_runs",
    "load_answer",
    "load_run",
    "load_visits",
    "make_schedule",
    "measure_map",
    "place_ranks",
    "read_map",
    "run_program",
    "scale",
    "share_work",
    "simulate_machine",
    "study",
    "survey",
    "take_inventory",
    "trace",
    "tune",
    "verify_tuning",
    "watch",
    "write_page",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rankwise' has no attribute '{name}'")
    from rankwise import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
