// RUN: sg-opt %s --sg-place-on-device | FileCheck %s

// The address of a constant is asked for once, where the function begins: neither
// in a loop nor between launches.
// CHECK-LABEL: func.func @constants(
// CHECK:         [[HOST:%[a-z0-9_]+]] = memref.get_global @table
// CHECK:         [[ADDRESS:%[a-z0-9_]+]] = llvm.call @sgrt_device_constant(
// CHECK:         llvm.insertvalue [[ADDRESS]]
// CHECK:         [[TABLE:%[a-z0-9_]+]] = builtin.unrealized_conversion_cast {{.*}} to memref<4xf32>
// CHECK-NOT:     sgrt_device_constant
// CHECK:         scf.for
// CHECK-NOT:     memref.get_global
// CHECK:           memref.extract_strided_metadata [[TABLE]]
// CHECK:           memref.extract_strided_metadata [[TABLE]]
// CHECK:         return
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func private @use(%v: f32)
func.func @constants(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.get_global @table : memref<4xf32>
    %v = memref.load %x[%i] : memref<4xf32>
    func.call @use(%v) : (f32) -> ()
    %y = memref.get_global @table : memref<4xf32>
    %w = memref.load %y[%c0] : memref<4xf32>
    func.call @use(%w) : (f32) -> ()
  }
  return
}
