//===- CollapseConvWindow.h - Channels and window collapsed -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a convolution's image adds to the channels of a window. If
// there are fewer channels than a vector has elements, those of neighbouring
// pixels, which are contiguous in memory, serve as more channels.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
#define SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Collapses the loop along the last dimension of the result and that of a
/// window along the dimension before into one, if that fills vectors of `lanes`
/// elements better. Returns the resulting op.
mlir::linalg::LinalgOp foldWindow(mlir::linalg::LinalgOp op, int64_t lanes);

} // namespace sg

#endif // SG_LIB_CODEGEN_CPU_TILING_COLLAPSECONVWINDOW_H
