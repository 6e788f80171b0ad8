//===- DerivativeContext.h - Interface of the engine for rules --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivative rules (external models of DifferentiableOpInterface) access the
// engine only through these classes, which lib/Transforms implements. A null
// Value always represents a structural zero: no tangent or no cotangent.
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIALECT_GRAD_IR_DERIVATIVECONTEXT_H
#define SG_DIALECT_GRAD_IR_DERIVATIVECONTEXT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sg/Dialect/Grad/IR/TangentType.h"
#include "llvm/ADT/BitVector.h"

namespace sg::grad {

enum class Mode { Forward, Reverse };

/// Collects the pairs of values along which a derivative flows.
class FlowContext {
public:
  virtual ~FlowContext();

  /// Records that a derivative flows from `from` to `to`.
  virtual void edge(mlir::Value from, mlir::Value to) = 0;

  /// Records that `op` calls `callee`. Adds an edge wherever the callee's body
  /// has a path from an argument to a result.
  virtual void call(mlir::Operation *op, mlir::SymbolRefAttr callee,
                    mlir::ValueRange operands, mlir::ValueRange results) = 0;

  /// Records that `op` writes `value` to memory or passes it to unknown code.
  /// The escape of a value that depends on a differentiated input is an error.
  virtual void escape(mlir::Operation *op, mlir::Value value) = 0;

  /// Adds edges to every result, from every operand and from values that
  /// regions yield.
  void edgesToResults(mlir::Operation *op);
};

/// The interface of the engine for DifferentiableOpInterface::decompose.
class DecompositionContext {
public:
  virtual ~DecompositionContext();
  virtual Mode mode() const = 0;
  virtual bool isActive(mlir::Value value) const = 0;
};

/// The result of zero times infinity or NaN in the products of a tangent or
/// cotangent and a partial derivative.
enum class ZeroProducts {
  /// NaN.
  Plain,
  /// Zero if the partial derivative is an infinite or NaN constant, which would
  /// turn every zero into NaN; otherwise NaN.
  Constants,
  /// Zero.
  Strong
};

/// Default for requests.
constexpr ZeroProducts kDefaultZeroProducts = ZeroProducts::Constants;

/// Properties of the elements of a float value that hold for all arguments.
struct KnownFloats {
  /// No element is infinite or NaN.
  bool areFinite = false;
  /// No element is zero.
  bool areNonZero = false;
  /// Some elements are infinite or NaN.
  bool someInfinite = false;
};

/// The interface for rules that both modes share.
class DerivativeContext {
public:
  virtual ~DerivativeContext();

  /// Returns the builder at the insertion point of derivative code. The builder
  /// adds a role to the location of each op.
  virtual mlir::OpBuilder &builder() = 0;

  /// Returns true if `value` depends on a differentiated input and reaches a
  /// differentiated result.
  virtual bool isActive(mlir::Value value) const = 0;

  /// Returns the primal `value`, usable at the builder. In reverse mode, only
  /// values requested here become residuals.
  virtual mlir::Value primal(mlir::Value value) = 0;

  /// Clones the primal op `op` at the builder to recompute its results. Adds
  /// the results to `map`. Operands that are not in `map` are unchanged.
  virtual mlir::Operation *recompute(mlir::Operation &op,
                                     mlir::IRMapping &map) = 0;

  /// Returns `parts` with every value replaced by its primal.
  llvm::SmallVector<mlir::OpFoldResult>
  primal(llvm::ArrayRef<mlir::OpFoldResult> parts);

  /// Returns the sizes of a tensor of the primal program, usable at the
  /// builder. Keeps at most the dynamic sizes.
  llvm::SmallVector<mlir::OpFoldResult> shape(mlir::Value tensor);

  /// Returns the sizes of `tensor` as values of the primal program.
  llvm::SmallVector<mlir::OpFoldResult> primalShape(mlir::Value tensor);

  /// Returns a zero with the type and runtime shape of the primal value `like`.
  /// Use this zero only where a structural zero cannot be expressed: for
  /// function, region and loop results, and accumulators.
  mlir::Value zero(mlir::Value like) { return zero(like, like.getType()); }

