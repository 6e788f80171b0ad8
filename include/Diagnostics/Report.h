//===- Report.h - Report on the flow of gradients ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report that explains the derivative of selected results with respect to
// selected arguments: the ops through which the derivative flows or at which it
// ends, the effect of each stop, the residuals and the recomputed values. Each
// call is analyzed separately, because calls of one function may differ.
// docs/GradientReport.md shows the three output formats.
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
  /// An op on a path, and the function that contains it.
  struct Step {
    RecordedSite place;
    std::string function;
    /// The calls that lead to the op, outermost first. Empty if all calls are
    /// alike.
    std::vector<mlir::Location> calls = {};
    /// If the op reads the bits of a float: the location where these bits, or
    /// an integer computed from them, become a float again.
    std::optional<mlir::Location> bitsReturn = {};
  };

  enum class Status { Active, Blocked, Disconnected, NoDerivativeType };

  /// An index or a size: `symbol` if dynamic, otherwise `number`.
  struct Extent {
    int64_t number = 0;
    std::optional<SizeFactor> symbol = {};
    /// True if a loop computes the extent, which may differ between iterations.
    bool isRepeated = false;
    bool is(int64_t value) const { return !symbol && number == value; }
  };
  /// A strided index range. Without `size`, the range extends to the end of the
  /// dimension.
  struct IndexRange {
    Extent offset = {};
    std::optional<Extent> size = {};
    Extent stride = {1};
  };
  /// Elements of a tensor, given by one range per dimension. If `ranges` is
  /// empty, all elements that no earlier entry contains.
  struct Elements {
    std::vector<IndexRange> ranges;
    Status status;
    /// For blocked elements: the ops at which the derivative ends.
    std::vector<Step> blockers = {};
  };

  /// A derivative requested by the program itself, in which a stop has an
  /// effect.
  struct InnerCut {
    std::string function;   ///< The differentiated function.
    std::string derivative; ///< The derivative function.
    /// The arguments of `function` whose derivatives the stop ends.
    std::vector<unsigned> arguments = {};
    /// Locations of the requests. Empty if only other derivatives call
    /// `derivative`.
    std::vector<mlir::Location> requests = {};
  };

  struct Input {
    unsigned argument;
    mlir::Type type;
    Status status;
    /// The name in the frontend's program. Empty if there is none.
    std::string name = {};
    /// The results to which the derivative of the argument flows.
    std::vector<unsigned> reaches = {};
    /// For an active input: the ops of a shortest path to a result.
    std::vector<Step> path = {};
    /// The ops at which the derivative ends although a result depends on their
    /// results. The derivative of an active input also flows around these ops.
    std::vector<Step> blockers = {};
    /// Parts of a tensor whose elements have different statuses. The first part
    /// that contains an element applies.
    std::vector<Elements> elements = {};
    /// For a disconnected input: the stops, in derivatives requested by the
    /// program, without which a result may depend on the input.
    std::vector<Step> innerStops = {};
  };

  struct Stop {
    Step where;
    /// The arguments whose derivatives the stop ends.
    std::vector<unsigned> blocked = {};
    /// The arguments in `blocked` whose derivatives also flow around the stop.
    std::vector<unsigned> around = {};
    /// The effects of the stop in derivatives requested by the program.
    /// Expansion removes such a stop from the analyzed function.
    std::vector<InnerCut> inner = {};
    /// If the stop blocks no argument: the reason why it has no effect.
    std::string reason = {};
    /// True if some calls of the function that contains the stop are not
    /// analyzed.
    bool isPartial = false;
    bool hasEffect() const { return !blocked.empty() || !inner.empty(); }
  };

  struct Residual {
    RecordedEvent event;
    std::string function;
    /// The calls through which the residual is returned.
    std::vector<mlir::Location> calls = {};
    /// True if the residual lives only while the function is recomputed.
    bool isTransient = false;
    /// Returns true if the residual is part of the total size.
    bool isCounted() const { return !isTransient && !event.isShared; }
  };
  struct Recomputed {
    RecordedEvent event;
    std::string function;
    std::vector<mlir::Location> calls = {};
  };

  /// A node of the drawing: an op, an argument or a result.
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
  /// A cluster of the drawing: one call of a function, or a region.
  struct Cluster {
    std::string label;
    int parent;
  };

  std::string function;
  std::vector<unsigned> wrt, results;
  std::vector<Input> inputs;
  std::vector<Stop> stops;
  std::vector<Residual> residuals;
  /// The arguments that the reverse sweep reads.
  std::vector<Residual> arguments;
  std::vector<Recomputed> recomputed;
  /// The reason why the residuals are unknown, usually that reverse mode fails.
  std::string problem;
  /// True if the derivative was not computed because it is too large.
  bool isTooLarge = false;

  /// Number of calls that are not analyzed separately.
  uint64_t numUnanalyzedCalls = 0;

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Cluster> clusters;

  /// Returns the total bytes of the residuals of static size.
  uint64_t getTotalBytes() const;
  /// Returns the sums of the dynamic sizes, one sum per product of factors.
  std::vector<RecordedSize> getOtherSizes() const;
};

llvm::StringRef stringify(GradientReport::Status status);

/// The function, arguments and results to report on. An empty `wrt` selects all
/// arguments, an empty `results` all results of differentiable type.
struct ReportRequest {
  std::string function;
  std::vector<int64_t> wrt = {}, results = {};
};

/// Computes the report in a copy of the module. Emits an error at the function
/// or the module if a requested function, argument or result is missing.
mlir::FailureOr<GradientReport>
makeGradientReport(mlir::ModuleOp module, const ReportRequest &requested);

/// Returns one report request for each distinct derivative request that
/// `function` reaches, the requests in `function` first. If `function` reaches
/// no request, returns one report request for `function` itself.
std::vector<ReportRequest> findReportRequests(mlir::func::FuncOp function);

enum class ReportFormat; // in Passes.h

void printText(llvm::raw_ostream &os, const GradientReport &report);
void printJSON(llvm::raw_ostream &os, const GradientReport &report);
void printDOT(llvm::raw_ostream &os, const GradientReport &report);
void print(llvm::raw_ostream &os, const GradientReport &report,
           ReportFormat format);

} // namespace sg::grad

#endif // SG_DIAGNOSTICS_REPORT_H
