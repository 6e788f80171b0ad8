//===- StatsObserver.h - Records a differentiation --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_STATSOBSERVER_H
#define SG_TRANSFORMS_STATSOBSERVER_H

#include "sg/Transforms/DerivativeObserver.h"
#include "sg/Transforms/DerivativeStats.h"

namespace sg::grad {

/// Records reported steps in `stats`, which must outlive the observer.
class StatsObserver final : public DerivativeObserver {
public:
  explicit StatsObserver(DerivativeStats &stats) : stats(stats) {}

  std::unique_ptr<FunctionObserver>
  observe(const DerivativeDescription &description) override;
  void provided(mlir::FunctionOpInterface function, llvm::StringRef derivative,
                const llvm::BitVector &varied,
                const llvm::BitVector &useful) override;

private:
  DerivativeStats &stats;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_STATSOBSERVER_H