  /// Returns a zero of type `type` with the shape of `like`.
  mlir::Value zero(mlir::Value like, mlir::Type type);

  /// Returns an uninitialized tensor with the shape of `like` and elements of
  /// `type`.
  mlir::Value empty(mlir::Value like, mlir::Type type);

  /// Returns the sum of two values of one type. Either may be null.
  mlir::Value add(mlir::Value a, mlir::Value b, mlir::Location loc);

  /// Returns `value` with its floats converted to the element type of `type`.
  mlir::Value convert(mlir::Value value, mlir::Type type, mlir::Location loc);

  /// Replaces the primal op `op`, which a rule has rebuilt with more results.
  /// `results` replace the old results. `op` is erased when the derivative
  /// function is complete.
  virtual void replace(mlir::Operation *op, mlir::ValueRange results) = 0;

  /// Returns the treatment of zero times infinity that a rule must use.
  ZeroProducts zeroProducts() const {
    return numPlain != 0 ? ZeroProducts::Plain : requestedZeroProducts();
  }

  /// A scope in which zero times infinity is NaN. Checks of the factors would
  /// make sums of products slow.
  class PlainProducts {
  public:
    PlainProducts(DerivativeContext &context, bool arePlain)
        : context(context), arePlain(arePlain) {
      context.numPlain += arePlain;
    }
    ~PlainProducts() { context.numPlain -= arePlain; }
    PlainProducts(const PlainProducts &) = delete;

  private:
    DerivativeContext &context;
    bool arePlain;
  };

  /// Returns the known properties of a value of the primal program, or of a
  /// value usable at the builder.
  virtual KnownFloats knownFloats(mlir::Value value) = 0;

  /// Records that `element`, an argument of a rule's copy of primal code, is an
  /// element of `tensor`. A null `tensor` removes the record.
  virtual void recordElement(mlir::BlockArgument element,
                             mlir::Value tensor) = 0;

  /// Emits an error that `op` cannot be differentiated, and a note with the
  /// remedies.
  static mlir::InFlightDiagnostic emitUnsupported(mlir::Operation *op,
                                                  const llvm::Twine &what);

protected:
  virtual ZeroProducts requestedZeroProducts() const = 0;
  /// Returns the size of `tensor` in dimension `dim` as a value of the primal
  /// program.
  virtual mlir::OpFoldResult primalSize(mlir::Value tensor, int64_t dim) = 0;
  /// Reports a request for a zero that the type of `like` cannot represent.
  virtual void reportNoZero(mlir::Value like) = 0;

private:
  unsigned numPlain = 0;
};

/// Returns a zero of the differentiable type `type`. `sizes` are the sizes of a
/// tensor. The type must have a zero (hasZero).
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes = {});

/// Returns the operands of the terminators of the regions of `op`.
llvm::SmallVector<mlir::Value> getYieldedValues(mlir::Operation *op);

/// Values, each with its tangent or cotangent.
using Seeds = llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>>;
using Tangents = llvm::DenseMap<mlir::Value, mlir::Value>;
using Cotangents = llvm::DenseMap<mlir::Value, mlir::Value>;

/// A function that computes a primal function and its tangents. It maps
/// (arguments, tangents of the arguments that `inputs` names) to (results,
/// tangents of the results that `outputs` names, in order).
struct TangentFunction {
  mlir::FunctionOpInterface function;
  llvm::SmallVector<unsigned> inputs, outputs;
};

class ForwardContext : public DerivativeContext {
public:
  virtual mlir::Value tangent(mlir::Value value) const = 0;
  /// Sets the tangent of `value`, which has the same type. A null tangent is
  /// zero. A rule must set the tangent of each active result.
  virtual void setTangent(mlir::Value value, mlir::Value tangent) = 0;

  /// Returns the tangent of `value`, or a zero if it has none.
  mlir::Value tangentOrZero(mlir::Value value);

