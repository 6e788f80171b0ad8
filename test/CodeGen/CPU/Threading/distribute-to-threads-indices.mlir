// Operands read by quotients or remainders of an index, or backwards.
// Upstream's tiling takes the wrong part of them (docs/UpstreamFaults.md), so
// such a loop is neither divided among threads nor fused in steps.

// RUN: sg-run %s --function=check_quotients --device=cpu --threads=1 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_quotients --device=cpu --threads=2 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_quotients --device=cpu --threads=3 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_remainders --device=cpu --threads=1 --input=50 --input=3 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_remainders --device=cpu --threads=2 --least-work=0 --input=50 --input=3 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_remainders --device=cpu --threads=3 --least-work=0 --input=50 --input=3 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_pointwise --device=cpu --threads=1 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_pointwise --device=cpu --threads=2 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_pointwise --device=cpu --threads=3 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_sum --device=cpu --threads=1 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_sum --device=cpu --threads=2 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_sum --device=cpu --threads=3 --least-work=0 --input=50 --input=17 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_backwards --device=cpu --threads=2 --least-work=0 --input=50 --verify-against-reference=quiet
// RUN: sg-run %s --function=columns_of_six --device=cpu --threads=2 --least-work=0 --input=6x4xf64=2 --input="1 2 3 4" | FileCheck %s
// RUN: sg-run %s --function=check_columns --device=cpu --threads=1 --input=50 --verify-against-reference=quiet
// RUN: sg-run %s --function=check_columns --device=cpu --threads=2 --least-work=0 --input=50 --verify-against-reference=quiet

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#element = affine_map<(i, j) -> ()>

func.func private @quotients(%a: tensor<?x40xf64>, %x: tensor<?x40xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x40xf64>) outs(%z : tensor<?xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.addf %o, %v : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 3, j)>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf64>) outs(%s : tensor<?xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.mulf %v, %o : f64
    %q = arith.addf %p, %v : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func private @remainders(%a: tensor<?x40xf64>, %x: tensor<?x40xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x40xf64>) outs(%z : tensor<?xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.addf %o, %v : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i mod 3, j)>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf64>) outs(%s : tensor<?xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.mulf %v, %o : f64
    %q = arith.addf %p, %v : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func private @pointwise(%a: tensor<?x40xf64>, %x: tensor<?x40xf64>, %z: tensor<?xf64>) -> (tensor<?x40xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x40xf64>
  %e = tensor.empty(%n) : tensor<?x40xf64>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i floordiv 3, j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x : tensor<?x40xf64>, tensor<?x40xf64>) outs(%e : tensor<?x40xf64>) {
  ^bb0(%v: f64, %w: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    %q = math.sin %p : f64
    linalg.yield %q : f64
  } -> tensor<?x40xf64>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<?x40xf64>) outs(%z : tensor<?xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.maximumf %v, %o : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %r : tensor<?x40xf64>, tensor<?xf64>) outs(%e : tensor<?x40xf64>) {
  ^bb0(%v: f64, %m: f64, %o: f64):
    %p = arith.subf %v, %m : f64
    %q = math.exp %p : f64
    linalg.yield %q : f64
  } -> tensor<?x40xf64>
  return %d, %r : tensor<?x40xf64>, tensor<?xf64>
}

