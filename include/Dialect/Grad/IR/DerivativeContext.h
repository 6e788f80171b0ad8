//===- DerivativeContext.h - What a rule may ask of the engine --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivative rules (external models of DifferentiableOpInterface) see the
// engine through these classes only; lib/Transforms implements them. A null
// Value stands for the structural zero everywhere: no tangent, no cotangent.
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

  /// A derivative flows from `from` to `to`.
  virtual void edge(mlir::Value from, mlir::Value to) = 0;

  /// `op` calls `callee`: edges wherever its body has a path from an argument
  /// to a result.
  virtual void call(mlir::Operation *op, mlir::SymbolRefAttr callee,
                    mlir::ValueRange operands, mlir::ValueRange results) = 0;

  /// `op` writes `value` where nothing is known of it any more. An error if
  /// `value` depends on a differentiated input.
  virtual void escape(mlir::Operation *op, mlir::Value value) = 0;

  /// Edges to every result, from every operand and from what regions yield.
  void edgesToResults(mlir::Operation *op);
};

/// What DifferentiableOpInterface::decompose may ask.
class DecompositionContext {
public:
  virtual ~DecompositionContext();
  virtual Mode mode() const = 0;
  virtual bool isActive(mlir::Value value) const = 0;
};

/// What zero times infinity, or times NaN, is in the products of a derivative:
/// of a tangent or cotangent and a partial derivative.
enum class ZeroProducts {
  /// NaN.
  Plain,
  /// Zero where the partial derivative is a constant that is infinite or NaN,
  /// which would make NaN of every zero; else NaN.
  Constants,
  /// Zero.
  Strong
};

/// Where a request does not say.
constexpr ZeroProducts kDefaultZeroProducts = ZeroProducts::Constants;

/// What is known of the elements of a float value, whatever the arguments are.
struct KnownFloats {
  /// None is infinite or NaN.
  bool areFinite = false;
  /// None is zero.
  bool areNonZero = false;
  /// Some are infinite or NaN.
  bool someInfinite = false;
};

/// What both modes offer to a rule.
class DerivativeContext {
public:
  virtual ~DerivativeContext();

  /// Stands where derivative code belongs. Ops made with it get the location
  /// they are created with, fused with their role.
  virtual mlir::OpBuilder &builder() = 0;

  /// Whether `value` depends on a differentiated input and reaches a
  /// differentiated result.
  virtual bool isActive(mlir::Value value) const = 0;

  /// The value that `value` of the primal program has, usable at the builder.
  /// Asking is what makes it a residual: what no rule asks for is not kept.
  virtual mlir::Value primal(mlir::Value value) = 0;

  /// Clones `op` of the primal program at the builder, to be computed again
  /// there. Results enter `map`; operands that it does not map stay.
  virtual mlir::Operation *recompute(mlir::Operation &op,
                                     mlir::IRMapping &map) = 0;

  /// `parts` with every value replaced by its primal.
  llvm::SmallVector<mlir::OpFoldResult>
  primal(llvm::ArrayRef<mlir::OpFoldResult> parts);

  /// The sizes of a tensor of the primal program, usable at the builder. Keeps
  /// no more than the dynamic sizes.
  llvm::SmallVector<mlir::OpFoldResult> shape(mlir::Value tensor);

  /// The same as values of the primal program.
  llvm::SmallVector<mlir::OpFoldResult> primalShape(mlir::Value tensor);

  /// A zero with the type and runtime shape of the primal value `like`. Only
  /// for where a structural zero cannot be said: function, region and loop
  /// results, accumulators.
  mlir::Value zero(mlir::Value like) { return zero(like, like.getType()); }

  /// The same, with `type` in place of the type of `like`.
  mlir::Value zero(mlir::Value like, mlir::Type type);

  /// An uninitialised tensor of the shape of `like` with elements of `type`.
  mlir::Value empty(mlir::Value like, mlir::Type type);

  /// The sum of two values of one type, either of which may be null.
  mlir::Value add(mlir::Value a, mlir::Value b, mlir::Location loc);

  /// `value` with its floats converted to those of `type`.
  mlir::Value convert(mlir::Value value, mlir::Type type, mlir::Location loc);

  /// A rule has rebuilt the primal op `op` with more results: `results` take
  /// the place of the old ones. `op` goes away when the function is done.
  virtual void replace(mlir::Operation *op, mlir::ValueRange results) = 0;

  /// What a rule is to make of zero times infinity.
  ZeroProducts zeroProducts() const {
    return numPlain != 0 ? ZeroProducts::Plain : requestedZeroProducts();
  }

  /// While it lives, zero times infinity is NaN: in sums of products, which are
  /// fast only as such.
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

  /// Of a value of the primal program, or one usable at the builder.
  virtual KnownFloats knownFloats(mlir::Value value) = 0;

  /// Says that `element`, an argument of a copy of primal code that a rule has
  /// made, is an element of `tensor`; of null, that it is none any more.
  virtual void recordElement(mlir::BlockArgument element,
                             mlir::Value tensor) = 0;

  /// Emits an error that this op cannot be differentiated, with the remedies.
  static mlir::InFlightDiagnostic emitUnsupported(mlir::Operation *op,
                                                  const llvm::Twine &what);

protected:
  virtual ZeroProducts requestedZeroProducts() const = 0;
  /// The size of `tensor` along `dim` as a value of the primal program.
  virtual mlir::OpFoldResult primalSize(mlir::Value tensor, int64_t dim) = 0;
  /// Called when a zero was asked for that its type cannot represent.
  virtual void reportNoZero(mlir::Value like) = 0;

private:
  unsigned numPlain = 0;
};

