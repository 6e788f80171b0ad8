"""Makes the machine code in the programs of a bundle invalid on every GPU."""

import io
import sys
import tarfile
from pathlib import Path

path = Path(sys.argv[1], "programs.tar.xz")
with tarfile.open(path) as archive:
    programs = {entry.name: bytearray(archive.extractfile(entry).read()) for entry in archive if entry.isfile()}
with tarfile.open(path, "w:xz") as archive:
    for name, data in programs.items():
        start = data.find(b"\x7fELF\x02\x01\x01\x41")  # the ELF header of a cubin
        if start > 0:
            data[start + 18] = 0  # the machine
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
