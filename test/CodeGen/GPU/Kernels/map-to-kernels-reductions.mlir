// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Column sums: adjacent threads have adjacent columns; the 8 lanes of a column
// combine in shared memory.
// CHECK-LABEL: func.func @column_sums(
// CHECK:       gpu.launch {{.*}} threads([[T:%[a-z0-9]+]], {{.*}} workgroup([[SHARED:%[a-z0-9]+]] : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK:         [[LANE:%[a-z0-9_]+]] = arith.divui [[T]], %c32
// CHECK:         arith.remui [[T]], %c32
// CHECK:         scf.for {{%[a-z0-9_]+}} = [[LANE]] to %c1000 step %c8
// CHECK:         memref.store {{%[a-z0-9_]+}}, [[SHARED]][[[T]]]
// CHECK-COUNT-3: gpu.barrier
// CHECK:         arith.cmpi eq, [[LANE]], %c0
func.func @column_sums(%x: memref<1000x400xf32>, %y: memref<400xf32>) {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<1000x400xf32>) outs(%y : memref<400xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %s = arith.addf %sum, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  return
}

// A long row has a whole block: its warps combine in shared memory.
// CHECK-LABEL: func.func @row_products(
// CHECK:       gpu.launch {{.*}} workgroup([[SHARED:%[a-z0-9]+]] : memref<8xi32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-5: gpu.shuffle
// CHECK:         memref.store {{%[a-z0-9_]+}}, [[SHARED]]
// CHECK:         gpu.barrier
// CHECK-COUNT-8: memref.load [[SHARED]]
// CHECK-NOT:     memref.load [[SHARED]]
func.func @row_products(%x: memref<500x2000xi32>, %y: memref<500xi32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<500x2000xi32>) outs(%y : memref<500xi32>) {
  ^bb0(%a: i32, %product: i32):
    %p = arith.muli %product, %a : i32
    linalg.yield %p : i32
  }
  return
}

// A sum of integers with a no-overflow flag might overflow in another order.
// CHECK-LABEL: func.func @promised(
// CHECK:       gpu.launch {{.*}} threads({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
func.func @promised(%x: memref<500xi32>, %y: memref<i32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : memref<500xi32>) outs(%y : memref<i32>) {
  ^bb0(%a: i32, %sum: i32):
    %s = arith.addi %sum, %a overflow<nsw> : i32
    linalg.yield %s : i32
  }
  return
}

// One thread computes a sum of floats that must not be reordered, and a reduction with two results.
// CHECK-LABEL: func.func @in_order(
// CHECK:       gpu.launch {{.*}} threads({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
// CHECK:         scf.for {{.*}} = %c0 to %c100 step %c1
// CHECK:         scf.for {{.*}} = %c0 to %c100 step %c1
func.func @in_order(%x: memref<100xf32>, %y: memref<f32>, %max: memref<f32>, %place: memref<index>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : memref<100xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %s = arith.addf %sum, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%x : memref<100xf32>) outs(%max, %place : memref<f32>, memref<index>) {
  ^bb0(%a: f32, %m: f32, %p: index):
    %i = linalg.index 0 : index
    %isMore = arith.cmpf ogt, %a, %m : f32
    %n = arith.select %isMore, %a, %m : f32
    %q = arith.select %isMore, %i, %p : index
    linalg.yield %n, %q : f32, index
  }
  return
}

// A long sum to one element is split over many blocks; a second step combines their partial sums.
// CHECK-LABEL: func.func @total(
// CHECK:       [[PARTS:%[a-z0-9_]+]] = arith.maxsi
// CHECK:       [[FOUND:%[a-z0-9_]+]] = memref.alloc([[PARTS]]) : memref<?xf64>
// CHECK:       gpu.launch blocks({{%[a-z0-9]+}}, [[PART:%[a-z0-9]+]], {{.*}} = [[PARTS]], {{.*}} threads([[T:%[a-z0-9]+]], {{.*}}) in ({{.*}} = %c256
// CHECK:         [[STEP:%[a-z0-9_]+]] = arith.muli
// CHECK:         scf.for {{.*}} step [[STEP]]
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[PART]]] : memref<?xf64>
// CHECK:       gpu.launch
// CHECK:       memref.dealloc [[FOUND]]
func.func @total(%x: memref<?xf64>, %y: memref<f64>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : memref<?xf64>) outs(%y : memref<f64>) {
  ^bb0(%a: f64, %sum: f64):
    %s = arith.addf %sum, %a fastmath<reassoc> : f64
    linalg.yield %s : f64
  }
  return
}

// Reductions of one kernel reuse the shared memory one after the other.
// CHECK-LABEL: func.func @sum_and_product(
// CHECK:       gpu.launch {{.*}} workgroup([[SHARED:%[a-z0-9]+]] : memref<256xf64, #gpu.address_space<workgroup>>) {
// CHECK:         memref.store {{%[a-z0-9_#]+}}, [[SHARED]]
// CHECK-COUNT-5: gpu.barrier
// CHECK:         memref.load [[SHARED]]
// CHECK:         gpu.barrier
// CHECK-NEXT:    memref.store {{%[a-z0-9_#]+}}, [[SHARED]]
func.func @sum_and_product(%x: memref<300x50xf64>, %y: memref<300xf64>, %z: memref<300xf64>) {
  linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<300x50xf64>) outs(%y, %z : memref<300xf64>, memref<300xf64>) {
  ^bb0(%a: f64, %sum: f64, %product: f64):
    %s = arith.addf %sum, %a fastmath<reassoc> : f64
    %p = arith.mulf %product, %a fastmath<reassoc> : f64
    linalg.yield %s, %p : f64, f64
  }
  return
}
