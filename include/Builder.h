//===- Builder.h - Functions over arrays, built in C++ ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds, differentiates, compiles and calls functions over arrays, without
// MLIR text. docs/Cpp.md has examples, docs/ArrayOperations.md the operations.
//
//   sg::Builder builder;
//   sg::ArrayType vector{sg::DType::Float64, {builder.getSymbol("n")}};
//   builder.function("step", {vector}, [](sg::Array x) {
//     auto loss = [](sg::Array x) {
//       return sg::sum(x * sg::stopGradient(x, "target"));
//     };
//     return sg::valueAndGrad(loss)(x);
//   });
//   sg::Executable step = builder.finish().compile("step");
//   std::vector<sg::Tensor> results = step({std::vector{3.0, 4.0}});
//
// The headers need C++17, the headers of sg-c and libSGC.so (SG::C in CMake),
// but neither LLVM nor MLIR. A file that includes them must not include
// headers of the compiler (SG::SG), which have other classes with the same
// names.
//
// Errors are exceptions of type sg::Error that name the file and the line of
// the call, of the operator or of the operation. With -fno-exceptions they end
// the process, after a message: programs that handle errors without exceptions
// use sg-c/Build.h.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_H
#define SG_BUILDER_H

#include "sg/Builder/Compositions.h"
#include "sg/Builder/ControlFlow.h"
#include "sg/Builder/Derivatives.h"
#include "sg/Builder/Operators.h"

#endif // SG_BUILDER_H
