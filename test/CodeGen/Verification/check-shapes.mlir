// UNSUPPORTED: verified
// RUN: sg-opt %s --sg-check-shapes --canonicalize --cse | FileCheck %s
// RUN: sg-test-opt %S/Inputs/wave-dot.mlir --sg-check-shapes | FileCheck %s --check-prefix=OTHER
// RUN: sg-run %s --function=copy --input="3xf32=1 2 3" --input=3 --expected-output="3xf32=1 2 3"
// RUN: not sg-run %s --function=copy --input="3xf32=1 2 3" --input=2 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: sg-run %s --function=elementwise --input="2xf32=1 2" --input="2xf32=3 4" --expected-output="2xf32=4 6"
// RUN: not sg-run %s --function=elementwise --input="3xf32=1" --input="2xf32=1" 2>&1 | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: not sg-run %s --function=structured --input="2x3xf32=1" --input="2x2xf32=1" --input="2x2xf32=0" 2>&1 | FileCheck %s --check-prefix=STRUCTURED
// RUN: not sg-run %s --function=window --input="5xf32=1" --input="3xf32=1" --input="4xf32=0" 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: sg-run %s --function=window --input="2xf32=1" --input="3xf32=1" --input="0xf32=" --expected-output="0xf32="
// RUN: not sg-run %s --function=cast --input="3xf32=1" 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not sg-run %s --function=expand --input="6xf32=1" --input=4 --input=2 2>&1 | FileCheck %s --check-prefix=EXPAND
// RUN: not sg-run %s --function=expand --input="6xf32=1" --input=-3 --input=-2 2>&1 | FileCheck %s --check-prefix=EXPAND-NEGATIVE
// RUN: sg-run %s --function=collapse_to_one --input="1x1xf32=3" --expected-output=f32=3
// RUN: not sg-run %s --function=collapse_to_one --input="2x1xf32=1" 2>&1 | FileCheck %s --check-prefix=COLLAPSE
// RUN: not sg-run %s --function=collapse_to_one --input="1x0xf32=" 2>&1 | FileCheck %s --check-prefix=COLLAPSE-NOTHING
// RUN: sg-run %s --function=expand_one --input=f32=3 --input=1 --expected-output="1x1xf32=3"
// RUN: not sg-run %s --function=expand_one --input=f32=3 --input=2 2>&1 | FileCheck %s --check-prefix=EXPAND-ONE
// RUN: not sg-run %s --function=expand_nothing --input="3xf32=1" --input=3 2>&1 | FileCheck %s --check-prefix=EXPAND-NOTHING
// RUN: not sg-run %s --function=reshape --input="6xf32=1" --input="2xindex=4 2" 2>&1 | FileCheck %s --check-prefix=RESHAPE
// RUN: not sg-run %s --function=reshape --input="6xf32=1" --input="2xindex=-3 2" 2>&1 | FileCheck %s --check-prefix=RESHAPE-NEGATIVE
// RUN: not sg-run %s --function=reshape --input="6xf32=1" --input="2xindex=2 3" 2>&1 | FileCheck %s --check-prefix=RESHAPE-STATIC
// RUN: not sg-run %s --function=slice --input="5xf32=1" --input=3 --input=3 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: sg-run %s --function=slice --input="5xf32=1 2 3 4 5" --input=5 --input=0 --expected-output="0xf32="
// RUN: not sg-run %s --function=insert --input="2xf32=1" --input="5xf32=1" --input=3 2>&1 | FileCheck %s --check-prefix=INSERT

// Sizes of elementwise operands agree.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: [[X:%[a-z0-9]+]]: tensor<?xf32>, [[Y:%[a-z0-9]+]]: tensor<?xf32>
// CHECK-DAG: [[N:%[a-z0-9_]+]] = tensor.dim [[X]]
// CHECK-DAG: [[M:%[a-z0-9_]+]] = tensor.dim [[Y]]
// CHECK: [[SAME:%[a-z0-9_]+]] = arith.cmpi eq, [[N]], [[M]]
// CHECK: cf.assert [[SAME]], "'arith.addf': dimension 0 of operand 1 differs from that of operand 0"
// ELEMENTWISE: check-shapes.mlir:[[@LINE+2]]:8: 'arith.addf': dimension 0 of operand 1 differs from that of operand 0
func.func @elementwise(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.addf %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}

// Sizes known at compile time need no check.
// CHECK-LABEL: func.func @static
// CHECK-NOT: cf.assert
// CHECK: return
func.func @static(%x: tensor<4x5xf32>, %y: tensor<4x5xf32>) -> tensor<3xf32> {
  %z = arith.addf %x, %y : tensor<4x5xf32>
  %s = tensor.extract_slice %z[1, 1] [1, 3] [1, 1] : tensor<4x5xf32> to tensor<3xf32>
  return %s : tensor<3xf32>
}

