//===- DerivativeTrail.h - Notes on the current differentiation -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVETRAIL_H
#define SG_TRANSFORMS_DERIVATIVETRAIL_H

#include "mlir/IR/Diagnostics.h"
#include <atomic>

namespace sg::grad {

/// Attaches notes to every error and warning that is emitted during the
/// lifetime of the trail. The notes name the current request and the chain of
/// calls from the request to the function being differentiated.
class DerivativeTrail {
public:
  explicit DerivativeTrail(mlir::MLIRContext *context);

  /// Adds a note with `text` to the trail for the lifetime of the step.
  class Step {
  public:
    Step(DerivativeTrail &trail, mlir::Location location,
         const llvm::Twine &text)
        : trail(trail) {
      trail.steps.emplace_back(location, text.str());
    }
    ~Step() { trail.steps.pop_back(); }
    Step(const Step &) = delete;

  private:
    DerivativeTrail &trail;
  };

  /// Calls `function` on a new stack of `bytes` bytes, maybe on another thread.
  void continueOnNewStack(unsigned bytes, llvm::function_ref<void()> function);

private:
  llvm::SmallVector<std::pair<mlir::Location, std::string>> steps;
  std::atomic<uint64_t> thread; ///< the thread that adds the steps
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVETRAIL_H
