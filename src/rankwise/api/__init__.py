"""What `import rankwise` offers: the verbs of the command line as functions that return the records.

`mpi`, `out`, `launcher` and the `precision` of a survey, left out, take their setting: `RANKWISE_*`, then
`rankwise.toml`, then the default. Problems are `rankwise.core.errors.RankwiseError`, with a stable `code` and a `hint`.
"""

from rankwise.api import words as words
from rankwise.api.results import cell_table, import_results, measure_map, write_page
from rankwise.verbs.bench import bench
from rankwise.verbs.compare import compare
from rankwise.verbs.doctor import doctor
from rankwise.verbs.fabrics import fabrics
from rankwise.verbs.improve import improve
from rankwise.verbs.inventory import take_inventory
from rankwise.verbs.knobs import list_knobs
from rankwise.verbs.map import read_map
from rankwise.verbs.mpi import find_mpis
from rankwise.verbs.place import place_ranks
from rankwise.verbs.program import run_program
from rankwise.verbs.route import find_route
from rankwise.verbs.runs import diff_runs, list_runs, load_answer, load_run, load_visits
from rankwise.verbs.scale import scale
from rankwise.verbs.schedule import make_schedule
from rankwise.verbs.share import share_work
from rankwise.verbs.simulate import simulate_machine
from rankwise.verbs.study import study
from rankwise.verbs.survey import survey
from rankwise.verbs.trace import trace
from rankwise.verbs.tune import tune, verify_tuning
from rankwise.verbs.tune.files import check_tuning, explain_tuning, export_tuning
from rankwise.verbs.watch import watch

__all__ = [
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
