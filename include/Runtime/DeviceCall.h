//===- DeviceCall.h - Device runtime called by GPU programs -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions through which the native code of a program uses a device: an NVIDIA
// GPU, or the device that the host emulates. CallRuntime.h has the functions
// that do not depend on the device. If a function fails, the call ends and its
// device memory is freed. docs/GPU.md describes the behaviour of the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_DEVICECALL_H
#define SG_RUNTIME_DEVICECALL_H

#include "sg/Runtime/Emulator.h"
#include "sg/Runtime/sg_call.h"

extern "C" {

enum sgrt_device_kind { SGRT_CUDA, SGRT_EMULATED };

/// The constants and loaded kernels of a program on the device, initially null.
struct sgrt_device_program {
  void *state;
};

/// The state of a program that is linked with the runtime. For each program
/// compiled in memory, this symbol resolves to a separate state.
extern sgrt_device_program sgrt_this_program;

/// A module of kernels. It is loaded when its first kernel is launched.
struct sgrt_device_module {
  void *handle; ///< null until loaded
  /// Null-terminated PTX, or machine code. For the emulated device, an array of
  /// sgrt_emulated_kernel.
  const void *image;
  int64_t bytes; ///< 0 for PTX
};

struct sgrt_emulated_kernel {
  const char *name;
  sgrt_kernel function;
  /// One letter per argument: `p` for a device address, `v` for any other
  /// value.
  const char *arguments;
  int64_t emulation; ///< flags of sgrt_emulation
  int64_t memory;    ///< bytes of static workgroup memory
};

/// Selects the device. Native code calls this function before all others of
/// this header. `kind` is an sgrt_device_kind.
void sgrt_device_start(sgrt_device_program *program, int64_t kind);

/// Returns the device copy of an argument. If `is_written` is set, the final
/// contents of the copy are copied back.
void *sgrt_device_argument(sg_call *call, int64_t argument, int64_t is_written);

/// Returns device memory for a result. All sizes of the result must have been
/// set (sgrt_set_size). The final contents are copied to the caller's array.
void *sgrt_device_result(sg_call *call, int64_t result);

/// Copies results to the caller's arrays and waits for the device. If no array
/// was copied, submits all launches without waiting. The emulated device
/// reports memory that has not been freed.
void sgrt_device_finish(void);

/// Allocates device memory that is freed at the end of the call at the latest.
void *sgrt_device_alloc(int64_t bytes);
void sgrt_device_free(void *memory);

/// Take and give back device memory for all temporaries of a function. The
/// runtime keeps the memory for later calls.
void *sgrt_device_arena(int64_t bytes);
void sgrt_device_give_arena(void *memory);

/// Waits for the device and copies `bytes` bytes of device memory to `to`.
void sgrt_device_read(void *to, const void *from, int64_t bytes);

/// Returns the device copy of a constant, which is kept while the program is
/// loaded.
void *sgrt_device_constant(const void *data, int64_t bytes);

/// Launches a kernel with `memory` bytes of dynamic shared memory. `arguments`
/// has the addresses of the kernel's `count` arguments, and `argument_bytes`
/// their sizes. Does not wait for the kernel.
void sgrt_device_launch(sgrt_device_module *module, const char *kernel,
                        int64_t memory, int64_t blocks_x, int64_t blocks_y,
                        int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                        int64_t threads_z, void **arguments, int64_t count,
                        const int32_t *argument_bytes);

/// Begin and end a sequence in which only kernels are launched. The launches
/// may be deferred. From the second execution of the sequence on, one call of
/// the driver launches all of them. The address `sequence` identifies the
/// sequence in the program.
void sgrt_device_begin(const void *sequence);
void sgrt_device_end(void);

} // extern "C"

namespace sg {
/// Releases the device state of a program. No call of the program may be in
/// progress.
void releaseProgram(sgrt_device_program &program);
} // namespace sg

#endif // SG_RUNTIME_DEVICECALL_H
