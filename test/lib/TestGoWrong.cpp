//===- TestGoWrong.cpp - A pass that fails --------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test-go-wrong fails at each op with a given name, in one of the ways in which
// upstream passes fail. Tests use it to check the diagnostics about failures.
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct GoWrong : PassWrapper<GoWrong, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GoWrong)
  GoWrong() = default;
  GoWrong(const GoWrong &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "test-go-wrong"; }
  StringRef getDescription() const override { return "Fails at some ops"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<memref::MemRefDialect>();
  }

  void runOnOperation() override {
    SmallVector<Operation *> matchingOps;
    getOperation()->walk([&](Operation *op) {
      if (op->getName().getStringRef() == at)
        matchingOps.push_back(op);
    });
    for (Operation *op : matchingOps)
      goWrong(op);
  }

private:
  void goWrong(Operation *op) {
    OpBuilder b(op);
    auto alloc = [&](ArrayRef<int64_t> shape) {
      return memref::AllocOp::create(b, op->getLoc(),
                                     MemRefType::get(shape, b.getF32Type()));
    };
    if (how == "made") {
      alloc({2}).emitOpError("of two elements is one too many");
    } else if (how == "invalid") {
      Value from = alloc({2}), to = alloc({3});
      memref::CopyOp::create(b, op->getLoc(), from, to);
      return; // the verifier reports the invalid copy
    } else if (how == "written") {
      op->emitOpError("cannot be bufferized under some constraints");
    } else if (how == "unnamed") {
      emitError(op->getLoc()) << "expected offsets to be non-negative";
    } else if (how == "warning") {
      op->emitWarning("is odd");
      return;
    }
    signalPassFailure();
  }

  Option<std::string> at{*this, "at",
                         llvm::cl::desc("Name of the ops to fail at")};
  Option<std::string> how{*this, "how",
                          llvm::cl::desc("made, invalid, written, unnamed or "
                                         "warning; otherwise fails silently")};
};
} // namespace

void sg::test::registerGoWrongPass() { PassRegistration<GoWrong>(); }
