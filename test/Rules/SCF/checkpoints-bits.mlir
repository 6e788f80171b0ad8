// Checkpoint schedules change no bit of a gradient if only upstream's plain
// lowering follows. (One pass is not upstream's: it turns copies into loops,
// which would otherwise need a library at run time.)
//
// RUN: sg-opt %s --grad-expand-derivatives --grad-erase-stop-gradient --convert-elementwise-to-linalg \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" \
// RUN:   --sg-expand-memref-ops \
// RUN:   | mlir-opt --convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-math-to-llvm \
// RUN:   --convert-math-to-libm --arith-expand --finalize-memref-to-llvm --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-runner --entry-point-result=i64 -O0 | FileCheck %s
//
// The number of derivatives of four programs that equal the first one bit for
// bit.
// CHECK: {{^8$}}

func.func private @trip(%c: tensor<3xf64>, %s: f64, %x: tensor<3xf64>) -> (tensor<3xf64>, f64) {
  %m = tensor.splat %s : tensor<3xf64>
  %e = math.sin %c : tensor<3xf64>
  %p = arith.mulf %e, %m : tensor<3xf64>
  %q = arith.addf %p, %x : tensor<3xf64>
  %t = math.cos %s : f64
  return %q, %t : tensor<3xf64>, f64
}
func.func private @plain(%x: tensor<3xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 23 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x, %s = %w) -> (tensor<3xf64>, f64) {
    %next:2 = func.call @trip(%c, %s, %x) : (tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
    scf.yield %next#0, %next#1 : tensor<3xf64>, f64
  }
  %e = tensor.extract %r#0[%c1] : tensor<3xf64>
  %y = arith.mulf %e, %r#1 : f64
  return %y : f64
}
func.func private @d_plain(%x: tensor<3xf64>, %w: f64) -> (i64, i64) {
  %c2 = arith.constant 2 : index
  %y:3 = grad.value_and_grad @plain(%x, %w) : (tensor<3xf64>, f64) -> (f64, tensor<3xf64>, f64)
  %e = tensor.extract %y#1[%c2] : tensor<3xf64>
  %bits = arith.bitcast %e : f64 to i64
  %more = arith.bitcast %y#2 : f64 to i64
  return %bits, %more : i64, i64
}
func.func private @every_four(%x: tensor<3xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 23 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x, %s = %w) -> (tensor<3xf64>, f64) {
    %next:2 = func.call @trip(%c, %s, %x) : (tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
    scf.yield %next#0, %next#1 : tensor<3xf64>, f64
  } {grad.checkpoint_every = 4 : i64}
  %e = tensor.extract %r#0[%c1] : tensor<3xf64>
  %y = arith.mulf %e, %r#1 : f64
  return %y : f64
}
func.func private @d_every_four(%x: tensor<3xf64>, %w: f64) -> (i64, i64) {
  %c2 = arith.constant 2 : index
  %y:3 = grad.value_and_grad @every_four(%x, %w) : (tensor<3xf64>, f64) -> (f64, tensor<3xf64>, f64)
  %e = tensor.extract %y#1[%c2] : tensor<3xf64>
  %bits = arith.bitcast %e : f64 to i64
  %more = arith.bitcast %y#2 : f64 to i64
  return %bits, %more : i64, i64
}
func.func private @every_root(%x: tensor<3xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 23 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x, %s = %w) -> (tensor<3xf64>, f64) {
    %next:2 = func.call @trip(%c, %s, %x) : (tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
    scf.yield %next#0, %next#1 : tensor<3xf64>, f64
  } {grad.checkpoint_every = 0 : i64}
  %e = tensor.extract %r#0[%c1] : tensor<3xf64>
  %y = arith.mulf %e, %r#1 : f64
  return %y : f64
}
func.func private @d_every_root(%x: tensor<3xf64>, %w: f64) -> (i64, i64) {
  %c2 = arith.constant 2 : index
  %y:3 = grad.value_and_grad @every_root(%x, %w) : (tensor<3xf64>, f64) -> (f64, tensor<3xf64>, f64)
  %e = tensor.extract %y#1[%c2] : tensor<3xf64>
  %bits = arith.bitcast %e : f64 to i64
  %more = arith.bitcast %y#2 : f64 to i64
  return %bits, %more : i64, i64
}
func.func private @slots(%x: tensor<3xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 23 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x, %s = %w) -> (tensor<3xf64>, f64) {
    %next:2 = func.call @trip(%c, %s, %x) : (tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
    scf.yield %next#0, %next#1 : tensor<3xf64>, f64
  } {grad.checkpoint_slots = 3 : i64}
  %e = tensor.extract %r#0[%c1] : tensor<3xf64>
  %y = arith.mulf %e, %r#1 : f64
  return %y : f64
}
func.func private @d_slots(%x: tensor<3xf64>, %w: f64) -> (i64, i64) {
  %c2 = arith.constant 2 : index
  %y:3 = grad.value_and_grad @slots(%x, %w) : (tensor<3xf64>, f64) -> (f64, tensor<3xf64>, f64)
  %e = tensor.extract %y#1[%c2] : tensor<3xf64>
  %bits = arith.bitcast %e : f64 to i64
  %more = arith.bitcast %y#2 : f64 to i64
  return %bits, %more : i64, i64
}
func.func @main() -> i64 {
  %x = arith.constant dense<[1.1, 0.7, 0.3]> : tensor<3xf64>
  %w = arith.constant 0.9 : f64
  %zero = arith.constant 0 : i64
  %plain:2 = func.call @d_plain(%x, %w) : (tensor<3xf64>, f64) -> (i64, i64)
  %every_four:2 = func.call @d_every_four(%x, %w) : (tensor<3xf64>, f64) -> (i64, i64)
  %every_root:2 = func.call @d_every_root(%x, %w) : (tensor<3xf64>, f64) -> (i64, i64)
  %slots:2 = func.call @d_slots(%x, %w) : (tensor<3xf64>, f64) -> (i64, i64)
  %same_plain0 = arith.cmpi eq, %plain#0, %plain#0 : i64
  %one_plain0 = arith.extui %same_plain0 : i1 to i64
  %sum_plain0 = arith.addi %zero, %one_plain0 : i64
  %same_plain1 = arith.cmpi eq, %plain#1, %plain#1 : i64
  %one_plain1 = arith.extui %same_plain1 : i1 to i64
  %sum_plain1 = arith.addi %sum_plain0, %one_plain1 : i64
  %same_every_four0 = arith.cmpi eq, %every_four#0, %plain#0 : i64
  %one_every_four0 = arith.extui %same_every_four0 : i1 to i64
  %sum_every_four0 = arith.addi %sum_plain1, %one_every_four0 : i64
  %same_every_four1 = arith.cmpi eq, %every_four#1, %plain#1 : i64
  %one_every_four1 = arith.extui %same_every_four1 : i1 to i64
  %sum_every_four1 = arith.addi %sum_every_four0, %one_every_four1 : i64
  %same_every_root0 = arith.cmpi eq, %every_root#0, %plain#0 : i64
  %one_every_root0 = arith.extui %same_every_root0 : i1 to i64
  %sum_every_root0 = arith.addi %sum_every_four1, %one_every_root0 : i64
  %same_every_root1 = arith.cmpi eq, %every_root#1, %plain#1 : i64
  %one_every_root1 = arith.extui %same_every_root1 : i1 to i64
  %sum_every_root1 = arith.addi %sum_every_root0, %one_every_root1 : i64
  %same_slots0 = arith.cmpi eq, %slots#0, %plain#0 : i64
  %one_slots0 = arith.extui %same_slots0 : i1 to i64
  %sum_slots0 = arith.addi %sum_every_root1, %one_slots0 : i64
  %same_slots1 = arith.cmpi eq, %slots#1, %plain#1 : i64
  %one_slots1 = arith.extui %same_slots1 : i1 to i64
  %sum_slots1 = arith.addi %sum_slots0, %one_slots1 : i64
  return %sum_slots1 : i64
}
