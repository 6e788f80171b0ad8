//===- Modules.cpp - Modules and launches ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include <cstring>

using namespace mock;

/// Largest dynamic shared memory of a block in bytes, as on an H100.
static constexpr int kMaxSharedBytes = 227 << 10;

std::string mock::describeLaunch(const Function &function, Sizes grid,
                                 Sizes block, unsigned sharedBytes) {
  return "kernel '" + function.kernel.name + "', grid " + grid.format() +
         ", block " + block.format() + ", shared memory " +
         std::to_string(sharedBytes);
}

std::string mock::checkSizes(const Function &function, Sizes grid, Sizes block,
                             unsigned sharedBytes) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > INT32_MAX ||
      grid.y > 65535 || grid.z > 65535)
    return "a grid of " + grid.format() + " blocks is invalid";
  if (block.x == 0 || block.y == 0 || block.z == 0 || block.x > 1024 ||
      block.y > 1024 || block.z > 64)
    return "a block of " + block.format() + " threads is invalid";
  int64_t threads = static_cast<int64_t>(block.x) * block.y * block.z;
  if (threads > function.kernel.maxThreads)
    return "a block of " + block.format() + " threads has more than the " +
           std::to_string(function.kernel.maxThreads) + " that are allowed";
  auto staticBytes = static_cast<int>(function.kernel.sharedBytes);
  int limit = function.sharedLimit.value_or(kDefaultSharedBytes - staticBytes);
  if (static_cast<int>(sharedBytes) > limit)
    return std::to_string(sharedBytes) +
           " bytes of shared memory are more than the " +
           std::to_string(limit) + " that were requested";
  return "";
}

void mock::checkParameters(const Call &call, const Function &function,
                           void **parameters, Stream &stream, Point now) {
  function.module->uses[now.stream] = now.time;
  for (size_t i = 0; i < function.kernel.parameters.size(); ++i) {
    const Kernel::Parameter &parameter = function.kernel.parameters[i];
    if (parameter.bytes != sizeof(uintptr_t))
      continue;
    uintptr_t address;
    std::memcpy(&address, parameters[i], sizeof address);
    std::string description = "parameter " + std::to_string(i) +
                              " of kernel '" + function.kernel.name + "'";
    // The address of an empty array may be the end of another allocation.
    if (parameter.isPointer && address && !lookUpMemory(address) &&
        !lookUpMemory(address - 1) && !isPinned(address))
      call.addFinding(description + " is not memory that the device can use");
    checkUse(call, description, address, 0, stream, now);
  }
}

extern "C" {

CUresult cuModuleLoadDataEx(CUmodule *result, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  Call call("cuModuleLoadDataEx");
  if (CUresult error = call.getError())
    return error;
  std::vector<Kernel> kernels;
  std::string problem =
      isCubin(image) ? parseCubin(image, kernels)
                     : parsePtx(static_cast<const char *>(image), kernels);
  if (!problem.empty()) {
    char *log = nullptr;
    size_t capacity = 0;
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
        log = static_cast<char *>(values[i]);
      else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        capacity = reinterpret_cast<size_t>(values[i]);
    if (log && capacity > problem.size())
      std::strcpy(log, problem.c_str());
    return CUDA_ERROR_INVALID_PTX;
  }
  std::deque<Module> &modules = getState().modules;
  modules.push_back({static_cast<int>(modules.size()) + 1, {}});
  Module &module = modules.back();
  for (Kernel &kernel : kernels)
    module.functions.push_back({&module, std::move(kernel), {}});
  *result = reinterpret_cast<CUmodule>(&module);
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule handle) {
  Call call("cuModuleUnload");
  if (CUresult error = call.getError())
    return error;
  Module *module = lookUp(handle);
  if (!module) {
    call.addFinding("there is no such module");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  for (auto [stream, time] : module->uses)
    if (!getState().host.covers({stream, time}))
      call.addFinding("module " + std::to_string(module->id) +
                      " is unloaded without waiting for its use on stream " +
                      std::to_string(stream));
  module->isUnloaded = true;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *result, CUmodule handle,
                             const char *name) {
  Call call("cuModuleGetFunction", name);
  if (CUresult error = call.getError())
    return error;
  Module *module = lookUp(handle);
  if (!module) {
    call.addFinding("there is no such module");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  for (Function &function : module->functions)
    if (function.kernel.name == name) {
      *result = reinterpret_cast<CUfunction>(&function);
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction handle) {
  Call call("cuFuncGetAttribute", std::to_string(attribute));
  if (CUresult error = call.getError())
    return error;
  Function *function = lookUp(handle);
  if (!function || function->module->isUnloaded)
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute != CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
    return CUDA_ERROR_INVALID_VALUE;
  *value = static_cast<int>(function->kernel.sharedBytes);
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute,
                            int value) {
  Call call("cuFuncSetAttribute", std::to_string(value));
  if (CUresult error = call.getError())
    return error;
  Function *function = lookUp(handle);
  if (!function || function->module->isUnloaded)
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ||
      value < 0 || value + function->kernel.sharedBytes > kMaxSharedBytes)
    return CUDA_ERROR_INVALID_VALUE;
  function->sharedLimit = value;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction handle, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes,
                        CUstream streamHandle, void **parameters,
                        void **extra) {
  Sizes grid{gridX, gridY, gridZ}, block{blockX, blockY, blockZ};
  Function *function = nullptr;
  std::string name = "no kernel";
  Call call("cuLaunchKernel", [&] {
    function = lookUp(handle);
    if (!function)
      return name;
    name = "kernel '" + function->kernel.name + "'";
    return describeLaunch(*function, grid, block, sharedBytes);
  });
  if (CUresult error = call.getError())
    return error;
  if (!function || function->module->isUnloaded) {
    call.addFinding(name + " is of a module that was unloaded");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  Stream *stream = lookUp(streamHandle);
  if (!stream || extra)
    return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
  std::string problem = checkSizes(*function, grid, block, sharedBytes);
  if (!problem.empty()) {
    call.addFinding(name + ": " + problem);
    return CUDA_ERROR_INVALID_VALUE;
  }
  checkParameters(call, *function, parameters, *stream, enqueue(*stream));
  ++getState().launches;
  return CUDA_SUCCESS;
}

} // extern "C"
