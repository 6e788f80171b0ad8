//===- SoftOps.td - A dialect with one op ------------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOFT_OPS
#define SOFT_OPS

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sg/Dialect/Grad/IR/GradInterfaces.td"

def Soft_Dialect : Dialect {
  let name = "soft";
  let cppNamespace = "::soft";
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def Soft_PlusOp : Op<Soft_Dialect, "plus", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<DifferentiableOpInterface>]> {
  let summary = "log(1 + exp(x)), a smooth maximum of x and 0";
  let arguments = (ins AnyFloat:$input);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

#endif // SOFT_OPS
