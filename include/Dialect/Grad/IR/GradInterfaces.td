//===- GradInterfaces.td - Interfaces of ops ---------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GRAD_INTERFACES
#define GRAD_INTERFACES

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::sg::grad";
  let description = [{
    An operation that declares the pairs of values between which a derivative
    flows, and emits the derivative as IR in forward mode (`pushforward`) and in
    reverse mode (`pullback`). External models attach the interface to ops; see
    `docs/WritingARule.md`. Most ops need only one row of
    `sg/Rules/RuleKinds.h`.

    An op without this interface has no derivative. It is an error if a
    derivative flows through such an op, that is, if a result is active. A value
    is active if it depends on a differentiated input and a differentiated
    result depends on it.
  }];
  let methods = [
    InterfaceMethod<[{
        Declares every pair of values between which a derivative flows: from
        operands to results, and for an op with regions also to and from values
        in the regions. An op without pairs is inactive. Pairs in which one type
        has no derivative by nature are ignored.
      }],
      "void", "derivativeFlow", (ins "::sg::grad::FlowContext &":$flow)>,
    InterfaceMethod<[{
        Computes the tangents of the active results from the tangents of the
        operands, and sets them. A null tangent is zero. The insertion point is
        after the op. It is an error to omit a result to which `derivativeFlow`
        declares a pair from a value with a tangent.
      }],
      "::llvm::LogicalResult", "pushforward",
      (ins "::sg::grad::ForwardContext &":$context)>,
    InterfaceMethod<[{
        Adds the contributions of the results' cotangents to the cotangents of
        the operands. A null contribution is zero. Called only if some result
        has a cotangent. Must add a contribution to each active value `v` for
        which `derivativeFlow` declares a pair `(v, r)` and `r` has a cotangent.
      }],
      "::llvm::LogicalResult", "pullback",
      (ins "::sg::grad::ReverseContext &":$context)>,
    InterfaceMethod<[{
        Computes the results with simpler ops at the insertion point, if the
        simpler ops are easier to differentiate in the given mode. Returns the
        values that replace the results, or no value to keep the op. Called
        before differentiation, for ops with an active result.
      }],
      "::llvm::SmallVector<::mlir::Value>", "decompose",
      (ins "::mlir::OpBuilder &":$builder,
           "::sg::grad::DecompositionContext &":$context),
      /*methodBody=*/"", /*defaultImplementation=*/[{ return {}; }]>
  ];
}

def DerivativeRequestOpInterface : OpInterface<"DerivativeRequestOpInterface"> {
  let cppNamespace = "::sg::grad";
  let description = [{
    An operation that requests a derivative of a function by name.
  }];
  let methods = [
    InterfaceMethod<"Returns the name of the differentiated function.",
      "::mlir::FlatSymbolRefAttr", "getCalleeAttr">,
    InterfaceMethod<"Returns the arguments of the call.",
      "::mlir::Operation::operand_range", "getInputs">,
    InterfaceMethod<[{
        Returns the directions of the derivative: the cotangents of `grad.vjp`
        or the tangents of `grad.jvp`.
      }],
      "::mlir::ValueRange", "getDirections">,
    InterfaceMethod<[{
        Returns the indices of the differentiated arguments, in the order of the
        gradients, or std::nullopt for every argument of differentiable type.
      }],
      "::std::optional<::llvm::ArrayRef<int64_t>>", "getWrt">,
    InterfaceMethod<[{
        Returns true if a differentiated argument without a path to a
        differentiated result is an error.
      }],
      "bool", "getStrict">,
    InterfaceMethod<[{
        Returns true if the attribute `strong_zero` is set: zero times infinity
        or NaN is zero in the derivative.
      }],
      "bool", "getStrongZero">
  ];
}

#endif // GRAD_INTERFACES
