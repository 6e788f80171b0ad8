//===- Requests.h - Requests for derivatives --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The implementation of Derivatives.h.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_REQUESTS_H
#define SG_BUILDER_REQUESTS_H

#include "sg/Builder/Trace.h"

namespace sg {
inline namespace builder {

/// Options of derivatives, as in SGRequest.
struct DerivativeOptions {
  /// An argument from which no derivative flows is an error.
  bool isStrict = false;
  /// Zero times infinity or NaN is zero in the derivative.
  bool hasStrongZero = false;
};

namespace detail {

inline bool isFloat(const Array &array, SourceLocation location) {
  return getInfo(array.getDType(location)).kind == NumberKind::Float;
}

/// A function with the arguments of a call, and the options of its derivative.
template <typename Results>
struct Differentiated {
  SGBuilder *builder;
  Traced<Results> traced;
  Arrays operands;
  DerivativeOptions options;
  SourceLocation location;

  /// Requests a derivative. Returns the results of the function and of the
  /// derivative. `given` are cotangents or tangents.
  Arrays request(SGMode mode, const std::vector<int64_t> &wrt,
                 const Arrays &given) const {
    SGRequest request = {};
    request.mode = mode;
    request.wrt = wrt.data();
    request.wrt_count = wrt.size();
    request.is_strict = options.isStrict;
    request.has_strong_zero = options.hasStrongZero;
    std::vector<SGValue> values = getValues(operands);
    for (SGValue value : getValues(given))
      values.push_back(value);
    SGValue first = -1;
    int32_t count = 0;
    locate(builder, location);
    check(sgBuildDerivative(builder, traced.number, &request, values.data(),
                            values.size(), &first, &count),
          location);
    return makeArrays(builder, first, count);
  }
  /// Returns the positions of the arguments of float type.
  std::vector<int64_t> findFloats() const {
    std::vector<int64_t> positions;
    for (size_t i = 0; i < operands.size(); ++i)
      if (isFloat(operands[i], location))
        positions.push_back(static_cast<int64_t>(i));
    return positions;
  }
};

/// Builds the function of a derivative.
template <typename F, typename... Args>
auto differentiate(const F &function, const DerivativeOptions &options,
                   SourceLocation location, const Args &...args) {
  Arrays operands = flatten(args...);
  SGBuilder *builder =
      findBuilder(operands, "the arguments of a derivative", location);
  std::vector<ArrayType> types;
  for (const Array &operand : operands)
    types.push_back(operand.getType(location));
  auto traced = trace(builder, "function", types, /*isPublic=*/false, location,
                      function, args...);
  return Differentiated<decltype(traced.results)>{
      builder, std::move(traced), std::move(operands), options, location};
}

/// Returns the arrays of `given` at the positions of floats among `like`.
template <typename T>
Arrays takeFloats(const T &given, const Arrays &like, const char *what,
                  SourceLocation location) {
  Arrays arrays = flatten(given), floats;
  if (arrays.size() != like.size())
    fail(location, std::string(what) + " have " +
                       std::to_string(arrays.size()) + " arrays, not " +
                       std::to_string(like.size()));
  SGBuilder *builder = findBuilder(like, what, location);
  for (size_t i = 0; i < like.size(); ++i) {
    arrays[i].getDType(location);
    if (arrays[i].getBuilder() != builder)
      fail(location, std::string(what) + " belong to another builder");
    if (isFloat(like[i], location))
      floats.push_back(arrays[i]);
  }
  return floats;
}

/// Returns an array for each array of `like`: the next of `floats`, or zeros
/// for an array that is no float.
inline Arrays addZeros(const Arrays &like, const Array *floats,
                       SourceLocation location) {
  Arrays arrays;
  for (const Array &array : like) {
    if (isFloat(array, location)) {
      arrays.push_back(*floats++);
      continue;
    }
    Operation zeros("full", location, array.getBuilder());
    Shape shape = array.getShape(location);
    zeros.addSizes("shape", shape);
    zeros.addFloat("fill_value", 0);
    zeros.addDtype("dtype", array.getDType(location));
    arrays.push_back(zeros.build());
  }
  return arrays;
}

/// Returns the gradients of the arguments at the positions `wrt`: that of the
/// only one, or a tuple.
template <size_t... wrt, typename Args>
auto groupGradients(const Args &args, const Array *next) {
  auto grouped = std::tuple<std::tuple_element_t<wrt, Args>...>{
      Container<std::tuple_element_t<wrt, Args>>::rebuild(std::get<wrt>(args),
                                                          next)...};
  if constexpr (sizeof...(wrt) == 1)
    return std::get<0>(std::move(grouped));
  else
    return grouped;
}

} // namespace detail
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_REQUESTS_H
