//===- Report.h - Where gradients go ----------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a function, some of its arguments and some of its results: along which
// ops the derivative flows, where it ends, what each stop does, and what the
// reverse sweep keeps and computes again. Calls are looked at one by one, so
// that what differs from one to the next is told apart; docs/GradientReport.md
// shows the three forms in which it is printed.
//
//===----------------------------------------------------------------------===//

#ifndef SG_DIAGNOSTICS_REPORT_H
#define SG_DIAGNOSTICS_REPORT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "sg/Transforms/DerivativeStats.h"
#include <vector>

namespace sg::grad {

struct GradientReport {
  /// An op on the way, in the function that has it.
  struct Step {
    RecordedPlace place;
    std::string function;
    /// The calls that lead there, from the outermost, where calls of one
    /// function differ.
    std::vector<mlir::Location> calls = {};
    /// If it reads the bits of a float: where these, or what is computed of
    /// them, become a float again.
    std::optional<mlir::Location> bitsReturn = {};
  };

  enum class Status { Active, Blocked, Disconnected, NoDerivativeType };

  /// An index or a size: a number, or what is only known at run time.
  struct Extent {
    int64_t number = 0;
    std::optional<SizeFactor> symbol = {};
    /// It is computed in a loop, so that it may be one after the other.
    bool isRepeated = false;
    bool is(int64_t value) const { return !symbol && number == value; }
  };
  /// Some of the indices of a dimension; without `size` all from `offset` on.
  struct IndexRange {
    Extent offset = {};
    std::optional<Extent> size = {};
    Extent stride = {1};
  };
  /// Elements of a tensor that one range of each dimension names; without
  /// ranges all.
  struct Elements {
    std::vector<IndexRange> ranges;
    Status status;
    /// Blocked: the ops at which the derivative ends.
    std::vector<Step> blockers = {};
  };

  /// A derivative that the program asks for itself, in which a stop ends one.
  struct InnerCut {
    std::string function;   ///< that is differentiated there
    std::string derivative; ///< the function that is made of it
    /// Of that function: those of which the stop ends the derivative.
    std::vector<unsigned> arguments = {};
    /// Where it is asked for; nowhere if another derivative calls it.
    std::vector<mlir::Location> requests = {};
  };

  struct Input {
    unsigned argument;
    mlir::Type type;
    Status status;
    /// The results to which its derivative flows.
    std::vector<unsigned> reaches = {};
    /// Active: the ops of a shortest path to one of them.
    std::vector<Step> path = {};
    /// The ops at which the derivative ends though a result depends on what
    /// comes behind. Of an active input: what it goes around.
    std::vector<Step> blockers = {};
    /// Of a tensor that the program takes apart, where its elements differ.
    /// The first that names an element counts.
    std::vector<Elements> elements = {};
    /// Disconnected: the stops in derivatives that the program asks for,
    /// without which a result may depend on it.
    std::vector<Step> innerStops = {};
  };

  struct Stop {
    Step where;
    /// The arguments of which it ends the derivative.
    std::vector<unsigned> blocked = {};
    /// Those among them whose derivative reaches a result around it.
    std::vector<unsigned> around = {};
    /// What it ends in derivatives that the program asks for: that is gone from
    /// what is differentiated.
    std::vector<InnerCut> inner = {};
    /// Why it has no effect on the derivative that is reported on, if nothing
    /// is blocked.
    std::string reason = {};
    /// Other calls of the function it is in are not looked at.
    bool isPartial = false;
    bool hasEffect() const { return !blocked.empty() || !inner.empty(); }
  };

  struct Residual {
    RecordedEvent event;
    std::string function;
    /// The calls through which it is returned.
    std::vector<mlir::Location> calls = {};
    /// Whether it is there only while the function is computed again.
    bool isTransient = false;
    /// Whether the total has it.
    bool isCounted() const { return !isTransient && !event.isShared; }
  };
  struct Recomputed {
    RecordedEvent event;
    std::string function;
    std::vector<mlir::Location> calls = {};
  };

  /// For the drawing: values of the program and how they depend on each other.
  struct Node {
    std::string label;
    enum Kind { Op, Stop, Blocker, Argument, Result } kind = Op;
    bool isActive = false;
    unsigned cluster = 0;
  };
  struct Edge {
    unsigned from, to;
    enum Kind { Active, Stopped, Blocked, Inactive } kind;
    bool operator<(const Edge &other) const {
      return std::tie(from, to, kind) <
             std::tie(other.from, other.to, other.kind);
    }
    bool operator==(const Edge &other) const {
      return from == other.from && to == other.to && kind == other.kind;
    }
  };
  /// A function, once for each call of it, or a region in one.
  struct Cluster {
    std::string label;
    int parent;
  };

  std::string function;
  std::vector<unsigned> wrt, results;
  std::vector<Input> inputs;
  std::vector<Stop> stops;
  std::vector<Residual> residuals;
  /// What the reverse sweep reads of the arguments.
  std::vector<Residual> arguments;
  std::vector<Recomputed> recomputed;
  /// Why there is no derivative in reverse mode, if there is none: what would
  /// be kept is not known then.
  std::string problem;
  /// It is not made, as it is too large.
  bool isTooLarge = false;

  /// Calls beyond those that are looked at one by one.
  uint64_t numLeftOut = 0;

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Cluster> clusters;

  /// Of all that is kept: bytes that are known, and other sizes.
  uint64_t getTotalBytes() const;
  std::vector<RecordedSize> getOtherSizes() const;
};

llvm::StringRef stringify(GradientReport::Status status);

/// What is asked; without positions all of differentiable type.
struct ReportQuestion {
  std::string function;
  std::vector<int64_t> wrt = {}, results = {};
};

/// Fails with an error at the function or at the module if there is no such
/// function, argument or result. The module is not changed.
mlir::FailureOr<GradientReport> makeGradientReport(mlir::ModuleOp module,
                                                   const ReportQuestion &asked);

/// What the requests ask for that `function` reaches, its own first, each once;
/// if it reaches none, all of `function` itself.
std::vector<ReportQuestion> findQuestions(mlir::func::FuncOp function);

enum class ReportFormat; // in Passes.h

void printText(llvm::raw_ostream &os, const GradientReport &report);
void printJSON(llvm::raw_ostream &os, const GradientReport &report);
void printDOT(llvm::raw_ostream &os, const GradientReport &report);
void print(llvm::raw_ostream &os, const GradientReport &report,
           ReportFormat format);

} // namespace sg::grad

#endif // SG_DIAGNOSTICS_REPORT_H
