//===- Module.h - Built functions and native code ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_MODULE_H
#define SG_BUILDER_MODULE_H

#include "sg/Builder/Tensor.h"
#include <map>

namespace sg {
inline namespace builder {
namespace detail {

/// The element types of a function. MLIR's integers have no sign.
struct Signature {
  std::string name;
  std::vector<DType> arguments, results;
};

template <typename Object, void (*destroy)(Object *)>
struct Destroy {
  void operator()(Object *object) const { destroy(object); }
};
/// An owned handle of the C API.
template <typename Object, void (*destroy)(Object *)>
using Handle = std::unique_ptr<Object, Destroy<Object, destroy>>;

} // namespace detail

/// Options of Module::compile.
struct CompileOptions {
  /// The number of threads that share a call.
  int32_t threads = 1;
  /// The folder of a cache of native code (SGCompileOptions), "" for none.
  std::string cache;
};

/// A function as native code.
class Executable {
public:
  Executable(SGExecutable *handle, detail::Signature signature)
      : handle(handle), signature(std::move(signature)) {}

  /// Calls the function and returns its results. Several threads may call an
  /// executable at a time.
  std::vector<Tensor>
  operator()(const std::vector<TensorView> &arguments,
             SourceLocation location = SourceLocation::current()) const;

  SGExecutable *getHandle() const { return handle.get(); }

private:
  detail::Handle<SGExecutable, sgExecutableDestroy> handle;
  detail::Signature signature;
};

inline std::vector<Tensor>
Executable::operator()(const std::vector<TensorView> &arguments,
                       SourceLocation location) const {
  if (arguments.size() != signature.arguments.size())
    detail::fail(location, "@" + signature.name + " has " +
                               std::to_string(signature.arguments.size()) +
                               " arguments, not " +
                               std::to_string(arguments.size()));
  std::vector<SGArray> inputs, outputs;
  std::vector<TensorShape> shapes;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView &argument = arguments[i];
    DType dtype = signature.arguments[i];
    bool isIndex = dtype == DType::Index && argument.getDType() == DType::Int64;
    if (argument.getDType() != dtype && !isIndex)
      detail::fail(location, "argument " + std::to_string(i) + " of @" +
                                 signature.name + " has elements of type " +
                                 getName(argument.getDType()) + ", not " +
                                 getName(dtype));
    shapes.push_back(argument.getShape());
    // Calls write to donated arguments only, which Module::compile has not.
    inputs.push_back({const_cast<void *>(argument.getBytes()),
                      detail::getInfo(dtype).abiType,
                      static_cast<int32_t>(shapes.back().size()),
                      shapes.back().data(), nullptr});
  }
  for (size_t i = 0; i < signature.results.size(); ++i) {
    const SGType *type =
        sgExecutableGetResult(handle.get(), static_cast<int32_t>(i));
    shapes.emplace_back(type ? type->rank : 0);
    outputs.push_back({nullptr, detail::getInfo(signature.results[i]).abiType,
                       static_cast<int32_t>(shapes.back().size()),
                       shapes.back().data(), nullptr});
  }
  detail::check(sgExecutableCall(handle.get(), inputs.data(),
                                 static_cast<int32_t>(inputs.size()),
                                 outputs.data(),
                                 static_cast<int32_t>(outputs.size())),
                location);
  std::vector<Tensor> results;
  results.reserve(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i)
    results.emplace_back(signature.results[i],
                         std::move(shapes[arguments.size() + i]),
                         outputs[i].data);
  return results;
}

/// The functions that a Builder built.
class Module {
public:
  Module(SGModule *handle, std::map<std::string, detail::Signature> signatures)
      : handle(handle), signatures(std::move(signatures)) {}

  /// Compiles a public function for this processor.
  Executable
  compile(const std::string &name, const CompileOptions &options = {},
          SourceLocation location = SourceLocation::current()) const {
    auto found = signatures.find(name);
    if (found == signatures.end())
      detail::fail(location, "there is no public function '@" + name + "'");
    SGCompileOptions given = {};
    given.threads = options.threads;
    given.cache = options.cache.c_str();
    SGExecutable *executable = nullptr;
    detail::check(
        sgModuleCompile(handle.get(), name.c_str(), &given, &executable),
        location);
    return Executable(executable, found->second);
  }
  /// Returns the functions as MLIR.
  std::string str(SourceLocation location = SourceLocation::current()) const {
    char *text = nullptr;
    detail::check(sgModulePrint(handle.get(), /*has_locations=*/0, &text),
                  location);
    return detail::takeText(text);
  }
  /// Returns the handle for the functions of sg-c/SG.h.
  SGModule *getHandle() const { return handle.get(); }

private:
  detail::Handle<SGModule, sgModuleDestroy> handle;
  std::map<std::string, detail::Signature> signatures;
};

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_MODULE_H
