// RUN: sg-opt %s --sg-expand-tensor-ops | FileCheck %s
// RUN: sg-run %s --function=concat_with_nothing --input="3xf64=1 2 3" --expected-output="3xf64=1 2 3"
// RUN: sg-run %s --function=concat --input="2x1xf16=1 2" --input="2x0xf16=0" --input="2x2xf16=3 4 5 6" \
// RUN:   --expected-output="2x3xf16=1 3 4 2 5 6"
// RUN: sg-run %s --function=reshape --input="6xbf16=1 2 3 4 5 6" --input="2xi32=3 2" --expected-output="3x2xbf16=1 2 3 4 5 6"
// RUN: sg-run %s --function=softmax --input="1x2xf64=3 3" --input="1x2xf64=0" --expected-output="1x2xf64=0.5 0.5"
// RUN: sg-run %s --function=unpack --input="1x1x2xf64=1 2" --expected-output="2x1xf64=1 2"
// RUN: sg-run %s --function=splat --input=7 --input=0 --expected-output="0xi8=0"
// RUN: sg-run %s --function=computed_pad --input="2xf32=1 2" --expected-output="5xf32=10 1 2 13 14"
// RUN: sg-run %s --function=generate --input="3xi64=5 6 7" --input=2 --expected-output="2xi64=5 7"
// RUN: sg-run %s --function=switch --input="3xf64=1 2 3" --input=10 --input=2 --expected-output="3xf64=10 20 30"
// RUN: sg-run %s --function=switch --input="3xf64=1 2 3" --input=10 --input=1 --expected-output="3xf64=10 20 30"
// RUN: sg-run %s --function=switch --input="3xf64=1 2 3" --input=10 --input=0 --expected-output="3xf64=10 20 30"

