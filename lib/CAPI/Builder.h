//===- Builder.h - A module that is being built -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_BUILDER_H
#define SG_LIB_CAPI_BUILDER_H

#include "Module.h"
#include "sg-c/Build.h"
#include "sg/ArrayOps/ArrayBuilder.h"

namespace sg::capi {

struct BuilderObject {
  using Handle = SGBuilder;
  static constexpr HandleKind kind = HandleKind::Builder;

  /// Creates an empty module.
  void reset();

  /// Null before the first use, and after the module is finished, because the
  /// creation of a context takes milliseconds.
  std::unique_ptr<ModuleObject> module;
  std::unique_ptr<array::ArrayBuilder> builder;
  std::vector<array::Array> values;
  std::vector<const array::Function *> functions;
  /// For each function that has begun, the number of values before it.
  std::vector<size_t> outerCounts;
  /// Symbolic sizes by number.
  std::vector<array::Size> sizes;
  llvm::DenseMap<array::Size, int64_t> sizeNumbers;
  std::mutex mutex;
};

/// The exclusive use of a builder by a call. Other calls for it wait.
class BuilderUse {
public:
  explicit BuilderUse(const SGBuilder *handle)
      : handle(handle), pinned(handle) {}

  /// Waits for other calls. Returns an error if the handle is not valid.
  SGError *begin();
  BuilderObject *operator->() const { return pinned.get(); }
  array::ArrayBuilder &getBuilder() const { return *pinned->builder; }

  /// Returns the array `value`, or an error.
  SGError *getArray(SGValue value, array::Array &array) const;
  SGError *getArrays(const SGValue *values, size_t count,
                     array::Arrays &arrays) const;
  SGError *getFunction(SGFunction number,
                       const array::Function *&function) const;
  SGError *getSize(int64_t number, array::Size &size) const;
  SGError *getType(const SGArrayType *type, array::ArrayType &result) const;
  /// Returns an error unless a function has begun.
  SGError *checkInFunction() const;

  /// Assigns numbers to `arrays`, the first of which is stored in `*first`.
  void addValues(llvm::ArrayRef<array::Array> arrays, SGValue *first) const;
  /// Invalidates the values of the innermost function, which was erased.
  void dropValues() const;
  /// Returns the number of a size.
  int64_t addSize(array::Size size) const;

  /// Runs `build`, which returns false after an error. Returns the error.
  SGError *run(llvm::function_ref<bool()> build) const;
  /// Runs `build`, assigns numbers to the arrays that it returns, and stores
  /// the first number and their count. Returns the error, if any.
  SGError *runForArrays(
      SGValue *first, int32_t *count,
      llvm::function_ref<mlir::FailureOr<array::Arrays>()> build) const;

private:
  const SGBuilder *handle;
  CompilerUse compiler;
  Pinned<BuilderObject> pinned;
  std::unique_lock<std::mutex> lock;
};

} // namespace sg::capi

#endif // SG_LIB_CAPI_BUILDER_H
