"""Tests of Ctrl-C, and of other signals whose handlers raise exceptions."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import sg

PROGRAM = """
func.func @endless(%x: f64) -> f64 {
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %true = arith.constant true
    scf.condition(%true) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @rows(%x: tensor<?xf64>, %n: tensor<i64>) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.constant 0.0 : f64
  %size = tensor.dim %x, %zero : tensor<?xf64>
  %s = scf.for %i = %zero to %size step %one iter_args(%a = %first) -> f64 {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %b = arith.addf %a, %v : f64
    scf.yield %b : f64
  }
  return %s : f64
}
func.func @trips(%x: f64, %n: tensor<i64>) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = tensor.extract %n[] : tensor<i64>
  %count = arith.index_cast %v : i64 to index
  %s = scf.for %i = %zero to %count step %one iter_args(%a = %x) -> f64 {
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %s : f64
}
func.func @again(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %more = arith.cmpf ogt, %x, %zero : f64
  %y = scf.if %more -> f64 {
    %one = arith.constant 1.0 : f64
    %less = arith.subf %x, %one : f64
    %z = func.call @again(%less) : (f64) -> f64
    scf.yield %z : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}
func.func @rule(%x: f64) -> f64 {
  %y = call @square(%x) : (f64) -> f64
  return %y : f64
}
func.func private @square(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @square_jvp} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @square_jvp(%x: f64, %dx: f64) -> (f64, f64) {
  %y = call @square(%x) : (f64) -> f64
  %twice = arith.addf %x, %x : f64
  %dy = arith.mulf %twice, %dx : f64
  return %y, %dy : f64, f64
}
"""


@pytest.fixture(scope="module")
def program():
    return sg.load(PROGRAM)


@pytest.fixture(autouse=True)
def default_handler():
    """Handles Ctrl-C by an exception, also if the process was started with SIGINT ignored, as by lit."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class HandlerError(Exception):
    pass


def interrupt(seconds=0.5, number=signal.SIGINT):
    """Sends the signal after `seconds`. Returns the time at which the signal is sent."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), number))
    timer.start()
    return time.monotonic() + seconds


def test_ends_calls(program):
    """Checks the first call, later calls, and calls that describe their arrays."""
    endless, trips = program["endless"], program["trips"]
    assert trips(0.5, np.array(3)) == trips(0.5, np.array(3))
    for call in (lambda: endless(np.array(1.0)), lambda: endless(1.0), lambda: trips(0.5, np.array(10**12))):
        sent = interrupt()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.monotonic() - sent < 1
    assert trips(0.0, np.array(1)) == 0


def test_ends_checks(program):
    sent = interrupt(1.5)
    with pytest.raises(KeyboardInterrupt):
        program.check_gradients("endless", 1.0, time_limit=1000)
    assert time.monotonic() - sent < 1
    # Wait for the end of the process that ran the program.
    for _ in range(100):
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.05)
    pytest.fail("a process is left")


def test_other_handlers(program):
    """Checks that a handler runs at once, and that the call continues unless the handler raises."""
    seen = []
    old = signal.signal(signal.SIGUSR1, lambda *_: seen.append(time.monotonic()))
    try:
        sent = interrupt(0.2, signal.SIGUSR1)
        program["trips"](0.5, np.array(30_000_000))
        (at,) = seen
        assert abs(at - sent) < 1

        def fail(*_):
            raise HandlerError

        signal.signal(signal.SIGUSR1, fail)
        interrupt(0.2, signal.SIGUSR1)
        with pytest.raises(HandlerError):
            program["endless"](1.0)
    finally:
        signal.signal(signal.SIGUSR1, old)


def test_calls_made_by_a_worker(program):
    """Checks that a worker makes calls that may be long: with new sizes, or with a time that
    depends on values."""
    calls = {name: program[name] for name in ("endless", "rows", "trips", "again", "rule")}
    assert {name: call._depends_on_values for name, call in calls.items()} == {
        "endless": True,
        "rows": False,
        "trips": True,
        "again": True,
        "rule": False,
    }
    rows, n = calls["rows"], np.array(0)
    assert rows(np.ones(10), n) == 10 and rows([1.0, 2.0], 0) == 3
    assert rows._brief == {((10,), ()), ((2,), ())}
    assert calls["trips"](0.5, n) == 0.5 and not calls["trips"]._brief


def test_abandoned_call_keeps_arrays(program):
    """Checks that an abandoned call keeps an array alive that has no other reference."""
    module = sg.load(
        """
func.func @sums(%x: tensor<?xf64>, %n: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = tensor.dim %x, %zero : tensor<?xf64>
  %first = arith.constant 0.0 : f64
  %s = scf.for %j = %zero to %n step %one iter_args(%a = %first) -> f64 {
    %i = arith.remui %j, %size : index
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %w = arith.addf %a, %v : f64
    %b = math.sin %w : f64
    scf.yield %b : f64
  }
  return %s : f64
}"""
    )
    interrupt(0.3)
    with pytest.raises(KeyboardInterrupt):
        module["sums"](np.ones(5_000_000), np.array(200_000_000))
    junk = [np.ones(5_000_000) for _ in range(3)]
    assert module["sums"](np.ones(3), 10) != 0 and len(junk) == 3


def test_the_interpreter_ends_after_an_interrupt():
    text = f"""
import sg, os, signal, threading
module = sg.load({PROGRAM!r})
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    module["endless"](1.0)
except KeyboardInterrupt:
    print("interrupted")
"""
    ended = subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")
