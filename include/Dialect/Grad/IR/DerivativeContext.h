//===- DerivativeContext.h - Interface of the engine for rules --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes through which derivative rules (external models of
// DifferentiableOpInterface) access the differentiation engine. lib/Transforms
// implements the classes. A null tangent or cotangent is a structural zero.
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

  /// Records that `op` calls `callee`. Adds an edge from an operand to a result
  /// if the callee has a path from the argument to the result.
  virtual void call(mlir::Operation *op, mlir::SymbolRefAttr callee,
                    mlir::ValueRange operands, mlir::ValueRange results) = 0;

  /// Records that `op` writes `value` to memory or passes `value` to unknown
  /// code. This is an error if `value` depends on a differentiated input.
  virtual void escape(mlir::Operation *op, mlir::Value value) = 0;

  /// Adds edges from every operand and every yielded value to every result.
  void edgesToResults(mlir::Operation *op);
};

/// The context of a call of DifferentiableOpInterface::decompose.
class DecompositionContext {
public:
  virtual ~DecompositionContext();
  virtual Mode mode() const = 0;
  virtual bool isActive(mlir::Value value) const = 0;
};

/// The value of the product of a tangent or cotangent and a partial derivative
/// if one factor is zero and the other is infinite or NaN.
enum class ZeroProducts {
  /// NaN.
  Plain,
  /// Zero if the partial derivative is an infinite or NaN constant, because
  /// every zero tangent or cotangent would become NaN; otherwise NaN.
  Constants,
  /// Zero.
  Strong
};

/// The default of requests without `strong_zero`.
constexpr ZeroProducts kDefaultZeroProducts = ZeroProducts::Constants;

/// Properties of a value's elements that hold for all arguments, if true.
struct KnownFloats {
  /// No element is infinite or NaN.
  bool areFinite = false;
  /// No element is zero.
  bool areNonZero = false;
  /// At least one element is infinite or NaN.
  bool someInfinite = false;
};

/// The part of the interface that both modes share.
class DerivativeContext {
public:
  virtual ~DerivativeContext();

  /// Returns the builder, at the insertion point of derivative code. The
  /// builder adds a role (primal, tangent, ...) to the location of each op.
  virtual mlir::OpBuilder &builder() = 0;

  /// Returns true if `value` depends on a differentiated input and reaches a
  /// differentiated result.
  virtual bool isActive(mlir::Value value) const = 0;

  /// Returns the primal `value`, usable at the insertion point. In reverse
  /// mode, only values requested by this function become residuals.
  virtual mlir::Value primal(mlir::Value value) = 0;

  /// Clones the primal op `op` to the insertion point to recompute its results.
  /// Replaces operands that are in `map`, and adds the results to `map`.
  virtual mlir::Operation *recompute(mlir::Operation &op,
                                     mlir::IRMapping &map) = 0;

  /// Returns `parts` with every value replaced by `primal(value)`.
  llvm::SmallVector<mlir::OpFoldResult>
  primal(llvm::ArrayRef<mlir::OpFoldResult> parts);

  /// Returns the sizes of a tensor of the primal program, usable at the
  /// insertion point. At most the dynamic sizes become residuals.
  llvm::SmallVector<mlir::OpFoldResult> shape(mlir::Value tensor);

  /// Returns the sizes of `tensor` as values of the primal program.
  llvm::SmallVector<mlir::OpFoldResult> primalShape(mlir::Value tensor);

  /// Emits a zero with the type and runtime shape of the primal value `like`.
  /// Use such a zero only if a structural zero is not possible: for results of
  /// functions, regions and loops, and for accumulators.
  mlir::Value zero(mlir::Value like) { return zero(like, like.getType()); }

  /// Emits a zero of type `type` with the runtime shape of `like`.
  mlir::Value zero(mlir::Value like, mlir::Type type);

  /// Emits an uninitialized tensor of type `type` with the sizes of `like`.
  mlir::Value empty(mlir::Value like, mlir::Type type);

  /// Emits the sum of two values of one type, either of which may be null.
  mlir::Value add(mlir::Value a, mlir::Value b, mlir::Location loc);

  /// Converts the floats of `value` to the element type of `type`.
  mlir::Value convert(mlir::Value value, mlir::Type type, mlir::Location loc);

  /// Replaces the results of the primal op `op`, which a rule has rebuilt with
  /// more results, by `results`. The engine erases `op` when the derivative
  /// function is complete.
  virtual void replace(mlir::Operation *op, mlir::ValueRange results) = 0;

  /// Returns the value of zero times infinity that a rule must use.
  ZeroProducts zeroProducts() const {
    return numPlain != 0 ? ZeroProducts::Plain : requestedZeroProducts();
  }

  /// A scope in which zero times infinity is NaN if `arePlain`. Used for sums
  /// of products, which checks of the factors would slow down.
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
  /// value usable at the insertion point.
  virtual KnownFloats knownFloats(mlir::Value value) = 0;

  /// Records that `element`, a block argument in a rule's copy of primal code,
  /// is an element of `tensor`. A null `tensor` removes the record.
  virtual void recordElement(mlir::BlockArgument element,
                             mlir::Value tensor) = 0;

  /// Emits an error, with a note that lists remedies. `problem` continues a
  /// sentence whose subject is `op`, for example "has no derivative".
  static mlir::InFlightDiagnostic emitUnsupported(mlir::Operation *op,
                                                  const llvm::Twine &problem);

protected:
  virtual ZeroProducts requestedZeroProducts() const = 0;
  /// Returns the size of dimension `dim` of `tensor` as a value of the primal
  /// program.
  virtual mlir::OpFoldResult primalSize(mlir::Value tensor, int64_t dim) = 0;
  /// Emits the error that a zero is needed, but the type of `like` has none.
  virtual void reportNoZero(mlir::Value like) = 0;

private:
  unsigned numPlain = 0;
};

