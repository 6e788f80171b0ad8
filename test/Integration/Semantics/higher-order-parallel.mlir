// Derivatives of derivatives through switches and parallel loops: f, f', f''
// and f''' in all mixtures of modes.

func.func private @sum(%t: tensor<?xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.reduce { arith.addf } ins(%t : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %s[] : tensor<f64>
  return %y : f64
}

// Each case of a switch in a loop yields a number and a tensor, of a different
// size in each case. The default case adds the stopped c, which is 8 and then
// 29 at 2: c becomes 2 x^2, 2 x^3 + 8, 2 x + (1 + 2 x^3 + 8) and x times this
// value, plus 29.
// RUN: sed s/FACT/switch/g %{orders} --input=2 --expected-output='87 81 100 96'
func.func private @switch(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %x) -> f64 {
    %r:2 = scf.index_switch %i -> f64, tensor<?xf64>
    case 0 {
      %p = arith.mulf %c, %c : f64
      %t = tensor.from_elements %p : tensor<1xf64>
      %u = tensor.cast %t : tensor<1xf64> to tensor<?xf64>
      scf.yield %p, %u : f64, tensor<?xf64>
    }
    case 2 {
      %t = tensor.from_elements %x, %c, %x : tensor<3xf64>
      %u = tensor.cast %t : tensor<3xf64> to tensor<?xf64>
      scf.yield %one, %u : f64, tensor<?xf64>
    }
    default {
      %s = grad.stop_gradient %c : f64
      %t = tensor.from_elements %s : tensor<1xf64>
      %u = tensor.cast %t : tensor<1xf64> to tensor<?xf64>
      %q = arith.mulf %c, %x : f64
      scf.yield %q, %u : f64, tensor<?xf64>
    }
    %v = func.call @sum(%r#1) : (tensor<?xf64>) -> f64
    %next = arith.addf %r#0, %v : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Every second element e of (1, x, x^2, x, 1, 1, 1), from the second on, is
// replaced by e^2 x in place: 3 + x + x^2 + 2 x^3.
// RUN: sed s/FACT/forall/g %{orders} --input=2 --expected-output='25 29 26 12'
func.func private @forall(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %p = arith.mulf %x, %x : f64
  %one = arith.constant 1.0 : f64
  %t = tensor.from_elements %one, %x, %p, %x, %one, %one, %one : tensor<7xf64>
  %d = tensor.cast %t : tensor<7xf64> to tensor<?xf64>
  %r = scf.forall (%i) = (1) to (7) step (2) shared_outs(%o = %d) -> tensor<?xf64> {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %c = tensor.extract_slice %d[%i] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %u = arith.mulf %s, %c : tensor<1xf64>
    %f = tensor.splat %x : tensor<1xf64>
    %w = arith.mulf %u, %f : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  %y = func.call @sum(%r) : (tensor<?xf64>) -> f64
  return %y : f64
}

// A loop over two dimensions writes to transposed positions, from a slice of
// lower rank. For the squares of ((1, x, x^2), (x^2, x, 1)), transposed: (x^2 +
// x^2) x^4.
// RUN: sed s/FACT/places/g %{orders} --input=2 --expected-output='128 384 960 1920'
func.func private @places(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.mulf %x, %x : f64
  %m = tensor.from_elements %one, %x, %p, %p, %x, %one : tensor<2x3xf64>
  %e = tensor.from_elements %one, %one, %one, %one, %one, %one : tensor<3x2xf64>
  %r = scf.forall (%i, %j) in (2, 3) shared_outs(%o = %e) -> tensor<3x2xf64> {
    %s = tensor.extract_slice %m[%i, %j] [1, 1] [1, 1] : tensor<2x3xf64> to tensor<f64>
    %q = arith.mulf %s, %s : tensor<f64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%j, %i] [1, 1] [1, 1] : tensor<f64> into tensor<3x2xf64>
    }
  }
  %row = tensor.extract_slice %r[1, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
  %u = tensor.cast %row : tensor<2xf64> to tensor<?xf64>
  %a = func.call @sum(%u) : (tensor<?xf64>) -> f64
  %b = tensor.extract %r[%c0, %c1] : tensor<3x2xf64>
  %y = arith.mulf %a, %b : f64
  return %y : f64
}

// One loop computes a sum, a product and a maximum for the indices 1, 3 and 5.
// The result is 9 x^2 x^4 + 5 x^2.
// RUN: sed s/FACT/parallel/g %{orders} --input=2 --expected-output='596 1748 4330 8640'
func.func private @parallel(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %m = arith.constant -1.0e3 : f64
  %r:3 = scf.parallel (%i) = (%c1) to (%c6) step (%c2) init (%zero, %x, %m) -> (f64, f64, f64) {
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f64
    %p = arith.mulf %x, %x : f64
    %t = arith.mulf %f, %p : f64
    scf.reduce(%t, %x, %t : f64, f64, f64) {
    ^bb0(%l: f64, %n: f64):
      %s = arith.addf %l, %n : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%l: f64, %n: f64):
      %s = arith.mulf %l, %n : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%l: f64, %n: f64):
      %s = arith.maximumf %l, %n : f64
      scf.reduce.return %s : f64
    }
  }
  %a = arith.mulf %r#0, %r#1 : f64
  %y = arith.addf %a, %r#2 : f64
  return %y : f64
}

// A parallel loop in a while loop in a parallel loop. The trip count of each
// inner loop is the induction variable of the loop around it: x + x^2 + x^5.
// RUN: sed s/FACT/mixed/g %{orders} --input=2 --expected-output='38 85 162 240'
func.func private @mixed(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %y = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> f64 {
    %w:2 = scf.while (%k = %c0, %c = %x) : (index, f64) -> (index, f64) {
      %more = arith.cmpi ult, %k, %i : index
      scf.condition(%more) %k, %c : index, f64
    } do {
    ^bb0(%k: index, %c: f64):
      %z = scf.parallel (%j) = (%c0) to (%k) step (%c1) init (%c) -> f64 {
        scf.reduce(%x : f64) {
        ^bb0(%l: f64, %n: f64):
          %s = arith.mulf %l, %n : f64
          scf.reduce.return %s : f64
        }
      }
      %sq = arith.mulf %z, %c : f64
      %l = arith.addi %k, %c1 : index
      scf.yield %l, %sq : index, f64
    }
    scf.reduce(%w#1 : f64) {
    ^bb0(%l: f64, %n: f64):
      %s = arith.addf %l, %n : f64
      scf.reduce.return %s : f64
    }
  }
  return %y : f64
}

// A loop carries the output of a parallel loop. The trip count is the size of
// the tensor, and each iteration has a switch: x^4 + x^2 + x.
// RUN: sed s/FACT/nested/g %{orders} --input=2 --expected-output='22 37 50 48'
func.func private @nested(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %t = tensor.from_elements %x, %one, %x : tensor<3xf64>
  %d = tensor.cast %t : tensor<3xf64> to tensor<?xf64>
  %r = scf.for %n = %c0 to %c2 step %c1 iter_args(%a = %d) -> tensor<?xf64> {
    %size = tensor.dim %a, %c0 : tensor<?xf64>
    %next = scf.forall (%i) in (%size) shared_outs(%o = %a) -> tensor<?xf64> {
      %s = tensor.extract_slice %o[%i] [1] [1] : tensor<?xf64> to tensor<1xf64>
      %q = scf.index_switch %i -> tensor<1xf64>
      case 0 {
        %v = arith.mulf %s, %s : tensor<1xf64>
        scf.yield %v : tensor<1xf64>
      }
      case 1 {
        %f = tensor.splat %x : tensor<1xf64>
        %v = arith.mulf %s, %f : tensor<1xf64>
        scf.yield %v : tensor<1xf64>
      }
      default {
        scf.yield %s : tensor<1xf64>
      }
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      }
    }
    scf.yield %next : tensor<?xf64>
  }
  %y = func.call @sum(%r) : (tensor<?xf64>) -> f64
  return %y : f64
}