func.func private @sum(%a: tensor<?x40xf64>, %x: tensor<?x40xf64>, %z: tensor<?xf64>) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i floordiv 3, j)>, #element], iterator_types = ["reduction", "reduction"]}
      ins(%a, %x : tensor<?x40xf64>, tensor<?x40xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%v: f64, %w: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    %q = math.sin %p : f64
    %s = arith.addf %q, %o fastmath<reassoc> : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

func.func private @backwards(%a: tensor<50x40xf64>, %x: tensor<50x40xf64>, %z: tensor<?xf64>) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (-i + 49, j)>, #element], iterator_types = ["reduction", "reduction"]}
      ins(%a, %x : tensor<50x40xf64>, tensor<50x40xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%v: f64, %w: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    %q = math.sin %p : f64
    %s = arith.addf %q, %o fastmath<reassoc> : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// The indexed loop is not the divided one: each tile covers all of it.
// CHECK: result[0]: 6x4xf64=[8 6 4 2][8 6 4 2][8 6 4 2][8 6 4 2][8 6 4 2][8 6 4 2]
func.func @columns_of_six(%a: tensor<6x4xf64>, %x: tensor<4xf64>) -> tensor<6x4xf64> {
  %e = tensor.empty() : tensor<6x4xf64>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (-j + 3)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x : tensor<6x4xf64>, tensor<4xf64>) outs(%e : tensor<6x4xf64>) {
  ^bb0(%v: f64, %w: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    linalg.yield %p : f64
  } -> tensor<6x4xf64>
  return %r : tensor<6x4xf64>
}

func.func private @columns(%a: tensor<?x40xf64>, %x: tensor<40xf64>, %y: tensor<80xf64>) -> tensor<?x40xf64> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %a, %zero : tensor<?x40xf64>
  %e = tensor.empty(%n) : tensor<?x40xf64>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (-j + 39)>, affine_map<(i, j) -> (j floordiv 2)>, affine_map<(i, j) -> (j * 2 + 1)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x, %x, %y : tensor<?x40xf64>, tensor<40xf64>, tensor<40xf64>, tensor<80xf64>) outs(%e : tensor<?x40xf64>) {
  ^bb0(%v: f64, %w: f64, %u: f64, %t: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    %q = arith.subf %p, %u : f64
    %s = arith.addf %q, %t : f64
    linalg.yield %s : f64
  } -> tensor<?x40xf64>
  return %r : tensor<?x40xf64>
}

func.func private @values(%n: index) -> tensor<?x40xf64> {
  %e = tensor.empty(%n) : tensor<?x40xf64>
  %v = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x40xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c7 = arith.constant 7 : index
    %a = arith.muli %i, %c7 : index
    %b = arith.addi %a, %j : index
    %c = arith.index_cast %b : index to i64
    %d = arith.sitofp %c : i64 to f64
    %s = math.sin %d : f64
    linalg.yield %s : f64
  } -> tensor<?x40xf64>
  return %v : tensor<?x40xf64>
}

func.func @check_quotients(%n: index, %m: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %x = func.call @values(%m) : (index) -> tensor<?x40xf64>
  %z = tensor.splat %one[%n] : tensor<?xf64>
  %r = func.call @quotients(%a, %x, %z) : (tensor<?x40xf64>, tensor<?x40xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @check_remainders(%n: index, %m: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %x = func.call @values(%m) : (index) -> tensor<?x40xf64>
  %z = tensor.splat %one[%n] : tensor<?xf64>
  %r = func.call @remainders(%a, %x, %z) : (tensor<?x40xf64>, tensor<?x40xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @check_pointwise(%n: index, %m: index) -> (tensor<?x40xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %x = func.call @values(%m) : (index) -> tensor<?x40xf64>
  %z = tensor.splat %one[%n] : tensor<?xf64>
  %r:2 = func.call @pointwise(%a, %x, %z) : (tensor<?x40xf64>, tensor<?x40xf64>, tensor<?xf64>) -> (tensor<?x40xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?x40xf64>, tensor<?xf64>
}

func.func @check_sum(%n: index, %m: index) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %x = func.call @values(%m) : (index) -> tensor<?x40xf64>
  %z = tensor.splat %one[%n] : tensor<?xf64>
  %r = func.call @sum(%a, %x, %z) : (tensor<?x40xf64>, tensor<?x40xf64>, tensor<?xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

func.func @check_backwards(%n: index) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %b = tensor.cast %a : tensor<?x40xf64> to tensor<50x40xf64>
  %z = tensor.splat %one[%n] : tensor<?xf64>
  %r = func.call @backwards(%b, %b, %z) : (tensor<50x40xf64>, tensor<50x40xf64>, tensor<?xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

func.func @check_columns(%n: index) -> tensor<?x40xf64> {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %a = func.call @values(%n) : (index) -> tensor<?x40xf64>
  %b = func.call @values(%one) : (index) -> tensor<?x40xf64>
  %c = tensor.cast %b : tensor<?x40xf64> to tensor<1x40xf64>
  %x = tensor.collapse_shape %c [[0, 1]] : tensor<1x40xf64> into tensor<40xf64>
  %d = func.call @values(%two) : (index) -> tensor<?x40xf64>
  %e = tensor.cast %d : tensor<?x40xf64> to tensor<2x40xf64>
  %y = tensor.collapse_shape %e [[0, 1]] : tensor<2x40xf64> into tensor<80xf64>
  %r = func.call @columns(%a, %x, %y) : (tensor<?x40xf64>, tensor<40xf64>, tensor<80xf64>) -> tensor<?x40xf64>
  return %r : tensor<?x40xf64>
}
