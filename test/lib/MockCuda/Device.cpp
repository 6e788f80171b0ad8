//===- Device.cpp - The driver, the device and its context ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace mock;

namespace {
struct ErrorText {
  CUresult error;
  const char *name, *text;
};
constexpr ErrorText kErrors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED",
     "initialization error"},
    {CUDA_ERROR_DEINITIALIZED, "CUDA_ERROR_DEINITIALIZED",
     "driver shutting down"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE",
     "no CUDA-capable device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE",
     "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT",
     "invalid device context"},
    {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX",
     "a PTX JIT compilation failed"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE",
     "invalid resource handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
     "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
     "part or all of the requested memory range is already mapped"},
    {CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
     "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
     "pointer does not correspond to a registered memory region"},
};

const ErrorText *findError(CUresult error) {
  for (const ErrorText &entry : kErrors)
    if (entry.error == error)
      return &entry;
  return nullptr;
}

CUresult checkDevice(CUdevice device) {
  if (!getState().isInitialized)
    return CUDA_ERROR_NOT_INITIALIZED;
  return device >= 0 && device < getState().deviceCount
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_DEVICE;
}

/// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kMajor = 75;

CUmemoryPool getPool() { return reinterpret_cast<CUmemoryPool>(&getState()); }
} // namespace

extern "C" {

CUresult cuInit(unsigned flags) {
  Call call("cuInit");
  if (CUresult error = call.getPlannedError())
    return error;
  getState().isInitialized = true;
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version) {
  Call call("cuDriverGetVersion");
  *version = getState().driverVersion;
  return call.getPlannedError();
}

CUresult cuGetErrorName(CUresult error, const char **text) {
  const ErrorText *found = findError(error);
  *text = found ? found->name : nullptr;
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const ErrorText *found = findError(error);
  *text = found ? found->text : nullptr;
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetCount(int *count) {
  Call call("cuDeviceGetCount");
  if (CUresult error = call.getPlannedError())
    return error;
  *count = getState().deviceCount;
  return getState().isInitialized ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  Call call("cuDeviceGet", std::to_string(ordinal));
  if (CUresult error = call.getPlannedError())
    return error;
  *device = ordinal;
  return checkDevice(ordinal);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice device) {
  Call call("cuDeviceGetAttribute", std::to_string(attribute));
  if (CUresult error = call.getPlannedError())
    return error;
  switch (static_cast<int>(attribute)) {
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    *value = getState().hasMemoryPools;
    break;
  case kMajor:
    *value = 9;
    break;
  default: // attributes that no test depends on
    *value = 0;
  }
  return checkDevice(device);
}

//===----------------------------------------------------------------------===//
// The context
//===----------------------------------------------------------------------===//

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  static uintptr_t numContexts = 0;
  Call call("cuDevicePrimaryCtxRetain");
  if (CUresult error = call.getPlannedError())
    return error;
  if (CUresult error = checkDevice(device))
    return error;
  State &state = getState();
  if (state.contextHolders++ == 0)
    state.context = reinterpret_cast<CUcontext>(++numContexts);
  *context = state.context;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  Call call("cuDevicePrimaryCtxRelease");
  if (CUresult error = call.getPlannedError())
    return error;
  if (CUresult error = checkDevice(device))
    return error;
  State &state = getState();
  if (state.contextHolders == 0) {
    call.addFinding("nobody holds the context");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  if (--state.contextHolders == 0) {
    state.findLeaks(/*isContextReleased=*/true);
    state.dropContext();
  }
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  Call call("cuCtxSetCurrent");
  if (CUresult error = call.getPlannedError())
    return error;
  if (context && context != getState().context)
    return CUDA_ERROR_INVALID_CONTEXT;
  getThreadContext() = context;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(int limit, size_t value) {
  Call call("cuCtxSetLimit",
            std::to_string(limit) + " to " + std::to_string(value));
  if (CUresult error = call.getError())
    return error;
  return limit == CU_LIMIT_STACK_SIZE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxSynchronize() {
  Call call("cuCtxSynchronize");
  if (CUresult error = call.getError())
    return error;
  for (const Stream &stream : getState().streams)
    getState().host.merge(stream.clock);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  Call call("cuDeviceGetDefaultMemPool");
  if (CUresult error = call.getPlannedError())
    return error;
  *pool = getPool();
  return checkDevice(device);
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                               void *value) {
  uint64_t number = *static_cast<uint64_t *>(value);
  Call call("cuMemPoolSetAttribute",
            std::to_string(attribute) + " to " + std::to_string(number));
  if (CUresult error = call.getPlannedError())
    return error;
  return pool == getPool() && attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes) {
  Call call("cuMemPoolTrimTo", std::to_string(bytes) + " bytes");
  if (CUresult error = call.getPlannedError())
    return error;
  return pool == getPool() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // extern "C"
