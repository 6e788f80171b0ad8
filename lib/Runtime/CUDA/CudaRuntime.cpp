//===- CudaRuntime.cpp - Errors, set-up, modules and streams --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include <cstdio>
#include <cstdlib>

using namespace sg;
using namespace sg::cuda;

CudaRuntime &CudaRuntime::get() {
  // The runtime is never destroyed: programs unload their modules after main.
  static CudaRuntime *runtime = [] {
    std::atexit(printError);
    return new CudaRuntime;
  }();
  return *runtime;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void CudaRuntime::fail(const std::string &message, sgcuda_status kind) {
  if (status != SGCUDA_OK)
    return;
  status = kind;
  error = message;
}

/// Returns true if `result` is success. Otherwise records an error;
/// `failedCall` describes the call.
bool CudaRuntime::isOk(CUresult result, const std::string &failedCall) {
  if (result != CUDA_SUCCESS)
    fail(failedCall + ": " + driver.describe(result));
  return result == CUDA_SUCCESS;
}

sgcuda_status CudaRuntime::takeError(char *message, int64_t capacity) {
  std::lock_guard<std::mutex> lock(mutex);
  sgcuda_status taken = status;
  if (taken != SGCUDA_OK && message && capacity > 0)
    std::snprintf(message, capacity, "%s", error.c_str());
  status = SGCUDA_OK;
  return taken;
}

/// Prints an error that the program has not taken. Called at process exit.
void CudaRuntime::printError() {
  CudaRuntime &runtime = get();
  if (runtime.status != SGCUDA_OK)
    std::fprintf(stderr, "error: %s\n", runtime.error.c_str());
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

/// Sets up the GPU if necessary. Returns false if the set-up fails or an
/// earlier call has failed.
bool CudaRuntime::start() {
  if (status != SGCUDA_OK)
    return false;
  if (!device.isStarted()) {
    if (std::string problem = device.start(ordinal); !problem.empty()) {
      fail(problem, SGCUDA_UNAVAILABLE);
      return false;
    }
    // Exit handlers run in reverse order. Register this handler after the
    // driver's handler, so that the driver still works.
    static const int atExit = std::atexit(freeKeptAtExit);
    (void)atExit;
  }
  return isOk(device.makeCurrent(), "cuCtxSetCurrent failed");
}

/// Like `start`, for a call that enqueues work in a stream. Issues the deferred
/// launches of this thread first.
bool CudaRuntime::prepareStreamCall() {
  if (!start())
    return false;
  flush();
  return status == SGCUDA_OK;
}

/// Like `prepareStreamCall`, for a call that frees a resource. Ignores earlier
/// errors, and does not set up the GPU.
bool CudaRuntime::prepareRelease() {
  if (!device.isStarted() || device.makeCurrent() != CUDA_SUCCESS)
    return false;
  flush();
  return true;
}

void CudaRuntime::beforeRelease(void (*giveBack)()) {
  std::lock_guard<std::mutex> lock(mutex);
  releaseHooks.push_back(giveBack);
}

void CudaRuntime::release() {
  // The hooks call the runtime, so the mutex must not be locked. No other
  // thread uses the runtime now.
  for (void (*giveBack)() : releaseHooks)
    giveBack();
  std::lock_guard<std::mutex> lock(mutex);
  if (!prepareRelease())
    return;
  // Wait for running kernels, also in the caller's streams: they use the
  // modules.
  checkWait(driver.cuCtxSynchronize(), "cuCtxSynchronize");
  freeKept();
  modules.release();
  managedMemory.clear();
  lastLaunch = {};
  device.release();
}

/// Frees the graphs and the memory kept for later calls.
void CudaRuntime::freeKept() {
  graphs.release();
  arenas.release(device.getStream());
  freeTensorMaps();
  for (void *memory : unusedPinned)
    driver.cuMemFreeHost(memory);
  unusedPinned.clear();
}

/// Frees kept memory at the exit of a process that has not called
/// sgcuda_release.
void CudaRuntime::freeKeptAtExit() {
  CudaRuntime &runtime = get();
  std::lock_guard<std::mutex> lock(runtime.mutex);
  if (runtime.device.isStarted() &&
      runtime.device.makeCurrent() == CUDA_SUCCESS)
    runtime.freeKept();
}

void CudaRuntime::chooseDevice(int32_t requestedOrdinal) {
  std::lock_guard<std::mutex> lock(mutex);
  if (status != SGCUDA_OK)
    return;
  if (device.isStarted() && device.getOrdinal() != requestedOrdinal)
    fail("cannot use GPU " + std::to_string(requestedOrdinal) + ": GPU " +
         std::to_string(device.getOrdinal()) +
         " is in use; choose before the first call, or after sgcuda_release");
  else
    ordinal = requestedOrdinal;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

CudaModule *CudaRuntime::addModule(const void *image, int32_t level) {
  std::lock_guard<std::mutex> lock(mutex);
  return modules.add(image, level);
}

void CudaRuntime::unloadModule(CudaModule *module) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!module)
    return;
  if (!prepareRelease()) {
    module->isUnloaded = true;
    return;
  }
  // Wait for running kernels, also in the caller's streams: they may use the
  // module. After main, the driver may have shut down and unloaded the module.
  CUresult result = module->handle ? driver.cuCtxSynchronize() : CUDA_SUCCESS;
  if (result != CUDA_ERROR_DEINITIALIZED)
    checkWait(result, "cuCtxSynchronize");
  graphs.forget(*module);
  result = modules.unload(*module);
  if (result != CUDA_ERROR_DEINITIALIZED)
    check(result, "cuModuleUnload failed");
}

CudaFunction *CudaRuntime::getFunction(CudaModule *module, const char *name) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!start())
    return nullptr;
  CudaFunction *function = nullptr;
  if (!module)
    fail(std::string("kernel '") + name + "' was requested without a module");
  else if (std::string problem = modules.find(*module, name, function);
           !problem.empty())
    fail(problem);
  return status == SGCUDA_OK ? function : nullptr;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

