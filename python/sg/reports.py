"""Reports on the flow of gradients."""

import functools
import json
from typing import Any, Dict, List, Optional

from .drawing import draw
from .handles import call_for_text
from .library import Request, positions

FORMATS = {"text": 0, "json": 1, "dot": 2}


class Report:
    """The gradient report of a function (docs/GradientReport.md) in several formats.

    `str(report)` is readable text. Notebooks show the drawing.
    """

    def __init__(self, module: Any, function: str, wrt: Optional[List[int]], of: Optional[List[int]]):
        self._module = module
        self._query = (function, wrt, of)
        self.text: str = self._print("text")

    def _print(self, form: str) -> str:
        function, wrt, of = self._query
        request = Request(0, function.encode(), *positions("wrt", wrt), *positions("of", of), None, 0)
        return call_for_text("sgModuleReport", self._module._handle, request, FORMATS[form])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<sg.Report on @{self._query[0].lstrip('@')}>"

    @functools.cached_property
    def data(self) -> Dict[str, Any]:
        """The report in the schema sg.gradient-report, as dictionaries and lists."""
        data: Dict[str, Any] = json.loads(self._print("json"))
        return data

    @functools.cached_property
    def dot(self) -> str:
        """The drawing in the DOT language of Graphviz."""
        return self._print("dot")

    @functools.cached_property
    def svg(self) -> str:
        """The drawing as SVG. Works without Graphviz."""
        return draw(self.dot)

    def _repr_svg_(self) -> str:
        return self.svg
