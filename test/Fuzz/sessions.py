"""Makes sessions of sg-lsp-server: mutated programs as documents, edits, and requests, some
of which are invalid messages."""

import collections
import json
import os
import random
import re
import select
import subprocess
import time

import mutations
from cases import Case
from judge import ENVIRONMENT, NO_END, REPORTS, TIMEOUT, make_reading
from known import UNSTABLE

DOCUMENTS = 40  # documents in a session
AT_ONCE = 8  # documents that the server receives before the client waits for it
METHODS = [
    *("hover", "hover", "definition", "references", "completion", "completion"),
    *("documentSymbol", "codeAction", "inlayHint", "signatureHelp", "formatting"),
]
VALUES = [None, -1, 0, 1.5, 1 << 40, "", "x", [], {}, True]


class Died(Exception):
    """The server ended or does not answer. Has the kind of failure and the output."""


def frame(body):
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Server:
    """A process of sg-lsp-server that has been initialized."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)  # fmt: skip
        os.set_blocking(self.process.stdout.fileno(), False)
        os.set_blocking(self.process.stderr.fileno(), False)
        self.received, self.said, self.answers = b"", b"", set()
        self.send(frame(json.dumps(request(0, "initialize", processId=1, capabilities={})).encode()))
        self.await_answer(0)

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            self.read_end()

    def await_answer(self, number):
        end = time.monotonic() + TIMEOUT
        while number not in self.answers:
            if time.monotonic() > end:
                raise Died(NO_END, self.said)
            files = [self.process.stdout, self.process.stderr]
            for file in select.select(files, [], [], 1)[0]:
                data = os.read(file.fileno(), 1 << 20)
                if file is self.process.stderr:
                    self.said = (self.said + data)[-100000:]
                elif not data:
                    self.read_end()
                else:
                    self.received += data
            self.take_messages()

    def take_messages(self):
        while match := re.search(rb"Content-Length: (\d+)\r\n\r\n", self.received):
            end = match.end() + int(match[1])
            if len(self.received) < end:
                return
            message = json.loads(self.received[match.end() : end])
            if "id" in message:
                self.answers.add(message["id"])
            self.received = self.received[end:]

    def read_end(self):
        self.process.stdin = None
        try:
            _, said = self.process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Died(NO_END, self.said) from None
        raise Died(f"exit code {self.process.returncode}", self.said + (said or b""))

    def close(self, number):
        """Ends the session. Raises an error if the server fails to exit properly."""
        for message in (request(number, "shutdown"), {"jsonrpc": "2.0", "method": "exit"}):
            self.send(frame(json.dumps(message).encode()))
        try:
            code = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Died(NO_END, self.said) from None
        if code != 0 or REPORTS.search(self.said):
            raise Died(f"exit code {code}", self.said)

    def kill(self):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.process.stderr):
            if file and not file.closed:
                try:
                    file.close()
                except OSError:
                    pass


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notify(method, **params):
    return {"jsonrpc": "2.0", "method": "textDocument/" + method, "params": params}


def apply(change, text):
    """Returns the text after a change, or the same text if the change is out of range."""
    if "range" not in change:
        return change["text"]
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines))]
    places = [change["range"][end] for end in ("start", "end")]
    if any(not 0 <= p["line"] < len(lines) or p["character"] < 0 for p in places):
        return text
    start, end = (starts[p["line"]] + p["character"] for p in places)
    return text[:start] + change["text"] + text[end:]


class Session:
    """The messages of a session, in one group per document."""

    def __init__(self, rng, mutator, documents):
        self.rng, self.mutator, self.number = rng, mutator, 0
        self.groups = [self.make_group(f"test:///{i}.mlir") for i in range(documents)]

    def place(self, text):
        lines = text.split("\n")
        line = self.rng.randrange(len(lines))
        character = self.rng.randrange(len(lines[line]) + 1)
        if self.rng.random() < 0.1:
            line, character = self.rng.choice([(line, 999), (999, 0), (-1, 0), (0, -1)])
        return {"line": line, "character": character}

    def make_group(self, uri):
        rng = self.rng
        text = self.mutator.mutate(rng, self.mutator.programs.choose(rng))
        document = {"uri": uri, "languageId": "mlir", "version": 1, "text": text}
        messages, texts = [notify("didOpen", textDocument=document)], [text]
        for version in range(2, rng.choice([2, 2, 3, 5])):
            start, end = sorted((self.place(text) for _ in range(2)), key=lambda p: (p["line"], p["character"]))
            part = mutations.pick(rng, r"\S+", text)
            change = {"range": {"start": start, "end": end}, "text": part[0] if part else ""}
            if rng.random() < 0.5:
                change = {"text": self.mutator.mutate(rng, text)}
            text = apply(change, text)
            texts.append(text)
            messages.append(notify("didChange", textDocument={"uri": uri, "version": version},
                                   contentChanges=[change]))  # fmt: skip
        for method in rng.sample(METHODS, rng.choice([1, 2, 4])):
            place = self.place(text)
            messages.append(self.request("textDocument/" + method, textDocument={"uri": uri}, position=place,
                                         range={"start": place, "end": place}, context={"triggerKind": 1, "diagnostics": []}))  # fmt: skip
        if rng.random() < 0.5:
            messages.append(notify("didClose", textDocument={"uri": uri}))
        bodies = [self.spoil(message) for message in messages]
        # The answer to this request follows all others.
        bodies.append(json.dumps(self.request("textDocument/hover", textDocument={"uri": uri},
                                              position={"line": 0, "character": 0})).encode())  # fmt: skip
        return self.number, bodies, texts

    def request(self, method, **params):
        self.number += 1
        return request(self.number, method, **params)

    def spoil(self, message):
        """Mutates some messages. Most remain valid JSON."""
        body = json.dumps(message).encode()
        if self.rng.random() < 0.9:
            return body
        if self.rng.random() < 0.2:
            return mutations.mutate_bytes(self.rng, body)
        at = message["params"]
        while isinstance(at, dict) and at:
            key = self.rng.choice(list(at))
            if not isinstance(at[key], dict) or self.rng.random() < 0.4:
                at[key] = self.rng.choice(VALUES)
                break
            at = at[key]
        return json.dumps(message).encode()


class Sessions:
    def __init__(self, options, mutator, judge):
        self.path, self.mutator, self.judge = options.sg_lsp_server, mutator, judge

    def check(self, number, size):
        """Returns the counts and the failures of a session."""
        session = Session(random.Random(f"session {number}"), self.mutator, size or DOCUMENTS)
        counts, failures = collections.Counter(), []
        counts["inputs"] = sum(len(bodies) for _, bodies, _ in session.groups)
        rest = list(session.groups)
        while rest:
            done, together = self.run(rest, AT_ONCE)
            if not together:
                break
            # Send one document at a time to find the one that fails.
            rest = rest[done:]
            done, wrong = self.run(rest, 1)
            if not wrong:
                failures.append((f"session {number}", self.case(session.groups), *together))
                break
            if reason := self.find_known(rest[done]):
                counts[reason] += 1
            else:
                failures.append((f"session {number}.{len(session.groups) - len(rest) + done}",
                                 self.case(rest[: done + 1]), *wrong))  # fmt: skip
            rest = rest[done + 1 :]
        counts["accepted"] = counts["inputs"]
        return counts, failures

    def run(self, groups, at_once):
        """Sends the messages. Returns the number of documents without failures, and the
        failure if there is one."""
        done, server = 0, None
        try:
            server = Server(self.path)
            for done in range(0, len(groups), at_once):
                some = groups[done : done + at_once]
                server.send(b"".join(frame(body) for _, bodies, _ in some for body in bodies))
                server.await_answer(some[-1][0])
            done = len(groups)
            server.close(1 << 30)
        except Died as died:
            return done, died.args
        finally:
            if server:
                server.kill()
        return done, None

    def case(self, groups):
        data = frame(json.dumps(request(0, "initialize", processId=1, capabilities={})).encode())
        data += b"".join(frame(body) for _, bodies, _ in groups for body in bodies)
        return Case(["sg-lsp-server"], data, {0})

    def find_known(self, group):
        """Returns the reason why a failure is upstream's: the document has a text that
        upstream cannot read."""
        _, _, texts = group
        for text in texts:
            case = make_reading(text.encode())
            case.words.append("--allow-unregistered-dialect")  # like sg-lsp-server
            reading = self.judge.run_alone(case)
            if reason := reading and self.judge.find_known(case, *reading):
                return reason
            for pattern, reason in UNSTABLE:
                if re.search(pattern, text.encode()):
                    return reason
        return None
