"""Headless Chromium for tests: the page as a real browser lays it out, and what it wanted from the network."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from rankwise.core import process

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps"),
    "--disable-features=NetworkTimeServiceQuerying",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what the browser itself wants stays here as well
)
_PROBE = """<pre id="probe"></pre><script>
const errors = [];
window.addEventListener("error", (event) => errors.push(String(event.message)));
for (const name of ["error", "warn"]) { console[name] = (...words) => errors.push(words.join(" ")); }
</script>"""
# The width is set on a frame: a window of the browser itself has a minimum.
_MEASURE = """<script>window.addEventListener("load", () => {
  const frame = document.createElement("iframe");
  frame.style.cssText = "border:0;position:fixed;left:0;top:0;width:WIDTHpx;height:900px";
  frame.srcdoc = document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, "");
  frame.onload = () => {
    const inner = frame.contentDocument;
    const wide = Array.from(inner.querySelectorAll("main *, header *")).filter(
      (one) => one.getBoundingClientRect().right > WIDTH + 1 && !one.closest(".scroll, svg"));
    const first = inner.querySelector("svg.fig").getBoundingClientRect();
    const shown = document.querySelector("#tip");
    document.querySelector("svg.fig .pt")?.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
    document.getElementById("probe").textContent = JSON.stringify({
      errors: errors, width: inner.documentElement.scrollWidth, figure: first.width,
      tip: shown ? shown.textContent : "",
      cut: Array.from(inner.querySelectorAll(".scroll")).filter((one) => one.scrollWidth > one.clientWidth + 1).length,
      wide: wide.map((one) => one.tagName + "." + one.className),
      resources: performance.getEntriesByType("resource").map((one) => one.name)
    });
  };
  document.body.appendChild(frame);
});</script>"""


@dataclass(frozen=True)
class Seen:
    """What a browser saw: console errors, content width in px, how many tables have to be scrolled sideways, what is
    wider than the window, requests, the tip."""

    errors: list[str]
    width: float
    cut: int
    wide: list[str]
    resources: list[str]
    figure: float
    tip: str


def look(page: str, folder: Path, width: int) -> Seen:
    """Opens the page in a window of `width` px and returns what it looks like there."""
    measure = _MEASURE.replace("WIDTH", str(width))
    probed = page.replace("<body>", "<body>" + _PROBE, 1).replace("</body>", measure + "</body>")
    file = folder / f"probed-{width}.html"
    file.write_text(probed)
    dom = _run(folder, "--dump-dom", "--virtual-time-budget=5000", "--window-size=1280,900", file.as_uri())
    found = re.search(r'<pre id="probe">(\{.*?)</pre>', dom, re.DOTALL)
    assert found, f"the page did not finish loading:\n{dom[-2000:]}"
    return Seen(**json.loads(unescape(found[1])))


def requests(page: Path, folder: Path) -> list[str]:
    """Every address that the page asked for while it loaded, by the network log of the browser."""
    log = folder / "net.json"
    _run(folder, f"--log-net-log={log}", "--dump-dom", "--virtual-time-budget=5000", page.as_uri())
    # One event a line; what the browser asks for by itself (time, updates) has "not an origin".
    found = re.findall(r'"initiator":"(?!not an origin)[^"]*".*?"url":"((?:https?|wss?|ftp):[^"]*)"', log.read_text())
    return sorted(set(found))


def _run(folder: Path, *arguments: str) -> str:
    assert PROGRAM is not None
    profile = folder / "profile"
    shutil.rmtree(profile, ignore_errors=True)
    done = process.run([PROGRAM, *_FLAGS, f"--user-data-dir={profile}", *arguments], timeout_s=200)
    assert done.ok, done.describe()
    return done.stdout
