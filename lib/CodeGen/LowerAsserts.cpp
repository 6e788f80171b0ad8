//===- LowerAsserts.cpp - Failing assertions end the call -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERASSERTS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// The place in a source file that a location tells, if any.
static std::string describe(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  return text;
}

namespace {
struct LowerAsserts : sg::impl::LowerAssertsBase<LowerAsserts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<cf::AssertOp> asserts;
    module.walk([&](cf::AssertOp op) { asserts.push_back(op); });
    if (asserts.empty())
      return;
    MLIRContext *context = module.getContext();
    Type pointer = LLVM::LLVMPointerType::get(context);
    SymbolTable symbols(module);
    auto fail = symbols.lookup<LLVM::LLVMFuncOp>("sgrt_fail");
    if (!fail) {
      auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                              {pointer});
      OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
      fail = LLVM::LLVMFuncOp::create(b, module.getLoc(), "sgrt_fail", type);
      symbols.insert(fail);
    }
    for (cf::AssertOp op : asserts) {
      Location loc = op.getLoc();
      std::string text = describe(loc) + op.getMsg().str();
      text.push_back('\0');
      Block *before = op->getBlock();
      Block *after = before->splitBlock(std::next(Block::iterator(op)));
      auto *failed = new Block;
      before->getParent()->getBlocks().insert(before->getParent()->end(),
                                              failed);
      OpBuilder b(context);
      b.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMArrayType::get(b.getI8Type(), text.size());
      auto message = LLVM::GlobalOp::create(b, loc, type, /*isConstant=*/true,
                                            LLVM::Linkage::Internal,
                                            "sg.assert", b.getStringAttr(text));
      symbols.insert(message);
      b.setInsertionPointToEnd(failed);
      Value address = LLVM::AddressOfOp::create(b, loc, message);
      LLVM::CallOp::create(b, loc, fail, address);
      LLVM::UnreachableOp::create(b, loc);
      b.setInsertionPoint(op);
      cf::CondBranchOp::create(b, loc, op.getArg(), after, failed);
      op.erase();
    }
  }
};
} // namespace
