// Strong zeros in native code: for every float type that can be executed, on
// dynamic shapes, also with no and with one element.

// Roots of positive values, in five ways whose derivatives are added: the
// cotangents, then the tangents.
// DEFINE: %{type} = f64
// DEFINE: %{roots} = sed s/TYPE/%{type}/g %s | sg-run - --function=roots --tolerance=1e-2
// RUN: %{roots} --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5'
// RUN: %{roots} --input='1x%{type}=0' --expected-output='1x%{type}=0' --expected-output='1x%{type}=0'
// RUN: %{roots} --input='0x%{type}=' --expected-output='0x%{type}=' --expected-output='0x%{type}='
// REDEFINE: %{type} = f32
// RUN: %{roots} --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5'
// REDEFINE: %{type} = bf16
// RUN: %{roots} --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5'
// REDEFINE: %{type} = f16
// RUN: %{roots} --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5'
// The same with two threads, and as kernels of an emulated GPU.
// REDEFINE: %{type} = f32
// RUN: %{roots} --threads=2 --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5'
// RUN: %if gpu %{ %{roots} --device=emulated --input='5x%{type}=4 0 -1 nan 1' --expected-output='5x%{type}=1.25 0 0 0 2.5' --expected-output='5x%{type}=1.25 0 0 0 2.5' %}
#id = affine_map<(i) -> (i)>
func.func private @on_tensors(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %zeros = tensor.splat %zero[%n] : tensor<?xTYPE>
  %p = arith.cmpf ogt, %x, %zeros : tensor<?xTYPE>
  %r = math.sqrt %x : tensor<?xTYPE>
  %y = arith.select %p, %r, %zeros : tensor<?xi1>, tensor<?xTYPE>
  return %y : tensor<?xTYPE>
}
func.func private @by_select(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %empty = tensor.empty(%n) : tensor<?xTYPE>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xTYPE>) outs(%empty : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %out: TYPE):
    %p = arith.cmpf ogt, %a, %zero : TYPE
    %r = math.sqrt %a : TYPE
    %s = arith.select %p, %r, %zero : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xTYPE>
  return %y : tensor<?xTYPE>
}
// A branch in a body; the root is computed before it.
func.func private @by_branch(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %empty = tensor.empty(%n) : tensor<?xTYPE>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xTYPE>) outs(%empty : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %out: TYPE):
    %p = arith.cmpf ogt, %a, %zero : TYPE
    %r = math.sqrt %a : TYPE
    %s = scf.if %p -> TYPE {
      scf.yield %r : TYPE
    } else {
      scf.yield %zero : TYPE
    }
    linalg.yield %s : TYPE
  } -> tensor<?xTYPE>
  return %y : tensor<?xTYPE>
}
// A call in a body.
func.func private @root(%a: TYPE) -> TYPE {
  %r = math.sqrt %a : TYPE
  return %r : TYPE
}
func.func private @by_call(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %empty = tensor.empty(%n) : tensor<?xTYPE>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xTYPE>) outs(%empty : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %out: TYPE):
    %p = arith.cmpf ogt, %a, %zero : TYPE
    %r = func.call @root(%a) : (TYPE) -> TYPE
    %s = arith.select %p, %r, %zero : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xTYPE>
  return %y : tensor<?xTYPE>
}
// A loop over the elements.
func.func private @by_loop(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %zero = arith.constant 0.0 : TYPE
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %empty = tensor.empty(%n) : tensor<?xTYPE>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %empty) -> tensor<?xTYPE> {
    %a = tensor.extract %x[%i] : tensor<?xTYPE>
    %p = arith.cmpf ogt, %a, %zero : TYPE
    %r = math.sqrt %a : TYPE
    %s = arith.select %p, %r, %zero : TYPE
    %next = tensor.insert %s into %t[%i] : tensor<?xTYPE>
    scf.yield %next : tensor<?xTYPE>
  }
  return %y : tensor<?xTYPE>
}
func.func private @sum(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %a = call @on_tensors(%x) : (tensor<?xTYPE>) -> tensor<?xTYPE>
  %b = call @by_select(%x) : (tensor<?xTYPE>) -> tensor<?xTYPE>
  %c = call @by_branch(%x) : (tensor<?xTYPE>) -> tensor<?xTYPE>
  %d = call @by_call(%x) : (tensor<?xTYPE>) -> tensor<?xTYPE>
  %e = call @by_loop(%x) : (tensor<?xTYPE>) -> tensor<?xTYPE>
  %ab = arith.addf %a, %b : tensor<?xTYPE>
  %abc = arith.addf %ab, %c : tensor<?xTYPE>
  %abcd = arith.addf %abc, %d : tensor<?xTYPE>
  %y = arith.addf %abcd, %e : tensor<?xTYPE>
  return %y : tensor<?xTYPE>
}
func.func @roots(%x: tensor<?xTYPE>) -> (tensor<?xTYPE>, tensor<?xTYPE>) {
  %one = arith.constant 1.0 : TYPE
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xTYPE>
  %ones = tensor.splat %one[%n] : tensor<?xTYPE>
  %y, %dx = grad.vjp @sum(%x) cotangents(%ones) {strong_zero}
      : (tensor<?xTYPE>, tensor<?xTYPE>) -> (tensor<?xTYPE>, tensor<?xTYPE>)
  %z, %dy = grad.jvp @sum(%x) tangents(%ones) {strong_zero}
      : (tensor<?xTYPE>, tensor<?xTYPE>) -> (tensor<?xTYPE>, tensor<?xTYPE>)
  return %dx, %dy : tensor<?xTYPE>, tensor<?xTYPE>
}

