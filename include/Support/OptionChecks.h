//===- OptionChecks.h - Checks of the values of options ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of numeric options. A pass checks its own options before it runs:
//
//   LogicalResult initialize(MLIRContext *context) override {
//     return checkRange(context, leastOps, 1);
//   }
//
// A pipeline passes its options to passes, which check them. The description of
// an option also gives its range.
//
//===----------------------------------------------------------------------===//

#ifndef SG_SUPPORT_OPTIONCHECKS_H
#define SG_SUPPORT_OPTIONCHECKS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

namespace sg {

/// Emits "'OPTION' is VALUE; it must be ALLOWED" without a location and returns
/// failure.
llvm::LogicalResult reportOption(mlir::MLIRContext *context,
                                 llvm::StringRef option,
                                 const llvm::Twine &value,
                                 const llvm::Twine &allowed);

/// Fails with an error unless 'option' is from 'minimum' to 'maximum'.
template <typename T, typename Parser>
llvm::LogicalResult
checkRange(mlir::MLIRContext *context,
           const mlir::detail::PassOptions::Option<T, Parser> &option,
           llvm::type_identity_t<T> minimum,
           llvm::type_identity_t<T> maximum = std::numeric_limits<T>::max()) {
  T value = option.getValue();
  if (value >= minimum && value <= maximum)
    return llvm::success();
  if (maximum == std::numeric_limits<T>::max())
    return reportOption(context, option.ArgStr, llvm::Twine(value),
                        "at least " + llvm::Twine(minimum));
  return reportOption(context, option.ArgStr, llvm::Twine(value),
                      "from " + llvm::Twine(minimum) + " to " +
                          llvm::Twine(maximum));
}

/// Fails with an error unless 'option' is a power of two from 'minimum' to
/// 'maximum', or 0 if 'allowsZero'.
template <typename T, typename Parser>
llvm::LogicalResult
checkPowerOfTwo(mlir::MLIRContext *context,
                const mlir::detail::PassOptions::Option<T, Parser> &option,
                llvm::type_identity_t<T> minimum,
                llvm::type_identity_t<T> maximum, bool allowsZero = false) {
  T value = option.getValue();
  if (value == 0 && allowsZero)
    return llvm::success();
  if (value >= minimum && value <= maximum && llvm::isPowerOf2_64(value))
    return llvm::success();
  return reportOption(
      context, option.ArgStr, llvm::Twine(value),
      (allowsZero ? "0 or a power of two from " : "a power of two from ") +
          llvm::Twine(minimum) + " to " + llvm::Twine(maximum));
}

/// Checks that 'positions', which an option gives, are distinct and below
/// 'count', the number of arguments or results ('kind') of 'function'. The
/// error continues the name of the option: "names argument 2, but @f has 1" or
/// "names argument 0 twice".
llvm::Error checkPositions(llvm::StringRef function,
                           llvm::ArrayRef<int64_t> positions, size_t count,
                           llvm::StringRef kind = "argument");

} // namespace sg

#endif // SG_SUPPORT_OPTIONCHECKS_H
