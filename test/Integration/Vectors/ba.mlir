// Bundle adjustment: the distance between the projection of each point by a
// camera and its image. The Jacobian has 2 x 15 numbers per observation: in the
// camera (rotation 3, centre 3, focal length 1, principal point 2, distortion
// 2), the point (3) and the weight (1). It takes two reverse passes, or fifteen
// forward passes.
//
// RUN: %python %S/convert.py %t %S/Inputs/ba*.json
//
// DEFINE: %{case} =
// DEFINE: %{run} = sg-run
// DEFINE: %{check} = %{run} %s --function=residuals --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.cameras.npy --input=@%t/%{case}/input.points.npy \
// DEFINE:   --input=@%t/%{case}/input.weights.npy --input=@%t/%{case}/input.features.npy \
// DEFINE:   --input=@%t/%{case}/input.observations.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.errors.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.jacobian.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.jacobian.npy
// DEFINE: %{check-weights} = sg-run %s --function=weights --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.weights.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.weight_errors.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.weight_jacobian.npy
//
// REDEFINE: %{case} = ba_adbench_test_n2_m10_p10
// RUN: %{check}
// RUN: %{check-weights}
// REDEFINE: %{case} = ba1_n49_m7776_p31843
// REDEFINE: %{run} = %{unverified}
// RUN: %{check}
// RUN: %{check-weights}
//
// For a camera without rotation, the test expects the Jacobian of v + r x v.
// DEFINE: %{error} = 1x2xf64=4.027416087962962 6.684944058641975
// DEFINE: %{jacobian} = 1x2x15xf64= \
// DEFINE:   -3.135971257716049 20.258789062499996 -5.184944058641975 \
// DEFINE:   -5.384596836419752 -0.13310185185185183 2.736665702160493 \
// DEFINE:   0.38887080439814814 0.75 0.0 2.7083333333333335 0.9780092592592592 \
// DEFINE:   5.384596836419752 0.13310185185185183 -2.736665702160493 5.369888117283949 \
// DEFINE:   -17.645479681069958 3.135971257716049 7.777416087962962 \
// DEFINE:   -0.13310185185185183 -5.273678626543209 1.824443801440329 \
// DEFINE:   0.2592472029320987 0.0 0.75 1.8055555555555554 0.6520061728395061 \
// DEFINE:   0.13310185185185183 5.273678626543209 -1.824443801440329 8.913258744855966
// RUN: sg-run %s --function=residuals --tolerance=1e-9 \
// RUN:   --input="1x11xf64=0 0 0 1 -2 0.5 20 3 -4 0.125 -0.0625" \
// RUN:   --input="1x3xf64=2.5 -1 3.5" --input=1xf64=0.75 \
// RUN:   --input="1x2xf64=8 -6" --input="1x2xi64=0 0" \
// RUN:   --expected-output="%{error}" --expected-output="%{jacobian}" \
// RUN:   --expected-output="%{jacobian}"

func.func @dot(%a: tensor<3xf64>, %b: tensor<3xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%a, %b : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>)
      -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

func.func @scale(%v: tensor<3xf64>, %by: f64) -> tensor<3xf64> {
  %factors = tensor.splat %by : tensor<3xf64>
  %result = arith.mulf %v, %factors : tensor<3xf64>
  return %result : tensor<3xf64>
}

func.func @cross(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = tensor.extract %a[%c0] : tensor<3xf64>
  %a1 = tensor.extract %a[%c1] : tensor<3xf64>
  %a2 = tensor.extract %a[%c2] : tensor<3xf64>
  %b0 = tensor.extract %b[%c0] : tensor<3xf64>
  %b1 = tensor.extract %b[%c1] : tensor<3xf64>
  %b2 = tensor.extract %b[%c2] : tensor<3xf64>
  %a1b2 = arith.mulf %a1, %b2 : f64
  %a2b1 = arith.mulf %a2, %b1 : f64
  %a2b0 = arith.mulf %a2, %b0 : f64
  %a0b2 = arith.mulf %a0, %b2 : f64
  %a0b1 = arith.mulf %a0, %b1 : f64
  %a1b0 = arith.mulf %a1, %b0 : f64
  %r0 = arith.subf %a1b2, %a2b1 : f64
  %r1 = arith.subf %a2b0, %a0b2 : f64
  %r2 = arith.subf %a0b1, %a1b0 : f64
  %result = tensor.from_elements %r0, %r1, %r2 : tensor<3xf64>
  return %result : tensor<3xf64>
}