// On vectors.
// RUN: sed s/TYPE/f32/g %s | sg-run - --device=cpu --function=vectors --input='4 0 -1 1' | FileCheck %s --check-prefix=VECTORS
// VECTORS: result[0]: 4xf32=0.25 0 0 0.5
// VECTORS: result[1]: 4xf32=0.25 0 0 0.5
func.func private @on_vectors(%x: vector<4xf32>) -> vector<4xf32> {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %p = arith.cmpf ogt, %x, %zero : vector<4xf32>
  %r = math.sqrt %x : vector<4xf32>
  %y = arith.select %p, %r, %zero : vector<4xi1>, vector<4xf32>
  return %y : vector<4xf32>
}
func.func @vectors(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %y, %dx = grad.vjp @on_vectors(%v) cotangents(%ones) {strong_zero} : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  %z, %dy = grad.jvp @on_vectors(%v) tangents(%ones) {strong_zero} : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  %a = vector.transfer_write %dx, %empty[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_write %dy, %empty[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A softmax row without a finite number is NaN. A select of other rows leaves
// no NaN in the gradient or in the tangent.
// RUN: sed s/TYPE/f32/g %s | sg-run - --function=softmaxes --input='3x2xf32=0 0 nan nan 1 0' --input='3xi1=1 0 1' \
// RUN:   --expected-output='3x2xf32=0.25 -0.25 0 0 0.19661193 -0.19661193' \
// RUN:   --expected-output='3x2xf32=0 0 0 0 0 0' --tolerance=1e-6
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func private @softmax(%x: tensor<?x2xf32>, %chosen: tensor<?xi1>) -> tensor<?x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %empty = tensor.empty(%n) : tensor<?x2xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<?x2xf32>) outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [#row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%chosen, %s : tensor<?xi1>, tensor<?x2xf32>) outs(%empty : tensor<?x2xf32>) {
  ^bb0(%p: i1, %a: f32, %out: f32):
    %b = arith.select %p, %a, %zero : f32
    linalg.yield %b : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
func.func @softmaxes(%x: tensor<?x2xf32>, %chosen: tensor<?xi1>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  // The cotangent of the first column only; the tangents of both.
  %first = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %p = arith.cmpi eq, %j, %c0 : index
    %a = arith.uitofp %p : i1 to f32
    tensor.yield %a : f32
  } : tensor<?x2xf32>
  %ones = tensor.splat %one[%n] : tensor<?x2xf32>
  %y, %dx = grad.vjp @softmax(%x, %chosen) cotangents(%first) {strong_zero}
      : (tensor<?x2xf32>, tensor<?xi1>, tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
  %z, %dy = grad.jvp @softmax(%x, %chosen) tangents(%ones) {strong_zero}
      : (tensor<?x2xf32>, tensor<?xi1>, tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
  return %dx, %dy : tensor<?x2xf32>, tensor<?x2xf32>
}

// Loops, recursion, checkpoints: a zero factor for values that a trip leaves
// out.
// RUN: sed s/TYPE/f32/g %s | sg-run - --function=loops --input='4xf64=0 -1 4 1' \
// RUN:   --expected-output='4xf64=0 0 0.75 1.5' --expected-output='4xf64=0 0 0.75 1.5'
func.func private @step(%a: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %a, %zero : f64
  %r = math.sqrt %a : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func private @in_while(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, f64) -> (index, f64) {
    %go = arith.cmpi slt, %i, %c3 : index
    scf.condition(%go) %i, %s : index, f64
  } do {
  ^bb0(%i: index, %s: f64):
    %last = arith.cmpi eq, %i, %c1 : index
    %root = func.call @step(%x) : (f64) -> f64
    %more = arith.select %last, %root, %zero : f64
    %sum = arith.addf %s, %more : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %sum : index, f64
  }
  return %r#1 : f64
}
func.func private @recursive(%n: index, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_done = arith.cmpi eq, %n, %c0 : index
  %y = scf.if %is_done -> f64 {
    %r = func.call @step(%x) : (f64) -> f64
    scf.yield %r : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %r = func.call @recursive(%m, %x) : (index, f64) -> f64
    scf.yield %r : f64
  }
  return %y : f64
}
func.func private @in_loops(%x: f64) -> f64 {
  %c2 = arith.constant 2 : index
  %a = call @in_while(%x) : (f64) -> f64
  %b = call @recursive(%c2, %x) : (index, f64) -> f64
  %c = grad.checkpoint {
    %r = func.call @step(%x) : (f64) -> f64
    grad.yield %r : f64
  } : f64
  %ab = arith.addf %a, %b : f64
  %y = arith.addf %ab, %c : f64
  return %y : f64
}
func.func @loops(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %d:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%empty, %empty : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%a: f64, %o1: f64, %o2: f64):
    %y, %dx = grad.value_and_grad @in_loops(%a) {strong_zero} : (f64) -> (f64, f64)
    %z, %dz = grad.jvp @in_loops(%a) tangents(%one) {strong_zero} : (f64, f64) -> (f64, f64)
    linalg.yield %dx, %dz : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %d#0, %d#1 : tensor<4xf64>, tensor<4xf64>
}
