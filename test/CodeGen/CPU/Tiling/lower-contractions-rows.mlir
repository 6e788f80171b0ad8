// Several row loops in blocks. If windows share elements of the rows, a block
// is computed for all window positions and the whole k dimension before the
// next block starts.
// RUN: sg-opt %s --pass-pipeline="builtin.module(func.func(sg-lower-contractions{vector-bits=512 cache-bytes=200704},cse,canonicalize))" | FileCheck %s
// RUN: sg-run %s --function=image --input=2 --input=9 --input=11 --input=5 --input=3 --input=2 --input=37 --expected-output=0
// RUN: sg-run %s --function=image --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=image --input=2 --input=3 --input=3 --input=0 --input=2 --input=2 --input=4 --expected-output=0
// RUN: sg-run %s --function=image --input=0 --input=3 --input=3 --input=2 --input=2 --input=2 --input=4 --expected-output=0
// RUN: sg-run %s --function=forward --input=2 --input=9 --input=11 --input=5 --input=3 --input=2 --input=37 --expected-output=0
// RUN: sg-run %s --function=forward --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=forward --input=2 --input=3 --input=3 --input=0 --input=2 --input=2 --input=4 --expected-output=0
// RUN: sg-run %s --function=forward --input=1 --input=40 --input=37 --input=70 --input=5 --input=3 --input=33 --expected-output=0
// RUN: sg-run %s --function=filter --input=2 --input=9 --input=11 --input=5 --input=3 --input=2 --input=37 --expected-output=0
// RUN: sg-run %s --function=filter --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=filter --input=0 --input=3 --input=3 --input=2 --input=2 --input=2 --input=4 --expected-output=0
// RUN: sg-run %s --function=filter --input=3 --input=30 --input=31 --input=17 --input=3 --input=3 --input=33 --expected-output=0

#image = affine_map<(n, i, j, f, k, l, c) -> (n, i + k, j + l, c)>
#filter = affine_map<(n, i, j, f, k, l, c) -> (k, l, c, f)>
#output = affine_map<(n, i, j, f, k, l, c) -> (n, i, j, f)>
#id = affine_map<(i, j, k, l) -> (i, j, k, l)>
#none = affine_map<(i, j, k, l) -> ()>

