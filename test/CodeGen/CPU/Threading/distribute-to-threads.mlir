// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-distribute-to-threads{threads=2 least-work=0},canonicalize,cse))" | FileCheck %s
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-distribute-to-threads{threads=2}))" | FileCheck %s --check-prefix=ENOUGH
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-distribute-to-threads))" | FileCheck %s --check-prefix=ONE

// One thread has nothing to divide.
// ONE-NOT: scf.parallel

#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// Few rows and many columns: two halves of the columns, which read the same
// smaller operand. Memory shared by both ops is local to a part and has its size.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:  [[A:%[a-z0-9]+]]: memref<8x100xf32> {llvm.noalias}, [[B:%[a-z0-9]+]]: memref<100x2000xf32> {llvm.noalias}, [[C:%[a-z0-9]+]]: memref<8x2000xf32>
// CHECK-NOT:   memref.alloc
// CHECK:       scf.parallel ([[P:%[a-z0-9]+]]) = (%c0) to (%c2) step (%c1)
// CHECK:         [[BEFORE:%[a-z0-9_]+]] = arith.muli [[P]], %c1024
// CHECK:         [[FIRST:%[a-z0-9_]+]] = affine.min #{{.*}}()[[[BEFORE]]]
// CHECK:         [[LEFT:%[a-z0-9_]+]] = arith.subi %c2000, [[FIRST]]
// CHECK:         [[COUNT:%[a-z0-9_]+]] = affine.min #{{.*}}()[[[LEFT]]]
// CHECK:         [[SOME:%[a-z0-9_]+]] = memref.subview [[B]][0, [[FIRST]]] [100, [[COUNT]]]
// CHECK:         [[T:%[a-z0-9_]+]] = memref.alloc([[COUNT]]) : memref<8x?xf32>
// CHECK:         linalg.matmul ins({{%[a-z0-9_]+}}, [[SOME]] {{.*}} outs([[T]]
// CHECK:         [[PLACE:%[a-z0-9_]+]] = memref.subview [[C]][0, [[FIRST]]] [8, [[COUNT]]]
// CHECK:         linalg.exp ins([[T]] {{.*}} outs([[PLACE]]
// CHECK:         memref.dealloc [[T]]
// CHECK:       } {sg.chunks}
// CHECK-NEXT:  return
// ENOUGH-LABEL: func.func @columns(
// ENOUGH:       scf.parallel
func.func @columns(%a: memref<8x100xf32> {llvm.noalias}, %b: memref<100x2000xf32> {llvm.noalias}, %c: memref<8x2000xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8x2000xf32>
  linalg.matmul ins(%a, %b : memref<8x100xf32>, memref<100x2000xf32>) outs(%t : memref<8x2000xf32>)
  linalg.exp ins(%t : memref<8x2000xf32>) outs(%c : memref<8x2000xf32>)
  memref.dealloc %t : memref<8x2000xf32>
  return
}

// The fill of a contraction's result stays just before it, in its part.
// CHECK-LABEL: func.func @start(
// CHECK-SAME:  {{.*}} [[C:%[a-z0-9]+]]: memref<80x200xf32> {llvm.noalias}, [[X:%[a-z0-9]+]]: memref<80x200xf32>
// CHECK-NOT:   linalg
// CHECK:       scf.parallel
// CHECK-DAG:     [[PLACE:%[a-z0-9_]+]] = memref.subview [[C]]
// CHECK-DAG:     [[OTHER:%[a-z0-9_]+]] = memref.subview [[X]]
// CHECK:         linalg.fill ins(%cst : f32) outs([[PLACE]]
// CHECK-NEXT:    linalg.matmul {{.*}} outs([[PLACE]]
// CHECK:       } {sg.chunks}
// CHECK-NOT:   linalg
// CHECK:       return
func.func @start(%a: memref<80x100xf32> {llvm.noalias}, %b: memref<100x200xf32> {llvm.noalias}, %c: memref<80x200xf32> {llvm.noalias},
                 %x: memref<80x200xf32> {llvm.noalias}, %y: memref<80x200xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<80x200xf32>)
  linalg.exp ins(%x : memref<80x200xf32>) outs(%y : memref<80x200xf32>)
  linalg.matmul ins(%a, %b : memref<80x100xf32>, memref<100x200xf32>) outs(%c : memref<80x200xf32>)
  return
}