// Rodrigues' formula: v rotated about the axis r by the angle |r|. The formula
// divides by |r|, so for r = 0 it is replaced by v + r x v, its limit to first
// order. The unused formula is then evaluated at the angle 1, so that no NaN
// arises in it or in its derivative.
func.func @rotate(%r: tensor<3xf64>, %v: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %square = call @dot(%r, %r) : (tensor<3xf64>, tensor<3xf64>) -> f64
  %isZero = arith.cmpf oeq, %square, %zero : f64
  %safe = arith.select %isZero, %one, %square : f64
  %angle = math.sqrt %safe : f64
  %sin = math.sin %angle : f64
  %cos = math.cos %angle : f64
  %inverse = arith.divf %one, %angle : f64
  %axis = call @scale(%r, %inverse) : (tensor<3xf64>, f64) -> tensor<3xf64>
  %across = call @cross(%axis, %v) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %along = call @dot(%axis, %v) : (tensor<3xf64>, tensor<3xf64>) -> f64
  %versine = arith.subf %one, %cos : f64
  %lift = arith.mulf %along, %versine : f64
  %0 = call @scale(%v, %cos) : (tensor<3xf64>, f64) -> tensor<3xf64>
  %1 = call @scale(%across, %sin) : (tensor<3xf64>, f64) -> tensor<3xf64>
  %2 = call @scale(%axis, %lift) : (tensor<3xf64>, f64) -> tensor<3xf64>
  %3 = arith.addf %0, %1 : tensor<3xf64>
  %turned = arith.addf %3, %2 : tensor<3xf64>
  %change = call @cross(%r, %v) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %nudged = arith.addf %v, %change : tensor<3xf64>
  %result = arith.select %isZero, %nudged, %turned : tensor<3xf64>
  return %result : tensor<3xf64>
}

// The projection of the point minus its observed position, times the weight.
func.func @residual(%camera: tensor<11xf64>, %point: tensor<3xf64>, %weight: f64,
                    %feature: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f64
  %rotation = tensor.extract_slice %camera[0] [3] [1] : tensor<11xf64> to tensor<3xf64>
  %centre = tensor.extract_slice %camera[3] [3] [1] : tensor<11xf64> to tensor<3xf64>
  %focal = tensor.extract %camera[%c6] : tensor<11xf64>
  %principal = tensor.extract_slice %camera[7] [2] [1] : tensor<11xf64> to tensor<2xf64>
  %k1 = tensor.extract %camera[%c9] : tensor<11xf64>
  %k2 = tensor.extract %camera[%c10] : tensor<11xf64>

  %offset = arith.subf %point, %centre : tensor<3xf64>
  %seen = call @rotate(%rotation, %offset) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %x = tensor.extract %seen[%c0] : tensor<3xf64>
  %y = tensor.extract %seen[%c1] : tensor<3xf64>
  %z = tensor.extract %seen[%c2] : tensor<3xf64>
  %u = arith.divf %x, %z : f64
  %v = arith.divf %y, %z : f64

  // The distortion of the lens, 1 + k1 (u^2 + v^2) + k2 (u^2 + v^2)^2.
  %uu = arith.mulf %u, %u : f64
  %vv = arith.mulf %v, %v : f64
  %square = arith.addf %uu, %vv : f64
  %fourth = arith.mulf %square, %square : f64
  %near = arith.mulf %k1, %square : f64
  %far = arith.mulf %k2, %fourth : f64
  %both = arith.addf %near, %far : f64
  %distortion = arith.addf %one, %both : f64
  %magnification = arith.mulf %focal, %distortion : f64
  %imageU = arith.mulf %u, %magnification : f64
  %imageV = arith.mulf %v, %magnification : f64

  %image = tensor.from_elements %imageU, %imageV : tensor<2xf64>
  %shifted = arith.addf %image, %principal : tensor<2xf64>
  %error = arith.subf %shifted, %feature : tensor<2xf64>
  %weights = tensor.splat %weight : tensor<2xf64>
  %result = arith.mulf %error, %weights : tensor<2xf64>
  return %result : tensor<2xf64>
}

