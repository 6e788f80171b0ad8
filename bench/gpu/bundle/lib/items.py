"""Runs the items of a bundle that execute programs of sg."""

import mmap

import check
import timing
from arrays import count, difference, encode, size_of
from native import MEBIBYTE, Device, Memory, Program


class Items:
    def __init__(self, bundle, programs, manifest: dict):
        self.folder, self.manifest = programs, manifest
        with open(bundle / "data.bin", "rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.device = Device(bundle, manifest["device"])
        self.programs = {}

    def close(self) -> None:
        self.device.close()

    def handle(self, request: dict) -> dict:
        return getattr(self, "do_" + request["do"])(request)

    def stored(self, array: dict) -> bytes:
        start = array["data"]
        return self.data[start : start + count(array["shape"]) * size_of(array["type"])]

    def program(self, path: str, function: str) -> Program:
        key = path, function
        if key not in self.programs:
            self.programs[key] = Program(self.folder / path, function)
        return self.programs[key]

    # ------------------------------------------------------------------ the device

    def do_describe(self, request: dict) -> dict:
        if not self.device.is_cuda:
            return {"status": "ok", "device": {"name": "emulated by the host"}}
        return {"status": "ok", "device": self.device.driver.describe()}

    def do_load(self, request: dict) -> dict:
        """Checks that the driver loads programs of the requested form."""
        memory = Memory(self.device, "i32", [1], self.device.is_cuda)
        try:
            self.fill(memory, {"type": "i32", "shape": [1], "fill": {"seed": 0, "below": 1}}, request["form"])
            return {"status": "ok"}
        finally:
            memory.free()

    def do_bandwidth(self, request: dict) -> dict:
        """Measures GB/s of a copy: bytes read plus bytes written."""
        if not self.device.is_cuda:
            return {"status": "skipped", "detail": "there is no GPU"}
        device = self.device
        size = min(request["bytes"], device.driver.free_bytes() // 4)
        size -= size % MEBIBYTE
        first, second = (Memory(device, "i8", [size], True) for _ in range(2))
        host = Memory(device, "i8", [min(size, 256 * MEBIBYTE)], False)
        try:
            from ctypes import c_uint64

            for memory in (first, second):
                memory.poison()
            to, source = c_uint64(second.address), c_uint64(first.address)
            copied = self.measure(lambda: device.driver.copy(to, source, size, device.stream))
            filled = self.measure(lambda: device.fill(first.address, size))
            to, source = c_uint64(first.address), c_uint64(host.address)
            sent = self.measure(lambda: device.driver.copy(to, source, host.bytes, device.stream))
            gigabytes = size * 1e-6
            return {
                "status": "ok",
                "copy_gb_s": 2 * gigabytes / copied["ms"],
                "fill_gb_s": gigabytes / filled["ms"],
                "to_device_gb_s": host.bytes * 1e-6 / sent["ms"],
                "bytes": size,
            }
        finally:
            for memory in (first, second):
                memory.free()

    # ------------------------------------------------------------------ programs with stored results

    def do_case(self, request: dict) -> dict:
        """Runs a case with arrays on the host, then twice with arrays on the device. The
        second launch with the same addresses launches a graph."""
        case = request["case"]
        program = self.program(case["libraries"][request["form"]], case["function"])
        self.device.poison_pool(64 * MEBIBYTE)
        for on_device in (False, True, True) if self.device.is_cuda else (False,):
            if wrong := self.run_case(case, program, on_device):
                where = "arrays on the device" if on_device else "arrays on the host"
                return {"status": "wrong", "detail": f"{wrong} ({where})"}
        return {"status": "ok"}

    def run_case(self, case: dict, program: Program, on_device: bool) -> str:
        def allocate(array):
            # Scalars have no sizes and stay on the host.
            return Memory(self.device, array["type"], array["shape"], on_device and bool(array["shape"]))

        arguments = [allocate(array) for array in case["arguments"]]
        results = [allocate(array) for array in case["results"]]
        try:
            for memory, array in zip(arguments, case["arguments"]):
                memory.write(self.stored(array))
            for memory in results:
                memory.poison()
            program.prepare(arguments, results)()
            for i, (memory, array) in enumerate(zip(results, case["results"])):
                want = self.stored(array)
                if wrong := difference(array["type"], memory.read(), want, case["tolerance"]):
                    return f"result {i}: {wrong}"
            return ""
        finally:
            for memory in arguments + results:
                memory.free()

    # ------------------------------------------------------------------ figures

    def do_figure(self, request: dict) -> dict:
        figure = request["figure"]
        if self.device.is_cuda and figure["bytes_needed"] > (free := self.device.driver.free_bytes()):
            gibibytes = [f"{size / 2**30:.1f}" for size in (figure["bytes_needed"], free)]
            detail = f"needs {gibibytes[0]} GiB of memory, of which {gibibytes[1]} are free"
            return {"status": "skipped", "detail": detail}
        is_on_device = self.device.is_cuda
        arguments, results = [], []
        try:
            for array in figure["arguments"]:
                on_device = is_on_device and bool(array["shape"])
                arguments.append(Memory(self.device, array["type"], array["shape"], on_device))
                self.fill(arguments[-1], array, request["form"])
            for array in figure["results"]:
                on_device = is_on_device and bool(array["shape"])
                results.append(Memory(self.device, array["type"], array["shape"], on_device))
            program = self.program(figure["libraries"][request["form"]], figure["function"])
            run = program.prepare(arguments, results)
            if request.get("profile"):
                return self.run_for_profile(run)
            return self.measure_figure(figure, run, arguments, results)
        finally:
            for memory in arguments + results:
                memory.free()

    def fill(self, memory: Memory, array: dict, form: str) -> None:
        if "data" in array:
            memory.write(self.stored(array))
            return
        fill = array["fill"]
        names = ["seed", "below"] if "below" in fill else ["seed", "scale", "shift"]
        numbers = [("index", count(array["shape"]))]
        numbers += [("f32" if name in ("scale", "shift") else "i32", fill[name]) for name in names]
        scalars = [self.scalar(*number) for number in numbers]
        noise = self.program(self.manifest["noise"][array["type"]][form], "noise_" + array["type"])
        noise.prepare(scalars, [memory.flat()])()
        self.device.wait()

    def scalar(self, type: str, number) -> Memory:
        memory = Memory(self.device, type, [], False)
        memory.write(encode(type, [number]))
        return memory

    def measure_figure(self, figure: dict, run, arguments: list, results: list) -> dict:
        for memory in results:
            memory.poison()
        run()
        self.device.wait()
        if wrong := check.find_wrong(self, figure, arguments, results):
            return {"status": "wrong", "detail": wrong}
        answer = self.measure(run)
        # If the figure has a graph, the last launch was a graph launch.
        if wrong := check.find_wrong(self, figure, arguments, results):
            return {"status": "wrong", "detail": f"in a later call: {wrong}"}
        return {"status": "ok", **answer}

    def measure(self, run) -> dict:
        device = self.device
        for _ in range(3):
            run()
        device.wait()

        def elapsed(calls):
            return device.time(run, calls)

        return timing.measure(elapsed) if device.is_cuda else timing.measure(elapsed, samples=3, calls=1)

    def run_for_profile(self, run) -> dict:
        for _ in range(2):
            run()
            self.device.wait()
        return {"status": "ok"}
