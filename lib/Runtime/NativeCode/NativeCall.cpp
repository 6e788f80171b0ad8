//===- NativeCall.cpp - Calling native code with arrays -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/NativeCall.h"
#include "mlir/IR/TypeUtilities.h"
#include <chrono>
#include <cstdlib>

using namespace mlir;
using namespace sg;

ArrayRef<int64_t> sg::shapeOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

bool sg::isPassable(Type type) {
  return getElementSize(getElementTypeOrSelf(type)) != 0 &&
         (!isa<ShapedType>(type) || isa<RankedTensorType>(type));
}

SmallVector<Array> sg::makeResults(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) {
    return Array::adopt(getElementTypeOrSelf(type), shapeOf(type), nullptr);
  });
}

static void *allocateResult(void *, int64_t bytes, int64_t alignment) {
  void *memory = nullptr;
  return posix_memalign(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

sg_array sg::toNative(Array &array) {
  return {array.getData(), array.getMutableShape().data(),
          static_cast<int32_t>(array.getShape().size()),
          getElementTypeCode(array.getElementType())};
}

CallOutcome sg::callNative(sg_entry_point entry,
                           MutableArrayRef<sg_array> inputs,
                           MutableArrayRef<sg_array> results) {
  char message[4096] = "";
  sg_call call = {};
  call.version = SG_CALL_VERSION;
  call.argument_count = inputs.size();
  call.result_count = results.size();
  call.arguments = inputs.data();
  call.results = results.data();
  call.allocate = allocateResult;
  call.message = message;
  call.message_capacity = sizeof message;
  auto start = std::chrono::steady_clock::now();
  int32_t status = entry(&call);
  auto end = std::chrono::steady_clock::now();
  return {status, message,
          std::chrono::duration<double, std::milli>(end - start).count()};
}

CallOutcome sg::callNative(sg_entry_point entry, MutableArrayRef<Array> inputs,
                           MutableArrayRef<Array> results) {
  SmallVector<sg_array> nativeInputs(llvm::map_range(inputs, toNative));
  SmallVector<sg_array> nativeResults(llvm::map_range(results, toNative));
  CallOutcome outcome = callNative(entry, nativeInputs, nativeResults);
  for (auto [result, array] : llvm::zip(results, nativeResults))
    if (!result.getData() && array.data)
      result =
          Array::adopt(result.getElementType(), result.getShape(), array.data);
  return outcome;
}
