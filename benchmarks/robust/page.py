"""The page of a run of 1,000 cells: written in <= 2 s, < 3 MB, first figure visible in Chromium in <= 3 s."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from pathlib import Path

from benchmarks.goals import Goal, Report
from builders.surveys import survey
from rankwise.core import process
from rankwise.report.answers import write

WRITTEN_S, SIZE_BYTES, VISIBLE_S = 2.0, 3_000_000, 3.0
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--enable-logging=stderr"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
# The first figure's own first frame: two animation frames after it is laid out.
_PROBE = """<script>requestAnimationFrame(() => requestAnimationFrame(() => {
const box = document.querySelector("svg.fig").getBoundingClientRect();
console.log("VISIBLE " + (box.width > 0 ? performance.now() : -1)); }))</script></body>"""


def page(quick: bool) -> Report:
    """Writes the page of a made-up run of more than 1,000 cells (`quick` changes nothing: it takes seconds)."""
    one = survey(collectives=4)
    with tempfile.TemporaryDirectory(prefix="rankwise-page-") as folder:
        file = Path(folder) / "page.html"
        begin_s = time.perf_counter()
        write(one, file)
        written_s = time.perf_counter() - begin_s
        size_bytes = file.stat().st_size
        visible_s = _visible_s(file)
    visible = "no Chromium here" if visible_s is None else f"{visible_s:.2f} s"
    return Report(
        method=f"the page of a made-up run of {len(one.run.plan.cells):,} cells, template compiled as in a new process",
        goals=(
            Goal("page written", f"{written_s:.2f} s", f"<= {WRITTEN_S:g} s", written_s <= WRITTEN_S),
            Goal(
                "size of the page", f"{size_bytes / 1e6:.2f} MB", f"< {SIZE_BYTES / 1e6:g} MB", size_bytes < SIZE_BYTES
            ),
            Goal(
                "first figure visible, from the start of loading",
                visible,
                f"<= {VISIBLE_S:g} s",
                None if visible_s is None else 0 <= visible_s <= VISIBLE_S,
            ),
        ),
    )


def _visible_s(file: Path) -> float | None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        return None
    file.write_text(file.read_text().replace("</body>", _PROBE))
    profile, picture = file.parent / "profile", file.parent / "page.png"
    command = [browser, *_FLAGS, f"--user-data-dir={profile}", f"--screenshot={picture}", file.as_uri()]
    done = process.run(command, timeout_s=90)
    found = re.search(r"VISIBLE (-?[\d.]+)", done.stderr)
    return float(found[1]) / 1000 if found else -1.0