// The residual and its Jacobian, one row for each of the two coordinates.
func.func @jacobian_by_reverse(
    %camera: tensor<11xf64>, %point: tensor<3xf64>, %weight: f64,
    %feature: tensor<2xf64>) -> (tensor<2xf64>, tensor<2x15xf64>) {
  %c14 = arith.constant 14 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<2x15xf64>
  %unit = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %unknown = tensor.empty() : tensor<2xf64>
  %error, %jacobian = scf.for %i = %c0 to %c2 step %c1
      iter_args(%previous = %unknown, %rows = %empty) -> (tensor<2xf64>, tensor<2x15xf64>) {
    %cotangent = tensor.extract_slice %unit[%i, 0] [1, 2] [1, 1]
        : tensor<2x2xf64> to tensor<2xf64>
    %e, %dCamera, %dPoint, %dWeight = grad.vjp
        @residual(%camera, %point, %weight, %feature) cotangents(%cotangent)
        {wrt = array<i64: 0, 1, 2>}
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>, tensor<2xf64>)
        -> (tensor<2xf64>, tensor<11xf64>, tensor<3xf64>, f64)
    %0 = tensor.insert_slice %dCamera into %rows[%i, 0] [1, 11] [1, 1]
        : tensor<11xf64> into tensor<2x15xf64>
    %1 = tensor.insert_slice %dPoint into %0[%i, 11] [1, 3] [1, 1]
        : tensor<3xf64> into tensor<2x15xf64>
    %2 = tensor.insert %dWeight into %1[%i, %c14] : tensor<2x15xf64>
    scf.yield %e, %2 : tensor<2xf64>, tensor<2x15xf64>
  }
  return %error, %jacobian : tensor<2xf64>, tensor<2x15xf64>
}

// The same by forward mode, one column for each of the fifteen variables.
func.func @jacobian_by_forward(
    %camera: tensor<11xf64>, %point: tensor<3xf64>, %weight: f64,
    %feature: tensor<2xf64>) -> (tensor<2xf64>, tensor<2x15xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %one = arith.constant 1.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<15xf64>
  %empty = tensor.empty() : tensor<2x15xf64>
  %unknown = tensor.empty() : tensor<2xf64>
  %error, %jacobian = scf.for %j = %c0 to %c15 step %c1
      iter_args(%previous = %unknown, %columns = %empty) -> (tensor<2xf64>, tensor<2x15xf64>) {
    %direction = tensor.insert %one into %zeros[%j] : tensor<15xf64>
    %dCamera = tensor.extract_slice %direction[0] [11] [1] : tensor<15xf64> to tensor<11xf64>
    %dPoint = tensor.extract_slice %direction[11] [3] [1] : tensor<15xf64> to tensor<3xf64>
    %dWeight = tensor.extract %direction[%c14] : tensor<15xf64>
    %e, %dError = grad.jvp
        @residual(%camera, %point, %weight, %feature)
        tangents(%dCamera, %dPoint, %dWeight) {wrt = array<i64: 0, 1, 2>}
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>,
           tensor<11xf64>, tensor<3xf64>, f64) -> (tensor<2xf64>, tensor<2xf64>)
    %next = tensor.insert_slice %dError into %columns[0, %j] [2, 1] [1, 1]
        : tensor<2xf64> into tensor<2x15xf64>
    scf.yield %e, %next : tensor<2xf64>, tensor<2x15xf64>
  }
  return %error, %jacobian : tensor<2xf64>, tensor<2x15xf64>
}

