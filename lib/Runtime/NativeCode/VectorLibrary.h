//===- VectorLibrary.h - Math functions on vectors --------------*- C++ -*-===//
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

/// The vector variants of libm's functions for vectors of 128, 256 and 512
/// bits, in glibc's libmvec (within 4 ulp: glibc manual, "Known Maximum Errors
/// in Math Functions"), and where these are off by more than 2 ulp in SLEEF
/// (Debian: libsleef3; N. Shibata, F. Petrogalli, "SLEEF: A Portable Vectorized
/// Library of C Standard Mathematical Functions", IEEE TPDS 31(6), 2020), if
/// they can be loaded. LLVM's own table has a few of them, without 512 bits.
/// Those of vectors of up to `bits`, which are to be those of the processor's
/// registers: they get a vector in one register, and LLVM would give them a
/// wider one in two, of which they read the first, without a word.
llvm::ArrayRef<llvm::VecDesc> getVectorLibrary(unsigned bits);

/// What these are called and where they are.
llvm::ArrayRef<RuntimeSymbol> getVectorSymbols();

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_VECTORLIBRARY_H
