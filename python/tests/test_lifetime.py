"""Tests of the lifetime of objects: copies, interpreter exit, threads."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
import sg

EXP = "func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> { %y = math.exp %x : tensor<?xf64>\n return %y : tensor<?xf64> }"


def run_python(text: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, timeout=120)


def churn():
    """Overwrites free memory, so that use of a freed object is detected."""
    gc.collect()
    return [bytes(1000) for _ in range(10000)]


def test_copies_share():
    module = sg.load(EXP)
    function = module["f"]
    copied_function, copied_module = copy.copy(function), copy.copy(module)
    del function, module
    churn()
    assert np.array_equal(copied_function(np.zeros(3)), np.ones(3))
    assert np.array_equal(copied_module["f"](np.zeros(2)), np.ones(2))
    assert "math.exp" in str(copied_module) and "llvm.func" in copied_module.dump("lowered")
    assert type(copied_module) is sg.Module and repr(copied_function) == "<sg.Function @f(?xfloat64) -> (?xfloat64)>"


def test_reinitialized_function():
    module = sg.load(EXP)
    function = module["f"]
    other = copy.copy(function)
    function.__init__(module, "f")
    churn()
    assert other(np.zeros(1)) == function(np.zeros(1)) == 1


@pytest.mark.parametrize("get_object, kind", [(lambda module: module, "Module"), (lambda module: module["f"], "Function")])
def test_deep_copies_are_refused(get_object, kind):
    value = get_object(sg.load(EXP))
    with pytest.raises(TypeError, match=f"sg.{kind} cannot be copied deeply: use copy.copy, which shares native code"):
        copy.deepcopy(value)
    with pytest.raises(TypeError, match=f"sg.{kind} cannot be pickled: keep the text of its module"):
        pickle.dumps(value)
    with pytest.raises(TypeError, match="an object of libSGC.so cannot be pickled or copied deeply"):
        pickle.dumps(value._handle)


def test_threads_drop_functions_that_others_call():
    module = sg.load(EXP)
    shared = [sg.Function(module, "f")]
    wrong = []

    def call():
        for _ in range(300):
            if shared[0](np.zeros(1000)).sum() != 1000:
                wrong.append(1)

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        shared[0] = sg.Function(module, "f")
        gc.collect()
    assert not wrong


# Programs whose interpreter exits while daemon threads call, compile or differentiate.
EXITS = {
    "calls": f"""
import sg, threading, time, numpy as np
f, x = sg.load({EXP!r})["f"], np.arange(200000.0) % 3
def work():
    while True:
        f(x)
""",
    "compilations": """
import sg, threading, time
text = "func.func @f(%x: f64) -> f64 { %y = math.exp %x : f64\\n %z = math.sin %y : f64\\n return %z : f64 }"
kept = sg.load(text)
def work():
    while True:
        module = sg.load(text)
        module.value_and_grad("f", wrt=0)(1.0)
        kept.dump("lowered"), str(kept.report("f"))
""",
}


@pytest.mark.parametrize("work", EXITS)
def test_exit_with_daemon_threads(work):
    ended = run_python(
        EXITS[work]
        + """
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
"""
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_exit_handlers_registered_before_import():
    """Checks exit handlers that run after the handlers of the package."""
    ended = run_python(
        """
import atexit
def late():
    gradient = module.value_and_grad("f", wrt=0)(3.0)[1]
    print("late", float(f(2.0)), float(gradient), float(sg.load(str(module))["f"](1.0)))
atexit.register(late)
import sg
module = sg.load("func.func @f(%x: f64) -> f64 { %y = arith.mulf %x, %x : f64\\n return %y : f64 }")
f = module["f"]
print(f(1.0))
"""
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "1.0\nlate 4.0 6.0 1.0\n"


def test_objects_that_call_when_they_are_deleted():
    ended = run_python(
        """
import numpy as np, sg
class Last:
    def __init__(self, f):
        self.f, self.x = f, np.array(2.0)
    def __del__(self):
        print("last", float(self.f(self.x)))
last = Last(sg.load("func.func @f(%x: f64) -> f64 { %y = arith.mulf %x, %x : f64\\n return %y : f64 }")["f"])
last.itself = last
"""
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "last 4.0\n"


def test_forked_processes():
    """Checks a forked process, in which only the forking thread exists."""
    module = sg.load(EXP)
    assert module["f"](np.zeros(1)) == 1  # made by a worker
    child = os.fork()
    if child == 0:
        try:
            function = sg.load(EXP)["f"]
            os._exit(0 if function(np.zeros(1)) == 1 and module["f"](np.zeros(2)).sum() == 2 else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