// The whole result is filled, also the last two rows, which no window reaches.
// CHECK-LABEL: func.func @windows(
// CHECK-SAME:  {{.*}} [[Y:%[a-z0-9]+]]: memref<7x256xf32>
// CHECK:       scf.parallel
// CHECK:         [[ALL:%[a-z0-9_]+]] = memref.subview [[Y]][0, {{.*}}] [7, 128]
// CHECK:         linalg.fill {{.*}} outs([[ALL]]
// CHECK:         [[REACHED:%[a-z0-9_]+]] = memref.subview [[Y]][0, {{.*}}] [5, 128]
// CHECK:         linalg.generic {{.*}} outs([[REACHED]]
func.func @windows(%x: memref<2x10xf32> {llvm.noalias}, %w: memref<3x10x256xf32> {llvm.noalias}, %y: memref<7x256xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<7x256xf32>)
  linalg.generic {indexing_maps = [affine_map<(h, k, c, f) -> (h, f)>, affine_map<(h, k, c, f) -> (k, f, c)>,
                                   affine_map<(h, k, c, f) -> (2 * h + k, c)>],
                  iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%x, %w : memref<2x10xf32>, memref<3x10x256xf32>) outs(%y : memref<7x256xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Too little work for two threads: unchanged.
// ENOUGH-LABEL: func.func @small(
// ENOUGH-NOT:   scf.parallel
// ENOUGH:       linalg.fill
// ENOUGH-NEXT:  linalg.matmul
func.func @small(%a: memref<8x10xf32> {llvm.noalias}, %b: memref<10x20xf32> {llvm.noalias}, %c: memref<8x20xf32> {llvm.noalias}) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<8x20xf32>)
  linalg.matmul ins(%a, %b : memref<8x10xf32>, memref<10x20xf32>) outs(%c : memref<8x20xf32>)
  return
}

// Row sums and a division by them: one loop over parts of the rows. The sizes
// decide at run time if two threads pay off.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?x?xf32>
// CHECK:       [[N:%[a-z0-9_]+]] = memref.dim [[X]], %c0
// CHECK:       [[LARGEST:%[a-z0-9_]+]] = arith.ceildivui [[N]], %c2
// CHECK:       scf.parallel ([[P:%[a-z0-9]+]]) = (%c0) to (%c2) step (%c1)
// CHECK:         [[COUNT:%[a-z0-9_]+]] = affine.min #{{.*}}()[[[LARGEST]],
// CHECK:         [[SUMS:%[a-z0-9_]+]] = memref.alloc([[COUNT]]) : memref<?xf32>
// CHECK:         linalg.fill {{.*}} outs([[SUMS]]
// CHECK:         linalg.generic {{.*}} outs([[SUMS]]
// CHECK:         linalg.generic {{.*}} ins({{%[a-z0-9_]+}}, [[SUMS]]
// CHECK:       } {sg.chunks}
// CHECK-NEXT:  return
// ENOUGH-LABEL: func.func @rows(
// ENOUGH:       [[ENOUGH:%[a-z0-9_]+]] = arith.cmpi uge, {{%[a-z0-9_]+}}, %c1048576
// ENOUGH:       [[PARTS:%[a-z0-9_]+]] = arith.select [[ENOUGH]], %c2{{[_0-9]*}}, %c1
// ENOUGH:       arith.ceildivui {{%[a-z0-9_]+}}, [[PARTS]]
// ENOUGH:       scf.parallel ({{%[a-z0-9]+}}) = ({{%[a-z0-9_]+}}) to ([[PARTS]])
func.func @rows(%x: memref<?x?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %sums = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<?xf32>)
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%sums : memref<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %next = arith.addf %s, %a : f32
    linalg.yield %next : f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  memref.dealloc %sums : memref<?xf32>
  return
}

