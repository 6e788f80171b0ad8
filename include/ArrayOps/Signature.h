//===- Signature.h - Signatures of array operations -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_SIGNATURE_H
#define SG_ARRAYOPS_SIGNATURE_H

#include "sg/ArrayOps/ArrayOp.h"

namespace sg::array {

/// A parsed ArrayOp::signature.
struct Signature {
  enum class Kind { Int, Ints, Bool, Float, Str, DType, Size, Sizes };
  struct Keyword {
    llvm::StringRef name;
    Kind kind;
    bool isOptional; ///< accepts None
    bool isRequired; ///< has no default
    Parameter value; ///< the default
  };

  /// Parses a signature of the table. It must be valid.
  explicit Signature(llvm::StringRef text);

  llvm::StringRef name;
  llvm::SmallVector<llvm::StringRef> arrays;
  /// The last array parameter is a list of one or more arrays.
  bool isVariadic = false;
  llvm::SmallVector<Keyword> keywords;

  const Keyword *findKeyword(llvm::StringRef keyword) const;
};

/// Returns the name of a kind in signatures, for example "ints".
llvm::StringRef getName(Signature::Kind kind);

} // namespace sg::array

#endif // SG_ARRAYOPS_SIGNATURE_H
