// Matrix products with all transpositions, added to the initial result. The
// elements are small integers, so sums are exact in each type and in any order:
// @main counts elements that differ from sums in program order. M, N, K are
// sizes, T is the element type, CONVERT and DIFFERS are its ops.

#x = affine_map<(i, j, k) -> (i, k)>
#xt = affine_map<(i, j, k) -> (k, i)>
#y = affine_map<(i, j, k) -> (k, j)>
#yt = affine_map<(i, j, k) -> (j, k)>
#z = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#none = affine_map<(i, j) -> ()>

// The elements of the operands and of the initial result, from -3 to 3.
func.func private @left(%i: index, %k: index) -> i32 {
  %c4 = arith.constant 4 : index
  %p = arith.muli %i, %c4 : index
  %s = arith.addi %p, %k : index
  %n = func.call @small(%s) : (index) -> i32
  return %n : i32
}
func.func private @right(%k: index, %j: index) -> i32 {
  %c2 = arith.constant 2 : index
  %p = arith.muli %j, %c2 : index
  %q = arith.muli %k, %k : index
  %s = arith.addi %p, %q : index
  %n = func.call @small(%s) : (index) -> i32
  return %n : i32
}
func.func private @old(%i: index, %j: index) -> i32 {
  %s = arith.addi %i, %j : index
  %n = func.call @small(%s) : (index) -> i32
  return %n : i32
}
func.func private @small(%s: index) -> i32 {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %r = arith.remui %s, %c7 : index
  %d = arith.subi %r, %c3 : index
  %n = arith.index_cast %d : index to i32
  return %n : i32
}

func.func @main(%m: index, %n: index, %k: index) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant dense<0> : tensor<i32>
  %ex = tensor.empty(%m, %k) : tensor<?x?xT>
  %dx = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ex : tensor<?x?xT>) {
  ^bb0(%out: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = func.call @left(%i, %j) : (index, index) -> i32
    %v = arith.CONVERT %e : i32 to T
    linalg.yield %v : T
  } -> tensor<?x?xT>
  %ext = tensor.empty(%k, %m) : tensor<?x?xT>
  %dxt = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ext : tensor<?x?xT>) {
  ^bb0(%out: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = func.call @left(%j, %i) : (index, index) -> i32
    %v = arith.CONVERT %e : i32 to T
    linalg.yield %v : T
  } -> tensor<?x?xT>
  %ey = tensor.empty(%k, %n) : tensor<?x?xT>
  %dy = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ey : tensor<?x?xT>) {
  ^bb0(%out: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = func.call @right(%i, %j) : (index, index) -> i32
    %v = arith.CONVERT %e : i32 to T
    linalg.yield %v : T
  } -> tensor<?x?xT>
  %eyt = tensor.empty(%n, %k) : tensor<?x?xT>
  %dyt = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%eyt : tensor<?x?xT>) {
  ^bb0(%out: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = func.call @right(%j, %i) : (index, index) -> i32
    %v = arith.CONVERT %e : i32 to T
    linalg.yield %v : T
  } -> tensor<?x?xT>
  %ez = tensor.empty(%m, %n) : tensor<?x?xT>
  %dz = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%ez : tensor<?x?xT>) {
  ^bb0(%out: T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %e = func.call @old(%i, %j) : (index, index) -> i32
    %v = arith.CONVERT %e : i32 to T
    linalg.yield %v : T
  } -> tensor<?x?xT>
  %x = tensor.cast %dx : tensor<?x?xT> to tensor<MxKxT>
  %xt = tensor.cast %dxt : tensor<?x?xT> to tensor<KxMxT>
  %y = tensor.cast %dy : tensor<?x?xT> to tensor<KxNxT>
  %yt = tensor.cast %dyt : tensor<?x?xT> to tensor<NxKxT>
  %z = tensor.cast %dz : tensor<?x?xT> to tensor<MxNxT>
  %nn = linalg.contract indexing_maps = [#x, #y, #z] ins(%x, %y : tensor<MxKxT>, tensor<KxNxT>) outs(%z : tensor<MxNxT>) -> tensor<MxNxT>
  %nt = linalg.contract indexing_maps = [#x, #yt, #z] ins(%x, %yt : tensor<MxKxT>, tensor<NxKxT>) outs(%z : tensor<MxNxT>) -> tensor<MxNxT>
  %tn = linalg.contract indexing_maps = [#xt, #y, #z] ins(%xt, %y : tensor<KxMxT>, tensor<KxNxT>) outs(%z : tensor<MxNxT>) -> tensor<MxNxT>
  %tt = linalg.contract indexing_maps = [#xt, #yt, #z] ins(%xt, %yt : tensor<KxMxT>, tensor<NxKxT>) outs(%z : tensor<MxNxT>) -> tensor<MxNxT>
  %wrong:4 = linalg.generic {indexing_maps = [#all, #all, #all, #all, #none, #none, #none, #none], iterator_types = ["reduction", "reduction"]}
      ins(%nn, %nt, %tn, %tt : tensor<MxNxT>, tensor<MxNxT>, tensor<MxNxT>, tensor<MxNxT>)
      outs(%none, %none, %none, %none : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  ^bb0(%a: T, %b: T, %c: T, %d: T, %wa: i32, %wb: i32, %wc: i32, %wd: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %start = func.call @old(%i, %j) : (index, index) -> i32
    %expected = scf.for %l = %c0 to %k step %c1 iter_args(%s = %start) -> (i32) {
      %f = func.call @left(%i, %l) : (index, index) -> i32
      %g = func.call @right(%l, %j) : (index, index) -> i32
      %p = arith.muli %f, %g : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    %e = arith.CONVERT %expected : i32 to T
    %da = arith.DIFFERS %a, %e : T
    %db = arith.DIFFERS %b, %e : T
    %dc = arith.DIFFERS %c, %e : T
    %dd = arith.DIFFERS %d, %e : T
    %ia = arith.extui %da : i1 to i32
    %ib = arith.extui %db : i1 to i32
    %ic = arith.extui %dc : i1 to i32
    %id = arith.extui %dd : i1 to i32
    %na = arith.addi %wa, %ia : i32
    %nb = arith.addi %wb, %ib : i32
    %nc = arith.addi %wc, %ic : i32
    %nd = arith.addi %wd, %id : i32
    linalg.yield %na, %nb, %nc, %nd : i32, i32, i32, i32
  } -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  %0 = tensor.extract %wrong#0[] : tensor<i32>
  %1 = tensor.extract %wrong#1[] : tensor<i32>
  %2 = tensor.extract %wrong#2[] : tensor<i32>
  %3 = tensor.extract %wrong#3[] : tensor<i32>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