/// Emits a zero of the differentiable type `type`, which must have a zero
/// (hasZero). `sizes` are the sizes of a tensor.
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes = {});

/// Returns the operands of all terminators in the regions of `op`.
llvm::SmallVector<mlir::Value> getYieldedValues(mlir::Operation *op);

/// Pairs of a value and its tangent or cotangent.
using Seeds = llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>>;
using Tangents = llvm::DenseMap<mlir::Value, mlir::Value>;
using Cotangents = llvm::DenseMap<mlir::Value, mlir::Value>;

/// A function that computes results and tangents: (arguments, tangents of the
/// arguments at `inputs`) -> (results, tangents of the results at `outputs`).
struct TangentFunction {
  mlir::FunctionOpInterface function;
  llvm::SmallVector<unsigned> inputs, outputs;
};

class ForwardContext : public DerivativeContext {
public:
  virtual mlir::Value tangent(mlir::Value value) const = 0;
  /// Sets the tangent of `value`. The tangent has the type of `value`, or is
  /// null for zero. A rule must set the tangent of each active result.
  virtual void setTangent(mlir::Value value, mlir::Value tangent) = 0;

  /// Returns the tangent of `value`. Emits a zero if the tangent is null.
  mlir::Value tangentOrZero(mlir::Value value);

  /// Differentiates the block of a region of the primal program in place, with
  /// each tangent computed directly after its primal op. `seeds` holds tangents
  /// of block arguments. Returns the tangents of the terminator's operands.
  virtual mlir::FailureOr<Tangents> pushforwardRegion(mlir::Region &region,
                                                      Seeds seeds) = 0;

  /// Differentiates a rule's copy of primal code, in place. Only values that
  /// depend on the values in `seeds` are varied.
  virtual mlir::FailureOr<Tangents> pushforwardCopy(mlir::Region &copy,
                                                    Seeds seeds) = 0;

  /// Returns the tangent function of the callee, generated once per set of
  /// varied arguments and useful results.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;
};

/// Passes values of a primal region to reverse code outside of the region, for
/// example through a stack or an additional result.
class RegionScope {
public:
  virtual ~RegionScope();
  /// Returns the equivalent of `value` in reverse code. Called once per value.
  virtual mlir::Value save(mlir::Value value) = 0;
  /// Returns true if `save` keeps no residual for `value`.
  virtual bool isFree(mlir::Value value) const { return false; }
};

/// A pair of functions that replaces one function:
///
/// forward:  arguments -> results, residuals
/// backward: inputs, cotangents of the useful results, cotangents of the
///           arguments in `running` ->
///           cotangents of the arguments in `outputs`
struct SplitFunction {
  /// An operand of the call (`isOperand`) or a result of `forward`.
  struct Input {
    bool isOperand;
    unsigned index;
  };
  mlir::FunctionOpInterface forward, backward;
  llvm::SmallVector<Input> inputs;
  llvm::SmallVector<unsigned> outputs;
  /// Arguments whose partially summed cotangents, in the accumulator type,
  /// `backward` receives, adds to and returns.
  llvm::SmallVector<unsigned> running = {};
};

class ReverseContext : public DerivativeContext {
public:
  /// Returns the cotangent of `value`, in the type of `value`.
  virtual mlir::Value cotangent(mlir::Value value) = 0;

  /// Returns the cotangent of `value`, in the accumulator type if the cotangent
  /// was summed in that type, otherwise in the type of `value`.
  virtual mlir::Value wideCotangent(mlir::Value value) = 0;

  /// Adds `contribution` to the cotangent of `value`, in the type of `value` or
  /// its accumulator type. A null contribution is zero. A rule must contribute
  /// to each active value from which it declares an edge.
  virtual void accumulate(mlir::Value value, mlir::Value contribution) = 0;

  /// Removes and returns the cotangent summed so far for `value`, in the
  /// accumulator type, or null. A rule adds to this cotangent in place and then
  /// calls `accumulate` with the sum.
  virtual mlir::Value take(mlir::Value value) = 0;

  /// Like `take`, but emits a zero in the accumulator type instead of null.
  mlir::Value takeOrZero(mlir::Value value);

  /// Emits the reverse code for the block of a region of the primal program at
  /// the insertion point. `seeds` holds the cotangents of operands of the
  /// terminator and of captured values. `scope` is null if the insertion point
  /// is in the region itself. `available` maps values to existing equivalents
  /// in reverse code, such as an induction variable. Returns cotangents,
  /// possibly in accumulator types.
  virtual mlir::FailureOr<Cotangents>
  pullbackRegion(mlir::Region &region, Seeds seeds,
                 RegionScope *scope = nullptr, Seeds available = {}) = 0;

  /// Emits reverse code for a rule's copy. Only dependents of `wrt` are varied.
  virtual mlir::FailureOr<Cotangents>
  pullbackCopy(mlir::Region &copy, Seeds seeds, mlir::ValueRange wrt) = 0;

  /// Returns the primal of `holder`, a result that a rule has added to an op
  /// for the residual `saved` of a RegionScope. If `isStack`, `holder` is a
  /// stack with one entry per iteration, otherwise the value from the taken
  /// branch.
  virtual mlir::Value residual(mlir::Value saved, mlir::Value holder,
                               bool isStack) = 0;

  /// Returns the forward and backward halves of the callee, generated once per
  /// set of varied arguments and useful results.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                const llvm::BitVector &varied,
                const llvm::BitVector &useful) = 0;
};

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_DERIVATIVECONTEXT_H
