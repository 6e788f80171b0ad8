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

/// A number of any builtin type: a float in f64, whatever its own type is, an
/// integer of up to 64 bits or index, or a complex number of two floats. It
/// does not know its type; who has one does.
struct Element {
  union {
    double number;     ///< of a float; the real part of a complex number
    uint64_t bits = 0; ///< of an integer, with zeros above its width
  };
  double imaginary = 0;
  /// The op that left this element without a value, as tensor.empty does, or
  /// null. What is computed of it has none either.
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

/// How much memory the tensors of a run have, and may have.
struct MemoryBudget {
  uint64_t limit = UINT64_MAX;
  uint64_t used = 0;
};

/// Elements in row-major order: a value of tensor or vector type. Copies share
/// the elements until one of them is written to.
class Tensor {
public:
  /// Of rank 0 and without its element.
  Tensor() = default;

  /// Elements that are 0, or nothing if there are too many for the budget. No
  /// size is negative.
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

  /// The elements to write to, of this tensor alone: a copy if others share
  /// them; null if there is no memory for one.
  Element *edit();

  /// The same elements with other sizes, of which there are as many.
  Tensor reshape(llvm::ArrayRef<int64_t> sizes) const;

private:
  llvm::SmallVector<int64_t, 3> shape;
  int64_t count = 1;
  std::shared_ptr<Element[]> elements;
  std::shared_ptr<MemoryBudget> budget;
};

/// The number of elements, or nothing if they cannot be counted.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// Where the element of that index lies, or nothing if it is out of range.
std::optional<int64_t> findPosition(llvm::ArrayRef<int64_t> shape,
                                    llvm::ArrayRef<int64_t> index);

/// The index of the element that lies there.
llvm::SmallVector<int64_t> findIndex(llvm::ArrayRef<int64_t> shape,
                                     int64_t position);

/// Calls `visit` with every index below `sizes`, the last one counting fastest;
/// ends with the first failure.
llvm::LogicalResult forEachIndex(
    llvm::ArrayRef<int64_t> sizes,
    llvm::function_ref<llvm::LogicalResult(llvm::ArrayRef<int64_t>)> visit);

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_ELEMENTS_H
