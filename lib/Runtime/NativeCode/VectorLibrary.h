//===- VectorLibrary.h - Vectorized math functions --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_VECTORLIBRARY_H
#define SG_LIB_RUNTIME_NATIVECODE_VECTORLIBRARY_H

#include "RuntimeSymbols.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace sg {

/// Returns the available vector variants of libm's functions for vectors of up
/// to `bits` bits (128, 256 or 512). The variants are from glibc's libmvec
/// (within 4 ulp: glibc manual, "Known Maximum Errors in Math Functions"). If
/// only libmvec's error exceeds 2 ulp, SLEEF's is used (Debian: libsleef3; N.
/// Shibata, F. Petrogalli, "SLEEF: A Portable Vectorized Library of C Standard
/// Mathematical Functions", IEEE TPDS 31(6), 2020). LLVM's table has only a few
/// of these functions, and none for 512 bits.
///
/// `bits` must be the width of the processor's registers. The functions take
/// each vector in one register. LLVM would pass a wider vector in two
/// registers, and the functions would read only the first.
llvm::ArrayRef<llvm::VecDesc> getVectorLibrary(unsigned bits);

/// Returns the names and addresses of the vector functions.
llvm::ArrayRef<RuntimeSymbol> getVectorSymbols();

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_VECTORLIBRARY_H
