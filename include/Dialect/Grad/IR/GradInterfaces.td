//===- GradInterfaces.td - What an op must say to be differentiated -------===//
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
    An operation that says along which values a derivative flows and writes the
    derivative as IR, in forward mode (`pushforward`) and in reverse mode
    (`pullback`). Ops gain it by external models; `docs/WritingARule.md` shows
    how. Most ops need no more than one row of `sg/Rules/RuleKinds.h`.

    An op without this interface has no derivative: it is an error if an active
    value (one that depends on a differentiated input and reaches a
    differentiated output) passes through it, and of no concern otherwise.
  }];
  let methods = [
    InterfaceMethod<[{
        Names every pair of values along which a derivative flows: operands to
        results, and for an op with regions also to and from the values in
        them. No pair at all makes the op inactive. Pairs of which one type has
        no derivative by nature may be named; they do not count.
      }],
      "void", "derivativeFlow", (ins "::sg::grad::FlowContext &":$flow)>,
    InterfaceMethod<[{
        Sets the tangents of the active results from those of the operands; a
        null one is zero. Called with the builder behind the op. It is an error
        to leave out a result to which `derivativeFlow` names a pair from a
        value with a tangent.
      }],
      "::llvm::LogicalResult", "pushforward",
      (ins "::sg::grad::ForwardContext &":$context)>,
    InterfaceMethod<[{
        Adds what the cotangents of the results contribute to the cotangents of
        the operands; a null contribution is zero. Called only if some result
        has a cotangent. It is an error to leave out an active value from which
        `derivativeFlow` names a pair to such a result.
      }],
      "::llvm::LogicalResult", "pullback",
      (ins "::sg::grad::ReverseContext &":$context)>,
    InterfaceMethod<[{
        Computes the results by simpler ops at the builder, where the derivative
        in the given mode is best had from those; returns the values that take
        the place of the results. Returns no value to be differentiated as it
        stands. Called before anything is differentiated, for ops with an
        active result.
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
    An operation that asks for a derivative of a function it names.
  }];
  let methods = [
    InterfaceMethod<"The function that is differentiated.",
      "::mlir::FlatSymbolRefAttr", "getCalleeAttr">,
    InterfaceMethod<"The arguments it is called with.",
      "::mlir::Operation::operand_range", "getInputs">,
    InterfaceMethod<[{
        Cotangents or tangents: the operands behind the arguments.
      }],
      "::mlir::ValueRange", "getDirections">,
    InterfaceMethod<[{
        The positions of the differentiated arguments, in the order of the
        gradients; none: every argument of differentiable type.
      }],
      "::std::optional<::llvm::ArrayRef<int64_t>>", "getWrt">,
    InterfaceMethod<[{
        Whether a differentiated argument without a path to a differentiated
        result is an error.
      }],
      "bool", "getStrict">,
    InterfaceMethod<[{
        Whether zero times infinity is zero in the products of the derivative.
      }],
      "bool", "getStrongZero">
  ];
}

#endif // GRAD_INTERFACES
