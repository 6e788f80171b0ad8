// Elementwise ops on a contraction's result are computed while the tile is in registers.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512},cse))" | FileCheck %s
// Tails of rows and columns, of one element, of none, an empty k dimension and blocks
// of k. The result counts the elements that differ from the integer computation.
// RUN: sg-run %s --function=dense --input=7 --input=17 --input=5 --expected-output=0
// RUN: sg-run %s --function=dense --input=13 --input=70 --input=3 --expected-output=0
// RUN: sg-run %s --function=dense --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=dense --input=6 --input=33 --input=0 --expected-output=0
// RUN: sg-run %s --function=dense --input=0 --input=4 --input=3 --expected-output=0
// RUN: sg-run %s --function=dense --input=35 --input=71 --input=1100 --expected-output=0
// RUN: sg-run %s --function=dense --threads=2 --input=35 --input=71 --input=1100 --expected-output=0
// RUN: sg-run %s --function=dense_of_known_size --expected-output=0

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// A bias and a function whose argument is not read later: the sums are not
// stored and have no buffer. The tail of the columns is masked.
// CHECK-LABEL: func.func @layer(
// CHECK-SAME:  [[BIAS:%[a-z0-9]+]]: memref<?xf32> {llvm.noalias}, [[Z:%[a-z0-9]+]]: memref<16x?xf32> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<16x?xf32> {llvm.noalias}
// CHECK-NOT:   memref.alloc
// CHECK:       [[SUMS:%[a-z0-9]+]]:8 = scf.for
// CHECK:       [[B:%[a-z0-9]+]] = vector.load [[BIAS]]
// CHECK-NEXT:  [[ADDED:%[a-z0-9]+]] = arith.addf [[SUMS]]#0, [[B]] : vector<32xf32>
// CHECK:       [[RELU:%[a-z0-9]+]] = arith.maximumf [[ADDED]], {{%[a-z0-9_]+}} : vector<32xf32>
// CHECK-DAG:   vector.store [[ADDED]], [[Z]]
// CHECK-DAG:   vector.store [[RELU]], [[Y]]
// The bias is the same for the next row.
// CHECK-NOT:   vector.load [[BIAS]]
// CHECK:       arith.addf [[SUMS]]#1, [[B]]
// CHECK:       vector.maskedload [[BIAS]]
// CHECK:       vector.maskedstore [[Y]]
// CHECK-NOT:   linalg
// CHECK:       return
func.func @layer(%a: memref<16x7xf32> {llvm.noalias}, %b: memref<7x?xf32> {llvm.noalias}, %n: index, %bias: memref<?xf32> {llvm.noalias}, %z: memref<16x?xf32> {llvm.noalias}, %y: memref<16x?xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc(%n) : memref<16x?xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<16x?xf32>)
  linalg.matmul ins(%a, %b : memref<16x7xf32>, memref<7x?xf32>) outs(%sums : memref<16x?xf32>)
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %bias : memref<16x?xf32>, memref<?xf32>) outs(%z : memref<16x?xf32>) {
  ^bb0(%sum: f32, %added: f32, %old: f32):
    %0 = arith.addf %sum, %added : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sums : memref<16x?xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : memref<16x?xf32>) outs(%y : memref<16x?xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.maximumf %sum, %zero : f32
    linalg.yield %0 : f32
  }
  return
}

