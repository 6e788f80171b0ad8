// Which functions get an entry point, and which results reuse a donated
// argument. Each copy is a remark as well.
//
// REQUIRES: asserts
// RUN: sg-opt %s --sg-export-functions=donated=0 --debug-only=sg-export-functions -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: [sg-export-functions {{.*}}] no entry point, it is private: '@helper' at loc("{{.*}}-debug.mlir":[[#@LINE+1]]:1)
func.func private @helper(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// CHECK-DAG: entry point sg_in_place: '@in_place' at loc("{{.*}}":[[#@LINE+2]]:1)
// CHECK-DAG: computed in the memory of argument 0: result 0 at loc("{{.*}}":[[#@LINE+1]]:1)
func.func @in_place(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// CHECK-DAG: entry point sg_other:
// CHECK-DAG: computed in the memory of argument 0: result 0 at loc("{{.*}}":[[#@LINE+2]]:1)
// CHECK-DAG: copied to the memory of argument 1, it may be in the memory of another donated argument: result 1 at loc("{{.*}}":[[#@LINE+1]]:1)
func.func @other(%x: tensor<4xf32>, %y: tensor<4xf32> {bufferization.writable = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = math.exp %y : tensor<4xf32>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// CHECK-DAG: entry point sg_unused:
// CHECK-DAG: no result is paired with it, no unpaired result has its type: donated argument 0 of '@unused' at loc("{{.*}}":[[#@LINE+1]]:1)
func.func @unused(%x: tensor<4xf32>) -> tensor<3xf32> {
  %y = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  return %y : tensor<3xf32>
}
