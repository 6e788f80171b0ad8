// Which scalars the host computes for kernels, and why kernels do not; which
// launches form no graph.
//
// REQUIRES: asserts
// RUN: split-file %s %t
// RUN: sg-opt %t/sink.mlir --sg-sink-scalars-into-kernels --debug-only=sg-sink-scalars-into-kernels -o /dev/null 2>&1 | FileCheck %t/sink.mlir
// RUN: sg-opt %t/graphs.mlir --sg-capture-launch-graphs --debug-only=sg-capture-launch-graphs -o /dev/null 2>&1 | FileCheck %t/graphs.mlir
// RUN: sg-opt %t/graphs.mlir --sg-place-on-device --debug-only=sg-place-on-device -o /dev/null 2>&1 | FileCheck %t/graphs.mlir --check-prefix=PLACE
// RUN: sg-opt %t/carry.mlir --sg-carry-scalars --debug-only=sg-carry-scalars -o /dev/null 2>&1 | FileCheck %t/carry.mlir

//--- sink.mlir
// CHECK: [sg-sink-scalars-into-kernels {{.*}}] computed by each thread: arith.mulf at loc("{{.*}}sink.mlir":[[#@LINE+5]]:8) for the kernel at loc("{{.*}}":[[#@LINE+6]]:3)
func.func @scale(%s: memref<f32> {llvm.noalias}, %rate: f32, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  %p = arith.mulf %v, %rate : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %p, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

// CHECK: computed by the host, an op before the kernel writes to the memory of a load: memref.load at loc("{{.*}}":[[#@LINE+4]]:8)
func.func @written(%s: memref<f32>, %y: memref<f32>, %new: f32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  memref.store %new, %s[] : memref<f32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

func.func private @use(f32)
// CHECK: computed by the host, which needs it before the kernel: memref.load at loc("{{.*}}":[[#@LINE+4]]:8)
func.func @needed(%s: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  func.call @use(%v) : (f32) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

//--- graphs.mlir
module attributes {gpu.container_module} {
gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
func.func private @use(f32)

// A loop that only launches becomes a graph even with a single launch.
// CHECK: [sg-capture-launch-graphs {{.*}}] a graph: the 1 launches from loc("{{.*}}graphs.mlir":[[#@LINE+5]]:5) up to scf.yield
func.func @loop(%x: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<f32>)
  }
  return
}

// CHECK: not a graph, too few launches: the 1 launches from loc("{{.*}}":[[#@LINE+8]]:3) up to memref.load at loc("{{.*}}":[[#@LINE+9]]:8)
// CHECK: not a graph, too few launches: the 1 launches from loc("{{.*}}":[[#@LINE+9]]:3) up to func.call at loc("{{.*}}":[[#@LINE+10]]:3)
// PLACE-DAG: [sg-place-on-device {{.*}}] sunk up to func.call at loc("{{.*}}":[[#@LINE+9]]:3): memref.load at loc("{{.*}}":[[#@LINE+7]]:8)
// PLACE-DAG: not sunk, no launch comes before its value is needed: memref.load at loc("{{.*}}":[[#@LINE+9]]:8)
// PLACE-COUNT-2: the host waits for an element: memref.load
func.func @loss(%n: f32, %other: memref<f32>) {
  %c1 = arith.constant 1 : index
  %loss = memref.alloc() : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%loss : memref<f32>)
  %v = memref.load %loss[] : memref<f32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%other : memref<f32>)
  func.call @use(%v) : (f32) -> ()
  %w = memref.load %loss[] : memref<f32>
  func.call @use(%w) : (f32) -> ()
  return
}
}

//--- carry.mlir
// CHECK: [sg-carry-scalars {{.*}}] carried as a tensor: loop-carried value 0 of scf.for at loc("{{.*}}carry.mlir":[[#@LINE+5]]:10)
// CHECK: carried as a scalar, it is not computed from elements of tensors in the loop: loop-carried value 1 of scf.for at loc("{{.*}}":[[#@LINE+4]]:10)
func.func @two(%t: tensor<f32>, %x: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %e = tensor.extract %t[] : tensor<f32>
    %s = arith.addf %a, %e : f32
    %d = arith.addf %b, %b : f32
    scf.yield %s, %d : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