  /// Differentiates the block of a region of the primal program in place: each
  /// tangent is computed after its primal op. Returns the tangents of the
  /// terminator's operands.
  virtual mlir::FailureOr<Tangents> pushforwardRegion(mlir::Region &region,
                                                      Seeds seeds) = 0;

  /// Differentiates a copy of primal code that a rule has made in order to
  /// recompute it. Only values that depend on the values in `seeds` are varied.
  virtual mlir::FailureOr<Tangents> pushforwardCopy(mlir::Region &copy,
                                                    Seeds seeds) = 0;

  /// Returns the tangent function of the callee, generated once per activity.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;
};

/// Passes values of a region to reverse code outside of the region, for example
/// through a stack or an additional result. `save` is called once per value.
class RegionScope {
public:
  virtual ~RegionScope();
  virtual mlir::Value save(mlir::Value value) = 0;
  /// Returns true if `save` has no cost for `value`.
  virtual bool isFree(mlir::Value value) const { return false; }
};

/// A pair of functions that replaces one function:
/// forward:  arguments -> results, residuals
/// backward: inputs, cotangents of the useful results, running cotangents ->
///           cotangents of the arguments that `outputs` names.
struct SplitFunction {
  /// An operand of the call, or a result of `forward`.
  struct Input {
    bool isOperand;
    unsigned index;
  };
  mlir::FunctionOpInterface forward, backward;
  llvm::SmallVector<Input> inputs;
  llvm::SmallVector<unsigned> outputs;
  /// Arguments whose running cotangents, in the accumulator type, `backward`
  /// receives, adds to and returns.
  llvm::SmallVector<unsigned> running = {};
};

class ReverseContext : public DerivativeContext {
public:
  /// Returns the cotangent of `value`, in its type.
  virtual mlir::Value cotangent(mlir::Value value) = 0;

  /// Returns the cotangent of `value`, in the accumulator type if it was summed
  /// there, otherwise in the type of `value`.
  virtual mlir::Value wideCotangent(mlir::Value value) = 0;

  /// Adds `contribution` to the cotangent of `value`, in the type of `value` or
  /// its accumulator type. A null contribution is zero. A rule must contribute
  /// to each active value from which it has declared an edge.
  virtual void accumulate(mlir::Value value, mlir::Value contribution) = 0;

  /// Removes the running cotangent of `value`. Returns it in the accumulator
  /// type, or null. A rule adds to the cotangent in place and then calls
  /// `accumulate` with the sum.
  virtual mlir::Value take(mlir::Value value) = 0;

  /// Calls `take`. Returns a zero in the accumulator type instead of null.
  mlir::Value takeOrZero(mlir::Value value);

  /// Emits the reverse of the block of a region of the primal program at the
  /// builder. `seeds` holds the cotangents of operands of the terminator and of
  /// captured values. Without a scope, the reverse code is in the region
  /// itself. `available` maps values to equivalents that the reverse code
  /// already has, such as an induction variable. Returns cotangents, possibly
  /// in accumulator types.
  virtual mlir::FailureOr<Cotangents>
  pullbackRegion(mlir::Region &region, Seeds seeds,
                 RegionScope *scope = nullptr, Seeds available = {}) = 0;

  /// Emits the reverse of a copy of primal code that a rule has made in order
  /// to recompute it. Only values that depend on `wrt` are varied.
  virtual mlir::FailureOr<Cotangents>
  pullbackCopy(mlir::Region &copy, Seeds seeds, mlir::ValueRange wrt) = 0;

  /// Returns the primal of `holder`, a result that a rule has added to an op
  /// for the residual `saved` of a RegionScope. `holder` is a stack with one
  /// entry per iteration (`isStack`), or the value of the taken branch.
  virtual mlir::Value residual(mlir::Value saved, mlir::Value holder,
                               bool isStack) = 0;

  /// Returns the forward and backward half of the callee, generated once per
  /// activity.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                const llvm::BitVector &varied,
                const llvm::BitVector &useful) = 0;
};

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_DERIVATIVECONTEXT_H
