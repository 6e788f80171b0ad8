// The option names arguments of a public function, each at most once.

// RUN: split-file %s %t
// RUN: not sg-opt %t/two.mlir --sg-export-functions=donated=99 2>&1 | FileCheck %s -DARGUMENT=99
// RUN: not sg-opt %t/two.mlir --sg-export-functions=donated=0,-1 2>&1 | FileCheck %s -DARGUMENT=-1
// RUN: not sg-opt %t/two.mlir --sg-lower-to-cpu=donated=2 2>&1 | FileCheck %s -DARGUMENT=2
// CHECK: two.mlir:4:1: error: 'donated' names argument [[ARGUMENT]], but @two has 2

// RUN: not sg-opt %t/two.mlir --sg-lower-to-cpu=donated=0,1,0 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: two.mlir:4:1: error: 'donated' names argument 0 twice

// A function without the argument is no error if another function has it. Private
// functions do not count. A module without functions has nothing to check.
// RUN: sg-opt %t/two.mlir --sg-export-functions=donated=1 -o /dev/null
// RUN: sg-opt %t/empty.mlir --sg-export-functions=donated=99 -o /dev/null

//--- two.mlir
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @two(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %y, %x : tensor<4xf32>, tensor<4xf32>
}
func.func private @three(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) {
  return
}

//--- empty.mlir
module {}
