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
    An operation that declares the values along which a derivative flows, and
    emits the derivative as IR in forward mode (`pushforward`) and in reverse
    mode (`pullback`). External models attach it to ops; see
    `docs/WritingARule.md`. For most ops, one row that uses a rule kind of
    `sg/Rules/RuleKinds.h` suffices.

    An op without this interface has no derivative rule. An active value that
    flows through such an op is an error. A value is active if it depends on a
    differentiated input and reaches a differentiated output.
  }];
  let methods = [
    InterfaceMethod<[{
        Declares every pair of values along which a derivative flows: operands
        to results, and for an op with regions also to and from values in the
        regions. An op without pairs is inactive. Pairs with a value of
        non-differentiable type are ignored.
      }],
      "void", "derivativeFlow", (ins "::sg::grad::FlowContext &":$flow)>,
    InterfaceMethod<[{
        Sets the tangents of the active results, computed from the tangents of
        the operands. A null tangent is zero. The builder is positioned after
        the op. Must set the tangent of each result `r` for which
        `derivativeFlow` declares a pair `(v, r)` and `v` has a tangent.
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
        Inserts simpler ops at `builder` that compute the same results, if they
        are easier to differentiate in the mode of `context`. Returns the values
        that replace the results, or no value to keep the op. Called before
        differentiation, for ops with an active result.
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
