"""The page of a run of 1,000 cells: written in <= 2 s, < 3 MB, first figure visible in Chromium in <= 3 s."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from builders.surveys import survey
from rankwise.core import process
from rankwise.report.page import write

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


@dataclass(frozen=True)
class PageFigures:
    """What was measured; `visible_s` counts from the start of the page's load, None where there is no Chromium."""

    cells: int
    written_s: float
    size_bytes: int
    visible_s: float | None

    @property
    def met(self) -> bool:
        """Whether every goal that could be measured was reached."""
        visible = self.visible_s is None or 0 <= self.visible_s <= VISIBLE_S
        return self.written_s <= WRITTEN_S and self.size_bytes < SIZE_BYTES and visible


def measure() -> PageFigures:
    """Writes the page of a made-up run of more than 1,000 cells once, the template compiled as in a fresh process."""
    one = survey(collectives=4)
    with tempfile.TemporaryDirectory(prefix="rankwise-page-") as folder:
        file = Path(folder) / "page.html"
        start = time.perf_counter()
        write(one, file)
        written_s = time.perf_counter() - start
        size_bytes = file.stat().st_size
        return PageFigures(len(one.run.plan.cells), written_s, size_bytes, _visible_s(file))


def _visible_s(page: Path) -> float | None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        return None
    page.write_text(page.read_text().replace("</body>", _PROBE))
    profile, picture = page.parent / "profile", page.parent / "page.png"
    command = [browser, *_FLAGS, f"--user-data-dir={profile}", f"--screenshot={picture}", page.as_uri()]
    done = process.run(command, timeout_s=90)
    found = re.search(r"VISIBLE (-?[\d.]+)", done.stderr)
    return float(found[1]) / 1000 if found else -1.0


if __name__ == "__main__":
    figures = measure()
    print(figures)
    sys.exit(0 if figures.met else 1)