// Operands that the same loop indexes have the same size.
// STRUCTURED: 'linalg.matmul': dimension 0 of operand 1 is not dimension 1 of operand 0
func.func @structured(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A window stays in bounds; with zero iterations there is no window.
// WINDOW: 'linalg.conv_1d': dimension 0 of operand 0 is too small
func.func @window(%x: tensor<?xf32>, %k: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.conv_1d ins(%x, %k : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CAST: 'tensor.cast': dimension 0 is not 4
func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %y = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %y : tensor<4xf32>
}

// Two negative sizes have the right product, but are errors.
// EXPAND: 'tensor.expand_shape': the sizes that dimension 0 is expanded to do not multiply to its size
// EXPAND-NEGATIVE: 'tensor.expand_shape': dimension 0 of the result is negative
func.func @expand(%x: tensor<?xf32>, %n: index, %m: index) -> f32 {
  %zero = arith.constant 0 : index
  %y = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %first = tensor.extract %y[%zero, %zero] : tensor<?x?xf32>
  return %first : f32
}

// COLLAPSE: 'tensor.collapse_shape': dimension 0 is not 1
// COLLAPSE-NOTHING: 'tensor.collapse_shape': dimension 1 is not 1
func.func @collapse_to_one(%x: tensor<?x?xf32>) -> tensor<f32> {
  %y = tensor.collapse_shape %x [] : tensor<?x?xf32> into tensor<f32>
  return %y : tensor<f32>
}

// EXPAND-ONE: 'tensor.expand_shape': dimension 1 of the result is not 1
func.func @expand_one(%x: tensor<f32>, %n: index) -> tensor<1x?xf32> {
  %y = tensor.expand_shape %x [] output_shape [1, %n] : tensor<f32> into tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}

// EXPAND-NOTHING: 'tensor.expand_shape': the sizes that dimension 0 is expanded to do not multiply to its size
func.func @expand_nothing(%x: tensor<?xf32>, %n: index) -> tensor<0x?xf32> {
  %y = tensor.expand_shape %x [[0, 1]] output_shape [0, %n] : tensor<?xf32> into tensor<0x?xf32>
  return %y : tensor<0x?xf32>
}

// RESHAPE: 'tensor.reshape': the shape has a different number of elements
// RESHAPE-NEGATIVE: 'tensor.reshape': dimension 0 of the shape is negative
// RESHAPE-STATIC: 'tensor.reshape': dimension 1 of the shape is not 2
func.func @reshape(%x: tensor<?xf32>, %shape: tensor<2xindex>) -> f32 {
  %zero = arith.constant 0 : index
  %y = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  %first = tensor.extract %y[%zero, %zero] : tensor<?x2xf32>
  return %first : f32
}

// An empty slice may begin at the end.
// SLICE: 'tensor.extract_slice': the slice leaves dimension 0
func.func @slice(%x: tensor<?xf32>, %from: index, %n: index) -> tensor<?xf32> {
  %y = tensor.extract_slice %x[%from] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// INSERT: 'tensor.insert_slice': dimension 0 of the source is not the size of the slice
func.func @insert(%s: tensor<?xf32>, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %y = tensor.insert_slice %s into %x[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %y : tensor<?xf32>
}

// Ops on memory and ops of other dialects verify themselves.
// OTHER: cf.assert %{{.*}}, "'wave.dot': the signals are not as long"
// OTHER-NEXT: wave.dot
// COPY: 'memref.copy': size of 0-th source/target dim does not match
func.func @copy(%from: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %source = bufferization.to_buffer %from : tensor<?xf32> to memref<?xf32>
  %to = memref.alloc(%n) : memref<?xf32>
  memref.copy %source, %to : memref<?xf32> to memref<?xf32>
  %result = bufferization.to_tensor %to restrict writable : memref<?xf32> to tensor<?xf32>
  return %result : tensor<?xf32>
}

// Memory without elements: upstream's check divides by a size of 0.
// RUN: sg-run %s --function=expand_memory --input=3x0xf32= --input=1 --expected-output=3x1x0xf32=
// RUN: not sg-run %s --function=expand_memory --input=3x0xf32= --input=2 2>&1 | FileCheck %s --check-prefix=EXPAND-MEMORY
// EXPAND-MEMORY: 'memref.expand_shape': the sizes that dimension 0 is expanded to do not multiply to its size
func.func @expand_memory(%x: tensor<?x0xf32>, %n: index) -> tensor<3x?x0xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x0xf32>
  %m = memref.alloc(%d) : memref<?x0xf32>
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [3, %n, 0] : memref<?x0xf32> into memref<3x?x0xf32>
  %y = bufferization.to_tensor %e restrict : memref<3x?x0xf32> to tensor<3x?x0xf32>
  return %y : tensor<3x?x0xf32>
}
