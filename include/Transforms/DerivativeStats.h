//===- DerivativeStats.h - What making a derivative did --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each derivative function that the engine generates: what the reverse
// sweep keeps from the program and for whom, what it computes again and why,
// where a stop ends the derivative, and which ops without a rule it passes by.
// StatsObserver writes it down; remarks and the gradient report are
// made of it. Places are locations and names, so that it outlives the IR.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVESTATS_H
#define SG_TRANSFORMS_DERIVATIVESTATS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include <deque>
#include <map>
#include <string>

namespace sg::grad {

/// An op, or a block argument, of the program that is differentiated.
struct RecordedPlace {
  mlir::Location location;
  /// The name of the op; of a block argument that of the op it belongs to.
  llvm::StringRef op;
  bool isArgument = false;
  /// Which result or argument.
  unsigned index = 0;
  /// The name of a grad.stop_gradient.
  std::string name = {};

  bool operator==(const RecordedPlace &other) const {
    return location == other.location && op == other.op &&
           isArgument == other.isArgument && index == other.index;
  }
};

/// A factor of a size that is only known when the program runs.
struct SizeFactor {
  enum Kind {
    ArgumentDim, ///< dimension `dim` of argument `index` of the function
    Argument,    ///< argument `index` itself
    Dim,         ///< dimension `dim` of what `op` gives
    Number,      ///< what `op` gives
    Trips,       ///< how often the loop runs
    Carried      ///< block argument `index` of `op`: a counter, say
  };
  Kind kind;
  mlir::Location location;
  llvm::StringRef op;
  unsigned index = 0;
  int64_t dim = 0;

  /// "dimension 0 of argument 1", "the trips of 'scf.for' at f.mlir:3:8".
  std::string describe() const;
};

/// `bytes` times the factors; nothing is known if `isKnown` is not set.
struct RecordedSize {
  uint64_t bytes = 0;
  llvm::SmallVector<SizeFactor, 0> factors = {};
  bool isKnown = true;

  bool isStatic() const { return isKnown && factors.empty(); }
};

struct RecordedEvent {
  enum Kind {
    Stored,     ///< kept from the program for the reverse sweep
    Argument,   ///< the same, but it is an argument: the caller has it
    Recomputed, ///< computed again instead
    Cut,        ///< a stop on a path from an input to a result
    NotNeeded   ///< an op without a rule through which no derivative flows
  };
  Kind kind;
  RecordedPlace place;
  /// Of the value in the program. Null where it is about an op.
  mlir::Type type = {};
  /// Of all that is kept: for every trip of the loops around it.
  RecordedSize size = {};
  /// The ops whose derivative reads it.
  llvm::SmallVector<RecordedPlace, 0> readers = {};
  /// Of what is computed again: why.
  std::string reason = {};
  /// Of what a callee keeps: the function that returns it, and as which result.
  std::string callee = {};
  unsigned calleeResult = 0;
  /// As which result the forward half returns it, if there are halves.
  std::optional<unsigned> position = {};
  /// It is a result of the function as well.
  bool isResult = false;
  /// It lies where a value of another branch does, which excludes it.
  bool isShared = false;
};

/// What was done to one function.
struct FunctionRecord {
  std::string function;   ///< that is differentiated
  std::string derivative; ///< forward half, if there are halves
  mlir::Location location;
  Mode mode;
  /// All of it is computed again: what it keeps is gone soon.
  bool isRecomputed = false;
  /// It is the derivative of a callee: the caller keeps what it returns.
  bool isHalf = false;
  /// By the order in which the engine met them.
  std::deque<RecordedEvent> events = {};
  unsigned applied = 0; ///< ops whose rule was applied
  unsigned skipped = 0; ///< ops with a float result that needed none

  /// Of what it keeps, as far as it is known statically.
  uint64_t getStaticBytes() const;
};

/// A derivative that a request or a caller needs: of the useful results in the
/// varied arguments, whether or not one flows.
struct NeededDerivative {
  std::string function;
  llvm::BitVector varied, useful;

  bool operator==(const NeededDerivative &other) const {
    return function == other.function && varied == other.varied &&
           useful == other.useful;
  }
};

struct DerivativeStats {
  /// In the order in which they were begun: callers before callees.
  std::deque<FunctionRecord> functions;
  /// By the name of the function that gives it. The engine leaves out what does
  /// not flow, so that several can be the same function.
  std::map<std::string, std::vector<NeededDerivative>> needed = {};

  void need(mlir::FunctionOpInterface function, llvm::StringRef derivative,
            const llvm::BitVector &varied, const llvm::BitVector &useful) {
    NeededDerivative each{function.getName().str(), varied, useful};
    auto &known = needed[derivative.str()];
    if (!llvm::is_contained(known, each))
      known.push_back(std::move(each));
  }

  FunctionRecord &open(mlir::FunctionOpInterface function, Mode mode) {
    functions.push_back(
        {function.getName().str(), "", function.getLoc(), mode});
    return functions.back();
  }
};

/// Emits the events as remarks of MLIR, category `grad` (--remarks-filter).
void emitRemarks(mlir::MLIRContext *context, const DerivativeStats &record);

/// The location that the program gave, without roles.
mlir::Location getProgramLocation(mlir::Location location);

/// Of a value of the program.
RecordedPlace getPlace(mlir::Value value);
RecordedPlace getPlace(mlir::Operation *op);
RecordedSize getRecordedSize(mlir::Value value);
/// What stands for an index or a size that `value` is.
SizeFactor getFactor(mlir::Value value);

/// In double quotes, on one line.
std::string quote(llvm::StringRef name);
/// "'math.sin' at f.mlir:3:8", "carry 0 of 'scf.for' at ...".
std::string describe(const RecordedPlace &place);
/// "f.mlir:3:8"; a name, if that is all there is; "an unknown location".
std::string describe(mlir::Location location);
/// "32 bytes", "8 bytes x dimension 0 of argument 1".
std::string describe(const RecordedSize &size);

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVESTATS_H
