// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s

#id = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Ops that compute the same rows form one kernel: 32 lanes per row. Shuffles
// compute the maximum of a row; the lanes wait until lane 0 has written it.
// CHECK-LABEL: func.func @centre(
// CHECK:       gpu.launch blocks({{.*}} = %c38, {{.*}} threads([[T:%[a-z0-9]+]], {{.*}} = %c256
// CHECK:         [[LANE:%[a-z0-9_]+]] = arith.remui [[T]], %c32
// CHECK:         arith.divui [[T]], %c32
// CHECK:         [[PART:%[a-z0-9_]+]] = scf.if [[IS:%[a-z0-9_]+]] -> (f32)
// CHECK:           scf.for {{%[a-z0-9_]+}} = [[LANE]] to %c64 step %c32
// CHECK:             arith.maximumf
// CHECK:         [[OTHER:%[a-zA-Z0-9_]+]], {{%[a-z0-9_]+}} = gpu.shuffle xor [[PART]], %c16
// CHECK-NEXT:    arith.maximumf [[PART]], [[OTHER]]
// CHECK-COUNT-4: gpu.shuffle
// CHECK-NOT:     gpu.shuffle
// CHECK:         [[ISFIRST:%[a-z0-9_]+]] = arith.cmpi eq, [[LANE]], %c0
// CHECK:         [[WRITES:%[a-z0-9_]+]] = arith.andi [[ISFIRST]], [[IS]]
// CHECK:         scf.if [[WRITES]]
// CHECK:           memref.store
// CHECK:         gpu.barrier
// CHECK-NEXT:    scf.if [[IS]]
// CHECK:           scf.for {{%[a-z0-9_]+}} = [[LANE]] to %c64 step %c32
// CHECK:             arith.subf
// CHECK-NOT:   gpu.launch
func.func @centre(%x: memref<300x64xf32> {llvm.noalias}, %y: memref<300x64xf32> {llvm.noalias}) {
  %low = arith.constant 0xFF800000 : f32
  %max = memref.alloc() : memref<300xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<300xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<300x64xf32>) outs(%max : memref<300xf32>) {
  ^bb0(%a: f32, %old: f32):
    %m = arith.maximumf %old, %a : f32
    linalg.yield %m : f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : memref<300x64xf32>, memref<300xf32>) outs(%y : memref<300x64xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  }
  memref.dealloc %max : memref<300xf32>
  return
}

// If each thread computed the elements that it reads, no barrier is needed. Ops
// in between that access other memory stay after the kernel.
// CHECK-LABEL: func.func @chain(
// CHECK:       memref.alloc
// CHECK:       gpu.launch
// CHECK:         math.exp
// CHECK-NOT:     gpu.barrier
// CHECK:         math.sin
// CHECK:       [[Z:%[a-z0-9_]+]] = memref.load
// CHECK:       return [[Z]]
func.func @chain(%n: index, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %z: memref<f32> {llvm.noalias}) -> f32 {
  %t = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%t : memref<?xf32>) outs(%x : memref<?xf32>)
  %v = memref.load %z[] : memref<f32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<?xf32>) outs(%t : memref<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.sin %a : f32
    linalg.yield %s : f32
  }
  memref.dealloc %t : memref<?xf32>
  return %v : f32
}

// A thread may write its elements elsewhere.
// CHECK-LABEL: func.func @turn(
// CHECK:       gpu.launch
// CHECK:         [[AT:%[a-z0-9_]+]]:2 = affine.delinearize_index
// CHECK:         memref.store {{%[a-z0-9_]+}}, {{%[a-z0-9_]+}}[[[AT]]#1, [[AT]]#0]
// CHECK-NOT:   gpu.launch
func.func @turn(%x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %t = memref.alloc(%n, %n) : memref<?x?xf32>
  linalg.exp ins(%x : memref<?x?xf32>) outs(%t : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

// Blocks do not wait for each other: an earlier kernel writes the elements read from other rows.
// CHECK-LABEL: func.func @symmetric(
// CHECK-COUNT-2: gpu.launch
func.func @symmetric(%x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %t = memref.alloc(%n, %n) : memref<?x?xf32>
  linalg.exp ins(%x : memref<?x?xf32>) outs(%t : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#turned, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%t, %t : memref<?x?xf32>, memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  memref.dealloc %t : memref<?x?xf32>
  return
}

// The same for elements that a body loads.
// CHECK-LABEL: func.func @gather(
// CHECK-COUNT-2: gpu.launch
func.func @gather(%x: memref<5000xf32> {llvm.noalias}, %places: memref<5000xindex> {llvm.noalias}, %y: memref<5000xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<5000xf32>
  linalg.exp ins(%x : memref<5000xf32>) outs(%t : memref<5000xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%places : memref<5000xindex>) outs(%y : memref<5000xf32>) {
  ^bb0(%i: index, %out: f32):
    %a = memref.load %t[%i] : memref<5000xf32>
    linalg.yield %a : f32
  }
  memref.dealloc %t : memref<5000xf32>
  return
}

// If there is little work, one block does it all, with barriers.
// CHECK-LABEL: func.func @little_gather(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
// CHECK:         math.exp
// CHECK:         gpu.barrier
// CHECK:         memref.load
// CHECK-NOT:   gpu.launch
func.func @little_gather(%x: memref<50xf32> {llvm.noalias}, %places: memref<50xindex> {llvm.noalias}, %y: memref<50xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<50xf32>
  linalg.exp ins(%x : memref<50xf32>) outs(%t : memref<50xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%places : memref<50xindex>) outs(%y : memref<50xf32>) {
  ^bb0(%i: index, %out: f32):
    %a = memref.load %t[%i] : memref<50xf32>
    linalg.yield %a : f32
  }
  memref.dealloc %t : memref<50xf32>
  return
}

// Two views of one memory may share any elements.
// CHECK-LABEL: func.func @views(
// CHECK-COUNT-2: gpu.launch
func.func @views(%x: memref<10000xf32> {llvm.noalias}) {
  %first = memref.subview %x[0] [5000] [1] : memref<10000xf32> to memref<5000xf32, strided<[1]>>
  %other = memref.subview %x[1000] [5000] [1] : memref<10000xf32> to memref<5000xf32, strided<[1], offset: 1000>>
  linalg.exp ins(%first : memref<5000xf32, strided<[1]>>) outs(%first : memref<5000xf32, strided<[1]>>)
  linalg.exp ins(%other : memref<5000xf32, strided<[1], offset: 1000>>) outs(%other : memref<5000xf32, strided<[1], offset: 1000>>)
  return
}
