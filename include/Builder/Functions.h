//===- Functions.h - Builders of functions ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_FUNCTIONS_H
#define SG_BUILDER_FUNCTIONS_H

#include "sg/Builder/Module.h"
#include "sg/Builder/Trace.h"

namespace sg {
inline namespace builder {

/// A function of a Builder. Functions that are built later can call it.
class Function {
public:
  Function(SGBuilder *builder, SGFunction number, std::vector<DType> dtypes)
      : builder(builder), number(number), dtypes(std::move(dtypes)) {}

  /// Calls the function and returns its results, in one list. A number is
  /// converted to the type of its parameter.
  Arrays operator()(const Operands &arguments,
                    SourceLocation location = SourceLocation::current()) const {
    detail::locate(builder, location);
    std::vector<SGValue> values;
    for (size_t i = 0; i < arguments.size(); ++i)
      values.push_back(arguments[i].getValue(
          builder, i < dtypes.size() ? &dtypes[i] : nullptr, location));
    SGValue first = -1;
    int32_t count = 0;
    detail::check(sgBuildCall(builder, number, values.data(), values.size(),
                              &first, &count),
                  location);
    return detail::makeArrays(builder, first, count);
  }

  /// Gives the function a rule for reverse mode (sgBuildSetVJP).
  void setVJP(const Function &forward, const Function &backward,
              SourceLocation location = SourceLocation::current()) const {
    SGFunction first = forward.getNumber(builder, location);
    SGFunction second = backward.getNumber(builder, location);
    detail::locate(builder, location);
    detail::check(sgBuildSetVJP(builder, number, first, second), location);
  }
  /// Gives the function a rule for forward mode (sgBuildSetJVP).
  void setJVP(const Function &jvp,
              SourceLocation location = SourceLocation::current()) const {
    SGFunction rule = jvp.getNumber(builder, location);
    detail::locate(builder, location);
    detail::check(sgBuildSetJVP(builder, number, rule), location);
  }
  /// Returns the number of the function, which must belong to `owner`.
  SGFunction getNumber(SGBuilder *owner, SourceLocation location) const {
    if (builder != owner)
      detail::fail(location, "this function belongs to another builder");
    return number;
  }

private:
  SGBuilder *builder;
  SGFunction number;
  std::vector<DType> dtypes; ///< of the arguments
};

/// Builds functions. A builder and its arrays must be used by one thread at a
/// time.
class Builder {
public:
  explicit Builder(SourceLocation location = SourceLocation::current()) {
    SGBuilder *created = nullptr;
    detail::check(sgBuilderCreate(&created), location);
    handle.reset(created);
  }

  /// Returns the symbolic size `name`. Equal names mean equal sizes: a call
  /// with unequal sizes is an error.
  Size getSymbol(const std::string &name,
                 SourceLocation location = SourceLocation::current()) const {
    int64_t size = 0;
    detail::check(sgBuildSymbol(getHandle(location), name.c_str(), &size),
                  location);
    return Size(getHandle(location), size);
  }

  /// Builds a public function. `function` takes an array for each type, and
  /// returns an array or a container of arrays (Containers.h). It is called
  /// once. If `name` is taken, a number is appended.
  template <size_t count, typename F>
  Function function(const std::string &name, const ArrayType (&types)[count],
                    const F &function,
                    SourceLocation location = SourceLocation::current()) {
    return build({types, types + count}, name, location, function,
                 std::array<Array, count>());
  }
  /// Builds a public function without arguments.
  template <typename F>
  Function function(const std::string &name, const F &function,
                    SourceLocation location = SourceLocation::current()) {
    return build({}, name, location, function, std::array<Array, 0>());
  }
  /// Builds a public function whose number of arguments is known at run time.
  /// `function` takes one sg::Arrays.
  template <typename F>
  Function functionOfList(const std::string &name,
                          const std::vector<ArrayType> &types,
                          const F &function,
                          SourceLocation location = SourceLocation::current()) {
    return build(types, name, location, function,
                 std::tuple<Arrays>(Arrays(types.size())));
  }

  /// Builds an array of a number or of elements in memory, which becomes part
  /// of the innermost function.
  Array constant(const TensorView &elements,
                 SourceLocation location = SourceLocation::current()) const {
    detail::locate(getHandle(location), location);
    SGArrayType type = {static_cast<int32_t>(elements.getDType()),
                        static_cast<int32_t>(elements.getShape().size()),
                        elements.getShape().data()};
    SGValue value = -1;
    detail::check(sgBuildConstant(getHandle(location), &type,
                                  elements.getBytes(), &value),
                  location);
    return Array(getHandle(location), value);
  }

  /// Returns the functions. The builder and its arrays cannot be used any more.
  Module finish(SourceLocation location = SourceLocation::current()) {
    SGModule *module = nullptr;
    detail::check(sgBuilderFinish(getHandle(location), &module), location);
    handle.reset();
    return Module(module, std::move(signatures));
  }

  /// Returns the handle for the functions of sg-c/Build.h.
  SGBuilder *
  getHandle(SourceLocation location = SourceLocation::current()) const {
    if (!handle)
      detail::fail(location, "this builder has finished");
    return handle.get();
  }

private:
  /// Builds a public function. `prototypes` is a tuple-like list of containers
  /// with the structure of the arguments.
  template <typename F, typename Prototypes>
  Function build(const std::vector<ArrayType> &types, const std::string &name,
                 SourceLocation location, const F &function,
                 const Prototypes &prototypes) {
    auto traced = std::apply(
        [&](const auto &...parts) {
          return detail::trace(getHandle(location), name, types,
                               /*isPublic=*/true, location, function, parts...);
        },
        prototypes);
    detail::Signature signature;
    signature.name =
        sgBuilderGetFunctionName(getHandle(location), traced.number);
    for (const ArrayType &type : types)
      signature.arguments.push_back(type.dtype);
    for (const Array &result : detail::flatten(traced.results))
      signature.results.push_back(result.getDType(location));
    Function built(getHandle(location), traced.number, signature.arguments);
    signatures[signature.name] = std::move(signature);
    return built;
  }

  detail::Handle<SGBuilder, sgBuilderDestroy> handle;
  std::map<std::string, detail::Signature> signatures;
};

/// Returns a size of an array or of a builder as an array of rank 0 and type
/// int64.
inline Array sizeValue(const Size &size,
                       SourceLocation location = SourceLocation::current()) {
  if (!size.getBuilder())
    detail::fail(location, "the size " + size.str() +
                               " is an integer of no builder: use "
                               "Builder::constant");
  SGValue value = -1;
  detail::locate(size.getBuilder(), location);
  detail::check(sgBuildSizeValue(size.getBuilder(), size.getNumber(), &value),
                location);
  return Array(size.getBuilder(), value);
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_FUNCTIONS_H
