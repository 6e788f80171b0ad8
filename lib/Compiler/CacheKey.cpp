//===- CacheKey.cpp - Keys of the cache of native code --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheKey.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>

using namespace mlir;

/// Writes the size and modification time of a file, which differ between
/// versions of the file.
static void describeFile(StringRef path, raw_ostream &os) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return;
  os << status.getSize() << ' '
     << status.getLastModificationTime().time_since_epoch().count() << ' ';
}

std::string sg::makeCacheKey(func::FuncOp function,
                             const CompilerOptions &options) {
  Dl_info library, compiler;
  // Do not cache code for a GPU, which also depends on the toolkit. Machine
  // verification and object files require a compilation.
  if (options.cache.empty() || options.device == Device::Cuda ||
      !options.verifiedProcessors.empty() || !options.objectFile.empty() ||
      !dladdr(reinterpret_cast<void *>(&makeCacheKey), &library) ||
      !dladdr(reinterpret_cast<void *>(&llvm::sys::getProcessTriple),
              &compiler))
    return "";
  std::string key;
  llvm::raw_string_ostream os(key);
  // The executable may contain passes.
  describeFile("/proc/self/exe", os);
  describeFile(library.dli_fname, os);
  describeFile(compiler.dli_fname, os);
  os << Executable::describeProcessor(options.processor) << '\n'
     << static_cast<int>(options.device) << options.checkKernels << options.tf32
     << options.atomics << options.traceNan << options.strongZero
     << options.optimizesLess << ' ' << options.threads << ' '
     << options.leastWork << ' ' << function.getName();
  for (int64_t argument : options.donated)
    os << ' ' << argument;
  os << '\n';
  auto module = function->getParentOfType<ModuleOp>();
  return succeeded(writeBytecodeToFile(module, os)) ? key : "";
}
