//===- CudaModules.h - Modules of kernels, loaded on first use --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDAMODULES_H
#define SG_LIB_RUNTIME_CUDA_CUDAMODULES_H

#include "CudaDriver.h"
#include <deque>
#include <string>
#include <unordered_map>

namespace sg::cuda {

struct CudaModule;

struct CudaFunction {
  CudaModule *module;
  std::string name;
  /// Null if the function was not found or its module was unloaded.
  CUfunction handle = nullptr;
  /// Limit in bytes of the dynamic shared memory of a launch. Set together with
  /// the handle.
  int32_t sharedLimit = 0;
};

struct CudaModule {
  CudaModule(const void *image, int32_t optimizationLevel)
      : image(image), optimizationLevel(optimizationLevel) {}

  const void *image;
  /// Optimization level for PTX, -1 for machine code.
  int32_t optimizationLevel;
  bool isUnloaded = false;
  /// Null until the module is loaded.
  CUmodule handle = nullptr;
  /// The functions by name. Functions of an unloaded module are kept, so that a
  /// later use is an error instead of an access to freed memory.
  std::unordered_map<std::string, CudaFunction> functions;
};

/// The modules of all programs of this process. Programs hold pointers to
/// modules.
class CudaModules {
public:
  explicit CudaModules(const CudaDriver &driver) : driver(driver) {}

  /// Registers a module without calling the driver.
  CudaModule *add(const void *image, int32_t optimizationLevel);

  /// Finds a function, and loads the module if necessary. Returns an empty
  /// string or an error.
  std::string find(CudaModule &module, const char *name,
                   CudaFunction *&function);

  CUresult unload(CudaModule &module);

  /// Unloads all modules. The next use of a module loads it again.
  void release();

private:
  std::string load(CudaModule &module);
  CUresult dropHandles(CudaModule &module);

  const CudaDriver &driver;
  std::deque<CudaModule> modules; // a deque, so that addresses stay valid
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDAMODULES_H
