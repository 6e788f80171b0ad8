//===- Differentiate.h - The derivative of a function -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs that link sg: one call, one derivative.
//
//   sg::DerivativeRequest request;
//   request.mode = sg::grad::RequestMode::VJP;
//   request.wrt = {0};
//   FailureOr<func::FuncOp> df = sg::differentiate(f, request);
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DIFFERENTIATE_H
#define SG_TRANSFORMS_DIFFERENTIATE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sg/Transforms/Passes.h"

namespace sg {

struct DerivativeRequest {
  /// Of f : X -> Y, at x,
  ///  * ValueAndGrad: x -> f(x), the gradient of one result, a float scalar;
  ///  * VJP: x, cotangents of results -> f(x), cotangents of arguments;
  ///  * JVP: x, tangents of arguments -> f(x), tangents of results.
  /// Split gives two functions: requestDerivative has it.
  grad::RequestMode mode = grad::RequestMode::ValueAndGrad;
  /// Positions of arguments, in the order of tangents and gradients; none is
  /// all of differentiable type.
  llvm::SmallVector<int64_t> wrt = {};
  /// Positions of results, in the order of cotangents and tangents; none is all
  /// of differentiable type, in ValueAndGrad the first. The other results are
  /// computed, and no derivative flows from them.
  llvm::SmallVector<int64_t> of = {};
  /// Of the new function; if empty, that of `f` with _value_and_grad, _vjp or
  /// _jvp behind it.
  std::string name = {};
  /// No derivative from an argument of `wrt` is an error, instead of zeros.
  bool isStrict = false;
  /// Zero times infinity or NaN is zero in the products of the derivative.
  bool hasStrongZero = false;
};

/// Adds a public function behind `function`, which is in a module that
/// verifies, and returns it. It calls private functions that are added as well;
/// what was there stays, but for requests in the functions that `function`
/// reaches, which are expanded. The dialects of sg and the rules of the ops
/// must be registered (sg/Register.h); what the derivative is made of is
/// loaded. A pass that calls this has grad::GradDialect among its dependent
/// dialects.
///
/// Fails with a diagnostic in the context of `function` that says what, where
/// and what to do. Then no public function was added; private ones may have
/// been.
///
/// `listener` is told of the requests that are replaced.
llvm::FailureOr<mlir::func::FuncOp>
differentiate(mlir::func::FuncOp function,
              const DerivativeRequest &request = {},
              mlir::OpBuilder::Listener *listener = nullptr);

/// Adds a public function behind `function` that contains one request, with the
/// name that differentiate() gives, and returns it. What was there stays.
///
/// Of the mode Split it adds two without requests and returns them: NAME_fwd,
/// the arguments -> the results, then residuals, and NAME_bwd, the residuals,
/// then cotangents of all results of differentiable type -> the gradients. NAME
/// is that of the function if none is given. Requests in the functions that
/// `function` reaches are expanded then, and `listener` is told of these.
///
/// A request names no results: `of` must be empty. Fails with a diagnostic;
/// what was added until then is not removed.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
requestDerivative(mlir::func::FuncOp function, const DerivativeRequest &request,
                  mlir::OpBuilder::Listener *listener = nullptr);

} // namespace sg

#endif // SG_TRANSFORMS_DIFFERENTIATE_H