/// A zero of the differentiable type `type`; `sizes` are those of a tensor. The
/// type must have a zero (hasZero).
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes = {});

/// The operands with which the regions of `op` end.
llvm::SmallVector<mlir::Value> getYieldedValues(mlir::Operation *op);

/// Values, and what is known for each: a tangent or a cotangent.
using Seeds = llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>>;
using Tangents = llvm::DenseMap<mlir::Value, mlir::Value>;
using Cotangents = llvm::DenseMap<mlir::Value, mlir::Value>;

/// A function that computes a primal function and its tangents:
/// arguments, tangents of those arguments that `inputs` names -> results,
/// tangents of those results that `outputs` names, in order.
struct TangentFunction {
  mlir::FunctionOpInterface function;
  llvm::SmallVector<unsigned> inputs, outputs;
};

class ForwardContext : public DerivativeContext {
public:
  virtual mlir::Value tangent(mlir::Value value) const = 0;
  /// Sets the tangent of `value`, of the same type. A null one states that it
  /// is zero: a rule must state a tangent for each active result.
  virtual void setTangent(mlir::Value value, mlir::Value tangent) = 0;

  /// The tangent of `value`, or a zero if it has none.
  mlir::Value tangentOrZero(mlir::Value value);

  /// Differentiates the block of a region of the primal program in place: each
  /// tangent stands behind the op it belongs to. Returns the tangents of the
  /// terminator's operands.
  virtual mlir::FailureOr<Tangents> pushforwardRegion(mlir::Region &region,
                                                      Seeds seeds) = 0;

  /// The same for a copy of primal code that a rule has made in order to
  /// recompute it. Only what depends on the values named by `seeds` is varied.
  virtual mlir::FailureOr<Tangents> pushforwardCopy(mlir::Region &copy,
                                                    Seeds seeds) = 0;

  /// The tangent function of what `call` calls, generated once for each
  /// activity.
  virtual mlir::FailureOr<TangentFunction>
  tangentFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                  const llvm::BitVector &varied,
                  const llvm::BitVector &useful) = 0;
};

/// How a value of a region reaches reverse code that stands outside of that
/// region (a stack, a further result). Called once per value.
class RegionScope {
public:
  virtual ~RegionScope();
  virtual mlir::Value save(mlir::Value value) = 0;
  /// Whether that costs nothing.
  virtual bool isFree(mlir::Value value) const { return false; }
};

/// A pair of functions in place of one:
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
  /// Arguments whose running cotangents `backward` takes over, in the
  /// accumulator type, and returns with what it adds to them.
  llvm::SmallVector<unsigned> running = {};
};

class ReverseContext : public DerivativeContext {
public:
  /// The cotangent of `value`, of its type.
  virtual mlir::Value cotangent(mlir::Value value) = 0;

  /// The cotangent of `value` in the accumulator type, where it has been summed
  /// in that, else in its own type.
  virtual mlir::Value wideCotangent(mlir::Value value) = 0;

  /// Adds `contribution`, of the type of `value` or of its accumulator type. A
  /// null one states that it is zero: a rule must state a contribution to each
  /// active value from which it has declared an edge.
  virtual void accumulate(mlir::Value value, mlir::Value contribution) = 0;

  /// Takes the running cotangent away in the accumulator type, for a rule that
  /// adds into it in place and then calls `accumulate` with the sum.
  virtual mlir::Value take(mlir::Value value) = 0;

  /// `take`, or a zero in the accumulator type.
  mlir::Value takeOrZero(mlir::Value value);

  /// Emits the reverse of the block of a region of the primal program at the
  /// builder. `seeds` name operands of the terminator and captured values.
  /// Without a scope the reverse code stands in the region itself.
  /// `available` names values that are known on the other side already, such
  /// as an induction variable. Returns cotangents, possibly in accumulator
  /// types.
  virtual mlir::FailureOr<Cotangents>
  pullbackRegion(mlir::Region &region, Seeds seeds,
                 RegionScope *scope = nullptr, Seeds available = {}) = 0;

  /// The same for a copy of primal code that a rule has made in order to
  /// recompute it. Only what depends on `wrt` is varied.
  virtual mlir::FailureOr<Cotangents>
  pullbackCopy(mlir::Region &copy, Seeds seeds, mlir::ValueRange wrt) = 0;

  /// The primal of `holder`, one more result of an op that a rule has rebuilt
  /// so that it holds `saved`, which a RegionScope was asked to save: a stack
  /// with an entry for each trip (`isStack`), or the value of the branch taken.
  virtual mlir::Value residual(mlir::Value saved, mlir::Value holder,
                               bool isStack) = 0;

  /// Forward and backward half of what `call` calls, generated once for each
  /// activity.
  virtual mlir::FailureOr<SplitFunction>
  splitFunction(mlir::Operation *call, mlir::SymbolRefAttr callee,
                const llvm::BitVector &varied,
                const llvm::BitVector &useful) = 0;
};

} // namespace sg::grad

#endif // SG_DIALECT_GRAD_IR_DERIVATIVECONTEXT_H
