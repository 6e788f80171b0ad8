//===- BuilderRegions.cpp - Branches, loops and checkpoints ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

using namespace mlir;
using namespace sg::capi;
namespace array = sg::array;

/// Begins a use of the builder in a function, and finds the arrays `values`.
static SGError *beginUse(BuilderUse &use, const SGValue *values, size_t count,
                         array::Arrays &arrays) {
  if (SGError *error = use.begin())
    return error;
  if (SGError *error = use.checkInFunction())
    return error;
  return use.getArrays(values, count, arrays);
}

SGError *sgBuildBeginIf(SGBuilder *handle, SGValue condition) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, &condition, 1, arrays))
    return error;
  return use.run(
      [&] { return succeeded(use.getBuilder().beginIf(arrays[0])); });
}

SGError *sgBuildBeginElse(SGBuilder *handle, const SGValue *results,
                          size_t result_count) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, results, result_count, arrays))
    return error;
  return use.run([&] { return succeeded(use.getBuilder().beginElse(arrays)); });
}

SGError *sgBuildBeginFor(SGBuilder *handle, SGValue begin, SGValue end,
                         const SGValue *carry, size_t carry_count,
                         SGValue *first) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, carry, carry_count, arrays))
    return error;
  array::Array lower, upper;
  if (SGError *error = use.getArray(begin, lower))
    return error;
  if (SGError *error = use.getArray(end, upper))
    return error;
  return use.runForArrays(first, /*count=*/nullptr, [&] {
    return use.getBuilder().beginFor(lower, upper, arrays);
  });
}

SGError *sgBuildBeginWhile(SGBuilder *handle, const SGValue *carry,
                           size_t carry_count, SGValue *first) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, carry, carry_count, arrays))
    return error;
  return use.runForArrays(first, /*count=*/nullptr,
                          [&] { return use.getBuilder().beginWhile(arrays); });
}

SGError *sgBuildBeginWhileBody(SGBuilder *handle, SGValue condition,
                               SGValue *first) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, &condition, 1, arrays))
    return error;
  return use.runForArrays(first, /*count=*/nullptr, [&] {
    return use.getBuilder().beginWhileBody(arrays[0]);
  });
}

SGError *sgBuildBeginCheckpoint(SGBuilder *handle) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, nullptr, 0, arrays))
    return error;
  return use.run([&] { return succeeded(use.getBuilder().beginCheckpoint()); });
}

SGError *sgBuildEnd(SGBuilder *handle, const SGValue *results,
                    size_t result_count, SGValue *first, int32_t *count) {
  BuilderUse use(handle);
  array::Arrays arrays;
  if (SGError *error = beginUse(use, results, result_count, arrays))
    return error;
  return use.runForArrays(first, count,
                          [&] { return use.getBuilder().endRegion(arrays); });
}
