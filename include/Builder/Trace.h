//===- Trace.h - Builds functions from C++ functions ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_TRACE_H
#define SG_BUILDER_TRACE_H

#include "sg/Builder/Containers.h"
#include "sg/Builder/Operation.h"

namespace sg {
inline namespace builder {

class Function;

namespace detail {

/// A function that has begun. If an error leaves the scope, the function is
/// erased.
class FunctionScope {
public:
  FunctionScope(SGBuilder *builder, const std::string &name,
                const std::vector<ArrayType> &types, bool isPublic,
                SourceLocation location)
      : builder(builder) {
    std::vector<std::vector<int64_t>> sizes;
    std::vector<SGArrayType> given;
    for (const ArrayType &type : types) {
      sizes.push_back(type.shape.getNumbers(builder, location));
      given.push_back({static_cast<int32_t>(type.dtype),
                       static_cast<int32_t>(sizes.back().size()),
                       sizes.back().data()});
    }
    SGValue first = -1;
    locate(builder, location);
    check(sgBuildBeginFunction(builder, name.c_str(), given.data(),
                               given.size(), isPublic, &first),
          location);
    isOpen = true;
    arguments = makeArrays(builder, first, static_cast<int32_t>(types.size()));
  }
  FunctionScope(const FunctionScope &) = delete;
  FunctionScope &operator=(const FunctionScope &) = delete;
  ~FunctionScope() {
    if (isOpen)
      sgErrorDestroy(sgBuildAbandonFunction(builder));
  }

  const Arrays &getArguments() const { return arguments; }

  SGFunction end(const Arrays &results, SourceLocation location) {
    // The library erases a function that cannot end, but first checks that the
    // results exist.
    for (const Array &result : results) {
      result.getDType(location);
      if (result.getBuilder() != builder)
        fail(location, "a result of the function belongs to another builder");
    }
    std::vector<SGValue> values = getValues(results);
    SGFunction function = -1;
    locate(builder, location);
    isOpen = false;
    check(sgBuildEndFunction(builder, values.data(), values.size(), &function),
          location);
    return function;
  }

private:
  SGBuilder *builder;
  bool isOpen = false;
  Arrays arguments;
};

/// Calls a C++ function, or a Function, with arrays or containers of them.
template <typename F, typename... Args>
auto invoke(const F &function, SourceLocation location, const Args &...args) {
  if constexpr (std::is_same_v<F, Function>) {
    return function(flatten(args...), location);
  } else {
    static_assert(std::is_invocable_v<F, const Args &...>,
                  "the function must accept its arguments: an sg::Array, or "
                  "the container that the caller passes, for each of them");
    static_assert(!std::is_void_v<decltype(function(args...))>,
                  "the function must return its results");
    return function(args...);
  }
}

/// A function that was built from a C++ function.
template <typename Results>
struct Traced {
  SGFunction number;
  Results results; ///< the structure of the results
};

/// Builds a function from a C++ function. `prototypes` have the structure of
/// its arguments.
template <typename F, typename... Args>
auto trace(SGBuilder *builder, const std::string &name,
           const std::vector<ArrayType> &types, bool isPublic,
           SourceLocation location, const F &function,
           const Args &...prototypes) {
  FunctionScope scope(builder, name, types, isPublic, location);
  const Array *next = scope.getArguments().data();
  (void)next; // unused without arguments
  // Braces evaluate their parts in order.
  std::tuple<Args...> inside{Container<Args>::rebuild(prototypes, next)...};
  auto results = std::apply(
      [&](const Args &...args) { return invoke(function, location, args...); },
      inside);
  SGFunction number = scope.end(flatten(results), location);
  return Traced<decltype(results)>{number, std::move(results)};
}

} // namespace detail
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_TRACE_H
