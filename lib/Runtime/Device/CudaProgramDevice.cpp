//===- CudaProgramDevice.cpp - ProgramDevice for NVIDIA GPUs --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramDevice.h"
#include "sg/Runtime/Call/Execution.h"
#include "sg/Runtime/CudaEntryPoints.h"
#include <mutex>

static void check() {
  char message[1024];
  if (sgcuda_take_error(message, sizeof message) != SGCUDA_OK)
    sg::leave(SG_DEVICE_FAILED, "%s", message);
}

/// Launches the deferred kernels of an enclosing call, if any. The allocator of
/// a call may make another call.
static void start() { sgcuda_flush_launches(); }

static void *checkAllocated(void *memory) {
  if (!memory)
    check();
  return memory;
}

static void *allocate(int64_t bytes) {
  return checkAllocated(sgcuda_allocate(bytes));
}

static void *takeArena(int64_t bytes) {
  return checkAllocated(sgcuda_take_arena(static_cast<uint64_t>(bytes)));
}

static void copy(void *to, const void *from, int64_t bytes) {
  mgpuMemcpy(to, const_cast<void *>(from), static_cast<size_t>(bytes), nullptr);
}

/// Loads the module on first use. Several threads may call this function at
/// once.
static void *load(sgrt_device_module &module) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!module.handle)
    module.handle =
        module.bytes == 0
            ? mgpuModuleLoadJIT(module.image, /*level=*/4)
            : mgpuModuleLoad(module.image, static_cast<size_t>(module.bytes));
  return module.handle;
}

static void launch(const sg::KernelLaunch &launch) {
  void *function = mgpuModuleGetFunction(load(*launch.module), launch.kernel);
  sgcuda_launch(function, launch.sizes, static_cast<int32_t>(launch.memory),
                launch.arguments, launch.argumentBytes, launch.count);
}

static void flush() {
  sgcuda_flush_launches();
  check();
}

static void wait() {
  mgpuStreamSynchronize(nullptr);
  check();
}

static void abandon(bool isInUse) {
  sgcuda_drop_launches();
  if (!isInUse)
    return;
  mgpuStreamSynchronize(nullptr);
  sgcuda_take_error(nullptr, 0);
}

static void unload(sgrt_device_module &module) {
  if (module.handle)
    mgpuModuleUnload(module.handle);
  module.handle = nullptr;
}

const sg::ProgramDevice sg::cudaDevice = {start,
                                          allocate,
                                          sgcuda_free,
                                          takeArena,
                                          sgcuda_give_arena,
                                          /*allocateForCaller=*/allocate,
                                          sgcuda_take_pinned,
                                          sgcuda_give_pinned,
                                          copy,
                                          launch,
                                          sgcuda_begin_launches,
                                          sgcuda_end_launches,
                                          flush,
                                          wait,
                                          abandon,
                                          unload,
                                          /*reportsLeaks=*/false};
