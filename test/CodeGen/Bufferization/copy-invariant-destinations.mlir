// An iteration that inserts into a tensor from outside the loop inserts into a
// copy: the next iteration inserts elsewhere and reads the elements that this
// iteration overwrote.
//
// RUN: sg-opt %s --sg-copy-invariant-destinations | FileCheck %s
// RUN: sg-run %s --function=filled --input='1 2 3' --expected-output='2 4 6'
// RUN: sg-run %s --function=in_place --input='3xf64=1 2 3' --input=3 --expected-output='3xf64=2 4 6'
// RUN: sg-run %s --function=in_place --input='3xf64=1 2 3' --input=0 --expected-output=3xf64=0
// RUN: sg-run %s --function=inner --input='2x2xf64=1 2 3 4' --expected-output='2x2xf64=5 10 15 20'
// RUN: sg-run %s --function=branch --input='1 2 3' --expected-output='3 4 6'
// RUN: sg-run %s --function=while --input='1 2 3' --expected-output='2 4 6'
// RUN: sg-run %s --function=call_filled --input='1 2 3' --expected-output='4 8 12'
// RUN: sg-run %s --function=carried --input='1 2 3' --expected-output='0 0 0'
// RUN: sg-run %s --function=forall --input='1 2 3' --expected-output='2 4 6'
// RUN: sg-run %s --function=slope --input='.3 .5 .7' --input='1 1 1' --tolerance=1e-14 \
// RUN:   --expected-output='1.8302739236532586 1.5728954659318548 1.2694791799649174'
// RUN: sg-run %s --function=second --input='.3 .5 .7' --input='1 2 3' --input='.1 -1 .4' --tolerance=1e-14 \
// RUN:   --expected-output='-0.05331818782014541 0 -0.9206787721102998'

