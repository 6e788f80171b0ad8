//===- slope.cpp - Differentiate a function and run that ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Soft.h"
#include "mlir/Parser/Parser.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Register.h"
#include "sg/Runtime/Executable.h"
#include "sg/Transforms/Differentiate.h"
#include <cstdio>

using namespace mlir;

int main() {
  DialectRegistry registry;
  sg::registerAll(registry);
  registry.insert<soft::SoftDialect>();
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(R"(func.func @f(%x: f64) -> f64 {
    %y = soft.plus %x : f64
    return %y : f64
  })",
                                            &context);
  auto f = module->lookupSymbol<func::FuncOp>("f");
  if (failed(sg::differentiate(f))) // an error has been told
    return 1;
  PassManager pm(&context);
  pm.addPass(soft::createSoftToMath());
  sg::buildLowerToCPUPipeline(pm, {});
  if (failed(pm.run(*module)))
    return 1;
  auto native = llvm::cantFail(sg::Executable::compile(*module, {}));
  auto entry = llvm::cantFail(native->lookup("f_value_and_grad"));
  double x = 0, y, slope;
  sg_array arguments[] = {{&x, nullptr, 0, SG_F64}};
  sg_array results[] = {{&y, nullptr, 0, SG_F64}, {&slope, nullptr, 0, SG_F64}};
  sg_call call = {};
  call.version = SG_CALL_VERSION;
  call.argument_count = 1, call.arguments = arguments;
  call.result_count = 2, call.results = results;
  if (entry(&call) != SG_OK)
    return 1;
  std::printf("soft plus at %g: %.6f, slope %.6f\n", x, y, slope);
}
