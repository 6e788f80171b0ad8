// Trains the classifier of examples/digits-softmax on handwritten digits. Its
// loss subtracts a stopped maximum from the logits.
//
//   softmax FOLDER_OF_DATA [EPOCHS]
#include "Npy.h"
#include "sg/Builder.h"
#include <cmath>
#include <cstdint>

using sg::Array;
using sg::DType;
using sg::Tensor;
using Weights = std::array<Array, 4>; // w1, b1, w2, b2

static Array classify(const Weights &weights, Array images) {
  auto [w1, b1, w2, b2] = weights;
  return sg::matmul(sg::relu(sg::matmul(images, w1) + b1), w2) + b2;
}

static Array loss(const Weights &weights, Array images, Array labels) {
  Array logits = classify(weights, images);
  Array largest = sg::stopGradient(sg::max(logits, 1, true), "row_max");
  Array shifted = logits - largest; // at most 0, so that exp does not overflow
  Array logSum = sg::log(sg::sum(sg::exp(shifted), 1));
  Array position = sg::expandDims(labels, 1);
  Array chosen = sg::squeeze(sg::takeAlongAxis(shifted, position, 1), 1);
  return sg::mean(logSum - chosen);
}

static auto step(const Weights &weights, Array images, Array labels) {
  auto [value, gradient] = sg::valueAndGrad(loss)(weights, images, labels);
  Weights next = weights;
  for (size_t i = 0; i < next.size(); ++i)
    next[i] -= 0.5 * gradient[i];
  return std::pair(value, next);
}

static Array accuracy(const Weights &weights, Array images, Array labels) {
  Array classes = sg::argmax(classify(weights, images), 1);
  return sg::mean(sg::astype(classes == labels, DType::Float32));
}

/// Element `i` of the pseudorandom sequence of digits-softmax.mlir.
static float noise(uint32_t i) {
  uint32_t mixed = (i ^ i >> 16) * 0x85EBCA6B;
  mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35;
  return static_cast<float>(static_cast<int32_t>(mixed ^ mixed >> 16)) *
         4.65661287e-10f;
}

int main(int argc, char **argv) try {
  std::string folder = argc > 1 ? argv[1] : "examples/data";
  int epochs = argc > 2 ? std::stoi(argv[2]) : 20;
  auto x = readNpy<float>(folder + "/digits_x.npy");
  auto y = readNpy<int32_t>(folder + "/digits_y.npy");

  sg::Builder builder;
  sg::Size n = builder.getSymbol("n");
  sg::ArrayType w1{DType::Float32, {64, 128}}, b1{DType::Float32, {128}},
      w2{DType::Float32, {128, 10}}, b2{DType::Float32, {10}},
      images{DType::Float32, {n, 64}}, labels{DType::Int32, {n}};
  auto add = [&](const char *name, auto function) {
    builder.function(name, {w1, b1, w2, b2, images, labels},
                     [=](Array w1, Array b1, Array w2, Array b2, Array images,
                         Array labels) {
                       return function(Weights{w1, b1, w2, b2}, images, labels);
                     });
  };
  add("step", step);
  add("accuracy", accuracy);
  sg::Module module = builder.finish();
  sg::Executable train = module.compile("step");
  sg::Executable test = module.compile("accuracy");

  std::vector<Tensor> weights;
  for (const sg::TensorShape &shape :
       {sg::TensorShape{64, 128}, {128}, {128, 10}, {10}})
    weights.emplace_back(DType::Float32, shape);
  for (uint32_t i = 0; i < 64 * 128; ++i)
    weights[0].getData<float>()[i] = noise(i) * 0.216f;
  for (uint32_t i = 0; i < 128 * 10; ++i)
    weights[2].getData<float>()[i] = noise(8192 + i) * 0.153f;
  // Copies rows of the data: images 0, 5, 10, ... are held out.
  auto call = [&](const sg::Executable &executable, int count, auto rowOf) {
    std::vector<float> images;
    std::vector<int32_t> labels;
    for (int i = 0; i < count; ++i) {
      int row = rowOf(i);
      images.insert(images.end(), &x[64 * row], &x[64 * row] + 64);
      labels.push_back(y[row]);
    }
    return executable({weights[0], weights[1], weights[2], weights[3],
                       sg::TensorView(images.data(), {count, 64}), labels});
  };
  for (int epoch = 0; epoch < epochs; ++epoch) {
    float sum = 0;
    for (int batch = 11 * epoch; batch < 11 * epoch + 11; ++batch) {
      auto results = call(train, 128, [&](int i) {
        int number = (128 * batch + i) * 1009 % 1437;
        return number + number / 4 + 1;
      });
      sum += results[0].getItem<float>();
      for (size_t i = 0; i < weights.size(); ++i)
        weights[i] = std::move(results[i + 1]);
    }
    auto results = call(test, 360, [](int i) { return 5 * i; });
    std::printf("epoch %d  loss %.6g  test accuracy %.6g\n", epoch + 1,
                sum / 11, results[0].getItem<float>());
  }
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