// An optimizer step in place. Ops that free or access other memory may be in
// between.
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  [[W:%[a-z0-9]+]]: memref<64x32xf32> {llvm.noalias}, [[OTHER:%[a-z0-9]+]]: memref<64xf32>
// CHECK:       [[FACTOR:%[a-z0-9_]+]] = memref.alloc() : memref<4x64xf32>
// CHECK-NOT:   memref.alloc
// CHECK:       [[SUMS:%[a-z0-9]+]]:8 = scf.for
// CHECK:       [[OLD:%[a-z0-9]+]] = vector.load [[W]]
// CHECK:       [[RATE:%[a-z0-9]+]] = vector.broadcast
// CHECK:       [[STEP:%[a-z0-9]+]] = arith.mulf [[SUMS]]#0, [[RATE]]
// CHECK:       [[NEW:%[a-z0-9]+]] = arith.subf [[OLD]], [[STEP]]
// CHECK:       vector.store [[NEW]], [[W]]
// CHECK:       memref.dealloc [[FACTOR]]
// CHECK:       linalg.fill {{.*}} outs([[OTHER]]
// CHECK-NEXT:  return
func.func @step(%x: memref<4x32xf32> {llvm.noalias}, %w: memref<64x32xf32> {llvm.noalias}, %other: memref<64xf32> {llvm.noalias}, %rate: f32) {
  %zero = arith.constant 0.0 : f32
  %factor = memref.alloc() : memref<4x64xf32>
  linalg.fill ins(%rate : f32) outs(%factor : memref<4x64xf32>)
  %sums = memref.alloc() : memref<64x32xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%factor, %x : memref<4x64xf32>, memref<4x32xf32>) outs(%sums : memref<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %factor : memref<4x64xf32>
  linalg.fill ins(%zero : f32) outs(%other : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<64x32xf32>) outs(%w : memref<64x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.mulf %sum, %rate : f32
    %1 = arith.subf %old, %0 : f32
    linalg.yield %1 : f32
  }
  memref.dealloc %sums : memref<64x32xf32>
  return
}

// With blocks of k, the last block computes it. Partial sums of the other
// blocks are in the result's memory.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:  [[Y:%[a-z0-9]+]]: memref<64x32xf32> {llvm.noalias}
// CHECK:       scf.for {{%[a-z0-9]+}} = %c0{{[_0-9]*}} to %c3000{{[_0-9]*}} step [[BLOCK:%[a-z0-9]+]]
// CHECK:       [[END:%[a-z0-9]+]] = arith.minsi
// CHECK:       vector.load [[Y]]
// CHECK:       [[IS:%[a-z0-9]+]] = arith.cmpi eq, [[END]], %c3000
// CHECK:       scf.if [[IS]] {
// CHECK:         [[NEGATED:%[a-z0-9]+]] = arith.negf
// CHECK:         vector.store [[NEGATED]], [[Y]]
// CHECK:       } else {
// CHECK-NOT:     arith.negf
// CHECK:         vector.store {{%[a-z0-9]+}}#0, [[Y]]
func.func @blocks(%a: memref<64x3000xf32> {llvm.noalias}, %b: memref<3000x32xf32> {llvm.noalias}, %y: memref<64x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<64x32xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x32xf32>)
  linalg.matmul ins(%a, %b : memref<64x3000xf32>, memref<3000x32xf32>) outs(%sums : memref<64x32xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<64x32xf32>) outs(%y : memref<64x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.negf %sum : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sums : memref<64x32xf32>
  return
}

// Not if other tiles would read elements that this tile wrote: an operand, a transposed result,
// memory that may alias; nor if columns are not contiguous, or an op in between reads it.
// CHECK-LABEL: func.func @refused(
// CHECK-COUNT-6: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @refused(%a: memref<16x16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}, %y: memref<16x16xf32>, %z: memref<16x16xf32>, %sums: memref<16x16xf32> {llvm.noalias},
                   %far: memref<16x16xf32, strided<[1, 16]>> {llvm.noalias}, %bits: memref<16x16xi1> {llvm.noalias}, %seen: memref<16x16xf32> {llvm.noalias}, %copy: memref<16x16xf32> {llvm.noalias}) {
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%sums : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<16x16xf32>) outs(%a : memref<16x16xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.negf %sum : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %sums : memref<16x16xf32>, memref<16x16xf32>) outs(%copy : memref<16x16xf32>) {
  ^bb0(%sum: f32, %other: f32, %old: f32):
    %0 = arith.addf %sum, %other : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %z : memref<16x16xf32>, memref<16x16xf32>) outs(%y : memref<16x16xf32>) {
  ^bb0(%sum: f32, %other: f32, %old: f32):
    %0 = arith.addf %sum, %other : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<16x16xf32>) outs(%far : memref<16x16xf32, strided<[1, 16]>>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.negf %sum : f32
    linalg.yield %0 : f32
  }
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<16x16xf32>) outs(%bits : memref<16x16xi1>) {
  ^bb0(%sum: f32, %old: i1):
    %0 = arith.cmpf ogt, %sum, %zero : f32
    linalg.yield %0 : i1
  }
  memref.copy %seen, %copy : memref<16x16xf32> to memref<16x16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : memref<16x16xf32>) outs(%seen : memref<16x16xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.negf %sum : f32
    linalg.yield %0 : f32
  }
  return
}