// Observation i sees the point observations[i, 1] with the camera
// observations[i, 0].
func.func @observation(
    %i: index, %cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>,
    %weights: tensor<?xf64>, %features: tensor<?x2xf64>, %observations: tensor<?x2xi64>)
    -> (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %which = tensor.extract %observations[%i, %c0] : tensor<?x2xi64>
  %what = tensor.extract %observations[%i, %c1] : tensor<?x2xi64>
  %c = arith.index_cast %which : i64 to index
  %p = arith.index_cast %what : i64 to index
  %camera = tensor.extract_slice %cameras[%c, 0] [1, 11] [1, 1]
      : tensor<?x11xf64> to tensor<11xf64>
  %point = tensor.extract_slice %points[%p, 0] [1, 3] [1, 1]
      : tensor<?x3xf64> to tensor<3xf64>
  %weight = tensor.extract %weights[%i] : tensor<?xf64>
  %feature = tensor.extract_slice %features[%i, 0] [1, 2] [1, 1]
      : tensor<?x2xf64> to tensor<2xf64>
  return %camera, %point, %weight, %feature
      : tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>
}

// The residuals of all observations, and the Jacobian by both modes.
func.func @residuals(
    %cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
    %features: tensor<?x2xf64>, %observations: tensor<?x2xi64>)
    -> (tensor<?x2xf64>, tensor<?x2x15xf64>, tensor<?x2x15xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = tensor.dim %observations, %c0 : tensor<?x2xi64>
  %noErrors = tensor.empty(%count) : tensor<?x2xf64>
  %noReverse = tensor.empty(%count) : tensor<?x2x15xf64>
  %noForward = tensor.empty(%count) : tensor<?x2x15xf64>
  %all:3 = scf.for %i = %c0 to %count step %c1
      iter_args(%errors = %noErrors, %reverse = %noReverse, %forward = %noForward)
      -> (tensor<?x2xf64>, tensor<?x2x15xf64>, tensor<?x2x15xf64>) {
    %camera, %point, %weight, %feature = func.call
        @observation(%i, %cameras, %points, %weights, %features, %observations)
        : (index, tensor<?x11xf64>, tensor<?x3xf64>, tensor<?xf64>, tensor<?x2xf64>,
           tensor<?x2xi64>) -> (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>)
    %error, %byReverse = func.call @jacobian_by_reverse(%camera, %point, %weight, %feature)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>)
        -> (tensor<2xf64>, tensor<2x15xf64>)
    %same, %byForward = func.call @jacobian_by_forward(%camera, %point, %weight, %feature)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>)
        -> (tensor<2xf64>, tensor<2x15xf64>)
    %0 = tensor.insert_slice %error into %errors[%i, 0] [1, 2] [1, 1]
        : tensor<2xf64> into tensor<?x2xf64>
    %1 = tensor.insert_slice %byReverse into %reverse[%i, 0, 0] [1, 2, 15] [1, 1, 1]
        : tensor<2x15xf64> into tensor<?x2x15xf64>
    %2 = tensor.insert_slice %byForward into %forward[%i, 0, 0] [1, 2, 15] [1, 1, 1]
        : tensor<2x15xf64> into tensor<?x2x15xf64>
    scf.yield %0, %1, %2 : tensor<?x2xf64>, tensor<?x2x15xf64>, tensor<?x2x15xf64>
  }
  return %all#0, %all#1, %all#2
      : tensor<?x2xf64>, tensor<?x2x15xf64>, tensor<?x2x15xf64>
}

// The term 1 - w^2 that keeps each weight near one, and its derivative.
func.func @weight_errors(%weights: tensor<?xf64>) -> tensor<?xf64> {
  %errors = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%weights : tensor<?xf64>) outs(%weights : tensor<?xf64>) {
  ^bb0(%w: f64, %unused: f64):
    %one = arith.constant 1.0 : f64
    %square = arith.mulf %w, %w : f64
    %error = arith.subf %one, %square : f64
    linalg.yield %error : f64
  } -> tensor<?xf64>
  return %errors : tensor<?xf64>
}

func.func @weights(%weights: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %count = tensor.dim %weights, %c0 : tensor<?xf64>
  %empty = tensor.empty(%count) : tensor<?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %errors, %slopes = grad.vjp @weight_errors(%weights) cotangents(%ones)
      : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %errors, %slopes : tensor<?xf64>, tensor<?xf64>
}
