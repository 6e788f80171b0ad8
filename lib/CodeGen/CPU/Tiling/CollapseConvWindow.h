//===- CollapseConvWindow.h - Collapse window and channels ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient with respect to a convolution's image adds to the channels of
// each pixel in a window. If there are fewer channels than vector lanes, the
// channels of adjacent pixels, which are contiguous in memory, are collapsed
// into one dimension.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
#define SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Collapses a window loop and the loop along the result's last dimension into
/// one loop, if this increases the use of vectors of `lanes` elements. The
/// window loop indexes the dimension before the last. Returns the resulting op,
/// or `op` itself.
mlir::linalg::LinalgOp collapseConvWindow(mlir::linalg::LinalgOp op,
                                          int64_t lanes);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