// An empty slice at the end of a dimension reads nothing.
// CHECK-LABEL: func.func @concat_with_nothing(
// CHECK-NOT:     tensor.concat
// CHECK-COUNT-1: tensor.insert_slice
// CHECK-NOT:     tensor.insert_slice
// CHECK:         return
func.func @concat_with_nothing(%x: tensor<3xf64>) -> tensor<3xf64> {
  %e = tensor.extract_slice %x[1] [0] [1] : tensor<3xf64> to tensor<0xf64>
  %y = tensor.concat dim(0) %e, %x, %e : (tensor<0xf64>, tensor<3xf64>, tensor<0xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @concat(%a: tensor<?x?xf16>, %b: tensor<?x?xf16>, %c: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %y = tensor.concat dim(1) %a, %b, %c : (tensor<?x?xf16>, tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

// CHECK-LABEL: func.func @reshape(
// CHECK:         [[S:%[a-z0-9]+]] = arith.index_cast {{.*}} : tensor<2xi32> to tensor<2xindex>
// CHECK:         tensor.reshape {{%[a-z0-9]+}}([[S]])
func.func @reshape(%a: tensor<?xbf16>, %shape: tensor<2xi32>) -> tensor<?x?xbf16> {
  %r = tensor.reshape %a(%shape) : (tensor<?xbf16>, tensor<2xi32>) -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

// CHECK-LABEL: func.func @splat(
// CHECK:         linalg.fill
func.func @splat(%x: i8, %n: index) -> tensor<?xi8> {
  %y = tensor.splat %x[%n] : tensor<?xi8>
  return %y : tensor<?xi8>
}

// A large splat constant is not stored as data: this one would take 4 GB.
// CHECK-LABEL: func.func @large_constant(
// CHECK:         [[E:%[a-z0-9]+]] = tensor.empty() : tensor<1000x1000x1000xf32>
// CHECK:         linalg.fill ins({{.*}} : f32) outs([[E]] : tensor<1000x1000x1000xf32>)
func.func @large_constant(%i: index) -> f32 {
  %c = arith.constant dense<0.5> : tensor<1000x1000x1000xf32>
  %y = tensor.extract %c[%i, %i, %i] : tensor<1000x1000x1000xf32>
  return %y : f32
}

// CHECK-LABEL: func.func @computed_pad(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.generic
func.func @computed_pad(%x: tensor<2xf32>) -> tensor<5xf32> {
  %ten = arith.constant 10 : index
  %y = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    %far = arith.addi %i, %ten : index
    %n = arith.index_cast %far : index to i32
    %value = arith.sitofp %n : i32 to f32
    tensor.yield %value : f32
  } : tensor<2xf32> to tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @generate(
// CHECK:         linalg.generic
// CHECK:         tensor.extract
func.func @generate(%x: tensor<?xi64>, %n: index) -> tensor<?xi64> {
  %two = arith.constant 2 : index
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %j = arith.muli %i, %two : index
    %value = tensor.extract %x[%j] : tensor<?xi64>
    tensor.yield %value : i64
  } : tensor<?xi64>
  return %y : tensor<?xi64>
}

// A value without readers takes no memory.
// CHECK-LABEL: func.func @poison(
// CHECK-NOT:     ub.poison
// CHECK:         tensor.empty({{%[a-z0-9]+}}) : tensor<2x?xf64>
func.func @poison() -> tensor<2x?xf64> {
  %y = ub.poison : tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

// The yielded value of a case is not overwritten if it is read again:
// bufferization handles this for scf.if only.
// CHECK-LABEL: func.func @switch(
// CHECK-NOT:     scf.index_switch
// CHECK-COUNT-2: scf.if
func.func @switch(%x: tensor<?xf64>, %s: f64, %k: index) -> tensor<?xf64> {
  %a = scf.index_switch %k -> tensor<?xf64>
  case 2 {
    scf.yield %x : tensor<?xf64>
  }
  case 1 {
    %y = arith.mulf %x, %x : tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  default {
    scf.yield %x : tensor<?xf64>
  }
  %b = tensor.insert %s into %a[%k] : tensor<?xf64>
  %n = scf.index_switch %k -> tensor<?xf64>
  default {
    scf.yield %x : tensor<?xf64>
  }
  %e = tensor.extract %b[%k] : tensor<?xf64>
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %t = tensor.splat %e[%size] : tensor<?xf64>
  %d = arith.mulf %n, %t : tensor<?xf64>
  return %d : tensor<?xf64>
}

// The input of a softmax may have more static sizes than its output.
// CHECK-LABEL: func.func @softmax(
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.softmax
func.func @softmax(%x: tensor<?x2xf64>, %out: tensor<1x?xf64>) -> tensor<1x?xf64> {
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x2xf64>) outs(%out : tensor<1x?xf64>) -> tensor<1x?xf64>
  return %y : tensor<1x?xf64>
}

// All outer dimensions have size 1, but the last dimension is not tiled: the
// result is no slice of the source's trailing sizes.
// CHECK-LABEL: func.func @unpack(
// CHECK:         linalg.transpose
// CHECK-LABEL: func.func @unpack_all(
// CHECK-NOT:     linalg.transpose
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 1, 1, 3] [1, 1, 1, 1] : tensor<1x1x2x3xf64> to tensor<1x3xf64>
func.func @unpack(%x: tensor<1x1x2xf64>) -> tensor<2x1xf64> {
  %e = tensor.empty() : tensor<2x1xf64>
  %r = linalg.unpack %x outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<1x1x2xf64> -> tensor<2x1xf64>
  return %r : tensor<2x1xf64>
}

func.func @unpack_all(%x: tensor<1x1x2x3xf64>) -> tensor<1x3xf64> {
  %e = tensor.empty() : tensor<1x3xf64>
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %e : tensor<1x1x2x3xf64> -> tensor<1x3xf64>
  return %r : tensor<1x3xf64>
}

// The softmax of narrow floats accumulates in f32: a sum of 65,536 ones is
// infinite in f16, and stays at 256 in bf16.
// CHECK-LABEL: func @softmax_narrow(
// CHECK:         arith.extf %{{.*}} : tensor<?x65536xf16> to tensor<?x65536xf32>
// CHECK:         } -> tensor<?xf32>
// CHECK:         arith.truncf %{{.*}} : tensor<?x65536xf32> to tensor<?x65536xf16>
// RUN: sg-run %s --function=softmax_narrow --input=2x65536xf16=0 --expected-output=2x65536xf16=1.526e-05 --tolerance=1e-3
// RUN: sg-run %s --function=softmax_bf16 --input=1x65536xbf16=0 --expected-output=1x65536xbf16=1.526e-05 --tolerance=1e-3
// RUN: sg-run %s --function=softmax_narrow --input=1x65536xf16=0 --expected-output=1x65536xf16=1.526e-05 --tolerance=1e-3 --device=emulated
func.func @softmax_narrow(%x: tensor<?x65536xf16>) -> tensor<?x65536xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x65536xf16>
  %e = tensor.empty(%n) : tensor<?x65536xf16>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x65536xf16>) outs(%e : tensor<?x65536xf16>) -> tensor<?x65536xf16>
  return %r : tensor<?x65536xf16>
}
func.func @softmax_bf16(%x: tensor<1x65536xbf16>) -> tensor<1x65536xbf16> {
  %e = tensor.empty() : tensor<1x65536xbf16>
  %r = linalg.softmax dimension(1) ins(%x : tensor<1x65536xbf16>) outs(%e : tensor<1x65536xbf16>) -> tensor<1x65536xbf16>
  return %r : tensor<1x65536xbf16>
}
