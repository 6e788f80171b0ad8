// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

// A body may read other memory at a computed index.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:  {{%[a-z0-9]+}}: memref<4x3xi64>, [[TABLE:%[a-z0-9]+]]: memref<?xf32>
// CHECK:       gpu.launch
// CHECK:         [[NUMBERS:%[a-z0-9_]+]]:2 = affine.delinearize_index {{%[a-z0-9_]+}} into (4, 3)
// CHECK:         [[I:%[a-z0-9_]+]] = memref.load {{%[a-z0-9_]+}}[[[NUMBERS]]#0, [[NUMBERS]]#1]
// CHECK:         [[AT:%[a-z0-9_]+]] = arith.index_cast [[I]]
// CHECK:         [[PLACE:%[a-z0-9_]+]] = arith.addi [[AT]], [[NUMBERS]]#1
// CHECK:         memref.load [[TABLE]][[[PLACE]]]
func.func @gather(%indices: memref<4x3xi64>, %table: memref<?xf32>, %y: memref<4x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : memref<4x3xi64>) outs(%y : memref<4x3xf32>) {
  ^bb0(%index: i64, %out: f32):
    %i = arith.index_cast %index : i64 to index
    %j = linalg.index 1 : index
    %place = arith.addi %i, %j : index
    %v = memref.load %table[%place] : memref<?xf32>
    linalg.yield %v : f32
  }
  return
}

// A copy is a kernel.
// CHECK-LABEL: func.func @copy(
// CHECK:       gpu.launch
// CHECK:         memref.load {{.*}} : memref<8xbf16>
// CHECK:         memref.store {{.*}} : memref<8xbf16, strided<[2]>>
// CHECK-NOT:   memref.copy
func.func @copy(%x: memref<8xbf16>, %y: memref<8xbf16, strided<[2]>>) {
  memref.copy %x, %y : memref<8xbf16> to memref<8xbf16, strided<[2]>>
  return
}

// A store is a kernel of one thread; the host waits for values that it loads.
// CHECK-LABEL: func.func @store(
// CHECK:       [[V:%[a-z0-9_]+]] = memref.load
// CHECK:       gpu.launch {{.*}} threads({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
// CHECK:         memref.store [[V]]
func.func @store(%x: memref<?xf32>, %y: memref<?xf32>, %i: index) {
  %v = memref.load %x[%i] : memref<?xf32>
  memref.store %v, %y[%i] : memref<?xf32>
  return
}

// Code that is in a kernel already does not change.
// CHECK-LABEL: func.func @kernel(
// CHECK-COUNT-1: gpu.launch
// CHECK:         linalg.fill
// CHECK-NOT:   gpu.launch
func.func @kernel(%x: memref<4xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
    gpu.terminator
  }
  return
}

// The host passes the size of memory that a kernel queries: the memory may be
// freed before.
// CHECK-LABEL: func.func @size_only(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?xf32>,
// CHECK:       [[N:%[a-z0-9_]+]] = memref.dim [[X]], {{%[a-z0-9_]+}}
// CHECK:       gpu.launch
// CHECK:         arith.remui {{%[a-z0-9_]+}}, [[N]]
// CHECK-NOT:     memref.dim
// CHECK:         gpu.terminator
func.func @size_only(%x: memref<?xf32>, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<?xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %r = arith.remui %i, %n : index
    linalg.yield %r : index
  }
  return
}
