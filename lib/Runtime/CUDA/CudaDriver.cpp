//===- CudaDriver.cpp - libcuda, loaded at run time -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace sg::cuda;

/// Stores the address of the function `name` in `function`. Returns false if
/// the library has no such function.
template <typename Function>
static bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// Formats a version, for example 11020 as "11.2".
static std::string formatVersion(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

std::string CudaDriver::load() {
  const char *path = std::getenv("SG_LIBCUDA");
  bool isNamed = path && *path;
  if (!isNamed)
    path = "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return std::string("cannot load the CUDA driver: ") + dlerror() +
           (isNamed ? " (SG_LIBCUDA names it)"
                    : "; install NVIDIA's driver, or set SG_LIBCUDA to "
                      "the library");

  // Look up only these functions first: the version of an old driver explains
  // more than the name of a missing function.
  if (!find(library, "cuInit", cuInit) ||
      !find(library, "cuDriverGetVersion", cuDriverGetVersion) ||
      !find(library, "cuGetErrorName", cuGetErrorName) ||
      !find(library, "cuGetErrorString", cuGetErrorString))
    return std::string("'") + path + "' is not a CUDA driver: " + dlerror();
  if (CUresult error = cuInit(0))
    return "cannot use the CUDA driver: cuInit: " + describe(error) +
           "; nvidia-smi shows whether this machine has a GPU that works";
  int version = 0;
  if (CUresult error = cuDriverGetVersion(&version))
    return "cannot use the CUDA driver: cuDriverGetVersion: " + describe(error);
  if (version < kMinDriverVersion)
    return "the CUDA driver is for CUDA " + formatVersion(version) +
           ", but CUDA " + formatVersion(kMinDriverVersion) +
           " or later is needed; update NVIDIA's driver";
#define FIND(name, parameters)                                                 \
  if (!find(library, #name, name))                                             \
    return std::string("the CUDA driver '") + path + "' has no " #name +       \
           "; update NVIDIA's driver";
  SG_CUDA_DRIVER_FUNCTIONS(FIND)
#undef FIND
  hasGraphs = version >= kGraphDriverVersion;
#define FIND(name, parameters)                                                 \
  hasGraphs = hasGraphs && find(library, #name, name);
  SG_CUDA_GRAPH_FUNCTIONS(FIND)
#undef FIND
  hasClusters = version >= kClusterDriverVersion;
#define FIND(name, parameters)                                                 \
  hasClusters = hasClusters && find(library, #name, name);
  SG_CUDA_CLUSTER_FUNCTIONS(FIND)
#undef FIND
  return "";
}

std::string CudaDriver::describe(CUresult error) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(error, &name) || !name)
    return "unknown error " + std::to_string(static_cast<int>(error));
  if (cuGetErrorString(error, &text) || !text)
    return name;
  return std::string(name) + ": " + text;
}
