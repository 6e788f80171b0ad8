// An error in a program without exceptions.
#include "sg/Builder.h"

int main() {
  sg::Builder builder;
  builder.function("f", {{sg::DType::Float64, {3}}},
                   [](sg::Array x) { return sg::sum(x, 1); });
}
