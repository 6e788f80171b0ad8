// RUN: sg-opt %s --sg-place-on-device | FileCheck %s

// The address of a constant is queried once, at the start of the function:
// neither in a loop nor between launches.
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
module attributes {gpu.container_module} {
gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
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

// The host waits for a loss when it needs it, not in the middle: the load and
// its users move after launches that do not write there. The memory lives as
// long.
// CHECK-LABEL: func.func @late(
// CHECK:         gpu.launch_func {{.*}}@k{{.*}} args([[X:%[a-z0-9_]+]]
// CHECK-NEXT:    gpu.launch_func
// CHECK-NOT:     gpu.launch_func
// CHECK:         llvm.call @sgrt_device_read
// CHECK:         [[V:%[a-z0-9_]+]] = llvm.load
// CHECK:         memref.dealloc
// CHECK:         [[MEAN:%[a-z0-9_]+]] = arith.divf [[V]]
// CHECK:         call @use([[MEAN]])
func.func @late(%n: f32, %other: memref<f32>) {
  %c1 = arith.constant 1 : index
  %loss = memref.alloc() : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%loss : memref<f32>)
  %v = memref.load %loss[] : memref<f32>
  %mean = arith.divf %v, %n : f32
  memref.dealloc %loss : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%other : memref<f32>)
  func.call @use(%mean) : (f32) -> ()
  return
}

// Not past a launch that may write there, nor if a branch needs the value, nor
// for large memory or memory that others may write to.
// CHECK-LABEL: func.func @not_late(
// CHECK:         gpu.launch_func
// CHECK:         sgrt_device_read
// CHECK:         gpu.launch_func
// CHECK-LABEL: func.func @branch(
// CHECK:         gpu.launch_func
// CHECK:         sgrt_device_read
// CHECK:         scf.if
// CHECK-LABEL: func.func @large(
// CHECK:         gpu.launch_func
// CHECK:         sgrt_device_read
// CHECK:         gpu.launch_func
// CHECK-LABEL: func.func @unknown(
// CHECK:         gpu.launch_func
// CHECK:         sgrt_device_read
// CHECK:         gpu.launch_func
func.func @not_late(%other: memref<f32>) {
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
  %v = memref.load %x[] : memref<f32>
  %base, %offset = memref.extract_strided_metadata %x : memref<f32> -> memref<f32>, index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<f32>)
  func.call @use(%v) : (f32) -> ()
  memref.dealloc %x : memref<f32>
  return
}
func.func @branch(%yes: i1, %other: memref<f32>) {
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
  %v = memref.load %x[] : memref<f32>
  scf.if %yes {
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%other : memref<f32>)
    func.call @use(%v) : (f32) -> ()
  }
  memref.dealloc %x : memref<f32>
  return
}
func.func @large(%other: memref<f32>) {
  %c1 = arith.constant 1 : index
  %x = memref.alloc() : memref<1000xf32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %x : memref<1000xf32> -> memref<f32>, index, index, index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<f32>)
  %v = memref.load %x[%c1] : memref<1000xf32>
  memref.dealloc %x : memref<1000xf32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%other : memref<f32>)
  func.call @use(%v) : (f32) -> ()
  return
}
func.func @unknown(%x: memref<f32>, %other: memref<f32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
  %v = memref.load %x[] : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%other : memref<f32>)
  func.call @use(%v) : (f32) -> ()
  return
}
}
