//===- DeviceProgram.h - Device state of a program --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_DEVICE_DEVICEPROGRAM_H
#define SG_LIB_RUNTIME_DEVICE_DEVICEPROGRAM_H

#include "ProgramDevice.h"
#include <mutex>
#include <unordered_map>

namespace sg {

/// The device state of a loaded program: its constants and the modules of the
/// kernels that it has launched.
class DeviceProgram {
public:
  /// Returns the state of `program`. The first call creates the state.
  static DeviceProgram &get(sgrt_device_program &program);
  /// Frees the constants, unloads the modules and deletes the state.
  static void release(sgrt_device_program &program);
  /// Frees the device copies of the constants of all programs. The next use of
  /// a constant copies it again.
  static void releaseConstants();

  /// Returns the device copy of `data`, or null if there is none yet.
  void *findConstant(const void *data);
  /// Records `copy` as the device copy of `data`. Returns false if another
  /// thread has added a copy.
  bool addConstant(const void *data, void *copy, const ProgramDevice &device);

  void addModule(sgrt_device_module &module, const ProgramDevice &device);

private:
  void freeConstants();

  struct Constant {
    void *copy;
    const ProgramDevice *device;
  };
  std::mutex mutex;
  std::unordered_map<const void *, Constant> constants;
  std::unordered_map<sgrt_device_module *, const ProgramDevice *> modules;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_DEVICEPROGRAM_H
