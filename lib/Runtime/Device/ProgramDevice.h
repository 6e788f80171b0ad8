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

/// How a kernel is launched.
struct KernelLaunch {
  sgrt_device_module *module;
  const char *kernel;
  int64_t memory;   ///< bytes of dynamic shared memory
  int64_t sizes[6]; ///< of the grid and of a block, x, y and z each
  void **arguments;
  const int32_t *argumentBytes;
  int64_t count;
};

/// A device of a program, which does what it is asked in that order. What fails
/// ends the call, at once, in `flush` or in `wait`: no frame with destructors
/// may be in between. What gives something back does not fail.
struct ProgramDevice {
  void (*start)();                  ///< of a call
  void *(*allocate)(int64_t bytes); ///< more than none
  void (*free)(void *memory);
  /// The same, of memory that is kept for the next time.
  void *(*takeArena)(int64_t bytes);
  void (*giveArena)(void *memory);
  /// Memory that is the caller's from then on.
  void *(*allocateForCaller)(int64_t bytes);
  /// Memory of the host that is copied faster, SGCUDA_PINNED_BYTES; null if
  /// there is none.
  void *(*takePinned)();
  void (*givePinned)(void *memory);
  /// Either side is on the device, or has to live until the next `wait`.
  void (*copy)(void *to, const void *from, int64_t bytes);
  void (*launch)(const KernelLaunch &launch);
  /// In between launches may be put off, until `flush` or another call.
  void (*beginLaunches)(const void *place);
  void (*endLaunches)();
  void (*flush)();
  void (*wait)();
  /// After an error: forgets launches that were put off; and waits for what is
  /// under way, which may fail, if it is in use.
  void (*abandon)(bool isInUse);
  void (*unload)(sgrt_device_module &module);
  /// Whether memory that a call has not given back is an error.
  bool tellsLeaks;
};

extern const ProgramDevice cudaDevice, emulatedDevice;

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_PROGRAMDEVICE_H
