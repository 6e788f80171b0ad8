//===- LowerLaunches.cpp - Lowers launches of compiled kernels ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sg/CodeGen/GPU/Host/Launches.h"
#include "sg/CodeGen/GPU/Host/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-launches"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERLAUNCHES
#include "sg/CodeGen/GPU/Host/Passes.h.inc"
} // namespace sg

/// Alignment in bytes of machine code, which the driver reads in place.
static constexpr uint64_t kImageAlignment = 16;

/// Adds a constant with the PTX or machine code that the driver loads.
static LogicalResult addImage(gpu::BinaryOp binary,
                              sg::LaunchLowering &lowering) {
  if (binary.getObjects().size() != 1)
    return binary.emitOpError("has more than one object");
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  bool isPTX = object.getFormat() == gpu::CompilationTarget::Assembly;
  std::string data = object.getObject().str();
  if (isPTX)
    data.push_back('\0');
  OpBuilder b(binary);
  b.setInsertionPointToStart(binary->getBlock());
  auto image = LLVM::GlobalOp::create(
      b, binary.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), data.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, "sg.kernels.image",
      b.getStringAttr(data));
  image.setAlignment(kImageAlignment);
  LDBG() << "loaded by the driver as " << (isPTX ? "PTX" : "machine code")
         << ", " << data.size() << " bytes: '" << binary.getName() << "' at "
         << binary.getLoc();
  lowering.getSymbols().insert(image);
  lowering.addModule(binary, image, isPTX ? 0 : int64_t(data.size()));
  return success();
}

namespace {
struct LowerLaunches : sg::impl::LowerLaunchesBase<LowerLaunches> {
  void runOnOperation() override {
    sg::LaunchLowering lowering(getOperation());
    SmallVector<gpu::BinaryOp> binaries(getOperation().getOps<gpu::BinaryOp>());
    for (gpu::BinaryOp binary : binaries)
      if (failed(addImage(binary, lowering)))
        return signalPassFailure();
    if (failed(lowering.replaceLaunches()))
      return signalPassFailure();
    for (gpu::BinaryOp binary : binaries)
      binary.erase();
  }
};
} // namespace
