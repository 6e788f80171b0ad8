//===- Pipelines.h - Pipelines to native code -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_PIPELINES_H
#define SG_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "sg/Config.h"

namespace sg {

struct LowerToCPUOptions : public mlir::PassPipelineOptions<LowerToCPUOptions> {
  ListOption<int64_t> donated{
      *this, "donated",
      llvm::cl::desc("Arguments of the public functions whose memory may be "
                     "overwritten (default: none)")};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("The width of a vector register in bits, a power of two "
                     "from 128 to 2048 (default: the width of this machine)"),
      llvm::cl::init(0)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("The number of threads that share a call, from 1 to 4096 "
                     "(default: 1, which needs no OpenMP)"),
      llvm::cl::init(1)};
  Option<uint64_t> leastWork{
      *this, "least-work",
      llvm::cl::desc("The least work that is divided among threads, counted in "
                     "products of a contraction (default: 1048576)"),
      llvm::cl::init(1 << 20)};
  Option<bool> checks{
      *this, "checks",
      llvm::cl::desc("Check at run time that the shapes of operands fit and "
                     "that indices are in range (default: true)"),
      llvm::cl::init(true)};
};

struct LowerToEmulatedOptions
    : public mlir::PassPipelineOptions<LowerToEmulatedOptions> {
  ListOption<int64_t> donated{
      *this, "donated",
      llvm::cl::desc("Arguments of the public functions whose memory may be "
                     "overwritten (default: none)")};
  Option<bool> checks{
      *this, "checks",
      llvm::cl::desc("Check at run time that the shapes of operands fit and "
                     "that indices are in range (default: true)"),
      llvm::cl::init(true)};
  Option<bool> checkKernels{
      *this, "check-kernels",
      llvm::cl::desc("Find races and accesses out of bounds in kernels "
                     "(default: false)"),
      llvm::cl::init(false)};
  Option<bool> tf32{
      *this, "tf32",
      llvm::cl::desc("Multiply f32 on tensor cores, which use 10 bits of the "
                     "mantissa (default: false)"),
      llvm::cl::init(false)};
  Option<bool> atomics{
      *this, "atomics",
      llvm::cl::desc("Allow loops to add to float elements in any order, by "
                     "atomic ops (default: false)"),
      llvm::cl::init(false)};
};

/// The format of kernels that the GPU's driver loads.
enum class DeviceFormat { ISA, Bin, Fatbin };

struct LowerToNVVMOptions
    : public mlir::PassPipelineOptions<LowerToNVVMOptions> {
  ListOption<int64_t> donated{
      *this, "donated",
      llvm::cl::desc("Arguments of the public functions whose memory may be "
                     "overwritten (default: none)")};
  Option<bool> checks{
      *this, "checks",
      llvm::cl::desc("Check at run time that the shapes of operands fit and "
                     "that indices are in range (default: true)"),
      llvm::cl::init(true)};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("The GPU's compute capability (default: sm_80)"),
      llvm::cl::init("sm_80")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("The version of PTX, for example +ptx80 (default: the "
                     "lowest version that the chip needs)")};
  Option<DeviceFormat> format{
      *this, "format",
      llvm::cl::desc(
          "The format of kernels that the driver loads (default: isa)"),
      llvm::cl::init(DeviceFormat::ISA),
      llvm::cl::values(
          clEnumValN(DeviceFormat::ISA, "isa",
                     "PTX, which the driver compiles"),
          clEnumValN(DeviceFormat::Bin, "bin", "machine code for the chip"),
          clEnumValN(DeviceFormat::Fatbin, "fatbin", "both"))};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("The folder of CUDA's toolkit, or none (default: "
                     "CUDA_HOME, or one of the usual folders)")};
  Option<bool> fastMath{
      *this, "fast-math",
      llvm::cl::desc("Allow results of kernels to differ by more than rounding "
                     "(default: false)"),
      llvm::cl::init(false)};
  Option<bool> tf32{
      *this, "tf32",
      llvm::cl::desc("Multiply f32 on tensor cores, which use 10 bits of the "
                     "mantissa (default: false)"),
      llvm::cl::init(false)};
  Option<bool> atomics{
      *this, "atomics",
      llvm::cl::desc("Allow loops to add to float elements in any order, by "
                     "atomic ops (default: false)"),
      llvm::cl::init(false)};
};

/// Creates upstream's inliner, with `--sg-canonicalize` for inlined code.
std::unique_ptr<mlir::Pass> createInliner();

/// Adds passes that replace derivative requests by calls of derivative
/// functions, and remove the grad dialect. Each back end begins with these
/// passes.
void buildExpandPipeline(mlir::OpPassManager &pm);

/// Prints a report in words on the gradients that `function` requests or, if it
/// requests none, on the gradient of `function`. Does not change the module.
/// Fails with an error if there is no gradient to report.
llvm::LogicalResult printGradientReports(mlir::ModuleOp module,
                                         llvm::StringRef function,
                                         llvm::raw_ostream &os);

/// Adds passes that compile a module with derivative requests to the LLVM
/// dialect, with an entry point `sg_f` for each public function `f`
/// (docs/ABI.md).
void buildLowerToCPUPipeline(mlir::OpPassManager &pm,
                             const LowerToCPUOptions &options);

#if SG_ENABLE_CUDA
/// Adds passes that compile a module with derivative requests to the LLVM
/// dialect, with entry points that compute on an NVIDIA GPU (docs/GPU.md).
void buildLowerToNVVMPipeline(mlir::OpPassManager &pm,
                              const LowerToNVVMOptions &options);

/// Adds passes like buildLowerToNVVMPipeline, for a GPU that the host emulates.
void buildLowerToEmulatedPipeline(mlir::OpPassManager &pm,
                                  const LowerToEmulatedOptions &options);
#endif

/// Registers --sg-lower-to-cpu. If GPUs are supported (sg/Config.h), also
/// registers --sg-lower-to-nvvm and --sg-lower-to-emulated.
void registerPipelines();

} // namespace sg

#endif // SG_PIPELINES_PIPELINES_H