// The slice is computed in a tensor.empty, which empty-tensor elimination would
// replace by a part of %x.
// CHECK-LABEL: func @filled(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf64>
// CHECK:         %[[Y:.*]] = math.absf %[[X]]
// CHECK:         scf.for
// CHECK:           %[[SLICE:.*]] = linalg.fill
// CHECK:           %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK:           tensor.insert_slice %[[SLICE]] into %[[COPY]]
func.func @filled(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = math.absf %x : tensor<3xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %start) -> tensor<3xf64> {
    %e = tensor.empty() : tensor<1xf64>
    %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
    %one = tensor.insert_slice %s into %y[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %next = arith.addf %one, %sum : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// The program itself computes the slice in a part of %x of unknown size.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>
// CHECK:           %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK:           tensor.insert_slice %{{.*}} into %[[COPY]]
func.func @in_place(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %start = tensor.splat %zero[%d] : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> tensor<?xf64> {
    %e = tensor.extract_slice %x[%i] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
    %one = tensor.insert_slice %s into %x[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    %next = arith.addf %one, %sum : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The tensor is defined in the outer loop and the inner loop inserts into it,
// through a slice.
// CHECK-LABEL: func @inner(
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = tensor.extract_slice
// CHECK:           scf.for
// CHECK:             bufferization.alloc_tensor() copy(%[[ROW]])
func.func @inner(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = math.absf %x : tensor<2x2xf64>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %y) -> tensor<2x2xf64> {
    %row = tensor.extract_slice %y[%i, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
    %rowsum = scf.for %j = %c0 to %c2 step %c1 iter_args(%c = %row) -> tensor<2xf64> {
      %e = tensor.extract_slice %row[%j] [1] [1] : tensor<2xf64> to tensor<1xf64>
      %s = linalg.map { arith.addf } ins(%e, %e : tensor<1xf64>, tensor<1xf64>) outs(%e : tensor<1xf64>)
      %one = tensor.insert_slice %s into %row[%j] [1] [1] : tensor<1xf64> into tensor<2xf64>
      %next = arith.addf %one, %c : tensor<2xf64>
      scf.yield %next : tensor<2xf64>
    }
    %old = tensor.extract_slice %sum[%i, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
    %new = arith.addf %rowsum, %old : tensor<2xf64>
    %next = tensor.insert_slice %new into %sum[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<2x2xf64>
    scf.yield %next : tensor<2x2xf64>
  }
  return %r : tensor<2x2xf64>
}

// In a branch: the first iteration passes x on unchanged.
func.func @branch(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = math.absf %x : tensor<3xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %start) -> tensor<3xf64> {
    %later = arith.cmpi ugt, %i, %c0 : index
    %one = scf.if %later -> tensor<3xf64> {
      %e = tensor.empty() : tensor<1xf64>
      %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
      %in = tensor.insert_slice %s into %y[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
      scf.yield %in : tensor<3xf64>
    } else {
      scf.yield %y : tensor<3xf64>
    }
    %next = arith.addf %one, %sum : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// CHECK-LABEL: func @while(
// CHECK:         } do {
// CHECK:           bufferization.alloc_tensor() copy
func.func @while(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = math.absf %x : tensor<3xf64>
  %r:2 = scf.while (%i = %c0, %sum = %start) : (index, tensor<3xf64>) -> (index, tensor<3xf64>) {
    %goes_on = arith.cmpi ult, %i, %c3 : index
    scf.condition(%goes_on) %i, %sum : index, tensor<3xf64>
  } do {
  ^bb0(%i: index, %sum: tensor<3xf64>):
    %e = tensor.empty() : tensor<1xf64>
    %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
    %one = tensor.insert_slice %s into %y[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %next = arith.addf %one, %sum : tensor<3xf64>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %next : index, tensor<3xf64>
  }
  return %r#1 : tensor<3xf64>
}

// The caller uses its argument after the call.
func.func private @zeroed(%n: index, %x: tensor<3xf64>, %start: tensor<3xf64>) -> tensor<3xf64> attributes {no_inline} {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> tensor<3xf64> {
    %e = tensor.empty() : tensor<1xf64>
    %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
    %one = tensor.insert_slice %s into %x[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %next = arith.addf %one, %sum : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @call_filled(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %y = math.absf %x : tensor<3xf64>
  %once = call @zeroed(%c3, %y, %start) : (index, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %twice = call @zeroed(%c3, %y, %once) : (index, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %twice : tensor<3xf64>
}

// A loop may overwrite its loop-carried values.
// CHECK-LABEL: func @carried(
// CHECK-NOT:     alloc_tensor
func.func @carried(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %x) -> tensor<3xf64> {
    %e = tensor.empty() : tensor<1xf64>
    %s = linalg.fill ins(%zero : f64) outs(%e : tensor<1xf64>) -> tensor<1xf64>
    %next = tensor.insert_slice %s into %c[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// The threads of an scf.forall may overwrite their shared outputs.
// CHECK-LABEL: func @forall(
// CHECK-NOT:     alloc_tensor
func.func @forall(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = scf.forall (%i) in (3) shared_outs(%out = %x) -> tensor<3xf64> {
    %e = tensor.extract_slice %x[%i] [1] [1] : tensor<3xf64> to tensor<1xf64>
    %s = arith.addf %e, %e : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %out[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    }
  }
  return %r : tensor<3xf64>
}

// The tangent of an inserted constant is zero.
// CHECK-LABEL: func private @replaced(
func.func private @replaced(%x: tensor<3xf64>) -> tensor<3xf64> {
  %z = arith.constant dense<0.25> : tensor<1xf64>
  %start = arith.constant dense<0.0> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %start) -> tensor<3xf64> {
    %one = tensor.insert_slice %z into %x[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %h = math.tanh %one : tensor<3xf64>
    %next = arith.addf %h, %sum : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @slope(%x: tensor<3xf64>, %dx: tensor<3xf64>) -> tensor<3xf64> {
  %v = math.absf %dx : tensor<3xf64>
  %r:2 = grad.jvp @replaced(%x) tangents(%v) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#1 : tensor<3xf64>
}

// The second derivative of a checkpointed loop.
func.func private @checkpointed(%x: tensor<3xf64>) -> tensor<3xf64> {
  %z = arith.constant dense<0.25> : tensor<1xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %x) -> tensor<3xf64> {
    %one = tensor.insert_slice %z into %x[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    %next = math.tanh %one : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  } {grad.checkpoint_every = 2 : i64}
  return %r : tensor<3xf64>
}
func.func private @gradient(%x: tensor<3xf64>, %dy: tensor<3xf64>) -> tensor<3xf64> {
  %r:2 = grad.vjp @checkpointed(%x) cotangents(%dy) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#1 : tensor<3xf64>
}
func.func @second(%x: tensor<3xf64>, %dy: tensor<3xf64>, %dx: tensor<3xf64>) -> tensor<3xf64> {
  %r:2 = grad.jvp @gradient(%x, %dy) tangents(%dx) {wrt = array<i64: 0>} : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %r#1 : tensor<3xf64>
}
