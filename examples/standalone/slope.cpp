//===- slope.cpp - Differentiate a function, evaluate the derivative ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Soft.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "sg/AD/Register.h"
#include "sg/Transforms/Differentiate.h"
#include <cstdio>

using namespace mlir;

/// Adds a function that calls `callee` at `x`.
static func::FuncOp addCall(ModuleOp module, func::FuncOp callee, double x) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = callee.getLoc();
  auto caller = func::FuncOp::create(
      b, loc, "at", b.getFunctionType({}, callee.getResultTypes()));
  b.setInsertionPointToStart(caller.addEntryBlock());
  Value argument = arith::ConstantOp::create(b, loc, b.getF64FloatAttr(x));
  auto call = func::CallOp::create(b, loc, callee, argument);
  func::ReturnOp::create(b, loc, call.getResults());
  return caller;
}

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  sg::registerAD(registry);
  registry.insert<soft::SoftDialect>();
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(R"(func.func @f(%x: f64) -> f64 {
    %y = soft.plus %x : f64
    return %y : f64
  })",
                                            &context);
  auto f = module->lookupSymbol<func::FuncOp>("f");
  if (failed(sg::differentiate(f))) // has emitted an error
    return 1;
  double x = 0;
  auto slope = module->lookupSymbol<func::FuncOp>("f_value_and_grad");
  func::FuncOp at = addCall(*module, slope, x);
  // Evaluate the call by constant folding, without native code.
  PassManager pm(&context);
  pm.addPass(soft::createSoftToMath());
  pm.addPass(createInlinerPass());
  pm.addPass(createCanonicalizerPass());
  if (failed(pm.run(*module)))
    return 1;
  FloatAttr values[2];
  Operation *end = at.getBody().front().getTerminator();
  for (unsigned i = 0; i < 2; ++i)
    if (!matchPattern(end->getOperand(i), m_Constant(&values[i])))
      return 1;
  std::printf("soft plus at %g: %.6f, slope %.6f\n", x,
              values[0].getValueAsDouble(), values[1].getValueAsDouble());
}
