"""A process that runs items of a bundle, one after the other, as it is asked to.

    worker.py BUNDLE PROGRAMS [--peer=torch|jax]

PROGRAMS is the folder that they were unpacked to.

A request is a line of JSON, and so is the answer; what else is printed goes to standard error.
The driver (run) ends it, and starts another one, when an item takes too long or goes wrong.
"""

import json
import os
import sys
import traceback
from pathlib import Path

from native import Failed, OutOfMemory


class Handler:
    """What handles requests, made for the first one, so that a device that is not there is its answer."""

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
        except Exception as error:  # a mistake of ours: the next items are still to be run
            traceback.print_exc()
            return {"status": "failed", "detail": f"{type(error).__name__}: {error}"}

    def close(self) -> None:
        if self.opened:
            self.opened.close()


def main() -> int:
    # Answers have a file of their own; whatever libraries print does not.
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