func.func private @numbers(%n: index, %m: index, %scale: i32) -> tensor<?x?xi32> {
  %r = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %a = arith.muli %i, %three : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %seven : index
    %d = arith.index_cast %c : index to i32
    %e = arith.subi %d, %scale : i32
    tensor.yield %e : i32
  } : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

#terms_left = affine_map<(i, j, k) -> (i, k)>
#terms_right = affine_map<(i, j, k) -> (k, j)>
#sums = affine_map<(i, j, k) -> (i, j)>
#product = {indexing_maps = [#terms_left, #terms_right, #sums], iterator_types = ["parallel", "parallel", "reduction"]}

// y - max(a * b + bias, 0) * scale, with one bias for each column and one scale for each row.
func.func @dense(%i: index, %j: index, %k: index) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  %a = func.call @numbers(%i, %k, %two) : (index, index, i32) -> tensor<?x?xi32>
  %b = func.call @numbers(%k, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %bias = func.call @numbers(%c1, %j, %one) : (index, index, i32) -> tensor<?x?xi32>
  %scale = func.call @numbers(%i, %c1, %one) : (index, index, i32) -> tensor<?x?xi32>
  %y = func.call @numbers(%i, %j, %zero) : (index, index, i32) -> tensor<?x?xi32>
  %fa = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf32>
  %fb = arith.sitofp %b : tensor<?x?xi32> to tensor<?x?xf32>
  %fbias = arith.sitofp %bias : tensor<?x?xi32> to tensor<?x?xf32>
  %fscale = arith.sitofp %scale : tensor<?x?xi32> to tensor<?x?xf32>
  %fy = arith.sitofp %y : tensor<?x?xi32> to tensor<?x?xf32>
  %e = tensor.empty(%i, %j) : tensor<?x?xf32>
  %fs = linalg.fill ins(%fzero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fp = linalg.generic #product ins(%fa, %fb : tensor<?x?xf32>, tensor<?x?xf32>) outs(%fs : tensor<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %fr = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%fp, %fbias, %fscale : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%fy : tensor<?x?xf32>) {
  ^bb0(%sum: f32, %added: f32, %factor: f32, %old: f32):
    %0 = arith.addf %sum, %added : f32
    %1 = arith.maximumf %0, %fzero : f32
    %2 = arith.mulf %1, %factor : f32
    %3 = arith.subf %old, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  %ie = tensor.empty(%i, %j) : tensor<?x?xi32>
  %is = linalg.fill ins(%zero : i32) outs(%ie : tensor<?x?xi32>) -> tensor<?x?xi32>
  %ip = linalg.generic #product ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%is : tensor<?x?xi32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %0 = arith.muli %p, %q : i32
    %1 = arith.addi %sum, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<?x?xi32>
  %ce = tensor.empty() : tensor<i32>
  %cs = linalg.fill ins(%zero : i32) outs(%ce : tensor<i32>) -> tensor<i32>
  %count = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, 0)>, #id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%fr, %ip, %bias, %scale, %y : tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%cs : tensor<i32>) {
  ^bb0(%p: f32, %q: i32, %added: i32, %factor: i32, %old: i32, %sum: i32):
    %0 = arith.addi %q, %added : i32
    %1 = arith.maxsi %0, %zero : i32
    %2 = arith.muli %1, %factor : i32
    %3 = arith.subi %old, %2 : i32
    %f = arith.sitofp %3 : i32 to f32
    %differs = arith.cmpf une, %p, %f : f32
    %d = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %d : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

func.func @dense_of_known_size() -> i32 {
  %i = arith.constant 29 : index
  %j = arith.constant 50 : index
  %k = arith.constant 900 : index
  %r = func.call @dense(%i, %j, %k) : (index, index, index) -> i32
  return %r : i32
}
