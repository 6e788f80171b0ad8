//===- TestAnalysis.cpp - Prints results of analyses as remarks -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "sg/Analysis/Activity.h"

using namespace mlir;
using namespace sg::grad;

namespace {
/// Emits a remark at each op whose results are varied or useful, with the path
/// that makes them so. Examines functions with an attribute `test.wrt`, which
/// lists the differentiated arguments, and optionally `test.results`.
struct TestActivity : PassWrapper<TestActivity, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestActivity)
  StringRef getArgument() const final { return "test-activity"; }
  StringRef getDescription() const final {
    return "Emit remarks about varied and useful values";
  }

  void runOnOperation() override {
    FlowSummaries summaries;
    getOperation()->walk([&](func::FuncOp function) {
      if (function->hasAttr("test.wrt"))
        show(function, summaries);
    });
    markAllAnalysesPreserved();
  }

private:
  static SmallVector<Value> selectValues(ValueRange values,
                                         DenseI64ArrayAttr indices) {
    if (!indices)
      return SmallVector<Value>(values);
    return llvm::map_to_vector(indices.asArrayRef(),
                               [&](int64_t i) { return Value(values[i]); });
  }

  static void show(func::FuncOp function, FlowSummaries &summaries) {
    ValueRange returned =
        function.getBody().front().getTerminator()->getOperands();
    Activity activity(
        function.getBody(),
        selectValues(function.getArguments(),
                     function->getAttrOfType<DenseI64ArrayAttr>("test.wrt")),
        selectValues(returned, function->getAttrOfType<DenseI64ArrayAttr>(
                                   "test.results")),
        summaries);
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpResult result : op->getResults())
        show(op, result, returned, activity);
    });
  }

  static void show(Operation *op, OpResult result, ValueRange returned,
                   const Activity &activity) {
    bool isVaried = activity.isVaried(result);
    bool isUseful = activity.isUseful(result);
    if (!isVaried && !isUseful)
      return;
    InFlightDiagnostic remark = op->emitRemark();
    if (op->getNumResults() > 1)
      remark << "result " << result.getResultNumber() << " ";
    remark << (isVaried && isUseful ? "active: "
               : isVaried           ? "varied: "
                                    : "useful: ");
    for (Value value : activity.pathFromInput(result))
      if (value != result)
        remark << name(value) << " -> ";
    remark << "here";
    Value last = result;
    for (Value value : activity.pathToResult(result)) {
      if (value != result)
        remark << " -> " << name(value);
      last = value;
    }
    if (isUseful)
      remark << " -> result " << llvm::find(returned, last).getIndex();
  }

  static std::string name(Value value) {
    if (Operation *op = value.getDefiningOp())
      return op->getName().getStringRef().str();
    auto argument = cast<BlockArgument>(value);
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(parent))
      return ("argument " + Twine(argument.getArgNumber())).str();
    return (parent->getName().getStringRef() + "'s block argument " +
            Twine(argument.getArgNumber()))
        .str();
  }
};

/// Emits a remark for each argument that may have a derivative, in each
/// function with a body. The remark describes the argument's connection to the
/// results. Notes point to the ops that block the connection.
struct TestConnections : PassWrapper<TestConnections, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestConnections)
  StringRef getArgument() const final { return "test-connections"; }
  StringRef getDescription() const final {
    return "Emit remarks about connections between arguments and results";
  }

  void runOnOperation() override {
    FlowSummaries summaries;
    getOperation()->walk([&](func::FuncOp function) {
      if (function.isExternal())
        return;
      for (BlockArgument argument : function.getArguments())
        if (getDifferentiability(argument.getType()) != Differentiability::None)
          show(function, argument, summaries);
    });
    markAllAnalysesPreserved();
  }

private:
  static void show(func::FuncOp function, BlockArgument argument,
                   FlowSummaries &summaries) {
    BitVector all(function.getNumResults(), true);
    Connection connection =
        explainConnection(function, argument.getArgNumber(), all, summaries);
    InFlightDiagnostic remark = function.emitRemark()
                                << "argument " << argument.getArgNumber();
    switch (connection.kind) {
    case Connection::Active:
      remark << " is active";
      return;
    case Connection::Blocked:
      remark << " is blocked";
      for (Operation *blocker : connection.blockers)
        remark.attachNote(blocker->getLoc()) << "here";
      return;
    case Connection::Disconnected:
      remark << " is disconnected";
      return;
    }
  }
};
} // namespace

void sg::test::registerAnalysisPasses() {
  PassRegistration<TestActivity>();
  PassRegistration<TestConnections>();
}
