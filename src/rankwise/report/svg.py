"""The few SVG parts that every figure shares: elements, palette, text widths, files that stand alone."""

from __future__ import annotations

from html import escape
from pathlib import Path

_LONGEST_NAME = 24  # characters beside a plot
SIDES = 6  # colours in the palette; a seventh side starts again with another marker

# Okabe and Ito's colour-blind safe hues, darkened (light theme) or lightened (dark theme) to 3:1 on the background.
LIGHT = {
    "ink": "#16202c", "soft": "#5b6877", "line": "#d5dce4", "grid": "#e8ecf1", "paper": "#ffffff", "card": "#f6f8fa",
    "good": "#007a5a", "slow": "#b3420a", "unsure": "#6b5b95", "accent": "#0b5cad",
    "c0": "#0072b2", "c1": "#cf5a00", "c2": "#00805f", "c3": "#a34a86", "c4": "#9a6d00", "c5": "#3f7fa6",
}  # fmt: skip
DARK = {
    "ink": "#e8edf3", "soft": "#9dabba", "line": "#3a4654", "grid": "#28323d", "paper": "#11171e", "card": "#18202a",
    "good": "#3fd0a0", "slow": "#ff9a5c", "unsure": "#bda9f0", "accent": "#6cb8ff",
    "c0": "#5cb3f0", "c1": "#ff9a4d", "c2": "#3dd6a3", "c3": "#e79bd0", "c4": "#eec24f", "c5": "#a3d5f2",
}  # fmt: skip

# The look of figures, in the page and in files of their own.
FIGURE_CSS = (Path(__file__).parent / "templates" / "figure.css").read_text()


def theme_css(selector: str = ":root") -> str:
    """The palette as CSS variables: light, dark where the reader's system asks for it, light again in print."""

    def block(palette: dict[str, str]) -> str:
        return "".join(f"--{name}:{colour};" for name, colour in palette.items())

    return (
        f"{selector}{{color-scheme:light dark;{block(LIGHT)}}}"
        f"@media screen and (prefers-color-scheme:dark){{{selector}{{{block(DARK)}}}}}"
    )


def figure(width: float, height: float, description: str, body: str) -> str:
    """An SVG that scales to its container; `description` is what a screen reader says."""
    return (  # no wider than 1.25 times its natural size: a small figure in a wide place would shout
        f'<svg class="fig" role="img" aria-label="{text(description)}" viewBox="0 0 {num(width)} {num(height)}"'
        f' style="max-width:{num(width * 1.25)}px" xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def standalone(svg: str) -> str:
    """The figure as a file of its own, with the palette inside."""
    style = f"<style>{theme_css('svg')}{FIGURE_CSS}svg.fig{{background:var(--paper)}}</style>"
    head, mark, rest = svg.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{mark}{style}{rest}\n'


def text(value: object) -> str:
    """Safe inside elements and attributes."""
    return escape(str(value), quote=True)


def num(value: float) -> str:
    """A coordinate to a tenth of a unit, as short as it gets."""
    return f"{value:.1f}".removesuffix(".0")


def label(x: float, y: float, words: str, kind: str = "") -> str:
    """A line of text."""
    return f'<text x="{num(x)}" y="{num(y)}"{_class(kind)}>{text(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"{_class(kind)}/>'


def rect(
    x: float, y: float, width: float, height: float, kind: str, *, radius: float = 0, tip: str = "", fill: str = ""
) -> str:
    """A box, with words that show when it is pointed at; `fill` is a colour that is the same in every theme."""
    inside = f"><title>{text(tip)}</title></rect>" if tip else "/>"
    look = (f' rx="{num(radius)}"' if radius else "") + (f' fill="{fill}"' if fill else "")
    box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f"<rect {box}{look}{_class(kind)}{inside}"


def group(kind: str, body: str) -> str:
    """Parts of one colour."""
    return f"<g{_class(kind)}>{body}</g>"


def polyline(points: list[tuple[float, float]], kind: str, *, closed: bool = False) -> str:
    """A path through the points."""
    steps = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f'<path d="M{steps}{"Z" if closed else ""}"{_class(kind)}/>'


def marker(x: float, y: float, shape: int, tip: str) -> str:
    """A data point: each side has a shape of its own, so that colour is never the only difference."""
    left, top = num(x), num(y)
    outline = (
        f"M{num(x - 2.8)} {top}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0z",
        f"M{num(x - 2.6)} {num(y - 2.6)}h5.2v5.2h-5.2z",
        f"M{left} {num(y - 3.4)}l3.4 6h-6.8z",
        f"M{left} {num(y - 3.6)}l3.6 3.6l-3.6 3.6l-3.6-3.6z",
        f"M{left} {num(y + 3.4)}l3.4-6h-6.8z",
        f"M{num(x - 3.6)} {num(y - 1.4)}h7.2v2.8h-7.2z",
    )[shape % SIDES]
    return f'<path class="pt" d="{outline}"><title>{text(tip)}</title></path>'


def text_width(words: str, size: float = 12.0) -> float:
    """An upper estimate of how wide the words are set, after DejaVu Sans, the widest of the usual fonts."""
    return sum(_em(char) for char in words) * size


def _em(char: str) -> float:
    if char in "ijl.,:;|'! ":
        return 0.3
    if char in "mwMW@%=+":
        return 1.0
    return 0.66 if char.isupper() or char.isdecimal() else 0.6


def shortened(name: str) -> str:
    """A name with its middle left out where it would take a plot's room: `mpich@/o…ps/mpich/4.2`."""
    return name if len(name) <= _LONGEST_NAME else f"{name[:8]}…{name[9 - _LONGEST_NAME :]}"


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Positions as near to the wanted ones as can be, at least `gap` apart and inside the limits where they fit."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed: list[float] = []
    for index in order:
        placed.append(max(wanted[index], placed[-1] + gap if placed else low))
    excess = placed[-1] - high if placed else 0.0
    if excess > 0:
        limit = high
        for rank in range(len(placed) - 1, -1, -1):
            placed[rank] = min(placed[rank], limit)
            limit = placed[rank] - gap
    result = [0.0] * len(wanted)
    for rank, index in enumerate(order):
        result[index] = placed[rank]
    return result


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
