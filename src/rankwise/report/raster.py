"""Figures as pixels. A renderer without a browser knows no CSS variables, so they are resolved first."""

from __future__ import annotations

import re

from rankwise.core.errors import EnvironmentProblem
from rankwise.report.svg import FIGURE_CSS, LIGHT, SIDES

_CLASSES = {**{f"s{side}": f"c{side}" for side in range(SIDES)}, "good": "good", "slow": "slow", "unsure": "unsure"}
_FONTS = "system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
_WIDTH = 1800


def png(svg: str) -> bytes:
    """The figure in the light theme, `_WIDTH` pixels wide. Raises EnvironmentProblem when resvg is not installed."""
    try:
        import resvg_py
    except ImportError as error:
        raise EnvironmentProblem(
            "no-resvg", "PNG needs the package resvg_py", "`pip install resvg-py`, or write --svg"
        ) from error
    picture = resvg_py.svg_to_bytes(
        svg_string=plain(svg), width=_WIDTH, background=LIGHT["paper"], sans_serif_family="DejaVu Sans"
    )
    return bytes(picture)


def plain(svg: str) -> str:
    """The figure as a file of its own whose style sheet has no variables: the light palette, a rule for each colour."""
    rules = [f"text{{font-family:{_FONTS};font-size:12px}}"]
    for selector, body in re.findall(r"([^{}\n]+)\{([^}]*)\}", FIGURE_CSS):
        fixed = re.sub(r"var\(--(\w+)\)", lambda match: LIGHT.get(match[1], match[0]), body)
        if selector.startswith("svg") or fixed.startswith("--c:"):
            continue
        if "var(--c)" in fixed:
            last = selector.split()[-1]
            rules += [
                f".{kind} {last}{{{fixed.replace('var(--c)', LIGHT[colour])}}}" for kind, colour in _CLASSES.items()
            ]
        else:
            rules.append(f"{selector}{{{fixed}}}")
    head, mark, rest = svg.partition(">")
    return f"{head}{mark}<style>{''.join(rules)}</style>{rest}"
