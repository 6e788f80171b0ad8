// A wide access that a thread could use, but does not, causes a remark.
//
// RUN: sg-opt %s --sg-map-to-kernels=alignment=16 --remarks-filter='codegen.*' -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: sg-opt %s --sg-map-to-kernels --remarks-filter='codegen.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNALIGNED
// RUN: sg-opt %s --sg-map-to-kernels -o /dev/null 2>&1 | count 0
// UNALIGNED-COUNT-2: remark: [Missed] vectorization | {{.*}}accesses one element at a time: memory is not known to be aligned"

#id = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// No remark if nothing is missed or if there are few elements.
func.func @contiguous(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}
func.func @few(%x: memref<7x9xf32>, %y: memref<9x7xf32>) {
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<7x9xf32>) outs(%y : memref<9x7xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK: mlir:[[#@LINE+2]]:3: remark: [Missed] vectorization | Category:codegen | Function=transpose | Remark="the kernel of 'linalg.generic' accesses one element at a time: neighbouring iterations do not access neighbouring elements of operand 0 of 'linalg.generic'"
func.func @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK: mlir:[[#@LINE+2]]:3: remark: [Missed] vectorization | Category:codegen | Function=odd | Remark="the kernel of 'linalg.generic' accesses one element at a time: an offset, a stride or the length of a row is not known to be even"
func.func @odd(%x: memref<?xf32, strided<[1], offset: 7>>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32, strided<[1], offset: 7>>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}
