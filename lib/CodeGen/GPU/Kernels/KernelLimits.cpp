//===- KernelLimits.cpp - Limits of GPUs for kernels ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/GPU/Kernels/KernelLimits.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Maximum size in bytes of a kernel's arguments from kPTXWithLargeArguments on
/// (PTX ISA, "Kernel Function Parameters").
static constexpr int64_t kMaxArgumentBytes = 32764;

/// Maximum size in bytes of static shared memory per block (CUDA C++
/// Programming Guide, "Compute Capabilities").
static constexpr int64_t kMaxStaticSharedBytes = 48 << 10;

std::string sg::getPTXIdentifier(StringRef name) {
  std::string identifier = name.str();
  for (char &letter : identifier)
    if (!llvm::isAlnum(letter))
      letter = '_';
  return llvm::isDigit(identifier.front()) ? "_" + identifier : identifier;
}

static auto getKernels(gpu::GPUModuleOp module) {
  return llvm::make_filter_range(
      module.getOps<LLVM::LLVMFuncOp>(), [](LLVM::LLVMFuncOp function) {
        return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
      });
}

static int64_t countArgumentBytes(LLVM::LLVMFuncOp kernel) {
  DataLayout layout = DataLayout::closest(kernel);
  uint64_t bytes = 0;
  for (BlockArgument argument : kernel.getArguments()) {
    auto byValueType = kernel.getArgAttrOfType<TypeAttr>(
        argument.getArgNumber(), LLVM::LLVMDialect::getByValAttrName());
    Type type = byValueType ? byValueType.getValue() : argument.getType();
    bytes = llvm::alignTo(bytes, layout.getTypeABIAlignment(type)) +
            layout.getTypeSize(type).getFixedValue();
  }
  return static_cast<int64_t>(bytes);
}

FailureOr<unsigned> sg::findPTXForArguments(gpu::GPUModuleOp kernels,
                                            unsigned selectedPTX) {
  unsigned minPTX = 0;
  for (LLVM::LLVMFuncOp kernel : getKernels(kernels)) {
    int64_t bytes = ::countArgumentBytes(kernel);
    auto report = [&] {
      return emitError(kernel.getLoc())
             << "kernel '" << kernel.getName() << "' has " << bytes
             << " bytes of arguments; a GPU accepts ";
    };
    if (bytes > kMaxArgumentBytes)
      return report() << kMaxArgumentBytes
                      << ": pass some of them in one tensor";
    if (bytes <= kArgumentBytes)
      continue;
    minPTX = kPTXWithLargeArguments;
    if (selectedPTX != 0 && selectedPTX < minPTX)
      return report() << kArgumentBytes << " before PTX 8.1, and "
                      << kMaxArgumentBytes
                      << " from PTX 8.1 on: set the option features to +ptx81, "
                         "which needs a driver for CUDA 12.1";
  }
  return minPTX;
}

/// Returns the size in bytes of the static shared memory that `function` and
/// its callees use, without memory and callees in `visited`.
static uint64_t countBlockMemory(LLVM::LLVMFuncOp function,
                                 SymbolTable &symbols,
                                 DenseSet<Operation *> &visited) {
  uint64_t bytes = 0;
  DataLayout layout = DataLayout::closest(function);
  function.walk([&](Operation *op) {
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
      auto memory = symbols.lookup<LLVM::GlobalOp>(address.getGlobalName());
      if (memory &&
          memory.getAddrSpace() == unsigned(NVVM::NVVMMemorySpace::Shared) &&
          visited.insert(memory).second)
        bytes = llvm::alignTo(bytes, memory.getAlignment().value_or(1)) +
                layout.getTypeSize(memory.getGlobalType()).getFixedValue();
    } else if (auto call = dyn_cast<LLVM::CallOp>(op);
               call && call.getCallee()) {
      auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
      if (callee && visited.insert(callee).second)
        bytes += countBlockMemory(callee, symbols, visited);
    }
  });
  return bytes;
}

LogicalResult sg::checkStaticSharedMemory(gpu::GPUModuleOp kernels) {
  SymbolTable symbols(kernels);
  for (LLVM::LLVMFuncOp kernel : getKernels(kernels)) {
    DenseSet<Operation *> visited;
    uint64_t bytes = countBlockMemory(kernel, symbols, visited);
    if (bytes > kMaxStaticSharedBytes)
      return emitError(kernel.getLoc())
             << "kernel '" << kernel.getName() << "' has " << bytes
             << " bytes of static shared memory; a GPU has "
             << kMaxStaticSharedBytes
             << " for a block, and more only if the launch gives the size "
                "(dynamic_shared_memory_size, gpu.dynamic_shared_memory)";
  }
  return success();
}
