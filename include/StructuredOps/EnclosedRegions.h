//===- EnclosedRegions.h - Regions inside of an op --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_ENCLOSEDREGIONS_H
#define SG_STRUCTUREDOPS_ENCLOSEDREGIONS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace sg {

/// The set of regions nested in an op. Queries are cached per region, because
/// uncached queries (Operation::isAncestor) for all values of nested loops
/// would take cubic time in the nesting depth.
class EnclosedRegions {
public:
  explicit EnclosedRegions(mlir::Operation *op) : op(op) {}

  /// Returns true if `value` is defined in a region nested in the op.
  bool define(mlir::Value value) { return contains(value.getParentRegion()); }

private:
  bool contains(mlir::Region *region) {
    llvm::SmallVector<mlir::Region *> path;
    bool result = false;
    for (; region; region = region->getParentRegion()) {
      if (auto known = isEnclosed.find(region); known != isEnclosed.end()) {
        result = known->second;
        break;
      }
      path.push_back(region);
      if (region->getParentOp() == op) {
        result = true;
        break;
      }
    }
    for (mlir::Region *each : path)
      isEnclosed[each] = result;
    return result;
  }

  mlir::Operation *op;
  llvm::SmallDenseMap<mlir::Region *, bool> isEnclosed;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_ENCLOSEDREGIONS_H
