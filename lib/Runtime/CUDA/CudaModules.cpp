//===- CudaModules.cpp - Modules of kernels, loaded on first use ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModules.h"

using namespace sg::cuda;

CudaModule *CudaModules::add(const void *image, int32_t optimizationLevel) {
  modules.emplace_back(image, optimizationLevel);
  return &modules.back();
}

std::string CudaModules::find(CudaModule &module, const char *name,
                              CudaFunction *&function) {
  if (module.isUnloaded)
    return std::string("kernel '") + name +
           "' was requested from a module that was unloaded";
  auto position = module.functions.find(name);
  if (position == module.functions.end())
    position =
        module.functions.emplace(name, CudaFunction{&module, name}).first;
  function = &position->second;
  if (function->handle)
    return "";
  if (!module.handle)
    if (std::string problem = load(module); !problem.empty())
      return problem;
  if (CUresult error =
          driver.cuModuleGetFunction(&function->handle, module.handle, name)) {
    function->handle = nullptr;
    return std::string("cuModuleGetFunction failed for kernel '") + name +
           "': " + driver.describe(error);
  }
  int staticSharedBytes = 0;
  if (CUresult error = driver.cuFuncGetAttribute(
          &staticSharedBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
          function->handle)) {
    function->handle = nullptr;
    return std::string("cuFuncGetAttribute failed for kernel '") + name +
           "': " + driver.describe(error);
  }
  function->sharedLimit = kDefaultSharedBytes - staticSharedBytes;
  return "";
}

std::string CudaModules::load(CudaModule &module) {
  char log[4096] = "";
  // The driver takes integer options cast to pointers.
  auto toPointer = [](uintptr_t value) {
    return reinterpret_cast<void *>(value);
  };
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_OPTIMIZATION_LEVEL};
  void *values[] = {log, toPointer(sizeof log),
                    toPointer(module.optimizationLevel)};
  unsigned count = module.optimizationLevel >= 0 ? 3 : 0;
  CUresult error = driver.cuModuleLoadDataEx(&module.handle, module.image,
                                             count, options, values);
  if (!error)
    return "";
  module.handle = nullptr;
  log[sizeof log - 1] = 0;
  std::string message = std::string("cuModuleLoadDataEx failed for ") +
                        (count ? "PTX" : "machine code") + ": " +
                        driver.describe(error);
  if (*log)
    message += std::string("; ") + log;
  return message;
}

CUresult CudaModules::unload(CudaModule &module) {
  module.isUnloaded = true;
  return dropHandles(module);
}

void CudaModules::release() {
  for (CudaModule &module : modules)
    dropHandles(module);
}

CUresult CudaModules::dropHandles(CudaModule &module) {
  for (auto &entry : module.functions)
    entry.second.handle = nullptr;
  if (!module.handle)
    return CUDA_SUCCESS;
  CUresult result = driver.cuModuleUnload(module.handle);
  module.handle = nullptr;
  return result;
}
