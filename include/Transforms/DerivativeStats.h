//===- DerivativeStats.h - Record of a differentiation ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record of each generated derivative function: residuals with their readers,
// recomputed ops with the reason, stops that end a derivative, and ops without
// a rule through which no derivative flows. StatsObserver writes the records.
// Remarks and the gradient report read them. The records outlive the IR,
// because they refer to ops by location and name.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVESTATS_H
#define SG_TRANSFORMS_DERIVATIVESTATS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include <deque>
#include <map>
#include <string>

namespace sg::grad {

/// An op or block argument of the differentiated program.
struct RecordedSite {
  mlir::Location location;
  /// Name of the op, or of the parent op of a block argument.
  llvm::StringRef op;
  bool isArgument = false;
  /// Index of the result or block argument.
  unsigned index = 0;
  /// The `name` attribute of a grad.stop_gradient, or the name of a function.
  std::string name = {};

  bool operator==(const RecordedSite &other) const {
    return location == other.location && op == other.op &&
           isArgument == other.isArgument && index == other.index;
  }
};

/// A dynamic factor of a size.
struct SizeFactor {
  enum Kind {
    ArgumentDim, ///< dimension `dim` of argument `index` of the function
    Argument,    ///< argument `index` itself
    Dim,         ///< dimension `dim` of the result of `op`
    Number,      ///< the result of `op`
    Trips,       ///< the trip count of the loop
    Carried      ///< block argument `index` of `op`, for example an iter_arg
  };
  Kind kind;
  mlir::Location location;
  llvm::StringRef op;
  unsigned index = 0;
  int64_t dim = 0;

  /// Returns a phrase for reports, for example "dimension 0 of argument 1" or
  /// "the trips of 'scf.for' at f.mlir:3:8".
  std::string describe() const;
};

/// A size in bytes: the product of `bytes` and `factors`.
struct RecordedSize {
  uint64_t bytes = 0;
  llvm::SmallVector<SizeFactor, 0> factors = {};
  bool isKnown = true;

  bool isStatic() const { return isKnown && factors.empty(); }
};

struct RecordedEvent {
  enum Kind {
    Stored,     ///< kept from the program for the reverse sweep
    Argument,   ///< an argument, kept by the caller for the reverse sweep
    Recomputed, ///< recomputed instead of kept
    Cut,        ///< a stop on a path from an input to a result
    NotNeeded   ///< an op without a rule through which no derivative flows
  };
  Kind kind;
  RecordedSite place;
  /// Type of the value in the program, or null if the event is about an op.
  mlir::Type type = {};
  /// Size of all residuals of this value, over all iterations of the
  /// surrounding loops.
  RecordedSize size = {};
  /// Ops whose derivatives read the value.
  llvm::SmallVector<RecordedSite, 0> readers = {};
  /// Reason for the recomputation, if the value is recomputed.
  std::string reason = {};
  /// If a call returns the value: the callee and the index of its result.
  std::string callee = {};
  unsigned calleeResult = 0;
  /// Index of the result of the forward half that returns the value.
  std::optional<unsigned> position = {};
  /// True if the value is also a result of the function.
  bool isResult = false;
  /// True if the residual shares storage with another branch's residual.
  bool isShared = false;
};

/// Record of the differentiation of one function.
struct FunctionRecord {
  std::string function;   ///< the function that is differentiated
  std::string derivative; ///< the derivative function, or its forward half
  mlir::Location location;
  Mode mode;
  /// True if the backward half recomputes the function and all its residuals.
  bool isRecomputed = false;
  /// True for a pair of halves, whose residuals the caller keeps.
  bool isHalf = false;
  /// Events in the order in which the engine reported them.
  std::deque<RecordedEvent> events = {};
  unsigned applied = 0; ///< number of ops whose rule was applied
  unsigned skipped = 0; ///< number of inactive ops with a float result

  /// Returns the total bytes of the residuals of static size.
  uint64_t getStaticBytes() const;
};

/// A derivative of the useful results with respect to the varied arguments that
/// a request or caller needs, including structural zeros.
struct NeededDerivative {
  std::string function;
  llvm::BitVector varied, useful;

  bool operator==(const NeededDerivative &other) const {
    return function == other.function && varied == other.varied &&
           useful == other.useful;
  }
};

struct DerivativeStats {
  /// Records in the order in which generation began: callers before callees.
  std::deque<FunctionRecord> functions;
  /// Maps a derivative function to the needed derivatives that it computes.
  /// Derivatives that differ only in structural zeros share a function.
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

/// Emits the events as MLIR remarks of category `grad` (--remarks-filter).
void emitRemarks(mlir::MLIRContext *context, const DerivativeStats &record);

/// Returns `location` without roles: the location in the original program.
mlir::Location getProgramLocation(mlir::Location location);

/// Returns the record of a value or op of the program.
RecordedSite getSite(mlir::Value value);
RecordedSite getSite(mlir::Operation *op);
RecordedSize getRecordedSize(mlir::Value value);
/// Returns the factor that represents the index or size `value`.
SizeFactor getFactor(mlir::Value value);

/// Returns `name` in double quotes, on one line.
std::string quote(llvm::StringRef name);
/// Returns, for example, "'math.sin' at f.mlir:3:8" or "block argument 0 of
/// 'scf.for' at f.mlir:3:8".
std::string describe(const RecordedSite &place);
/// Returns, for example, "f.mlir:3:8", or the name of a NameLoc, or "an unknown
/// location".
std::string describe(mlir::Location location);
/// Returns, for example, "32 bytes" or "8 bytes x dimension 0 of argument 1".
std::string describe(const RecordedSize &size);

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVESTATS_H
