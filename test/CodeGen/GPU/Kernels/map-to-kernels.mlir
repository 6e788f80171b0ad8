// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

#id = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#none = affine_map<(i) -> ()>

// One thread for each element, in blocks of 256; threads past the last element
// do nothing.
// CHECK-LABEL: func.func @exp(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?xf32>, [[Y:%[a-z0-9]+]]: memref<?xf32>
// CHECK:       [[N:%[a-z0-9_]+]] = memref.dim [[X]]
// CHECK:       [[BLOCKS:%[a-z0-9_]+]] = affine.apply #{{.*}}()[[[N]]]
// CHECK:       gpu.launch blocks([[B:%[a-z0-9]+]], {{.*}} = [[BLOCKS]], {{.*}} threads([[T:%[a-z0-9]+]], {{.*}}) module(@sg_kernels)
// CHECK:         [[FIRST:%[a-z0-9_]+]] = arith.muli [[B]], %c256
// CHECK:         [[I:%[a-z0-9_]+]] = arith.addi [[FIRST]], [[T]]
// CHECK:         [[INSIDE:%[a-z0-9_]+]] = arith.cmpi ult, [[I]], [[N]]
// CHECK:         scf.if [[INSIDE]]
// CHECK:           [[V:%[a-z0-9_]+]] = memref.load [[X]][[[I]]]
// CHECK:           [[E:%[a-z0-9_]+]] = math.exp [[V]]
// CHECK:           memref.store [[E]], [[Y]][[[I]]]
func.func @exp(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// A sum over columns is a loop in the thread of its row, with the accumulator
// in a register.
// CHECK-LABEL: func.func @row_sums(
// CHECK:       gpu.launch
// CHECK:         scf.if
// CHECK:           [[START:%[a-z0-9_]+]] = memref.load
// CHECK:           [[SUM:%[a-z0-9_]+]] = scf.for [[J:%[a-z0-9_]+]] = %c0 to %c7 step %c1 iter_args([[OLD:%[a-z0-9_]+]] = [[START]])
// CHECK:             [[V:%[a-z0-9_]+]] = memref.load {{%[a-z0-9_]+}}[{{%[a-z0-9_]+}}, [[J]]]
// CHECK:             [[NEW:%[a-z0-9_]+]] = arith.addf [[OLD]], [[V]]
// CHECK:             scf.yield [[NEW]]
// CHECK:           memref.store [[SUM]]
func.func @row_sums(%x: memref<?x7xf64, strided<[?, 1], offset: ?>>, %y: memref<?xf64>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x7xf64, strided<[?, 1], offset: ?>>) outs(%y : memref<?xf64>) {
  ^bb0(%a: f64, %sum: f64):
    %s = arith.addf %sum, %a : f64
    linalg.yield %s : f64
  }
  return
}

// If two iterations write the same element, one thread runs them in order in a
// loop.
// CHECK-LABEL: func.func @last_of_each_column(
// CHECK:       gpu.launch
// CHECK:         scf.for
// CHECK:           memref.store
func.func @last_of_each_column(%x: memref<5x7xf32>, %y: memref<7xf32>) {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<5x7xf32>) outs(%y : memref<7xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// Elements and their sum together: the sum leaves one thread, which writes the
// elements too.
// CHECK-LABEL: func.func @elements_and_sum(
// CHECK:       gpu.launch {{.*}} threads({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
// CHECK:         scf.for [[I:%[a-z0-9_]+]] = {{.*}} iter_args
// CHECK:           memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[I]]] : memref<9xf32>
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[] : memref<f32>
func.func @elements_and_sum(%x: memref<9xf32>, %y: memref<9xf32>, %z: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<9xf32>) outs(%y, %z : memref<9xf32>, memref<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %s = arith.addf %sum, %a : f32
    linalg.yield %a, %s : f32, f32
  }
  return
}