CUstream CudaRuntime::resolve(void *stream) const {
  return stream ? static_cast<CUstream>(stream) : device.getStream();
}

/// Checks the result of a call that waited. The error may be from an earlier
/// operation, most likely a launch.
void CudaRuntime::checkWait(CUresult result, const char *call) {
  if (result == CUDA_SUCCESS)
    return;
  std::string failedCall = std::string(call) + " failed";
  if (lastLaunch.function)
    failedCall += " (the last launch was " + describe(lastLaunch) +
                  "; CUDA_LAUNCH_BLOCKING=1 finds the one that failed)";
  check(result, failedCall);
}

CUstream CudaRuntime::getStream() {
  std::lock_guard<std::mutex> lock(mutex);
  return prepareStreamCall() ? device.getStream() : nullptr;
}

void CudaRuntime::synchronize(void *stream) {
  std::unique_lock<std::mutex> lock(mutex);
  if (!prepareStreamCall())
    return;
  CUstream resolved = resolve(stream);
  lock.unlock(); // Other threads may use the runtime while this one waits.
  CUresult result = driver.cuStreamSynchronize(resolved);
  lock.lock();
  checkWait(result, "cuStreamSynchronize");
}

void CudaRuntime::synchronize(CUevent event) {
  std::unique_lock<std::mutex> lock(mutex);
  if (!prepareStreamCall())
    return;
  lock.unlock();
  CUresult result = driver.cuEventSynchronize(event);
  lock.lock();
  checkWait(result, "cuEventSynchronize");
}

void CudaRuntime::waitForEvent(void *stream, void *event) {
  std::lock_guard<std::mutex> lock(mutex);
  if (prepareStreamCall())
    check(driver.cuStreamWaitEvent(resolve(stream), static_cast<CUevent>(event),
                                   0),
          "cuStreamWaitEvent failed");
}

CUevent CudaRuntime::createEvent() {
  std::lock_guard<std::mutex> lock(mutex);
  CUevent event = nullptr;
  if (prepareStreamCall())
    check(driver.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING),
          "cuEventCreate failed");
  return event;
}

void CudaRuntime::destroyEvent(void *event) {
  std::lock_guard<std::mutex> lock(mutex);
  if (event && prepareRelease())
    check(driver.cuEventDestroy_v2(static_cast<CUevent>(event)),
          "cuEventDestroy failed");
}

void CudaRuntime::recordEvent(void *event, void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (prepareStreamCall())
    check(driver.cuEventRecord(static_cast<CUevent>(event), resolve(stream)),
          "cuEventRecord failed");
}
