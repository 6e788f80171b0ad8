// RUN: sg-opt %s --sg-row-major-casts --split-input-file | FileCheck %s
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=operand --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --threads=1 --verify-against-reference=quiet --expected-output="4xf64=1 4 16 25"
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=operand --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --threads=2 --least-work=0 --verify-against-reference=quiet --expected-output="4xf64=1 4 16 25"
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=operand --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=3 --threads=2 --least-work=0 --verify-against-reference=quiet --expected-output="9xf64=1 4 9 16 25 36 49 64 81"
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=operand --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --device=emulated --verify-against-reference=quiet
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=result --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --threads=2 --least-work=0 --verify-against-reference=quiet --expected-output="2x2xf64=[4 8][16 20]"
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=gradient --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --threads=2 --least-work=0 --verify-against-reference=quiet
// RUN: sg-run %S/Inputs/gapped-arguments.mlir --function=operand --input="3x3xf64=1 2 3 4 5 6 7 8 9" --input=2 --device=cpu --validate-passes
// RUN: not sg-run %S/Inputs/gapped-cast.mlir --function=f --input=2.5 --input=2 --device=reference 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: sg-run %S/Inputs/gapped-cast.mlir --function=f --input=2.5 --input=3 --device=reference

// REFERENCE: gapped-cast.mlir:8:{{[0-9]+}}: 'memref.cast': there are gaps in the memory

// Parts of rows are not contiguous.
// CHECK-LABEL: func @parts
// CHECK: %[[V:.*]] = memref.subview
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x?xf32>
// CHECK-NEXT: memref.copy %[[V]], %[[A]]
// CHECK-NEXT: call @callee(%[[A]])
func.func private @callee(memref<?x?xf32>)
func.func @parts(%x: memref<?x?xf32>, %n: index) {
  %v = memref.subview %x[0, 0] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %c = memref.cast %v : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  call @callee(%c) : (memref<?x?xf32>) -> ()
  return
}

// -----

// Whole rows are contiguous.
// CHECK-LABEL: func @rows
// CHECK-NOT: memref.copy
// CHECK: memref.cast
func.func private @callee(memref<?x?xf32>)
func.func @rows(%x: memref<?x?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %v = memref.subview %x[0, 0] [%n, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %c = memref.cast %v : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  call @callee(%c) : (memref<?x?xf32>) -> ()
  return
}

// -----

// For strided memory, also of an argument, contiguity is unknown; three dimensions.
// CHECK-LABEL: func @argument
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}, %{{.*}}) : memref<?x4x?xf16>
// CHECK-NEXT: memref.copy %arg0, %[[A]]
// CHECK-NEXT: return %[[A]]
func.func @argument(%x: memref<?x4x?xf16, strided<[?, ?, 1]>>) -> memref<?x4x?xf16> {
  %c = memref.cast %x : memref<?x4x?xf16, strided<[?, ?, 1]>> to memref<?x4x?xf16>
  return %c : memref<?x4x?xf16>
}

// -----

// The reverse cast, and a cast of sizes alone, need no change.
// CHECK-LABEL: func @others
// CHECK-NOT: memref.copy
func.func @others(%x: memref<4x?xf32>) -> (memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32>) {
  %a = memref.cast %x : memref<4x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %b = memref.cast %x : memref<4x?xf32> to memref<?x?xf32>
  return %a, %b : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32>
}
