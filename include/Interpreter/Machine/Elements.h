//===- Elements.h - The values of the reference interpreter -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_ELEMENTS_H
#define SG_INTERPRETER_MACHINE_ELEMENTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace sg::interpreter {

/// A number of any builtin type: a float of any type stored as f64, an integer
/// or index of up to 64 bits, or a complex number of two floats. An element
/// does not record its type.
struct Element {
  union {
    double number;     ///< the float, or the real part of a complex number
    uint64_t bits = 0; ///< the integer, zero-extended
  };
  double imaginary = 0;
  /// The op that left this element unset, for example tensor.empty, or null.
  /// Results computed from an unset element are unset.
  mlir::Operation *unset = nullptr;

  static Element ofNumber(double number) {
    Element element;
    element.number = number;
    return element;
  }
  static Element ofBits(uint64_t bits) {
    Element element;
    element.bits = bits;
    return element;
  }
  static Element ofUnset(mlir::Operation *op) {
    Element element;
    element.unset = op;
    return element;
  }
};

/// The memory that the tensors of a run use, and its limit, in bytes.
struct MemoryBudget {
  uint64_t limit = UINT64_MAX;
  uint64_t used = 0;
};

/// A value of tensor or vector type, in row-major order. Copies share their
/// elements until one of the copies is written to.
class Tensor {
public:
  /// Creates a tensor of rank 0 without storage for its element.
  Tensor() = default;

  /// Allocates a tensor of zeros. Returns std::nullopt if the tensor exceeds
  /// the budget. Sizes must not be negative.
  static std::optional<Tensor>
  allocate(llvm::ArrayRef<int64_t> shape,
           const std::shared_ptr<MemoryBudget> &budget);

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  int64_t getNumElements() const { return count; }

  const Element &operator[](int64_t position) const {
    return elements[position];
  }
  const Element *begin() const { return elements.get(); }
  const Element *end() const { return elements.get() + count; }

  /// Returns the elements for writing. Copies shared elements first. Returns
  /// null if memory for the copy runs out.
  Element *edit();

  /// Returns a tensor with the same elements and the sizes `sizes`. The number
  /// of elements must not change.
  Tensor reshape(llvm::ArrayRef<int64_t> sizes) const;

private:
  llvm::SmallVector<int64_t, 3> shape;
  int64_t count = 1;
  std::shared_ptr<Element[]> elements;
  std::shared_ptr<MemoryBudget> budget;
};

/// Returns the product of the sizes, or std::nullopt if it overflows.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// Returns the linear position of the element at `index`, or std::nullopt if
/// the index is out of range.
std::optional<int64_t> findPosition(llvm::ArrayRef<int64_t> shape,
                                    llvm::ArrayRef<int64_t> index);

/// Returns the index of the element at the linear position `position`.
llvm::SmallVector<int64_t> findIndex(llvm::ArrayRef<int64_t> shape,
                                     int64_t position);

/// Calls `visit` with each index in row-major order, until `visit` fails.
llvm::LogicalResult forEachIndex(
    llvm::ArrayRef<int64_t> sizes,
    llvm::function_ref<llvm::LogicalResult(llvm::ArrayRef<int64_t>)> visit);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_ELEMENTS_H
