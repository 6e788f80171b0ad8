"""Checks that the examples in docs/Python.md print the documented output."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```\n\n((?:    [^\n]*\n)*)", re.MULTILINE | re.DOTALL)


def test_python(capsys):
    blocks = BLOCK.findall((ROOT / "docs/Python.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    names = {}
    for code, expected_output in blocks:
        exec(compile(code, "docs/Python.md", "exec"), names)
        assert capsys.readouterr().out == re.sub("^    ", "", expected_output, flags=re.MULTILINE)
