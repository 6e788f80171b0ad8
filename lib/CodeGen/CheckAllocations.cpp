//===- CheckAllocations.cpp - Absurd sizes are errors ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKALLOCATIONS
#include "CodeGen/Passes.h.inc"
} // namespace sg

namespace {
struct CheckAllocations : sg::impl::CheckAllocationsBase<CheckAllocations> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<memref::AllocOp> allocations;
    module.walk([&](memref::AllocOp op) {
      if (!op.getDynamicSizes().empty())
        allocations.push_back(op);
    });
    if (allocations.empty())
      return;
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    Type i64 = b.getI64Type();
    SymbolTable symbols(module);
    auto scale = symbols.lookup<LLVM::LLVMFuncOp>("sgrt_scale");
    if (!scale) {
      auto type = LLVM::LLVMFunctionType::get(i64, {i64, i64});
      scale = LLVM::LLVMFuncOp::create(b, module.getLoc(), "sgrt_scale", type);
      symbols.insert(scale);
    }
    for (memref::AllocOp op : allocations) {
      Location loc = op.getLoc();
      b.setInsertionPoint(op);
      // An element takes 16 bytes at most (complex<f64>); f128 is not executed.
      int64_t known = 16;
      for (int64_t size : op.getType().getShape())
        if (!ShapedType::isDynamic(size))
          known *= std::max<int64_t>(size, 1);
      Value bytes =
          arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(known));
      for (Value size : op.getDynamicSizes()) {
        Value factor = arith::IndexCastOp::create(b, loc, i64, size);
        bytes = LLVM::CallOp::create(b, loc, scale, ValueRange{bytes, factor})
                    .getResult();
      }
    }
  }
};
} // namespace
