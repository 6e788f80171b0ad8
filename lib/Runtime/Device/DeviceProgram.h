//===- DeviceProgram.h - What a program keeps on devices --------*- C++ -*-===//
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

/// What a program has of devices as long as it is loaded: its constants, and
/// the modules of kernels that it has used.
class DeviceProgram {
public:
  /// That of `program`, which has none at first.
  static DeviceProgram &get(sgrt_device_program &program);
  /// Gives back what it has, and forgets it.
  static void release(sgrt_device_program &program);
  /// Gives back all constants; programs ask for them again.
  static void releaseConstants();

  /// Nothing if there is none yet.
  void *findConstant(const void *data);
  /// Keeps a copy of `data`, unless another thread has been faster. Returns
  /// whether it does.
  bool addConstant(const void *data, void *copy, const ProgramDevice &device);

  void addModule(sgrt_device_module &module, const ProgramDevice &device);

private:
  void giveBackConstants();

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
