//===- DeviceCall.cpp - Device runtime called by host code ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/DeviceCall.h"
#include "DeviceProgram.h"
#include "StagedCopies.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/CallRuntime.h"
#include <cinttypes>
#include <unordered_map>
#include <vector>

using namespace sg;

namespace {
/// The device memory and copies of one call.
struct DeviceCall {
  DeviceCall(DeviceProgram &program, const ProgramDevice &device)
      : program(program), device(device), copies(device) {}

  DeviceProgram &program;
  const ProgramDevice &device;
  /// Size in bytes of each allocation of the program.
  std::unordered_map<void *, int64_t> memory, arenas;
  /// Device copies of the caller's arrays. The copies are arenas, so that each
  /// call uses the same addresses.
  std::vector<void *> arrays;
  StagedCopies copies; ///< between the caller's arrays and the device
};
} // namespace

static void endCall(void *extension) {
  auto *call = static_cast<DeviceCall *>(extension);
  const ProgramDevice &device = call->device;
  // Memory remains only after an error. Wait for operations that use the memory
  // before freeing it.
  device.abandon(call->copies.areInUse());
  call->copies.release();
  for (auto &entry : call->memory)
    device.free(entry.first);
  for (auto &entry : call->arenas)
    device.giveArena(entry.first);
  for (void *array : call->arrays)
    device.giveArena(array);
  delete call;
}

static DeviceCall &getCall() {
  return *static_cast<DeviceCall *>(getExtension(endCall));
}

void sgrt_device_start(sgrt_device_program *program, int64_t kind) {
  const ProgramDevice &device =
      kind == SGRT_EMULATED ? emulatedDevice : cudaDevice;
  device.start();
  getExtension(endCall) = new DeviceCall(DeviceProgram::get(*program), device);
}

void *sgrt_device_alloc(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  DeviceCall &call = getCall();
  void *memory = call.device.allocate(bytes);
  call.memory[memory] = bytes;
  countAllocated(bytes);
  return memory;
}

void sgrt_device_free(void *memory) {
  DeviceCall &call = getCall();
  auto allocation = call.memory.find(memory);
  if (allocation == call.memory.end())
    return;
  call.device.free(memory);
  countFreed(allocation->second);
  call.memory.erase(allocation);
}

void *sgrt_device_arena(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  DeviceCall &call = getCall();
  void *memory = call.device.takeArena(bytes);
  call.arenas[memory] = bytes;
  countAllocated(bytes);
  return memory;
}

void sgrt_device_give_arena(void *memory) {
  DeviceCall &call = getCall();
  auto arena = call.arenas.find(memory);
  if (arena == call.arenas.end())
    return;
  call.device.giveArena(memory);
  countFreed(arena->second);
  call.arenas.erase(arena);
}

/// Allocates the device copy of a caller's array. Returns null for an array
/// without elements.
static void *allocateArray(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  DeviceCall &call = getCall();
  call.arrays.push_back(call.device.takeArena(bytes));
  return call.arrays.back();
}

void *sgrt_device_argument(sg_call *call, int64_t argument,
                           int64_t is_written) {
  const sg_array &array = call->arguments[argument];
  if (array.type & SG_ON_DEVICE)
    return array.data;
  int64_t bytes = countBytes(array);
  void *memory = allocateArray(bytes);
  if (!memory)
    return nullptr;
  getCall().copies.copyToDevice(memory, array.data, bytes);
  if (is_written)
    getCall().copies.addResult(array.data, memory, bytes);
  return memory;
}

/// Returns the memory of a result that stays on the device. The caller owns the
/// memory.
static void *getDeviceResult(sg_array &result) {
  int64_t bytes = countBytes(result);
  if (!result.data && bytes > 0)
    result.data = getCall().device.allocateForCaller(bytes);
  return result.data;
}

void *sgrt_device_result(sg_call *call, int64_t result) {
  if (call->results[result].type & SG_ON_DEVICE)
    return getDeviceResult(call->results[result]);
  void *target = sgrt_result(call, result);
  int64_t bytes = countBytes(call->results[result]);
  void *memory = allocateArray(bytes);
  if (memory)
    getCall().copies.addResult(target, memory, bytes);
  return memory;
}

/// Fails if the call has not freed all memory that it allocated.
static void checkLeaks(const DeviceCall &call) {
  int64_t leakedBytes = 0;
  for (const auto *allocations : {&call.memory, &call.arenas})
    for (auto &entry : *allocations)
      leakedBytes += entry.second;
  if (leakedBytes != 0 && call.device.reportsLeaks)
    leave(SG_ASSERTION_FAILED,
          "%" PRId64 " bytes of device memory were not freed", leakedBytes);
}

void sgrt_device_finish(void) {
  DeviceCall &call = getCall();
  if (call.copies.areInUse()) {
    call.copies.copyResults();
    call.device.wait();
    call.copies.deliverResults();
    call.copies.release();
  } else {
    call.device.flush(); // no copy uses the caller's arrays
  }
  checkLeaks(call);
}

void sgrt_device_read(void *to, const void *from, int64_t bytes) {
  const ProgramDevice &device = getCall().device;
  device.copy(to, from, bytes);
  device.wait();
}

void *sgrt_device_constant(const void *data, int64_t bytes) {
  DeviceCall &call = getCall();
  void *existingCopy = call.program.findConstant(data);
  if (existingCopy || bytes <= 0)
    return existingCopy;
  // If the copy fails, the memory is freed at the end of the call.
  void *deviceCopy = call.device.allocate(bytes);
  call.memory[deviceCopy] = bytes;
  call.device.copy(deviceCopy, data, bytes);
  call.memory.erase(deviceCopy);
  if (call.program.addConstant(data, deviceCopy, call.device))
    return deviceCopy;
  call.device.free(deviceCopy); // another thread has added a copy
  return call.program.findConstant(data);
}

void sgrt_device_launch(sgrt_device_module *module, const char *kernel,
                        int64_t memory, int64_t blocks_x, int64_t blocks_y,
                        int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                        int64_t threads_z, void **arguments, int64_t count,
                        const int32_t *argument_bytes) {
  DeviceCall &call = getCall();
  call.program.addModule(*module, call.device);
  call.device.launch(
      {module,
       kernel,
       memory,
       {blocks_x, blocks_y, blocks_z, threads_x, threads_y, threads_z},
       arguments,
       argument_bytes,
       count});
}

void sgrt_device_begin(const void *sequence) {
  getCall().device.beginLaunches(sequence);
}

void sgrt_device_end(void) { getCall().device.endLaunches(); }
