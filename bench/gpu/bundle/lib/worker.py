"""Runs items of a bundle on request, in a separate process.

    worker.py BUNDLE PROGRAMS [--peer=torch|jax]

PROGRAMS is the folder with the unpacked programs.

Requests and answers are lines of JSON. Any other output goes to standard error.
If an item takes too long or fails, the driver (run) ends this process and starts another.
"""

import json
import os
import sys
import traceback
from pathlib import Path

from native import Failed, OutOfMemory


class Handler:
    """The handler of requests. The first request opens the handler, so a missing device is
    reported in an answer."""

    def __init__(self, bundle: Path, programs: Path, peer: str):
        self.bundle, self.programs, self.peer = bundle, programs, peer
        self.opened = None

    def open(self):
        if self.peer:
            import peers

            return peers.Peer(self.peer)
        from items import Items

        return Items(self.bundle, self.programs, json.loads((self.bundle / "manifest.json").read_text()))

    def answer(self, request: dict) -> dict:
        try:
            self.opened = self.opened or self.open()
            return self.opened.handle(request)
        except (OutOfMemory, MemoryError) as error:
            return {"status": "skipped", "detail": f"not enough memory: {error}"}
        except Failed as error:
            return {"status": "failed", "detail": str(error)}
        except Exception as error:  # a bug in this script: continue with the next items
            traceback.print_exc()
            return {"status": "failed", "detail": f"{type(error).__name__}: {error}"}

    def close(self) -> None:
        if self.opened:
            self.opened.close()


def main() -> int:
    # Answers go to a copy of standard output, so that the output of libraries does not mix
    # with them.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    bundle, programs, *options = sys.argv[1:]
    handler = Handler(Path(bundle), Path(programs), options[0].partition("=")[2] if options else "")
    for line in sys.stdin:
        output.write(json.dumps(handler.answer(json.loads(line))) + "\n")
        output.flush()
    handler.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