// Each part starts from the neutral element. Partial results are added in order
// to the initial value.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<100x10xf32> {llvm.noalias}, [[S:%[a-z0-9]+]]: memref<f32>
// CHECK:       [[FOUND:%[a-z0-9_]+]] = memref.alloc() : memref<2xf32>
// CHECK:       scf.parallel ([[P:%[a-z0-9]+]]) =
// CHECK:         [[OWN:%[a-z0-9_]+]] = memref.alloc() : memref<f32>
// CHECK:         linalg.fill ins(%cst : f32) outs([[OWN]]
// CHECK:         [[SOME:%[a-z0-9_]+]] = memref.subview [[X]][{{.*}}, 0] [50, 10]
// CHECK:         linalg.generic {{.*}} ins([[SOME]] {{.*}} outs([[OWN]]
// CHECK:         [[PLACE:%[a-z0-9_]+]] = memref.subview [[FOUND]][[[P]]] [1]
// CHECK:         linalg.copy ins([[OWN]] {{.*}} outs([[PLACE]]
// CHECK:       } {sg.chunks}
// CHECK:       linalg.generic {{{.*}}iterator_types = ["reduction"]} ins([[FOUND]] {{.*}} outs([[S]]
// CHECK:         arith.addf %out, %in : f32
// CHECK:       memref.dealloc [[FOUND]]
// Too little work for two threads.
// ENOUGH-LABEL: func.func @sum(
// ENOUGH-NOT:   scf.parallel
func.func @sum(%x: memref<100x10xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<100x10xf32>) outs(%s : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %next = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %next : f32
  }
  return
}

// A sum whose order must not change.
// CHECK-LABEL: func.func @in_order(
// CHECK-NOT:   scf.parallel
// ENOUGH-LABEL: func.func @in_order(
func.func @in_order(%x: memref<100x10xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<100x10xf32>) outs(%s : memref<f32>) {
  ^bb0(%a: f32, %o: f32):
    %next = arith.addf %o, %a : f32
    linalg.yield %next : f32
  }
  return
}

// Ops that may fail.
// CHECK-LABEL: func.func @assertion(
// CHECK-NOT:   scf.parallel
func.func @assertion(%x: memref<100x100xindex> {llvm.noalias}, %y: memref<100x100xindex> {llvm.noalias}) {
  %c9 = arith.constant 9 : index
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x100xindex>) outs(%y : memref<100x100xindex>) {
  ^bb0(%a: index, %o: index):
    %ok = arith.cmpi ult, %a, %c9 : index
    cf.assert %ok, "out of range"
    linalg.yield %a : index
  }
  return
}

// Ops that read elements that other iterations write or may write: by loads, at
// other indices of the same memory, or of memory that may alias.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT:   scf.parallel
func.func @carried(%x: memref<100x100xf32> {llvm.noalias}, %y: memref<100x100xf32>, %z: memref<100x100xf32>) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%x : memref<100x100xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = memref.load %x[%j, %i] : memref<100x100xf32>
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#turned, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x100xf32>) outs(%x : memref<100x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.exp ins(%y : memref<100x100xf32>) outs(%z : memref<100x100xf32>)
  return
}

// In-place ops, and ops that load from other memory, can be divided.
// CHECK-LABEL: func.func @gather(
// CHECK:       scf.parallel
// CHECK:         memref.load
func.func @gather(%x: memref<100x100xf32> {llvm.noalias}, %t: memref<100xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%x : memref<100x100xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 1 : index
    %a = memref.load %t[%j] : memref<100xf32>
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}
