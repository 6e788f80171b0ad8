//===- CollapseConvWindow.h - Few channels and their window -----------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a convolution's image adds to the channels of a window. Where
// there are fewer of them than a vector has elements, those of neighbouring
// pixels, which are next to them in memory, are as good as more channels.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
#define SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Makes one loop of that along the last dimension of the result and one of a
/// window along the dimension before, if vectors of `lanes` elements are fuller
/// then. Returns the op that is there in the end.
mlir::linalg::LinalgOp foldWindow(mlir::linalg::LinalgOp op, int64_t lanes);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