// Three quarters of the cache hold 26 of 100 rows of the image and of the
// operand.
// CHECK-LABEL: func.func @windows_of_image(
// CHECK-SAME:    [[F:%[a-z0-9]+]]: memref<3x5x16x32xf32>, [[Y:%[a-z0-9]+]]: memref<2x100x30x32xf32>, [[X:%[a-z0-9]+]]: memref
// CHECK:         scf.for [[N:%[a-z0-9]+]] = %c0 to %c2 step %c1 {
// CHECK:           scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c100 step %c25 {
// CHECK:             scf.for [[K:%[a-z0-9]+]] = %c0 to %c3 step %c1 {
// CHECK:               scf.for [[L:%[a-z0-9]+]] = %c0 to %c5 step %c1 {
// CHECK:                 vector.maskedload [[F]]{{\[}}[[K]], [[L]],
// CHECK:                 scf.for [[ROW:%[a-z0-9]+]] = [[FIRST]] to {{%[a-z0-9]+}} step %c1 {
// CHECK:                   scf.for {{.*}} = %c0 to %c24 step %c8 {
// CHECK:                     memref.load [[Y]]{{\[}}[[N]], [[ROW]],
// CHECK:                     vector.store {{.*}}, [[X]]{{\[}}[[N]],
func.func @windows_of_image(%f: memref<3x5x16x32xf32>, %y: memref<2x100x30x32xf32>, %x: memref<2x102x34x16xf32>) {
  linalg.generic {indexing_maps = [#filter, #output, #image], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%f, %y : memref<3x5x16x32xf32>, memref<2x100x30x32xf32>) outs(%x : memref<2x102x34x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// The window's row, a k dimension outside the panel, is inside a block of rows,
// too.
// CHECK-LABEL: func.func @windows_of_terms(
// CHECK:         scf.for {{.*}} = %c0 to %c2 step %c1 {
// CHECK:           scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c100 step %c8 {
// CHECK:             scf.for {{.*}} = %c0 to %c3 step %c1 {
// CHECK:               vector.store {{.*}} : memref<500x32xf32>
// CHECK:               scf.for {{.*}} = [[FIRST]] to {{%[a-z0-9]+}} step %c1 {
// CHECK:                 scf.for {{.*}} = %c0 to %c24 step %c8 {
func.func @windows_of_terms(%x: memref<2x102x34x100xf32>, %f: memref<3x5x100x32xf32>, %y: memref<2x100x30x32xf32>) {
  linalg.generic {indexing_maps = [#image, #filter, #output], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %f : memref<2x102x34x100xf32>, memref<3x5x100x32xf32>) outs(%y : memref<2x100x30x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Without windows, blocks of rows are the inner loops; 5 of 7 matrices would
// fit, and blocks have equal sizes.
// CHECK-LABEL: func.func @shared_panel(
// CHECK:         scf.for {{.*}} = %c0 to %c3 step %c1 {
// CHECK-NEXT:      scf.for [[FIRST:%[a-z0-9]+]] = %c0 to %c7 step %c4 {
// CHECK:             scf.for {{.*}} = [[FIRST]] to {{%[a-z0-9]+}} step %c1 {
// CHECK:               scf.for {{.*}} = %c0 to %c96 step %c8 {
func.func @shared_panel(%a: memref<3x7x100x50xf32>, %b: memref<3x50x48xf32>, %c: memref<3x7x100x48xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, k, j)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<3x7x100x50xf32>, memref<3x50x48xf32>) outs(%c : memref<3x7x100x48xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

func.func private @number(%n: index, %h: index, %w: index, %c: index, %middle: i32) -> tensor<?x?x?x?xi32> {
  %r = tensor.generate %n, %h, %w, %c {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %seven = arith.constant 7 : index
    %p = arith.muli %i, %three : index
    %q = arith.muli %j, %five : index
    %s = arith.muli %k, %k : index
    %t = arith.addi %p, %q : index
    %u = arith.addi %s, %l : index
    %v = arith.addi %t, %u : index
    %x = arith.remui %v, %seven : index
    %y = arith.index_cast %x : index to i32
    %z = arith.subi %y, %middle : i32
    tensor.yield %z : i32
  } : tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}

func.func private @differences(%x: tensor<?x?x?x?xi32>, %y: tensor<?x?x?x?xi32>) -> i32 {
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %y : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %differs = arith.cmpi ne, %p, %q : i32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// The arguments: images, rows, columns and channels, the window's rows and
// columns, filters.
func.func @image(%n: index, %oh: index, %ow: index, %c: index, %kh: index, %kw: index, %f: index) -> i32 {
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fa = arith.sitofp %ga : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gb = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fb = arith.sitofp %gb : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gr = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fr = arith.sitofp %gr : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %v = linalg.generic {indexing_maps = [#filter, #output, #image],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%ga, %gb : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%gr : tensor<?x?x?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?x?x?xi32>
  %tiled = linalg.generic {indexing_maps = [#filter, #output, #image],
      iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "parallel"]}
      ins(%fa, %fb : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%fr : tensor<?x?x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?x?x?xf32>
  %u = arith.fptosi %tiled : tensor<?x?x?x?xf32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}

func.func @forward(%n: index, %oh: index, %ow: index, %c: index, %kh: index, %kw: index, %f: index) -> i32 {
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fa = arith.sitofp %ga : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gb = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fb = arith.sitofp %gb : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gr = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fr = arith.sitofp %gr : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %v = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%ga, %gb : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%gr : tensor<?x?x?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?x?x?xi32>
  %tiled = linalg.generic {indexing_maps = [#image, #filter, #output],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%fa, %fb : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%fr : tensor<?x?x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?x?x?xf32>
  %u = arith.fptosi %tiled : tensor<?x?x?x?xf32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}

func.func @filter(%n: index, %oh: index, %ow: index, %c: index, %kh: index, %kw: index, %f: index) -> i32 {
  %one = arith.constant 1 : index
  %middle = arith.constant 2 : i32
  %h0 = arith.addi %oh, %kh : index
  %h = arith.subi %h0, %one : index
  %w0 = arith.addi %ow, %kw : index
  %w = arith.subi %w0, %one : index
  %ga = func.call @number(%n, %h, %w, %c, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fa = arith.sitofp %ga : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gb = func.call @number(%n, %oh, %ow, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fb = arith.sitofp %gb : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %gr = func.call @number(%kh, %kw, %c, %f, %middle) : (index, index, index, index, i32) -> tensor<?x?x?x?xi32>
  %fr = arith.sitofp %gr : tensor<?x?x?x?xi32> to tensor<?x?x?x?xf32>
  %v = linalg.generic {indexing_maps = [#image, #output, #filter],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%ga, %gb : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%gr : tensor<?x?x?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?x?x?xi32>
  %tiled = linalg.generic {indexing_maps = [#image, #output, #filter],
      iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel", "parallel", "parallel"]}
      ins(%fa, %fb : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%fr : tensor<?x?x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?x?x?xf32>
  %u = arith.fptosi %tiled : tensor<?x?x?x?xf32> to tensor<?x?x?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) -> i32
  return %d : i32
}
