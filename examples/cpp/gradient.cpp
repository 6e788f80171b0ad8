// The gradient of x * stop(x), summed, at (3, 4).
#include "sg/Builder.h"
#include <iostream>

int main() {
  sg::Builder builder;
  builder.function("step", {{sg::DType::Float64, {2}}}, [](sg::Array x) {
    auto loss = [](sg::Array x) {
      auto y = x * sg::stopGradient(x, "target");
      return sg::sum(y);
    };
    return sg::valueAndGrad(loss)(x);
  });
  sg::Executable step = builder.finish().compile("step");
  auto results = step({std::vector{3.0, 4.0}});
  auto gradient = results[1].getVector<double>();
  std::cout << "value " << results[0].getItem<double>() << ", gradient "
            << gradient[0] << " " << gradient[1] << "\n";
}
