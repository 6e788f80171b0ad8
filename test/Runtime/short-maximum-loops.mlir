// LLVM's vectorizer drops the last elements of loops with few iterations that
// compute a maximum or a minimum, if the processor has masked loads
// (docs/UpstreamFaults.md).

// RUN: sg-run %s --device=cpu --function=largest --input='9xf64=0 0 0 0 0 0 0 0 1' --expected-output=1
// RUN: sg-run %s --device=cpu --function=largest --input='9xf64=0 0 0 0 nan 0 0 0 1' --expected-output=1
// RUN: sg-run %s --device=cpu --function=smallest --input='7xf32=0 0 0 0 0 0 -1' --expected-output=f32=0.36787945
// RUN: sg-run %s --device=cpu --function=gradient --input='7xf32=0 0 0 0 0 0 -1' --expected-output='7xf32=0 0 0 0 0 0 0.36787945'
// RUN: sg-run %s --device=cpu --function=rows --input='2x15xf16=0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2' \
// RUN:   --verify-against-reference=quiet --expected-output='2xf16=9 4'
// RUN: sg-run %s --device=cpu --function=rows --threads=2 --least-work=0 --verify-against-reference=quiet
// RUN: sg-run %s --device=cpu --function=some --input='7xf32=0 0 0 0 0 0 -1' --input=index=7 --expected-output=f32=-1
// RUN: sg-run %s --device=cpu --function=some --input='7xf32=0 0 0 0 0 0 -1' --input=index=6 --expected-output=f32=0
// RUN: sg-run %s --device=cpu --function=some --input='7xf32=0 0 0 0 0 0 -1' --input=index=0 --expected-output=f32=1

func.func @largest(%x: tensor<9xf64>) -> f64 {
  %least = arith.constant -10.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%m = %least) -> f64 {
    %v = tensor.extract %x[%i] : tensor<9xf64>
    %n = arith.maxnumf %m, %v : f64
    scf.yield %n : f64
  }
  return %r : f64
}

func.func @smallest(%x: tensor<7xf32>) -> f32 {
  %most = arith.constant 10.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%m = %most) -> f32 {
    %v = tensor.extract %x[%i] : tensor<7xf32>
    %e = math.exp %v : f32
    %n = arith.minnumf %m, %e : f32
    scf.yield %n : f32
  }
  return %r : f32
}

func.func @gradient(%x: tensor<7xf32>) -> tensor<7xf32> {
  %one = arith.constant 1.0 : f32
  %r, %g = grad.vjp @smallest(%x) cotangents(%one) : (tensor<7xf32>, f32) -> (f32, tensor<7xf32>)
  return %g : tensor<7xf32>
}

func.func @rows(%x: tensor<2x15xf16>) -> tensor<2xf16> {
  %least = arith.constant dense<-10.0> : tensor<2xf16>
  %y = arith.mulf %x, %x : tensor<2x15xf16>
  %r = linalg.reduce {arith.maxnumf} ins(%y : tensor<2x15xf16>) outs(%least : tensor<2xf16>) dimensions = [1]
  return %r : tensor<2xf16>
}

// The trip count is unknown, but at most 7.
func.func @some(%x: tensor<7xf32>, %n: index) -> f32 {
  %most = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %count = arith.minui %n, %c7 : index
  %r = scf.for %i = %c0 to %count step %c1 iter_args(%m = %most) -> f32 {
    %v = tensor.extract %x[%i] : tensor<7xf32>
    %k = arith.minnumf %m, %v : f32
    scf.yield %k : f32
  }
  return %r : f32
}
