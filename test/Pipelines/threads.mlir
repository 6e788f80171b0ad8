// Several threads compute the same results as one, up to rounding: for odd
// sizes, one and zero, in each precision, for even and uneven parts. Parts
// determine the order of sums, also in the tiles of products. Products of bf16
// are not tiled. The vector library, whose tails libm computes, is not used.
// The derivative of a quotient by a sum subtracts nearly equal numbers, so
// errors of fifty units in the last place are possible.

// DEFINE: %{size} =
// DEFINE: %{type} =
// DEFINE: %{tolerance} =
// DEFINE: %{run} = sg-run %t.%{type}.mlir --device=cpu --function=step --input=%{size}x%{type}=0.25
// DEFINE: %{same} = %{run} --input=9x5x%{type}=0.5 --least-work=0 --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// DEFINE: %{compare} = %{run} --input=9x5x%{type}=0.5 --threads=1 --output=@%t.0.npy --output=@%t.1.npy && \
// DEFINE:   %{same} --threads=2 --tolerance=%{tolerance} && %{same} --threads=3 --tolerance=%{tolerance}

// RUN: sed 's/TYPE/f32/g; s/ZERO/0.0/g' %s > %t.f32.mlir
// RUN: sed 's/TYPE/f64/g; s/ZERO/0.0/g' %s > %t.f64.mlir
// RUN: sed 's/TYPE/bf16/g; s/ZERO/0.0/g' %s > %t.bf16.mlir

// REDEFINE: %{size} = 0x9
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 6e-6
// RUN: %{compare}
// REDEFINE: %{size} = 1x9
// RUN: %{compare}
// REDEFINE: %{size} = 2x9
// RUN: %{compare}
// REDEFINE: %{size} = 67x9
// RUN: %{compare}
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-14
// RUN: %{compare}
// REDEFINE: %{size} = 0x9
// RUN: %{compare}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 0
// RUN: %{compare}
// REDEFINE: %{size} = 35x9
// RUN: %{compare}

// A sum over parts is the same in each run, and close to the sum of one thread.
// DEFINE: %{sum} = sg-run %t.f32.mlir --device=cpu --function=sum --input=1001x7xf32=0.3 --least-work=0
// RUN: %{sum} --threads=1 --output=@%t.one.npy
// RUN: %{sum} --threads=3 --output=@%t.three.npy --expected-output=@%t.one.npy --tolerance=1e-5
// RUN: %{sum} --threads=3 --output=@%t.again.npy
// RUN: cmp %t.three.npy %t.again.npy
// The result is the same if OpenMP starts fewer threads than there are parts.
// RUN: env OMP_THREAD_LIMIT=1 OMP_DISPLAY_WARNINGS=0 KMP_WARNINGS=0 %{sum} --threads=3 --output=@%t.again.npy
// RUN: cmp %t.three.npy %t.again.npy
// RUN: sg-run %t.f32.mlir --device=cpu --function=sum --input=0x7xf32=1 --least-work=0 --threads=3 --expected-output=0 --tolerance=0

// Each element equals its index.
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>
func.func private @vary(%x: tensor<?x?xTYPE>) -> tensor<?x?xTYPE> {
  %0 = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x?xTYPE>) {
  ^bb0(%a: TYPE):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c7 = arith.constant 7 : index
    %k = arith.muli %i, %c7 : index
    %l = arith.addi %k, %j : index
    %c17 = arith.constant 17 : index
    %m = arith.remui %l, %c17 : index
    %n = arith.index_cast %m : index to i32
    %f = arith.sitofp %n : i32 to TYPE
    %v = arith.mulf %f, %a : TYPE
    linalg.yield %v : TYPE
  } -> tensor<?x?xTYPE>
  return %0 : tensor<?x?xTYPE>
}

// The layer is a product, a function of the product, the row sums, and the
// quotients by these sums.
func.func private @layer(%x: tensor<?x9xTYPE>, %w: tensor<9x5xTYPE>) -> tensor<?x5xTYPE> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant ZERO : TYPE
  %n = tensor.dim %x, %c0 : tensor<?x9xTYPE>
  %e = tensor.empty(%n) : tensor<?x5xTYPE>
  %f = linalg.fill ins(%zero : TYPE) outs(%e : tensor<?x5xTYPE>) -> tensor<?x5xTYPE>
  %p = linalg.matmul ins(%x, %w : tensor<?x9xTYPE>, tensor<9x5xTYPE>) outs(%f : tensor<?x5xTYPE>) -> tensor<?x5xTYPE>
  %h = math.sqrt %p : tensor<?x5xTYPE>
  %re = tensor.empty(%n) : tensor<?xTYPE>
  %rf = linalg.fill ins(%zero : TYPE) outs(%re : tensor<?xTYPE>) -> tensor<?xTYPE>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%h : tensor<?x5xTYPE>) outs(%rf : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %o: TYPE):
    %next = arith.addf %o, %a : TYPE
    linalg.yield %next : TYPE
  } -> tensor<?xTYPE>
  %q = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%h, %s : tensor<?x5xTYPE>, tensor<?xTYPE>) outs(%e : tensor<?x5xTYPE>) {
  ^bb0(%a: TYPE, %b: TYPE, %o: TYPE):
    %y = arith.divf %a, %b : TYPE
    linalg.yield %y : TYPE
  } -> tensor<?x5xTYPE>
  return %q : tensor<?x5xTYPE>
}

func.func @step(%x0: tensor<?x9xTYPE>, %w0: tensor<9x5xTYPE>) -> (tensor<?x5xTYPE>, tensor<?x9xTYPE>) {
  %x1 = tensor.cast %x0 : tensor<?x9xTYPE> to tensor<?x?xTYPE>
  %x2 = func.call @vary(%x1) : (tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %x = tensor.cast %x2 : tensor<?x?xTYPE> to tensor<?x9xTYPE>
  %w1 = tensor.cast %w0 : tensor<9x5xTYPE> to tensor<?x?xTYPE>
  %w2 = func.call @vary(%w1) : (tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %w = tensor.cast %w2 : tensor<?x?xTYPE> to tensor<9x5xTYPE>
  %y = func.call @layer(%x, %w) : (tensor<?x9xTYPE>, tensor<9x5xTYPE>) -> tensor<?x5xTYPE>
  %again:2 = grad.vjp @layer(%x, %w) cotangents(%y) {wrt = array<i64: 0>}
      : (tensor<?x9xTYPE>, tensor<9x5xTYPE>, tensor<?x5xTYPE>) -> (tensor<?x5xTYPE>, tensor<?x9xTYPE>)
  return %again#0, %again#1 : tensor<?x5xTYPE>, tensor<?x9xTYPE>
}

func.func @sum(%x0: tensor<?x?xTYPE>) -> tensor<TYPE> {
  %zero = arith.constant ZERO : TYPE
  %x = func.call @vary(%x0) : (tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %e = tensor.empty() : tensor<TYPE>
  %f = linalg.fill ins(%zero : TYPE) outs(%e : tensor<TYPE>) -> tensor<TYPE>
  %s = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xTYPE>) outs(%f : tensor<TYPE>) {
  ^bb0(%a: TYPE, %o: TYPE):
    %sq = arith.mulf %a, %a : TYPE
    %next = arith.addf %o, %sq : TYPE
    linalg.yield %next : TYPE
  } -> tensor<TYPE>
  return %s : tensor<TYPE>
}
