//===- Containers.h - Containers of arrays ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments and results of functions are arrays, or nested std::pair,
// std::tuple, std::array and std::vector of arrays. A program specializes
// Container for other types.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_CONTAINERS_H
#define SG_BUILDER_CONTAINERS_H

#include "sg/Builder/Array.h"
#include <array>
#include <tuple>

namespace sg {
inline namespace builder {

/// Describes a container of arrays. A specialization for a type T has the
/// functions
///
///   static void append(const T &container, Arrays &arrays);
///   static T rebuild(const T &container, const Array *&next);
///
/// `append` appends the arrays of the container. `rebuild` returns a container
/// of the same structure with the arrays from `*next` on, and moves `next`.
template <typename T>
struct Container {
  static_assert(sizeof(T) == 0,
                "arguments and results of functions are sg::Array, or "
                "std::pair, std::tuple, std::array and std::vector of them; "
                "Builder::constant makes an array of a number");
};

template <>
struct Container<Array> {
  static void append(const Array &array, Arrays &arrays) {
    arrays.push_back(array);
  }
  static Array rebuild(const Array &, const Array *&next) { return *next++; }
};

template <typename... T>
struct Container<std::tuple<T...>> {
  static void append(const std::tuple<T...> &container, Arrays &arrays) {
    std::apply(
        [&](const T &...parts) { (Container<T>::append(parts, arrays), ...); },
        container);
  }
  static std::tuple<T...> rebuild(const std::tuple<T...> &container,
                                  const Array *&next) {
    // Braces evaluate their parts in order.
    return std::apply(
        [&](const T &...parts) {
          return std::tuple<T...>{Container<T>::rebuild(parts, next)...};
        },
        container);
  }
};

template <typename First, typename Second>
struct Container<std::pair<First, Second>> {
  using Pair = std::pair<First, Second>;
  static void append(const Pair &container, Arrays &arrays) {
    Container<First>::append(container.first, arrays);
    Container<Second>::append(container.second, arrays);
  }
  static Pair rebuild(const Pair &container, const Array *&next) {
    return Pair{Container<First>::rebuild(container.first, next),
                Container<Second>::rebuild(container.second, next)};
  }
};

namespace detail {

/// Describes std::array and std::vector.
template <typename T>
struct Sequence {
  using Part = typename T::value_type;
  static void append(const T &container, Arrays &arrays) {
    for (const Part &part : container)
      Container<Part>::append(part, arrays);
  }
  static T rebuild(const T &container, const Array *&next) {
    T result = container;
    for (Part &part : result)
      part = Container<Part>::rebuild(part, next);
    return result;
  }
};

} // namespace detail

template <typename T, size_t N>
struct Container<std::array<T, N>> : detail::Sequence<std::array<T, N>> {};
template <typename T>
struct Container<std::vector<T>> : detail::Sequence<std::vector<T>> {};

namespace detail {

template <typename... T>
Arrays flatten(const T &...containers) {
  Arrays arrays;
  (Container<T>::append(containers, arrays), ...);
  return arrays;
}

/// Returns a container with the structure of `container` and the arrays
/// `arrays`, which must have their number.
template <typename T>
T rebuild(const T &container, const Arrays &arrays) {
  const Array *next = arrays.data();
  return Container<T>::rebuild(container, next);
}

/// Checks that arrays denote arrays of one builder, and returns it. `what`
/// names the arrays.
inline SGBuilder *findBuilder(const Arrays &arrays, const char *what,
                              SourceLocation location) {
  if (arrays.empty())
    fail(location, std::string(what) + " have no array");
  for (const Array &array : arrays) {
    array.getDType(location);
    if (array.getBuilder() != arrays.front().getBuilder())
      fail(location, std::string(what) + " belong to different builders");
  }
  return arrays.front().getBuilder();
}

inline std::vector<SGValue> getValues(const Arrays &arrays) {
  std::vector<SGValue> values;
  for (const Array &array : arrays)
    values.push_back(array.getValue());
  return values;
}

} // namespace detail
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_CONTAINERS_H
