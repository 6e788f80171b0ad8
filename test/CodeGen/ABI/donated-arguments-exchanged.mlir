// Results computed over a donated argument in which another result
// materializes. Upstream's analysis assumes that an op with an argument as
// `outs` writes to its memory, and refused the program.
//
// RUN: sg-run %s --function=over --donate=0,1 --input=1,2,3 --input=10,20,30 --input=2,3,4 | FileCheck %s --check-prefix=OVER
// RUN: sg-run %s --function=over --donate=0,1 --threads=2 --least-work=0 --input=1,2,3 --input=10,20,30 --input=2,3,4 | FileCheck %s --check-prefix=OVER
// RUN: sg-run %s --function=over --donate=0,1 --verify-against-reference --input=1,2,3 --input=10,20,30 --input=2,3,4
// RUN: sg-run %s --function=inserted --donate=0,1 --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | FileCheck %s --check-prefix=INSERTED
// RUN: sg-run %s --function=looped --donate=0,1 --input=1,2,3 --input=10,20,30 --input=3 | FileCheck %s --check-prefix=LOOPED

#id = affine_map<(d0) -> (d0)>

// OVER:      result[0]: 3xf32=20 60 120
// OVER-NEXT: result[1]: 3xf32=-1 -1 -1
func.func @over(%a: tensor<3xf32>, %b: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.mul ins(%b, %x : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%a : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %d = arith.subf %out, %in : f32
    linalg.yield %d : f32
  } -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// INSERTED:      result[0]: 4xf32=5 1 2 8
// INSERTED-NEXT: result[1]: 4xf32=1 5 6 4
func.func @inserted(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %of_a = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %of_b = tensor.extract_slice %b[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %0 = tensor.insert_slice %of_a into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %of_b into %a[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// LOOPED:      result[0]: 3xf32=11 22 33
// LOOPED-NEXT: result[1]: 3xf32=-29 -58 -87
func.func @looped(%a: tensor<3xf32>, %b: tensor<3xf32>, %n: index) -> (tensor<3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.add ins(%a, %b : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %1 = scf.for %i = %zero to %n step %one iter_args(%s = %a) -> tensor<3xf32> {
    %next = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%b : tensor<3xf32>) outs(%s : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %d = arith.subf %out, %in : f32
      linalg.yield %d : f32
    } -> tensor<3xf32>
    scf.yield %next : tensor<3xf32>
  }
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
