//===- Array.h - Arrays in memory and in files ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_ARRAY_H
#define SG_RUNTIME_ARRAY_H

#include "mlir/IR/BuiltinTypes.h"
#include "sg/Runtime/NativeTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace sg {

/// An array of elements of a builtin type in row-major order, as the native
/// calling convention passes it (sg/Runtime/sg_call.h).
class Array {
public:
  Array() = default;

  /// Returns an uninitialized array, or an error if out of memory.
  static llvm::Expected<Array> allocate(mlir::Type element,
                                        llvm::ArrayRef<int64_t> shape);
  /// Returns a read-only array of the elements that start at `data` in
  /// `buffer`.
  static Array map(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                   std::shared_ptr<llvm::MemoryBuffer> buffer,
                   const char *data);
  /// Returns an array that takes ownership of memory from malloc.
  static Array adopt(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                     void *data);

  llvm::Expected<Array> copy() const;

  mlir::Type getElementType() const { return element; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  llvm::MutableArrayRef<int64_t> getMutableShape() { return shape; }
  int64_t getNumElements() const;
  int64_t getNumBytes() const;
  char *getData() const { return data; }

  /// Returns the element `index`, rounded to the nearest double. `part` selects
  /// the real part (0) or the imaginary part (1) of a complex number.
  double getAsDouble(int64_t index, int64_t part = 0) const;

  /// Describes the type for messages, for example "2x3xf32".
  std::string describe() const;

private:
  mlir::Type element;
  llvm::SmallVector<int64_t> shape;
  std::shared_ptr<void> owner;
  char *data = nullptr;
};

/// Returns the size of an array in bytes, or std::nullopt if a size is negative
/// or the product overflows.
std::optional<int64_t> countBytes(mlir::Type element,
                                  llvm::ArrayRef<int64_t> shape);

/// Describes a type, for example "2x3xf32". A dynamic size is printed as "?".
std::string describeArray(llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// Returns an error with text `message`. lib/Runtime creates all its errors
/// with this function.
llvm::Error makeError(const llvm::Twine &message);

//===----------------------------------------------------------------------===//
// .npy files
//===----------------------------------------------------------------------===//

/// Reads a .npy file with elements of type `element` (formats 1 to 3; NumPy's
/// documentation, "numpy.lib.format"). A large file in C order and this
/// machine's byte order is mapped into memory. "-" is standard input.
///
/// In files, the type of bf16 is V2 and the f8 types are V1, as ml_dtypes
/// writes them. Signless integers may be signed or unsigned. An index has 8
/// bytes. The byte of an i1 must be 0 or 1.
llvm::Expected<Array> readNpy(llvm::StringRef path, mlir::Type element);

/// Writes a .npy file under a temporary name and renames it, so that an error
/// leaves no incomplete file. A file that is not regular is written in place.
/// "-" is standard output.
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses the text of a value: "2x3xf32=1 2 3 4 5 6", "f32=1.5", "1.5", or the
/// same with brackets as printed. A single element fills the array. The type
/// may also be written as "tensor<2x3xf32>". The expected shape may have
/// dynamic sizes. A shape in the text takes precedence. A complex number is
/// "1+2j" as in Python, with either part omitted if it is zero.
llvm::Expected<Array> parseArray(llvm::StringRef text, mlir::Type element,
                                 llvm::ArrayRef<int64_t> expectedShape);

/// Prints text such as "2x3xf32=[1 2 3][4 5 6]", with enough digits for
/// parseArray to restore the values.
void printArray(llvm::raw_ostream &os, const Array &array);

/// Prints one element with enough digits to restore its value.
void printElement(llvm::raw_ostream &os, const Array &array, int64_t index);

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Returns an error if the arrays differ by more than `tolerance`. The
/// difference is relative to the largest finite expected magnitude, or absolute
/// if that magnitude is zero. Infinities and NaNs must be in the same
/// positions. Integers must be equal. The parts of a complex number are
/// compared with the magnitude of the largest part.
llvm::Error compareArrays(const Array &actual, const Array &expected,
                          double tolerance);

} // namespace sg

#endif // SG_RUNTIME_ARRAY_H
