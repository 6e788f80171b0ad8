"""How Sphinx makes HTML of the pages: `scripts/build-docs` calls it.

The folder of sources is the repository itself, so that links between pages are
the same in a clone and in HTML. The navigation is docs/index.md: each of its
headings is a part, each link in a list below it a page of that part. A page
that is not there is a warning, and every warning an error.
"""

import re
import sys
from pathlib import Path

from pygments import lexer, token
from pygments.lexers.special import TextLexer
from sphinx.util import logging

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import reference  # noqa: E402

project = "sg"
author = "The authors of sg"
copyright = "the authors of sg; Apache-2.0 WITH LLVM-exception"
root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "bench/README.md", "examples/README.md", "examples/*/README.md"]
exclude_patterns = ["build*", ".*", "*/.*"]
extensions = ["myst_parser"]
# Headings are anchors, as in a clone that a browser shows.
myst_heading_anchors = 6

html_theme = "alabaster"
html_title = "sg: derivatives for MLIR"
# The theme requires custom.css.
html_static_path = ["static"]
html_theme_options = {
    "description": "derivatives for MLIR",
    "page_width": "min(75em, 100%)",
    "sidebar_width": "17em",
    "fixed_sidebar": True,
    "font_size": "1em",
}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_show_sphinx = False
html_copy_source = False
# Blocks without a language are commands and what they print.
highlight_language = "none"

LINK = re.compile(r"^\* .*?\]\(([^)#]+)\.md\)", re.MULTILINE)


class MLIRLexer(lexer.RegexLexer):
    """Colours for MLIR, which Pygments does not have."""

    name = "mlir"
    aliases = ["mlir"]
    tokens = {
        "root": [
            (r"//.*", token.Comment),
            (r'"[^"\n]*"', token.String),
            (r"%[\w$.#-]+", token.Name.Variable),
            (r"@[\w$.-]+", token.Name.Function),
            (r"[#!^][\w$.-]+", token.Name.Label),
            (r"\b(tensor|vector|memref)\b|\b(bf16|index|[fi]\d+)\b", token.Keyword.Type),
            (r"\d[x?](?=[\dx?a-z])|-?\b\d+(\.\d*)?([eE][+-]?\d+)?\b", token.Number),
            (r"\b[a-z]\w*(\.\w+)+|\b(func|module|return|call)\b", token.Keyword),
            (r"\s+", token.Whitespace),
            (r"\w+|.", token.Text),
        ]
    }


def add_navigation(app, name, source):
    """Adds a hidden toctree of the linked pages after each part of the front page."""
    if name != root_doc:
        return
    parts = re.split(r"^(?=## )", source[0], flags=re.MULTILINE)
    for number, part in enumerate(parts):
        pages = LINK.findall(part)
        if pages:
            caption = part.splitlines()[0].removeprefix("## ")
            toctree = "\n".join(["```{toctree}", ":hidden:", ":maxdepth: 2", f":caption: {caption}", "", *pages, "```"])
            parts[number] = f"{part}\n{toctree}\n\n"
    source[0] = "".join(parts)


def add_reference(app, name, source):
    """In the place of '<!-- reference: c FILE -->' what reference.c makes of FILE."""

    def make(match):
        try:
            return getattr(reference, match[1])(Path(app.srcdir), match[2])
        except (ValueError, OSError) as error:
            logging.getLogger(__name__).warning(f"no reference of {match[2]}: {error}", location=name)
            return ""

    source[0] = re.sub(r"^<!-- reference: (\w+) (\S+) -->$", make, source[0], flags=re.MULTILINE)


def setup(app):
    app.connect("source-read", add_reference)
    app.add_lexer("mlir", MLIRLexer)
    app.add_lexer("ptx", TextLexer)
    app.connect("source-read", add_navigation)
