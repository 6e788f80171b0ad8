//===- CudaModules.h - Kernels, loaded when they are used -------*- C++ -*-===//
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
  /// Null if it was not found, or its module was unloaded.
  CUfunction handle = nullptr;
  /// The dynamic shared memory that it may have, in bytes; known with the
  /// handle.
  int32_t sharedLimit = 0;
};

struct CudaModule {
  CudaModule(const void *image, int32_t optimizationLevel)
      : image(image), optimizationLevel(optimizationLevel) {}

  const void *image;
  /// For PTX; -1 for machine code.
  int32_t optimizationLevel;
  bool isUnloaded = false;
  /// Null until it is loaded.
  CUmodule handle = nullptr;
  /// By name. Kept when the module is unloaded, so that the use of one is an
  /// error and not an access to freed memory.
  std::unordered_map<std::string, CudaFunction> functions;
};

/// The modules of the programs of this process, by what programs know them.
class CudaModules {
public:
  explicit CudaModules(const CudaDriver &driver) : driver(driver) {}

  /// Remembers one; no driver is needed.
  CudaModule *add(const void *image, int32_t optimizationLevel);

  /// Finds a function, after it has loaded the module. Returns what is wrong,
  /// nothing if all is well.
  std::string find(CudaModule &module, const char *name,
                   CudaFunction *&function);

  CUresult unload(CudaModule &module);

  /// Unloads all of them; they are loaded again when they are used.
  void release();

private:
  std::string load(CudaModule &module);
  CUresult dropHandles(CudaModule &module);

  const CudaDriver &driver;
  std::deque<CudaModule> modules; // which stay where they are
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDAMODULES_H
