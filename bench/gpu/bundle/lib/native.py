"""Calls native programs (docs/ABI.md), the runtime (sg/Runtime/sg_cuda.h) and the CUDA driver
through ctypes."""

import ctypes
import os
import time
from ctypes import POINTER, byref, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint64, c_void_p

from arrays import TYPES, count, size_of

ON_DEVICE = 1 << 16
OUT_OF_MEMORY = 3
DEVICE_FAILED = 4
MEBIBYTE = 1 << 20


class Array(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("shape", POINTER(c_int64)), ("rank", c_int32), ("type", c_int32)]


class Call(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("argument_count", c_int32),
        ("result_count", c_int32),
        ("arguments", POINTER(Array)),
        ("results", POINTER(Array)),
        ("allocate", c_void_p),
        ("state", c_void_p),
        ("message", c_char_p),
        ("message_capacity", c_int64),
    ]


class Failed(Exception):
    """An error reported by the device or a program."""


class OutOfMemory(Failed):
    pass


class Memory:
    """The memory of one array, on the host or on the device. `free` may be called twice."""

    def __init__(self, device, type: str, shape: list, is_on_device: bool):
        self.device, self.type, self.shape = device, type, list(shape)
        self.bytes = count(shape) * size_of(type)
        self.is_on_device = is_on_device
        self.host = None
        if is_on_device:
            self.address = device.allocate(self.bytes)
        else:
            # Reserve 64 more bytes for alignment.
            self.host = ctypes.create_string_buffer(self.bytes + 64)
            self.address = -(-ctypes.addressof(self.host) // 64) * 64

    def poison(self) -> None:
        """Sets all bits (NaN or -1), so that elements that a program does not write are wrong."""
        if self.is_on_device:
            self.device.fill(self.address, self.bytes)
        else:
            ctypes.memset(self.address, 0xFF, self.bytes)

    def write(self, data: bytes) -> None:
        if self.bytes:
            self.device.copy(self.address, ctypes.c_char_p(bytes(data)), self.bytes, self.is_on_device)

    def read(self, start: int = 0, size: int = -1) -> bytes:
        size = self.bytes - start if size < 0 else size
        data = ctypes.create_string_buffer(size)
        if size:
            self.device.copy(data, self.address + start, size, self.is_on_device)
        return data.raw

    def read_at(self, indices: list) -> bytes:
        """Returns the elements at the given indices, concatenated."""
        size = size_of(self.type)
        if self.bytes <= MEBIBYTE:
            data = self.read()
            return b"".join(data[i * size : (i + 1) * size] for i in indices)
        return b"".join(self.read(i * size, size) for i in indices)

    def flat(self):
        """Returns a one-dimensional view of the array."""
        same = Memory.__new__(Memory)
        same.__dict__.update(self.__dict__, shape=[count(self.shape)])
        return same

    def free(self) -> None:
        if self.is_on_device and self.address:
            self.device.release(self.address)
        self.address, self.host = 0, None

    def describe(self) -> Array:
        shape = (c_int64 * max(len(self.shape), 1))(*self.shape)
        code = TYPES[self.type][0] | (ON_DEVICE if self.is_on_device else 0)
        return Array(self.address or None, shape, len(self.shape), code)


class Device:
    """The device for which the programs of this bundle were compiled."""

    def __init__(self, bundle, kind: str):
        self.is_cuda = kind == "cuda"
        runtime = bundle / "lib" / "libsgprogram.so"
        self.runtime = ctypes.CDLL(str(runtime), mode=ctypes.RTLD_GLOBAL)
        for name, result, arguments in [
            ("sgcuda_take_error", c_int32, [c_char_p, c_int64]),
            ("sgcuda_allocate", c_void_p, [c_int64]),
            ("sgcuda_free", None, [c_void_p]),
            ("sgcuda_copy", None, [c_void_p, c_void_p, c_int64]),
            ("sgcuda_release", None, []),
            ("mgpuStreamCreate", c_void_p, []),
            ("mgpuStreamSynchronize", None, [c_void_p]),
        ]:
            function = getattr(self.runtime, name)
            function.restype, function.argtypes = result, arguments
        self.driver = self.stream = None
        if self.is_cuda:
            self.stream = self.runtime.mgpuStreamCreate()
            self.check()
            self.driver = Driver()

    def check(self) -> None:
        message = ctypes.create_string_buffer(4096)
        if self.runtime.sgcuda_take_error(message, len(message)):
            text = message.value.decode(errors="replace")
            raise OutOfMemory(text) if "OUT_OF_MEMORY" in text else Failed(text)

    def allocate(self, size: int) -> int:
        address = self.runtime.sgcuda_allocate(size) or 0
        self.check()
        return address

    def release(self, address: int) -> None:
        self.runtime.sgcuda_free(address)

    def copy(self, to, source, size: int, is_on_device: bool) -> None:
        if not is_on_device:
            ctypes.memmove(to, source, size)
            return
        self.runtime.sgcuda_copy(to, source, size)
        self.check()

    def fill(self, address: int, size: int) -> None:
        self.driver.fill(address, size, self.stream)

    def poison_pool(self, size: int = 256 * MEBIBYTE) -> None:
        """Fills the memory that programs allocate next with NaNs."""
        if self.is_cuda:
            address = self.allocate(size)
            self.fill(address, size)
            self.release(address)

    def wait(self) -> None:
        if self.is_cuda:
            self.runtime.mgpuStreamSynchronize(None)
            self.check()

    def time(self, run, calls: int) -> float:
        """Returns the milliseconds per call of `calls` consecutive calls."""
        if self.is_cuda:
            return self.driver.time(run, calls, self.stream, self.wait) / calls
        start = time.perf_counter()
        for _ in range(calls):
            run()
        return (time.perf_counter() - start) * 1000 / calls

    def close(self) -> None:
        if self.is_cuda:
            self.runtime.sgcuda_release()


class Program:
    """A function in a shared library."""

    def __init__(self, path, function: str):
        self.entry = getattr(ctypes.CDLL(str(path)), "sg_" + function)
        self.entry.restype, self.entry.argtypes = c_int32, [POINTER(Call)]
        self.name = function

    def prepare(self, arguments: list, results: list):
        """Returns a function that calls the program with these arrays."""
        message = ctypes.create_string_buffer(4096)
        ins = (Array * max(len(arguments), 1))(*[memory.describe() for memory in arguments])
        outs = (Array * max(len(results), 1))(*[memory.describe() for memory in results])
        call = Call(1, 0, len(arguments), len(results), ins, outs, None, None)
        call.message = ctypes.cast(message, c_char_p)
        call.message_capacity = len(message)

        def run():
            status = self.entry(byref(call))
            if status:
                text = message.value.decode(errors="replace")
                is_out_of_memory = status == OUT_OF_MEMORY or "OUT_OF_MEMORY" in text
                raise (OutOfMemory if is_out_of_memory else Failed)(text)

        return run


class Driver:
    """Calls functions of libcuda that the runtime does not wrap, in the runtime's context."""

    # CUdevice_attribute
    ATTRIBUTES = {
        "multiprocessors": 16,
        "clock_khz": 13,
        "memory_clock_khz": 36,
        "memory_bus_bits": 37,
        "l2_bytes": 38,
        "major": 75,
        "minor": 76,
        "shared_bytes_of_block": 97,
    }

    def __init__(self):
        self.library = ctypes.CDLL(os.environ.get("SG_LIBCUDA") or "libcuda.so.1")
        self.device = c_int()
        self.call("cuDeviceGet", byref(self.device), c_int(0))

    def call(self, name: str, *arguments) -> None:
        function = getattr(self.library, name)
        function.restype = c_int
        error = function(*arguments)
        if error:
            text = c_char_p()
            self.library.cuGetErrorName(error, byref(text))
            raise Failed(f"{name}: {(text.value or b'error %d' % error).decode()}")

    def describe(self) -> dict:
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, c_int(len(name)), self.device)
        total, version = c_size_t(), c_int()
        self.call("cuDeviceTotalMem_v2", byref(total), self.device)
        self.call("cuDriverGetVersion", byref(version))
        properties = {"name": name.value.decode(), "memory_bytes": total.value}
        properties["driver"] = f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"
        for key, attribute in self.ATTRIBUTES.items():
            value = c_int()
            self.call("cuDeviceGetAttribute", byref(value), c_int(attribute), self.device)
            properties[key] = value.value
        return properties

    def free_bytes(self) -> int:
        free, total = c_size_t(), c_size_t()
        self.call("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value

    def fill(self, address: int, size: int, stream) -> None:
        words, rest = divmod(size, 4)
        at = c_uint64(address)
        if words:
            self.call("cuMemsetD32Async", at, c_uint(0xFFFFFFFF), c_size_t(words), c_void_p(stream))
        if rest:
            data = ctypes.create_string_buffer(b"\xff" * rest, rest)
            end = c_uint64(address + 4 * words)
            self.copy(end, c_uint64(ctypes.addressof(data)), rest, stream)
            self.call("cuStreamSynchronize", c_void_p(stream))

    def copy(self, to, source, size: int, stream) -> None:
        self.call("cuMemcpyAsync", to, source, c_size_t(size), c_void_p(stream))

    def time(self, run, calls: int, stream, wait) -> float:
        start, end = c_void_p(), c_void_p()
        self.call("cuEventCreate", byref(start), c_uint(0))
        self.call("cuEventCreate", byref(end), c_uint(0))
        try:
            self.call("cuEventRecord", start, c_void_p(stream))
            for _ in range(calls):
                run()
            self.call("cuEventRecord", end, c_void_p(stream))
            wait()
            self.call("cuEventSynchronize", end)
            milliseconds = c_float()
            self.call("cuEventElapsedTime", byref(milliseconds), start, end)
            return milliseconds.value
        finally:
            for event in (start, end):
                self.library.cuEventDestroy_v2(event)
