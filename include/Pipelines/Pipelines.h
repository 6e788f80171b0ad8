//===- Pipelines.h - From requests to native code ---------------*- C++ -*-===//
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
                     "from 128 to 2048 (default: that of the machine this "
                     "runs on)"),
      llvm::cl::init(0)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("The number of threads that share a call, from 1 to 4096 "
                     "(default: 1, which needs no OpenMP)"),
      llvm::cl::init(1)};
  Option<uint64_t> leastWork{
      *this, "least-work",
      llvm::cl::desc("How much there is to do for several threads at least: as "
                     "much as so many products of a contraction take (default: "
                     "1048576)"),
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
      llvm::cl::desc("Find races and accesses outside in kernels (default: "
                     "false)"),
      llvm::cl::init(false)};
  Option<bool> tf32{
      *this, "tf32",
      llvm::cl::desc("Let tensor cores multiply f32, of which they see 10 bits "
                     "(default: false)"),
      llvm::cl::init(false)};
  Option<bool> atomics{
      *this, "atomics",
      llvm::cl::desc("Let loops add to elements of floats in any order, by "
                     "atomic ops (default: false)"),
      llvm::cl::init(false)};
};

/// What a GPU's driver is given.
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
      llvm::cl::desc("The version of PTX, as +ptx80 (default: the least that "
                     "the chip needs)")};
  Option<DeviceFormat> format{
      *this, "format",
      llvm::cl::desc("What the driver is given (default: isa)"),
      llvm::cl::init(DeviceFormat::ISA),
      llvm::cl::values(
          clEnumValN(DeviceFormat::ISA, "isa", "PTX, which it compiles"),
          clEnumValN(DeviceFormat::Bin, "bin", "machine code for the chip"),
          clEnumValN(DeviceFormat::Fatbin, "fatbin", "both"))};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("The folder of CUDA's toolkit, or none (default: "
                     "CUDA_HOME, or one of the usual places)")};
  Option<bool> fastMath{
      *this, "fast-math",
      llvm::cl::desc("Let results of kernels differ by more than rounding "
                     "(default: false)"),
      llvm::cl::init(false)};
  Option<bool> tf32{
      *this, "tf32",
      llvm::cl::desc("Let tensor cores multiply f32, of which they see 10 bits "
                     "(default: false)"),
      llvm::cl::init(false)};
  Option<bool> atomics{
      *this, "atomics",
      llvm::cl::desc("Let loops add to elements of floats in any order, by "
                     "atomic ops (default: false)"),
      llvm::cl::init(false)};
};

/// Upstream's inliner, which canonicalizes by `--sg-canonicalize` what it
/// inlines.
std::unique_ptr<mlir::Pass> createInliner();

/// Derivatives become calls of functions, and the grad dialect leaves the
/// program. What every back end begins with.
void buildExpandPipeline(mlir::OpPassManager &pm);

/// Prints, in words, where the gradients go that `function` asks for; if it
/// asks for none, its own. The module is not changed. Fails with an error where
/// there is nothing to report on.
llvm::LogicalResult printGradientReports(mlir::ModuleOp module,
                                         llvm::StringRef function,
                                         llvm::raw_ostream &os);

/// From a module with requests for derivatives to the LLVM dialect, with an
/// entry point `sg_f` for each public function `f` (docs/ABI.md).
void buildLowerToCPUPipeline(mlir::OpPassManager &pm,
                             const LowerToCPUOptions &options);

#if SG_ENABLE_CUDA
/// From a module with requests for derivatives to the LLVM dialect, with the
/// same entry points, whose tensors are on an NVIDIA GPU while they run
/// (docs/GPU.md).
void buildLowerToNVVMPipeline(mlir::OpPassManager &pm,
                              const LowerToNVVMOptions &options);

/// The same for a GPU that the host emulates.
void buildLowerToEmulatedPipeline(mlir::OpPassManager &pm,
                                  const LowerToEmulatedOptions &options);
#endif

/// Registers --sg-lower-to-cpu, and --sg-lower-to-nvvm and
/// --sg-lower-to-emulated where there is support for GPUs (sg/Config.h).
void registerPipelines();

} // namespace sg

#endif // SG_PIPELINES_PIPELINES_H
