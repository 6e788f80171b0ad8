//===- VectorLibrary.h - Math functions on vectors --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_VECTORLIBRARY_H
#define SG_RUNTIME_VECTORLIBRARY_H

#include "llvm/Analysis/TargetLibraryInfo.h"

namespace sg {

/// The vector variants of libm's functions in glibc's libmvec, all of them for
/// vectors of 128, 256 and 512 bits; none if that library cannot be loaded.
/// Their results are within 4 ulp (glibc manual, "Known Maximum Errors in Math
/// Functions"). LLVM's own table has a few of them, without 512 bits.
llvm::ArrayRef<llvm::VecDesc> getVectorLibrary();

} // namespace sg

#endif // SG_RUNTIME_VECTORLIBRARY_H
