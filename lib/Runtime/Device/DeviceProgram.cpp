//===- DeviceProgram.cpp - Device state of a program ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceProgram.h"
#include "sg/Runtime/sg_cuda.h"
#include <cstdlib>
#include <unordered_set>

using namespace sg;

sgrt_device_program sgrt_this_program = {};

namespace {
/// All programs that have device state.
struct Programs {
  std::mutex mutex;
  std::unordered_set<DeviceProgram *> loaded;

  static Programs &get() {
    // The object is never destroyed: programs may be used until the process
    // ends.
    static auto *programs = new Programs;
    return *programs;
  }
};
} // namespace

DeviceProgram &DeviceProgram::get(sgrt_device_program &program) {
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  if (!program.state) {
    auto *newState = new DeviceProgram;
    programs.loaded.insert(newState);
    program.state = newState;
  }
  return *static_cast<DeviceProgram *>(program.state);
}

void DeviceProgram::release(sgrt_device_program &program) {
  auto *state = static_cast<DeviceProgram *>(program.state);
  if (!state)
    return;
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  state->freeConstants();
  for (auto [module, device] : state->modules)
    device->unload(*module);
  programs.loaded.erase(state);
  delete state;
  program.state = nullptr;
}

void sg::releaseProgram(sgrt_device_program &program) {
  DeviceProgram::release(program);
}

void DeviceProgram::releaseConstants() {
  Programs &programs = Programs::get();
  std::lock_guard<std::mutex> lock(programs.mutex);
  for (DeviceProgram *program : programs.loaded)
    program->freeConstants();
}

void DeviceProgram::freeConstants() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &entry : constants)
    entry.second.device->free(entry.second.copy);
  constants.clear();
}

void *DeviceProgram::findConstant(const void *data) {
  std::lock_guard<std::mutex> lock(mutex);
  auto constant = constants.find(data);
  return constant == constants.end() ? nullptr : constant->second.copy;
}

bool DeviceProgram::addConstant(const void *data, void *copy,
                                const ProgramDevice &device) {
  // Exit handlers run in reverse order. Register this handler, which needs the
  // device, after the handler of the device.
  static const bool isRegistered = [] {
    sgcuda_before_release(releaseConstants);
    return std::atexit(releaseConstants) == 0;
  }();
  (void)isRegistered;
  std::lock_guard<std::mutex> lock(mutex);
  return constants.insert({data, {copy, &device}}).second;
}

void DeviceProgram::addModule(sgrt_device_module &module,
                              const ProgramDevice &device) {
  std::lock_guard<std::mutex> lock(mutex);
  modules[&module] = &device;
}
