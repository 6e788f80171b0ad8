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
    `docs/WritingARule.md`. Most ops need only one row of
    `sg/Rules/RuleKinds.h`.

    An op without this interface has no derivative. It is an error if an active
    value passes through it. A value is active if it depends on a differentiated
    input and reaches a differentiated output.
  }];
  let methods = [
    InterfaceMethod<[{
        Declares every pair of values along which a derivative flows: operands
        to results, and for an op with regions also to and from the values in
        them. An op without pairs is inactive. Pairs in which one type has no
        derivative by nature are ignored.
      }],
      "void", "derivativeFlow", (ins "::sg::grad::FlowContext &":$flow)>,
    InterfaceMethod<[{
        Sets the tangents of the active results, computed from the tangents of
        the operands. A null tangent is zero. Called with the builder after the
        op. It is an error to omit a result to which `derivativeFlow` declares a
        pair from a value with a tangent.
      }],
      "::llvm::LogicalResult", "pushforward",
      (ins "::sg::grad::ForwardContext &":$context)>,
    InterfaceMethod<[{
        Adds the contributions of the results' cotangents to the cotangents of
        the operands. A null contribution is zero. Called only if some result
        has a cotangent. It is an error to omit an active value from which
        `derivativeFlow` declares a pair to such a result.
      }],
      "::llvm::LogicalResult", "pullback",
      (ins "::sg::grad::ReverseContext &":$context)>,
    InterfaceMethod<[{
        Computes the results with simpler ops at the builder, if these are
        easier to differentiate in the given mode. Returns the values that
        replace the results, or no value to keep the op. Called before
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
        Returns the cotangents or tangents: the operands after the arguments.
      }],
      "::mlir::ValueRange", "getDirections">,
    InterfaceMethod<[{
        Returns the positions of the differentiated arguments, in the order of
        the gradients, or std::nullopt for every argument of differentiable
        type.
      }],
      "::std::optional<::llvm::ArrayRef<int64_t>>", "getWrt">,
    InterfaceMethod<[{
        Returns true if a differentiated argument without a path to a
        differentiated result is an error.
      }],
      "bool", "getStrict">,
    InterfaceMethod<[{
        Returns true if zero times infinity is zero in the products of the
        derivative.
      }],
      "bool", "getStrongZero">
  ];
}

#endif // GRAD_INTERFACES
