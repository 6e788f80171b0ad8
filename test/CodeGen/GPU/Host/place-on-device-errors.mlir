// RUN: sg-opt %s --sg-place-on-device --verify-diagnostics

func.func @f(%x: memref<8xf32>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.store' op is not mapped to a GPU}}
  vector.store %v, %x[%c0] : memref<8xf32>, vector<4xf32>
  return
}
