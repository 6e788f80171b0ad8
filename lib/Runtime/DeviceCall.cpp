//===- DeviceCall.cpp - What host code of a GPU program calls -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/DeviceCall.h"
#include "Execution.h"
#include "Runtime/CallRuntime.h"
#include "Runtime/CudaEntryPoints.h"
#include "StagedCopies.h"
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace {
/// What a call has of the device.
struct DeviceCall {
  std::unordered_set<void *> memory, arenas;
  std::unordered_map<const void *, void *> constants;
  sg::StagedCopies copies; ///< from and to the caller
};
} // namespace

static void endCall(void *extension) {
  auto *call = static_cast<DeviceCall *>(extension);
  // What an error has kept from being launched uses what is freed now.
  sgcuda_drop_launches();
  if (call->copies.areInUse()) {
    // An error has ended it: what is under way is of no interest any more.
    mgpuStreamSynchronize(nullptr);
    sgcuda_take_error(nullptr, 0);
    call->copies.release();
  }
  for (void *memory : call->memory)
    mgpuMemFree(memory, nullptr);
  for (void *memory : call->arenas)
    sgcuda_give_arena(memory);
  delete call;
}

static DeviceCall &getCall() {
  void *&extension = sg::getExtension(endCall);
  if (!extension) {
    // Those of a call that this one is made in, by its allocator.
    sgcuda_flush_launches();
    extension = new DeviceCall;
  }
  return *static_cast<DeviceCall *>(extension);
}

/// Ends the call if something has failed. No frame with destructors may be in
/// between.
static void check() {
  char message[1024];
  if (sgcuda_take_error(message, sizeof message) != SGCUDA_OK)
    sg::leave(SG_DEVICE_FAILED, "%s", message);
}

static void wait() {
  mgpuStreamSynchronize(nullptr);
  check();
}

void *sgrt_device_alloc(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  void *memory = mgpuMemAlloc(static_cast<uint64_t>(bytes), nullptr,
                              /*isHostShared=*/false);
  if (!memory)
    check();
  getCall().memory.insert(memory);
  return memory;
}

void sgrt_device_free(void *memory) {
  if (memory && getCall().memory.erase(memory))
    mgpuMemFree(memory, nullptr);
}

void *sgrt_device_arena(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  void *memory = sgcuda_take_arena(static_cast<uint64_t>(bytes));
  if (!memory)
    check();
  getCall().arenas.insert(memory);
  return memory;
}

void sgrt_device_give_arena(void *memory) {
  if (getCall().arenas.erase(memory))
    sgcuda_give_arena(memory);
}

static void *copyToDevice(const void *data, int64_t bytes) {
  void *memory = sgrt_device_alloc(bytes);
  if (memory)
    mgpuMemcpy(memory, const_cast<void *>(data), static_cast<size_t>(bytes),
               nullptr);
  return memory;
}

/// Copies of the caller's arrays are in memory that is kept: it has the same
/// addresses in each call.
void *sgrt_device_argument(sg_call *call, int64_t argument,
                           int64_t is_written) {
  const sg_array &array = call->arguments[argument];
  if (array.type & SG_ON_DEVICE)
    return array.data;
  int64_t bytes = sg::countBytes(array);
  void *memory = sgrt_device_arena(bytes);
  if (!memory)
    return nullptr;
  getCall().copies.copyToDevice(memory, array.data, bytes);
  if (is_written)
    getCall().copies.addResult(array.data, memory, bytes);
  return memory;
}

/// The memory of a result that stays there: the caller's from now on.
static void *getOnDevice(sg_array &result) {
  int64_t bytes = sg::countBytes(result);
  if (!result.data && bytes > 0) {
    result.data = sgcuda_allocate(bytes);
    if (!result.data)
      check();
  }
  return result.data;
}

void *sgrt_device_result(sg_call *call, int64_t result) {
  if (call->results[result].type & SG_ON_DEVICE)
    return getOnDevice(call->results[result]);
  void *target = sgrt_result(call, result);
  int64_t bytes = sg::countBytes(call->results[result]);
  void *memory = sgrt_device_arena(bytes);
  if (memory)
    getCall().copies.addResult(target, memory, bytes);
  return memory;
}

void sgrt_device_finish(void) {
  sg::StagedCopies &copies = getCall().copies;
  if (!copies.areInUse()) {
    // Nothing of the caller's is in use.
    sgcuda_flush_launches();
    return check();
  }
  copies.copyResults();
  wait();
  copies.deliverResults();
  copies.release();
}

void sgrt_device_read(void *to, const void *from, int64_t bytes) {
  mgpuMemcpy(to, const_cast<void *>(from), static_cast<size_t>(bytes), nullptr);
  wait();
}

void *sgrt_device_constant(const void *data, int64_t bytes) {
  DeviceCall &call = getCall();
  auto known = call.constants.find(data);
  if (known != call.constants.end())
    return known->second;
  void *memory = copyToDevice(data, bytes);
  call.constants[data] = memory;
  return memory;
}

/// Several threads may be the first to use it.
static void *load(sgrt_device_module *module) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!module->handle)
    module->handle =
        module->bytes == 0
            ? mgpuModuleLoadJIT(module->image, /*level=*/4)
            : mgpuModuleLoad(module->image, static_cast<size_t>(module->bytes));
  return module->handle;
}

void sgrt_device_launch(sgrt_device_module *module, const char *kernel,
                        int64_t memory, int64_t blocks_x, int64_t blocks_y,
                        int64_t blocks_z, int64_t threads_x, int64_t threads_y,
                        int64_t threads_z, void **arguments, int64_t count,
                        const int32_t *argument_bytes) {
  void *function = mgpuModuleGetFunction(load(module), kernel);
  int64_t sizes[] = {blocks_x,  blocks_y,  blocks_z,
                     threads_x, threads_y, threads_z};
  sgcuda_launch(function, sizes, static_cast<int32_t>(memory), arguments,
                argument_bytes, count);
}

void sgrt_device_begin(const void *place) { sgcuda_begin_launches(place); }

void sgrt_device_end(void) { sgcuda_end_launches(); }
