//===- DeviceCall.h - What host code of a GPU program calls -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code of a program whose tensors are on a device calls these, beside
// those of CallRuntime.h, and nobody else does. The device is an NVIDIA GPU, or
// is emulated by the host. An error ends the call, which gives back what it has
// of the device. docs/GPU.md tells the rules.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_DEVICECALL_H
#define SG_RUNTIME_DEVICECALL_H

#include "sg/Runtime/Emulator.h"
#include "sg/Runtime/sg_call.h"

extern "C" {

enum sgrt_device_kind { SGRT_CUDA, SGRT_EMULATED };

/// What native code has of devices as long as it is loaded: null at first.
struct sgrt_device_program {
  void *state;
};

/// That of native code that is linked with the runtime. Each module that is
/// compiled in memory has another one under this name.
extern sgrt_device_program sgrt_this_program;

/// A module of kernels, which is loaded when the first of them is launched.
struct sgrt_device_module {
  void *handle; ///< null until then
  /// PTX that ends with a zero or machine code; if the device is emulated,
  /// sgrt_emulated_kernels.
  const void *image;
  int64_t bytes; ///< 0 for PTX
};

/// A kernel for an emulated device.
struct sgrt_emulated_kernel {
  const char *name;
  sgrt_kernel function;
  /// A letter for each of its arguments: `p` for an address on the device, `v`
  /// for another value.
  const char *arguments;
  int64_t emulation; ///< sgrt_emulation
  int64_t memory;    ///< the bytes of workgroup memory that are known
};

/// The first of all in a call: an sgrt_device_kind tells the device.
void sgrt_device_start(sgrt_device_program *program, int64_t kind);

/// A copy of an argument on the device. If it is written, what is there in the
/// end is copied back.
void *sgrt_device_argument(sg_call *call, int64_t argument, int64_t is_written);

/// Memory on the device for a result, all of whose sizes have been told; what
/// is there in the end is copied to the caller's.
void *sgrt_device_result(sg_call *call, int64_t result);

/// Waits for the device and copies to the caller what it is to get. On an
/// emulated device, tells of memory that has not been given back.
void sgrt_device_finish(void);

/// Memory of the device that lives no longer than the call.
void *sgrt_device_alloc(int64_t bytes);
void sgrt_device_free(void *memory);

/// The same, which is kept for later calls: all that a function needs.
void *sgrt_device_arena(int64_t bytes);
void sgrt_device_give_arena(void *memory);

/// Waits for the device and copies `bytes` bytes from there.
void sgrt_device_read(void *to, const void *from, int64_t bytes);

/// A copy of a constant on the device, where it stays as long as the program is
/// loaded.
void *sgrt_device_constant(const void *data, int64_t bytes);

/// Launches a kernel, with `memory` bytes of dynamic shared memory; `arguments`
/// has the address of each of its `count` arguments, `argument_bytes` its size.
/// Does not wait.
void sgrt_device_launch(sgrt_device_module *module, const char *kernel,
                        int64_t memory, int64_t blocks_x, int64_t blocks_y,
                        int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                        int64_t threads_z, void **arguments, int64_t count,
                        const int32_t *argument_bytes);

/// In between only kernels are launched, which may be done later, and at once:
/// by one call of the driver, from the second time on that this place of the
/// program, for which the address stands, is come by.
void sgrt_device_begin(const void *place);
void sgrt_device_end(void);

} // extern "C"

namespace sg {
/// Gives back what a program has of devices. No call of it may be under way.
void releaseProgram(sgrt_device_program &program);
} // namespace sg

#endif // SG_RUNTIME_DEVICECALL_H
