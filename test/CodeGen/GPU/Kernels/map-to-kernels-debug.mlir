// Which loops and ops become kernels, and why threads do not share or vectorize more.
//
// REQUIRES: asserts
// RUN: sg-opt %s --sg-map-to-kernels=alignment=16 --debug-only=sg-map-to-kernels -o /dev/null 2>&1 | FileCheck %s

#id = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#none = affine_map<(i) -> ()>

func.func private @tell(index)

// CHECK-DAG: [sg-map-to-kernels {{.*}}] not shared by threads, an iteration may access an element that another iteration writes: scf.for at loc("{{.*}}-debug.mlir":[[#@LINE+4]]:3)
// CHECK-DAG: [sg-map-to-kernels {{.*}}] one kernel, all of it by a block, in blocks of 1: scf.for at loc("{{.*}}":[[#@LINE+3]]:3)
func.func @running_sum(%y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %v = memref.load %y[%before] : memref<?xf32>
    %w = memref.load %y[%i] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}

// The store is a separate kernel.
// CHECK-DAG: left to the host, a thread cannot execute 'func.call': scf.for at loc("{{.*}}":[[#@LINE+5]]:3)
// CHECK-DAG: one kernel: memref.store at loc("{{.*}}":[[#@LINE+6]]:5)
func.func @calls(%y: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @tell(%i) : (index) -> ()
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: one kernel, each iteration of shared loops by a thread, in blocks of 256: scf.for at loc("{{.*}}":[[#@LINE+4]]:3)
func.func @shared(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// CHECK-DAG: one kernel, vectors of 4: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+2]]:3)
func.func @contiguous(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}

// CHECK-DAG: not vectorized, neighbouring iterations do not access neighbouring elements of operand 0 of 'linalg.generic': linalg.generic at loc("{{.*}}":[[#@LINE+3]]:3)
// CHECK-DAG: one kernel in blocks of 256, 1 threads for each iteration of common loops: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+2]]:3)
func.func @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-DAG: not vectorized, an offset, a stride or the length of a row is not known to be even: linalg.generic at loc("{{.*}}":[[#@LINE+3]]:3)
// CHECK-DAG: one kernel in blocks of 256, 1 threads for each iteration of common loops: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+2]]:3)
func.func @odd(%x: memref<?xf32, strided<[1], offset: 7>>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32, strided<[1], offset: 7>>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-DAG: reduction not split among blocks, partial results cannot be combined: linalg.generic at loc("{{.*}}":[[#@LINE+5]]:3)
// CHECK-DAG: not vectorized, not all loops are common to all ops: linalg.generic at loc("{{.*}}":[[#@LINE+4]]:3)
// CHECK-DAG: only one block, no common parallel loop: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+3]]:3)
// CHECK-DAG: one kernel in blocks of 1, 1 threads for each iteration of common loops: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+2]]:3)
func.func @in_order(%x: memref<?xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<?xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-DAG: reduction split among blocks: linalg.generic at loc("{{.*}}":[[#@LINE+6]]:3)
// CHECK-DAG: not reduced by shuffles, only 32-bit values are shuffled: a value of f64 at loc("{{.*}}":[[#@LINE+5]]:3)
// CHECK-DAG: not vectorized, not all loops are common to all ops: linalg.generic at loc("{{.*}}":[[#@LINE+4]]:3)
// CHECK-DAG: only one block, no common parallel loop: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+3]]:3)
// CHECK-DAG: one kernel in blocks of 256, 256 threads for each iteration of common loops: the 1 ops from linalg.generic at loc("{{.*}}":[[#@LINE+2]]:3)
func.func @any_order(%x: memref<?xf64>, %y: memref<f64>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<?xf64>) outs(%y : memref<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %a, %out fastmath<reassoc> : f64
    linalg.yield %s : f64
  }
  return
}
