"""Compares the files of a wheel with its list, and calls its functions."""

import base64
import csv
import hashlib
import sys
from pathlib import Path

import sg

folder = Path(sys.argv[1]).resolve()
assert folder in Path(sg.__file__).parents
(record,) = folder.glob("*.dist-info/RECORD")
rows = list(csv.reader(record.open(encoding="utf-8")))
for name, digest, size in rows:
    if digest:
        data = (folder / name).read_bytes()
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert int(size) == len(data), name
files = [file for file in folder.rglob("*") if file.is_file()]
assert len(files) == len(rows)
there = {file.name for file in files if file.parent.name == "sg"}
source = Path(__file__).resolve().parents[3] / "python/sg"
assert there == {file.name for file in source.iterdir() if file.is_file()} | {"libSGC.so"}, there

module = sg.load("func.func @f(%x: f64) -> f64 {\n  %y = math.exp %x : f64\n  return %y : f64\n}")
assert module.value_and_grad("f", wrt=0)(0.0) == (1, 1)
print("agrees:", bool(module.check_gradients("f")))
