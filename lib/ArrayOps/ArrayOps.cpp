//===- ArrayOps.cpp - The table of array operations ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/ArrayOps/ArrayOps.h"
#include "Sections.h"
#include "sg/ArrayOps/Signature.h"

using namespace mlir;
using namespace sg::array;

ArrayRef<ArrayOp> sg::array::getArrayOps() {
  static const std::vector<ArrayOp> all = [] {
    std::vector<ArrayOp> rows;
    for (ArrayRef<ArrayOp> section : getSections())
      rows.insert(rows.end(), section.begin(), section.end());
    return rows;
  }();
  return all;
}

namespace {
struct Entry {
  const ArrayOp *operation;
  Signature signature;
};
} // namespace

static const Entry *findEntry(StringRef name) {
  static const llvm::StringMap<Entry> entries = [] {
    llvm::StringMap<Entry> map;
    for (const ArrayOp &operation : getArrayOps())
      map.try_emplace(operation.getName(),
                      Entry{&operation, Signature(operation.signature)});
    return map;
  }();
  auto found = entries.find(name);
  return found == entries.end() ? nullptr : &found->second;
}

const ArrayOp *sg::array::findArrayOp(StringRef name) {
  const Entry *entry = findEntry(name);
  return entry ? entry->operation : nullptr;
}

/// Returns true if `value` has the kind of the keyword. Converts an integer for
/// a float, and a size for sizes.
static bool convertTo(const Signature::Keyword &keyword, Parameter &value,
                      ArrayBuilder &b) {
  using Kind = Signature::Kind;
  if (std::holds_alternative<std::monostate>(value))
    return keyword.isOptional;
  auto *integer = std::get_if<int64_t>(&value);
  switch (keyword.kind) {
  case Kind::Bool:
    return std::holds_alternative<bool>(value);
  case Kind::Str:
    return std::holds_alternative<std::string>(value);
  case Kind::DType:
    return std::holds_alternative<DType>(value);
  case Kind::Int:
    return integer;
  case Kind::Float:
    if (integer)
      value = static_cast<double>(*integer);
    return std::holds_alternative<double>(value);
  case Kind::Ints:
  case Kind::Size:
  case Kind::Sizes:
    if (integer)
      value = Sizes{b.getConstantSize(*integer)};
    auto *sizes = std::get_if<Sizes>(&value);
    if (!sizes || (keyword.kind == Kind::Size && sizes->size() != 1))
      return false;
    return keyword.kind != Kind::Ints || llvm::all_of(*sizes, [](Size size) {
             return getConstant(size).has_value();
           });
  }
  llvm_unreachable("all kinds are handled");
}

/// Returns the negative size in a parameter that must not have one, or
/// std::nullopt. A bound of a slice, which may be None, counts from the end.
static std::optional<int64_t>
findNegativeSize(const Signature::Keyword &keyword, const Parameter &value) {
  using Kind = Signature::Kind;
  auto *sizes = std::get_if<Sizes>(&value);
  if (!sizes || keyword.isOptional || keyword.kind == Kind::Ints)
    return std::nullopt;
  for (Size size : *sizes)
    if (std::optional<int64_t> constant = getConstant(size);
        constant && *constant < 0)
      return constant;
  return std::nullopt;
}

FailureOr<Arrays>
sg::array::buildArrayOp(ArrayBuilder &builder, StringRef name,
                        ArrayRef<Array> arrays,
                        const llvm::StringMap<Parameter> &parameters) {
  const Entry *entry = findEntry(name);
  if (!entry) {
    builder.fail("there is no operation '" + name + "'");
    return failure();
  }
  const Signature &signature = entry->signature;
  size_t count = signature.arrays.size();
  if (signature.isVariadic ? arrays.size() < count : arrays.size() != count) {
    builder.fail(name + ": has " + (signature.isVariadic ? "at least " : "") +
                 Twine(count) + " arrays as arguments, not " +
                 Twine(arrays.size()) + "; see " + entry->operation->signature);
    return failure();
  }
  // Operations need not check whether their arrays can be used here.
  for (const Array &array : arrays)
    if (!array || !builder.use(array))
      return failure();
  llvm::StringMap<Parameter> complete;
  for (const auto &given : parameters) {
    const Signature::Keyword *keyword = signature.findKeyword(given.getKey());
    if (!keyword) {
      builder.fail(name + ": there is no parameter '" + given.getKey() +
                   "'; see " + entry->operation->signature);
      return failure();
    }
    Parameter value = given.second;
    if (!convertTo(*keyword, value, builder)) {
      builder.fail(name + ": the parameter '" + given.getKey() +
                   "' must be of type " + getName(keyword->kind) + "; see " +
                   entry->operation->signature);
      return failure();
    }
    // The size -1 of reshape is computed from the others.
    std::optional<int64_t> negative = findNegativeSize(*keyword, value);
    if (negative && !(name == "reshape" && *negative == -1)) {
      builder.fail(name + ": the parameter '" + given.getKey() +
                   "' has the negative size " + Twine(*negative));
      return failure();
    }
    complete[given.getKey()] = std::move(value);
  }
  for (const Signature::Keyword &keyword : signature.keywords) {
    if (complete.count(keyword.name))
      continue;
    if (keyword.isRequired) {
      builder.fail(name + ": the parameter '" + keyword.name +
                   "' is missing; see " + entry->operation->signature);
      return failure();
    }
    complete[keyword.name] = keyword.value;
  }
  size_t regionCount = builder.getRegionCount();
  Arrays results =
      entry->operation->build(ArrayOpCall(builder, name, arrays, complete));
  if (results.empty() ||
      !llvm::all_of(results, [](const Array &array) { return bool(array); })) {
    builder.abandonRegions(regionCount);
    return failure();
  }
  for (const Array &array : results)
    for (Size size : array.getSizes())
      if (std::optional<int64_t> number = getConstant(size);
          number && *number < 0) {
        builder.fail(name + ": the result would have the size " +
                     Twine(*number));
        return failure();
      }
  return results;
}
