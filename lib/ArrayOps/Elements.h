//===- Elements.h - Shared parts of array operations ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_ARRAYOPS_ELEMENTS_H
#define SG_LIB_ARRAYOPS_ELEMENTS_H

#include "sg/ArrayOps/ArrayOps.h"

namespace sg::array {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Returns the attribute for `value`, rounded to the type. The attribute of a
/// complex type is a #complex.number.
mlir::TypedAttr getElementAttr(ArrayBuilder &b, DType dtype, double value);
/// Returns the element `value`.
mlir::Value makeElement(ArrayBuilder &b, mlir::TypedAttr value);
/// Returns the array whose elements are all `value`.
Array makeFull(ArrayBuilder &b, DType dtype, llvm::ArrayRef<Size> sizes,
               mlir::TypedAttr value);
inline Array makeFull(ArrayBuilder &b, DType dtype, llvm::ArrayRef<Size> sizes,
                      double value) {
  return makeFull(b, dtype, sizes, getElementAttr(b, dtype, value));
}
/// Returns the array of the type of `array` whose elements are all `value`.
inline Array makeFullLike(ArrayBuilder &b, const Array &array, double value) {
  return makeFull(b, array.getDType(), array.getSizes(), value);
}

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

/// Converts the elements of `array`. Floats are rounded to the nearest, ties to
/// even; converted to an integer, they are rounded to zero and clamped to the
/// range of the type, and NaN becomes 0. Integers wrap around. A number is true
/// unless it is 0. Emits an error for a complex number as a real number, unless
/// that is a bool.
Array convert(ArrayBuilder &b, const Array &array, DType dtype);

/// Returns true if an array with these sizes is known to have no elements. Ops
/// on slices are not built for it, because the verifiers of
/// `tensor.extract_slice` and `tensor.insert_slice` reject offsets that equal
/// the size of the tensor, also for slices without elements.
bool isEmpty(llvm::ArrayRef<Size> sizes);
/// Returns the sizes to which all arrays broadcast by the rules of NumPy: axes
/// are aligned at the last, and an axis of the constant size 1 is repeated.
/// Emits an error if there are none. `name` is the operation.
mlir::FailureOr<Sizes> broadcastSizes(ArrayBuilder &b, llvm::StringRef name,
                                      llvm::ArrayRef<Array> arrays);
/// Broadcasts an update to the sizes of the elements that it replaces. Emits an
/// error if it does not broadcast to them.
Array broadcastUpdate(const ArrayOpCall &call, const Array &update,
                      const ArrayType &type);
/// Broadcasts `array` to `sizes`, to which it must broadcast.
Array broadcastTo(ArrayBuilder &b, const Array &array,
                  llvm::ArrayRef<Size> sizes);
/// Converts the arrays of a call to their common type. Emits an error if there
/// is none.
mlir::FailureOr<Arrays> promoteAll(const ArrayOpCall &call);
/// Converts the arrays of a call to their common type and sizes. Emits an error
/// if there are none, or if `isSupported` is false for the type.
mlir::FailureOr<Arrays>
promoteAndBroadcast(const ArrayOpCall &call,
                    bool (*isSupported)(DType) = nullptr);

/// Returns the axis `axis` of an array of rank `rank`, where negative axes
/// count from the end. Emits an error if there is none.
mlir::FailureOr<int64_t> normalizeAxis(const ArrayOpCall &call, int64_t axis,
                                       int64_t rank);
/// Returns the axes of the parameter `name` in ascending order, or all axes for
/// None. Emits an error for an invalid or repeated axis.
mlir::FailureOr<llvm::SmallVector<int64_t>>
normalizeAxes(const ArrayOpCall &call, llvm::StringRef name, int64_t rank);

/// Returns the type in which a sum or product is computed: the parameter
/// `dtype`, or the type of the array, where integers are widened to 64 bits as
/// in the array API standard.
DType getSumType(const ArrayOpCall &call);
/// Returns the smallest or the largest value of a type: infinities for floats.
mlir::TypedAttr getExtreme(ArrayBuilder &b, DType dtype, bool isLargest);

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// Emits the error that the operation does not support the type of `array`.
Arrays refuseType(const ArrayOpCall &call, const Array &array);

/// Emits an op on arrays of one type and sizes. The result has the type
/// `dtype`.
template <typename Op, typename... Attributes>
Array emit(ArrayBuilder &b, DType dtype, llvm::ArrayRef<Array> operands,
           Attributes... attributes) {
  llvm::SmallVector<mlir::Value> values;
  for (const Array &operand : operands)
    values.push_back(b.use(operand));
  if (llvm::is_contained(values, mlir::Value()))
    return {};
  ArrayType type{dtype, operands.back().type.sizes};
  mlir::Type tensor = type.getTensorType(b.getContext());
  mlir::OpBuilder &builder = b.getOpBuilder();
  mlir::Value result;
  if constexpr (sizeof...(Attributes) != 0)
    result =
        Op::create(builder, b.getLoc(), attributes..., values[0], values[1]);
  else
    result = Op::create(builder, b.getLoc(), mlir::TypeRange(tensor), values)
                 ->getResult(0);
  return b.wrap(result, type);
}

/// Emit the sum and the product of two elements of the type `dtype`.
mlir::Value addElements(mlir::OpBuilder &builder, mlir::Location loc,
                        DType dtype, mlir::Value x, mlir::Value y);
mlir::Value multiplyElements(mlir::OpBuilder &builder, mlir::Location loc,
                             DType dtype, mlir::Value x, mlir::Value y);

/// Computes an element from the elements of the operands.
using ElementBody = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// Builds an array of the type `dtype` whose elements `body` computes. The
/// operands have equal sizes.
Array mapElements(ArrayBuilder &b, DType dtype, llvm::ArrayRef<Array> operands,
                  ElementBody body);

/// Emits an op that has no form for tensors, such as the ops of the dialect
/// `complex`, for each element of arrays of equal sizes. The result has the
/// type `dtype`.
template <typename Op>
Array emitScalar(ArrayBuilder &b, DType dtype, llvm::ArrayRef<Array> operands) {
  mlir::Type type = getElementType(b.getContext(), dtype);
  return mapElements(b, dtype, operands,
                     [&](mlir::OpBuilder &inner, mlir::Location loc,
                         mlir::ValueRange elements) -> mlir::Value {
                       return Op::create(inner, loc, mlir::TypeRange(type),
                                         elements.take_front(operands.size()))
                           ->getResult(0);
                     });
}

using NamedParameter = std::pair<llvm::StringRef, Parameter>;

/// Calls the operation `name` of the table, which has one result. Parameters
/// that are missing have their default value.
Array apply(ArrayBuilder &b, llvm::StringRef name,
            llvm::ArrayRef<Array> operands,
            llvm::ArrayRef<NamedParameter> parameters = {});
/// Calls the operation reshape.
Array reshapeTo(ArrayBuilder &b, const Array &x, llvm::ArrayRef<Size> shape);
/// Permutes the axes: axis i of the result is axis `axes[i]` of x.
Array permute(ArrayBuilder &b, const Array &x, llvm::ArrayRef<int64_t> axes);

} // namespace sg::array

#endif // SG_LIB_ARRAYOPS_ELEMENTS_H
