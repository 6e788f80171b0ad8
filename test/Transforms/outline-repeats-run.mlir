// Derivatives through outlined functions: both modes agree with differences,
// with stops frozen, to second order. With respect to the weights alone, the
// first outlined call has another derivative than the others. Gradients equal
// the ones without outlining.
// DEFINE: %{weights} = --input="3x3xf64=-0.52 0.09 -0.26 0.21 0.25 -0.87 -0.97 0.67 -0.48" --input="3x3xf64=-0.53 0.99 -0.06 0.67 -0.05 0.28 -0.70 0.27 0.74" --input="3x3xf64=0.05 0.48 0.34 -0.87 0.52 0.18 -0.40 -0.94 0.73" --input="3x3xf64=-0.05 0.44 0.76 0.43 0.84 -0.21 0.60 -0.11 0.87"
// RUN: sg-opt %s --grad-outline-repeats="least-ops=3 least-saved=6" -o %t.parts
// RUN: FileCheck %s --input-file=%t.parts --check-prefix=PARTS
// RUN: sg-run %t.parts --function=loss --check-gradients --order=2 --input="2x3xf64=0.76 -0.81 -0.73 -0.57 0.93 -0.13" %{weights} | FileCheck %s
// RUN: sg-run %t.parts --function=loss --check-gradients --wrt=1,2,3,4 --input="1x3xf64=0.25 -0.40 0.01" %{weights} | FileCheck %s
// RUN: sg-run %s --function=gradient --input="5x3xf64=-0.23 -0.30 0.17 0.17 0.81 0.36 0.86 0.71 0.98 0.34 -0.67 0.72 0.93 0.81 0.14" %{weights} > %t.whole
// RUN: sg-run %t.parts --function=gradient --input="5x3xf64=-0.23 -0.30 0.17 0.17 0.81 0.36 0.86 0.71 0.98 0.34 -0.67 0.72 0.93 0.81 0.14" %{weights} | diff %t.whole -
// RUN: sg-run %t.parts --function=gradient --input=0x3xf64= %{weights} | FileCheck %s --check-prefix=NONE

// PARTS-COUNT-4: call @loss_part(
// PARTS-NOT:     call @loss_part(
// CHECK-NOT:     DISAGREES
// CHECK:         agrees in all
// CHECK-NOT:     DISAGREES
// NONE:          result[0]: 3x3xf64=[0 0 0][0 0 0][0 0 0]

func.func @loss(%h0: tensor<?x3xf64>, %w0: tensor<3x3xf64>, %w1: tensor<3x3xf64>, %w2: tensor<3x3xf64>,
                %w3: tensor<3x3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %h0, %c0 : tensor<?x3xf64>
  %e0 = tensor.empty(%n) : tensor<?x3xf64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %p0 = linalg.matmul ins(%h0, %w0 : tensor<?x3xf64>, tensor<3x3xf64>) outs(%z0 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %t0 = math.tanh %p0 : tensor<?x3xf64>
  %s0 = grad.stop_gradient %t0 : tensor<?x3xf64>
  %m0 = arith.mulf %s0, %p0 : tensor<?x3xf64>
  %h1 = arith.addf %m0, %h0 : tensor<?x3xf64>
  %e1 = tensor.empty(%n) : tensor<?x3xf64>
  %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %p1 = linalg.matmul ins(%h1, %w1 : tensor<?x3xf64>, tensor<3x3xf64>) outs(%z1 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %t1 = math.tanh %p1 : tensor<?x3xf64>
  %s1 = grad.stop_gradient %t1 : tensor<?x3xf64>
  %m1 = arith.mulf %s1, %p1 : tensor<?x3xf64>
  %h2 = arith.addf %m1, %h1 : tensor<?x3xf64>
  %e2 = tensor.empty(%n) : tensor<?x3xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %p2 = linalg.matmul ins(%h2, %w2 : tensor<?x3xf64>, tensor<3x3xf64>) outs(%z2 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %t2 = math.tanh %p2 : tensor<?x3xf64>
  %s2 = grad.stop_gradient %t2 : tensor<?x3xf64>
  %m2 = arith.mulf %s2, %p2 : tensor<?x3xf64>
  %h3 = arith.addf %m2, %h2 : tensor<?x3xf64>
  %e3 = tensor.empty(%n) : tensor<?x3xf64>
  %z3 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %p3 = linalg.matmul ins(%h3, %w3 : tensor<?x3xf64>, tensor<3x3xf64>) outs(%z3 : tensor<?x3xf64>) -> tensor<?x3xf64>
  %t3 = math.tanh %p3 : tensor<?x3xf64>
  %s3 = grad.stop_gradient %t3 : tensor<?x3xf64>
  %m3 = arith.mulf %s3, %p3 : tensor<?x3xf64>
  %h4 = arith.addf %m3, %h3 : tensor<?x3xf64>
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%h4 : tensor<?x3xf64>) outs(%z : tensor<f64>) dimensions = [0, 1]
  %r = tensor.extract %sum[] : tensor<f64>
  return %r : f64
}
func.func @gradient(%x: tensor<?x3xf64>, %w0: tensor<3x3xf64>, %w1: tensor<3x3xf64>, %w2: tensor<3x3xf64>,
                    %w3: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>) {
  %g:3 = grad.value_and_grad @loss(%x, %w0, %w1, %w2, %w3) {wrt = array<i64: 1, 4>}
      : (tensor<?x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>) -> (f64, tensor<3x3xf64>, tensor<3x3xf64>)
  return %g#1, %g#2 : tensor<3x3xf64>, tensor<3x3xf64>
}
