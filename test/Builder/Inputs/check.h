// Helpers of the tests of sg/Builder.h.
#ifndef SG_TEST_BUILDER_CHECK_H
#define SG_TEST_BUILDER_CHECK_H

#include "sg/Builder.h"
#include <cstdio>
#include <functional>

/// Prints the elements of arrays of type double.
inline void print(const char *name, const std::vector<sg::Tensor> &tensors) {
  std::printf("%s:", name);
  for (const sg::Tensor &tensor : tensors) {
    for (double element : tensor.getVector<double>())
      std::printf(" %g", element);
    std::printf(";");
  }
  std::printf("\n");
}

/// Builds the function `f` of arrays of type float64 with the shapes of
/// `arguments`, and prints its results.
template <size_t count, typename F>
void run(const char *name, const sg::TensorView (&arguments)[count],
         const F &f) {
  sg::Builder builder;
  std::vector<sg::ArrayType> types;
  for (const sg::TensorView &argument : arguments)
    types.push_back({argument.getDType(), argument.getShape()});
  builder.functionOfList("f", types, f);
  print(name, builder.finish().compile("f")({arguments, arguments + count}));
}

#endif // SG_TEST_BUILDER_CHECK_H
