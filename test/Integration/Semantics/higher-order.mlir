// Derivatives in programs that are differentiated again.

// Fact 17. A gradient may be stopped like any value: for x * stop(3 x^2), where
// the second factor is the gradient of a cube, the derivative at 2 is 12.
// RUN: sed s/FACT/weighted/g %{orders} --input=2 --expected-output='24 12 0 0'
// RUN: sed s/FACT/weighted/g %{unmasked-orders} --input=2 --expected-output='24 36 36 18'
func.func @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func @weighted(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @cube(%x) : (f64) -> (f64, f64)
  %c = grad.stop_gradient %slope : f64
  %r = arith.mulf %x, %c : f64
  return %r : f64
}

// Fact 18. A straight-through quantizer q(y) = tanh(y) + stop(r - tanh(y)), with r the rounded
// and clipped y, in |M q(y) - M x| + |y|_1 / 10. The curvature of tanh counts. An engine that
// erased the stop from a derivative gave the Hessian diag(-0.1969, 0.5616).
// RUN: sed 's/FACT/quantized/g; s/SIZE/2/g' %{gradient} --input='-0.33679163 -1.0274953' \
// RUN:   --expected-output=0.9713377602905225 \
// RUN:   --expected-output='-0.4032895160337338 0.2632926377773588' \
// RUN:   --expected-output='4.933742964672975 0.7883495379607735 0.7883495379607735 0.6827129971425121'
// RUN: sed 's/FACT/quantized/g; s/SIZE/2/g' %{unmasked-gradient} --input='-0.33679163 -1.0274953' \
// RUN:   --expected-output=0.9713377602905225 --expected-output=-0.1 --expected-output=0
func.func @quantized(%y: tensor<2xf64>) -> f64 {
  %m = arith.constant dense<[[-1.7055013, 0.214439], [1.5994732, 1.179864]]> : tensor<2x2xf64>
  %x = arith.constant dense<[0.279999, -1.8200971]> : tensor<2xf64>
  %low = arith.constant dense<-1.0> : tensor<2xf64>
  %high = arith.constant dense<1.0> : tensor<2xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %no_rows = arith.constant dense<0.0> : tensor<2xf64>
  %tenth = arith.constant 0.1 : f64

  %rounded = math.roundeven %y : tensor<2xf64>
  %bounded = arith.maximumf %rounded, %low : tensor<2xf64>
  %r = arith.minimumf %bounded, %high : tensor<2xf64>
  %soft = math.tanh %y : tensor<2xf64>
  %jump = arith.subf %r, %soft : tensor<2xf64>
  %c = grad.stop_gradient %jump : tensor<2xf64>
  %q = arith.addf %soft, %c : tensor<2xf64>

  %error = arith.subf %q, %x : tensor<2xf64>
  %e = linalg.matvec ins(%m, %error : tensor<2x2xf64>, tensor<2xf64>)
      outs(%no_rows : tensor<2xf64>) -> tensor<2xf64>
  %ee = linalg.dot ins(%e, %e : tensor<2xf64>, tensor<2xf64>) outs(%none : tensor<f64>) -> tensor<f64>
  %square = tensor.extract %ee[] : tensor<f64>
  %distance = math.sqrt %square : f64
  %sizes = math.absf %y : tensor<2xf64>
  %total = linalg.reduce ins(%sizes : tensor<2xf64>) outs(%none : tensor<f64>) dimensions = [0]
      (%a: f64, %b: f64) {
        %s = arith.addf %a, %b : f64
        linalg.yield %s : f64
      }
  %size = tensor.extract %total[] : tensor<f64>
  %loss = math.fma %tenth, %size, %distance : f64
  return %loss : f64
}

// Fact 19. The second derivative of (x^2 / 2)^2 / 2 at 3 is 13.5. The
// Gauss-Newton part, 9, is the second derivative if the inner function is
// linearized at the stopped x.
// RUN: sed s/FACT/composed/g %{orders} --input=3 --expected-output='10.125 13.5 13.5 9'
// RUN: sed s/FACT/linearized/g %{orders} --input=3 --expected-output='10.125 13.5 9 0'
func.func @half_square(%x: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %half, %s : f64
  return %y : f64
}
func.func @composed(%x: f64) -> f64 {
  %u = call @half_square(%x) : (f64) -> f64
  %y = call @half_square(%u) : (f64) -> f64
  return %y : f64
}
func.func @linearized(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %d = arith.subf %x, %c : f64
  %u, %rise = grad.jvp @half_square(%c) tangents(%d) : (f64, f64) -> (f64, f64)
  %v = arith.addf %u, %rise : f64
  %y = call @half_square(%v) : (f64) -> f64
  return %y : f64
}

// Fact 56. The derivative of x * stop(x), requested for each element in the
// body of a map over (1, 2, 3) or of a loop, is (1, 2, 3). So is the cotangent
// of the elementwise product for cotangents of one.
// RUN: sg-run %s --function=of_elements --input='1 2 3' \
// RUN:   --expected-output='1 2 3' --expected-output='1 2 3' --expected-output='1 2 3'
func.func @times_itself(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %y = arith.mulf %x, %c : f64
  return %y : f64
}
func.func @all_times_themselves(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c = grad.stop_gradient %x : tensor<3xf64>
  %y = arith.mulf %x, %c : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @of_elements(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %empty = tensor.empty() : tensor<3xf64>
  %slopes = linalg.map ins(%x : tensor<3xf64>) outs(%empty : tensor<3xf64>)
      (%e: f64, %o: f64) {
        %y, %slope = grad.value_and_grad @times_itself(%e) : (f64) -> (f64, f64)
        linalg.yield %slope : f64
      }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one_by_one = scf.for %i = %c0 to %c3 step %c1 iter_args(%filled = %empty) -> tensor<3xf64> {
    %e = tensor.extract %x[%i] : tensor<3xf64>
    %y, %slope = grad.value_and_grad @times_itself(%e) : (f64) -> (f64, f64)
    %next = tensor.insert %slope into %filled[%i] : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %y, %cotangents = grad.vjp @all_times_themselves(%x) cotangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %slopes, %one_by_one, %cotangents : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
