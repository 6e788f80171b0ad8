//===- ScalarRowInterface.td - Ops with a scalar rule ------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_SCALARROWINTERFACE
#define SG_RULES_SCALARROWINTERFACE

include "mlir/IR/OpBase.td"

def ScalarRowOpInterface : OpInterface<"ScalarRowOpInterface"> {
  let cppNamespace = "::sg::rules";
  let description = [{
    An elementwise operation whose rule states one partial derivative per
    operand. `scalar<Op>(context, ...)` attaches this interface together with
    `DifferentiableOpInterface`. A row can be tested without IR: its expressions
    can be evaluated on doubles.
  }];
  let methods = [
    StaticInterfaceMethod<[{
        Returns the partial derivative of the result in each operand. The leaves
        are the operands, then the result.
      }],
      "::llvm::ArrayRef<::sg::rules::Expr>", "getPartials">
  ];
}

#endif // SG_RULES_SCALARROWINTERFACE
