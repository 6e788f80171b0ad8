//===- ProgramDevice.h - The device of a program ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_DEVICE_PROGRAMDEVICE_H
#define SG_LIB_RUNTIME_DEVICE_PROGRAMDEVICE_H

#include "sg/Runtime/DeviceCall.h"

namespace sg {

struct KernelLaunch {
  sgrt_device_module *module;
  const char *kernel;
  int64_t memory;   ///< bytes of dynamic shared memory
  int64_t sizes[6]; ///< x, y, z of the grid, then of a block
  void **arguments;
  const int32_t *argumentBytes;
  int64_t count;
};

/// The functions of a device. Operations are executed in the order of the
/// calls. An error ends the call of native code by longjmp: immediately, in
/// `flush` or in `wait`. The skipped frames must have no destructors. Functions
/// that free or give back memory do not fail.
struct ProgramDevice {
  void (*start)();                  ///< begins a call
  void *(*allocate)(int64_t bytes); ///< bytes > 0
  void (*free)(void *memory);
  /// Take and give back memory that is kept for the next call.
  void *(*takeArena)(int64_t bytes);
  void (*giveArena)(void *memory);
  /// Allocates memory that the caller will own.
  void *(*allocateForCaller)(int64_t bytes);
  /// Returns SGCUDA_PINNED_BYTES bytes of pinned host memory, which makes
  /// copies faster, or null if none is available.
  void *(*takePinned)();
  void (*givePinned)(void *memory);
  /// Copies between device and host memory. Host memory must stay valid until
  /// the next `wait`.
  void (*copy)(void *to, const void *from, int64_t bytes);
  void (*launch)(const KernelLaunch &launch);
  /// Begin and end a sequence of launches. The launches may be deferred until
  /// `flush` or another call. `sequence` identifies the sequence in the
  /// program.
  void (*beginLaunches)(const void *sequence);
  void (*endLaunches)();
  void (*flush)();
  void (*wait)();
  /// Cleans up after an error: discards deferred launches. If `isInUse` is set,
  /// also waits for operations in progress, which may fail.
  void (*abandon)(bool isInUse);
  void (*unload)(sgrt_device_module &module);
  /// True if a call that does not free its memory is an error.
  bool reportsLeaks;
};

extern const ProgramDevice cudaDevice, emulatedDevice;

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_PROGRAMDEVICE_H
