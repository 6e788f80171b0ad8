// Complex numbers are passed to and from programs: scalars, tensors of rank 0,
// sizes 0 and 1, static and dynamic sizes, donated arguments and memrefs.

// RUN: sg-run %s --function=scalars --input=1+2j --input=-0.5j --input=3-4j | FileCheck %s --check-prefix=SCALARS
// RUN: sg-run %s --function=scalars --input=1+2j --input=-0.5j --input=3-4j --device=reference | FileCheck %s --check-prefix=SCALARS
// RUN: %if gpu %{ sg-run %s --function=scalars --input=1+2j --input=-0.5j --input=3-4j --device=emulated | FileCheck %s --check-prefix=SCALARS %}
// SCALARS: result[0]: complex<f64>=0-0.5j
// SCALARS-NEXT: result[1]: complex<f32>=3-4j
// SCALARS-NEXT: result[2]: complex<f32>=1+2j

// RUN: sg-run %s --function=product "--input=2x3xcomplex<f32>=1j 1 -1 2+2j 0 -0-0j" "--input=2x3xcomplex<f32>=[[1+1j 2 3][4 5j 6]]" \
// RUN:   | FileCheck %s --check-prefix=PRODUCT
// RUN: sg-run %s --function=product "--input=2x3xcomplex<f32>=1j 1 -1 2+2j 0 -0-0j" "--input=2x3xcomplex<f32>=[[1+1j 2 3][4 5j 6]]" \
// RUN:   --device=reference | FileCheck %s --check-prefix=PRODUCT
// RUN: %if gpu %{ sg-run %s --function=product "--input=2x3xcomplex<f32>=1j 1 -1 2+2j 0 -0-0j" "--input=2x3xcomplex<f32>=[[1+1j 2 3][4 5j 6]]" --device=emulated | FileCheck %s --check-prefix=PRODUCT %}
// PRODUCT: result[0]: 2x3xcomplex<f32>=[-1+1j 2+0j -3+0j][8+8j 0+0j 0-0j]

// RUN: sg-run %s --function=product "--input=2x0xcomplex<f32>=" "--input=2x0xcomplex<f32>=" | FileCheck %s --check-prefix=EMPTY
// RUN: %if gpu %{ sg-run %s --function=product "--input=2x0xcomplex<f32>=" "--input=2x0xcomplex<f32>=" --device=emulated | FileCheck %s --check-prefix=EMPTY %}
// EMPTY: result[0]: 2x0xcomplex<f32>={{$}}

// Random inputs: every executor computes the same.
// RUN: sg-run %s --function=scalars --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: sg-run %s --function=product --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: sg-run %s --function=functions --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: %if gpu %{ sg-run %s --function=functions --device=emulated --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY %}
// RUN: sg-run %s --function=matmul --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: %if gpu %{ sg-run %s --function=matmul --device=emulated --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY %}
// RUN: sg-run %s --function=constant --verify-against-reference 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: reference: result 0: {{1 of 1|2 of 2|3 of 3|6 of 6|15 of 15}} elements agree
// VERIFY-NOT: DISAGREES

// Each pass preserves the values.
// RUN: sg-run %s --function=functions --validate-passes 2>&1 | FileCheck %s --check-prefix=PASSES
// PASSES: passes: the results are correct after {{[0-9]+}} passes

// A wrong result is found, with both parts.
// RUN: not sg-run %s --function=scalars --input=1+2j --input=-0.5j --input=3-4j --expected-output=0-0.5j --expected-output=3-4j \
// RUN:   --expected-output=1-2j 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: sg-run: result 2 is not as expected: is 1+2j, expected 1-2j (relative error 2, tolerance

// Written to in place: donated arguments and memrefs.
// RUN: sg-run %s --function=conjugate "--input=2xcomplex<f64>=1+2j 3" "--expected-output=2xcomplex<f64>=1-2j 3-0j"
// RUN: sg-run %s --function=store "--input=2xcomplex<f32>=1 2" --input=3j

func.func @scalars(%a: complex<f32>, %b: tensor<complex<f64>>, %c: complex<f32>)
    -> (tensor<complex<f64>>, complex<f32>, complex<f32>) {
  return %b, %c, %a : tensor<complex<f64>>, complex<f32>, complex<f32>
}

#id = affine_map<(i, j) -> (i, j)>
func.func @product(%x: tensor<2x?xcomplex<f32>>, %y: tensor<2x?xcomplex<f32>>) -> tensor<2x?xcomplex<f32>> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?xcomplex<f32>>
  %empty = tensor.empty(%n) : tensor<2x?xcomplex<f32>>
  %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<2x?xcomplex<f32>>, tensor<2x?xcomplex<f32>>) outs(%empty : tensor<2x?xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %out: complex<f32>):
    %p = complex.mul %a, %b : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<2x?xcomplex<f32>>
  return %z : tensor<2x?xcomplex<f32>>
}

func.func @functions(%x: tensor<?xcomplex<f64>>, %w: complex<f64>) -> (tensor<?xcomplex<f64>>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xcomplex<f64>>
  %empty = tensor.empty(%n) : tensor<?xcomplex<f64>>
  %reals = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.map ins(%x : tensor<?xcomplex<f64>>) outs(%empty : tensor<?xcomplex<f64>>) (%a: complex<f64>, %out: complex<f64>) {
    %e = complex.exp %a : complex<f64>
    %l = complex.log %a : complex<f64>
    %s = complex.sqrt %l : complex<f64>
    %q = complex.div %e, %s : complex<f64>
    %d = complex.sub %q, %w : complex<f64>
    %c = complex.conj %d : complex<f64>
    linalg.yield %c : complex<f64>
  }
  %r = linalg.map ins(%z : tensor<?xcomplex<f64>>) outs(%reals : tensor<?xf64>) (%a: complex<f64>, %out: f64) {
    %m = complex.abs %a : complex<f64>
    linalg.yield %m : f64
  }
  return %z, %r : tensor<?xcomplex<f64>>, tensor<?xf64>
}

func.func @matmul(%x: tensor<5x?xcomplex<f32>>, %y: tensor<?x3xcomplex<f32>>) -> tensor<5x3xcomplex<f32>> {
  %zero = arith.constant dense<(0.0, 0.0)> : tensor<5x3xcomplex<f32>>
  %z = linalg.matmul ins(%x, %y : tensor<5x?xcomplex<f32>>, tensor<?x3xcomplex<f32>>) outs(%zero : tensor<5x3xcomplex<f32>>)
      -> tensor<5x3xcomplex<f32>>
  return %z : tensor<5x3xcomplex<f32>>
}

func.func @constant() -> tensor<2xcomplex<f32>> {
  %z = arith.constant dense<[(1.0, 2.0), (-0.0, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return %z : tensor<2xcomplex<f32>>
}

func.func @conjugate(%x: tensor<?xcomplex<f64>> {bufferization.writable = true}) -> tensor<?xcomplex<f64>> {
  %z = linalg.map ins(%x : tensor<?xcomplex<f64>>) outs(%x : tensor<?xcomplex<f64>>) (%a: complex<f64>, %out: complex<f64>) {
    %c = complex.conj %a : complex<f64>
    linalg.yield %c : complex<f64>
  }
  return %z : tensor<?xcomplex<f64>>
}

func.func @store(%m: memref<2xcomplex<f32>>, %z: complex<f32>) {
  %c1 = arith.constant 1 : index
  memref.store %z, %m[%c1] : memref<2xcomplex<f32>>
  return
}
