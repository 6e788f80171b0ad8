// Fusing by batches preserves all results. The working set of @small fits into
// the cache, so the pass leaves @small unchanged. The working set of @any has
// an unknown size.
//
// RUN: sg-opt %s --sg-lower-to-cpu --mlir-disable-threading --mlir-print-ir-after=sg-fuse-batches -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: func.func private @sg.inner.small(
// CHECK-NOT:   scf.for
// CHECK-LABEL: func.func private @sg.inner.any(
// CHECK:       scf.for
//
// RUN: sg-run %s --function=inputs --output=@%t.q.npy --output=@%t.k.npy --output=@%t.m.npy
// RUN: sg-run %s --function=small --input=@%t.q.npy --input=@%t.k.npy --input=@%t.m.npy --output=@%t.0.npy --output=@%t.1.npy --output=@%t.2.npy --output=@%t.3.npy
// RUN: sg-run %s --function=any --input=@%t.q.npy --input=@%t.k.npy --input=@%t.m.npy --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy --expected-output=@%t.3.npy
// RUN: sg-run %s --function=any --threads=2 --least-work=0 --input=@%t.q.npy --input=@%t.k.npy --input=@%t.m.npy --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy --expected-output=@%t.3.npy
//
// Empty batches, empty rows and a single element are supported.
// RUN: sg-run %s --function=any --input=0x5x7xf32= --input=0x5x7xf32= --input=5x7xf32=1 --expected-output=f32=0 --expected-output=0x5x7xf32= --expected-output=0x5x7xf32= --expected-output=5x7xf32=0
// RUN: sg-run %s --function=any --input=2x5x0xf32= --input=2x5x0xf32= --input=5x0xf32= --expected-output=f32=0 --expected-output=2x5x0xf32= --expected-output=2x5x0xf32= --expected-output=5x0xf32=
// tanh(2 * (3 - 1))^2 * 4, and so on.
// RUN: sg-run %s --function=any --input=1x1x1xf32=2 --input=1x1x1xf32=3 --input=1x1xf32=1 --expected-output=f32=3.9946362 --expected-output=1x1x1xf32=4.016077 --expected-output=1x1x1xf32=0.0214408 --expected-output=1x1xf32=-0.0214408 --tolerance=1e-4

#all = affine_map<(b, i, j) -> (b, i, j)>
#shared = affine_map<(b, i, j) -> (i, j)>

func.func private @small_loss(%q: tensor<3x5x7xf32>, %k: tensor<3x5x7xf32>, %m: tensor<5x7xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<3x5x7xf32>
  %centered = linalg.generic {indexing_maps = [#all, #shared, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%k, %m : tensor<3x5x7xf32>, tensor<5x7xf32>) outs(%e0 : tensor<3x5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<3x5x7xf32>
  %e1 = tensor.empty() : tensor<3x5x5xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %centered : tensor<3x5x7xf32>, tensor<3x5x7xf32>) outs(%z1 : tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
  %p = math.tanh %s : tensor<3x5x5xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %y = linalg.batch_matmul ins(%p, %q : tensor<3x5x5xf32>, tensor<3x5x7xf32>) outs(%z2 : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  %y2 = arith.mulf %y, %y : tensor<3x5x7xf32>
  %e2 = tensor.empty() : tensor<f32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%y2 : tensor<3x5x7xf32>) outs(%z3 : tensor<f32>) dimensions = [0, 1, 2]
  return %loss : tensor<f32>
}
func.func @small(%q: tensor<3x5x7xf32>, %k: tensor<3x5x7xf32>, %m: tensor<5x7xf32>) -> (tensor<f32>, tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>) {
  %r:4 = grad.value_and_grad @small_loss(%q, %k, %m) {wrt = array<i64: 0, 1, 2>} : (tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>) -> (tensor<f32>, tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<f32>, tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>
}

func.func private @any_loss(%q: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %m: tensor<?x?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %q, %c0 : tensor<?x?x?xf32>
  %n = tensor.dim %q, %c1 : tensor<?x?x?xf32>
  %d = tensor.dim %q, %c2 : tensor<?x?x?xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty(%h, %n, %d) : tensor<?x?x?xf32>
  %centered = linalg.generic {indexing_maps = [#all, #shared, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%k, %m : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%e0 : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.subf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x?x?xf32>
  %e1 = tensor.empty(%h, %n, %n) : tensor<?x?x?xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %centered : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%z1 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %p = math.tanh %s : tensor<?x?x?xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %y = linalg.batch_matmul ins(%p, %q : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%z2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %y2 = arith.mulf %y, %y : tensor<?x?x?xf32>
  %e2 = tensor.empty() : tensor<f32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%y2 : tensor<?x?x?xf32>) outs(%z3 : tensor<f32>) dimensions = [0, 1, 2]
  return %loss : tensor<f32>
}
func.func @any(%q: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %m: tensor<?x?xf32>) -> (tensor<f32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>) {
  %r:4 = grad.value_and_grad @any_loss(%q, %k, %m) {wrt = array<i64: 0, 1, 2>} : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>) -> (tensor<f32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<f32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>
}

func.func private @angles(%step: f32) -> tensor<105xf32> {
  %e = tensor.empty() : tensor<105xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<105xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %a = arith.mulf %f, %step : f32
    %r = math.sin %a : f32
    linalg.yield %r : f32
  } -> tensor<105xf32>
  return %x : tensor<105xf32>
}
func.func @inputs() -> (tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>) {
  %a = arith.constant 1.3 : f32
  %b = arith.constant 0.7 : f32
  %x = func.call @angles(%a) : (f32) -> tensor<105xf32>
  %y = func.call @angles(%b) : (f32) -> tensor<105xf32>
  %q = tensor.expand_shape %x [[0, 1, 2]] output_shape [3, 5, 7] : tensor<105xf32> into tensor<3x5x7xf32>
  %k = tensor.expand_shape %y [[0, 1, 2]] output_shape [3, 5, 7] : tensor<105xf32> into tensor<3x5x7xf32>
  %m = tensor.extract_slice %q[1, 0, 0] [1, 5, 7] [1, 1, 1] : tensor<3x5x7xf32> to tensor<5x7xf32>
  return %q, %k, %m : tensor<3x5x7xf32>, tensor<3x5x7xf32>, tensor<5x7xf32>
}
