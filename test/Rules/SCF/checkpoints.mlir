// Loops with a checkpoint schedule have the same gradients as loops without.
//
// RUN: sg-run %s --function=slopes \
// RUN:   --input='3xf64=1 2 3' --input=0.7 --input=0 --expected-output=0.0 \
// RUN:   --expected-output=0.0 --expected-output=0.0 --expected-output=0.0 \
// RUN:   --expected-output=0.0 --expected-output='3xf64=1.0 1.0 1.0' \
// RUN:   --tolerance=1e-12
// RUN: sg-run %s --function=slopes \
// RUN:   --input='3xf64=1 2 3' --input=0.7 --input=1 \
// RUN:   --expected-output=0.9459442098467227 --expected-output=0.9459442098467227 \
// RUN:   --expected-output=0.9459442098467227 --expected-output=0.9459442098467227 \
// RUN:   --expected-output=0.9459442098467227 \
// RUN:   --expected-output='3xf64=1.189105807053849 0.8543486072085001 0.6535026261898441' \
// RUN:   --tolerance=1e-12
// RUN: sg-run %s --function=slopes \
// RUN:   --input='3xf64=1 2 3' --input=0.7 --input=10 \
// RUN:   --expected-output=0.012201186063468778 \
// RUN:   --expected-output=0.012201186063468778 \
// RUN:   --expected-output=0.012201186063468778 \
// RUN:   --expected-output=0.012201186063468778 \
// RUN:   --expected-output=0.012201186063468778 \
// RUN:   --expected-output='3xf64=1.002429446248052 0.9981044074563205 0.9955529984038225' \
// RUN:   --tolerance=1e-12
// RUN: sg-run %s --function=curvatures \
// RUN:   --input='3xf64=1 2 3' --input=0.7 --input=7 \
// RUN:   --expected-output=-2.74003032268536e-05 \
// RUN:   --expected-output=-2.74003032268536e-05 \
// RUN:   --expected-output=-2.74003032268536e-05 \
// RUN:   --expected-output=-2.74003032268536e-05 \
// RUN:   --expected-output=-2.74003032268536e-05 \
// RUN:   --expected-output=-2.74003032268536e-05 --tolerance=1e-11

func.func private @plain(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = arith.muli %n, %c3 : index
  %end = arith.addi %s, %c2 : index
  %r:2 = scf.for %i = %c2 to %end step %c3 iter_args(%c = %x, %k = %c0) -> (tensor<?xf64>, index) {
    %e = math.sin %c : tensor<?xf64>
    %u = arith.addi %k, %i : index
    %v = arith.index_cast %u : index to i64
    %f = arith.sitofp %v : i64 to f64
    %g = arith.divf %w, %f : f64
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %m = tensor.splat %g[%d] : tensor<?xf64>
    %p = arith.mulf %e, %m : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %u : tensor<?xf64>, index
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = linalg.reduce {arith.addf} ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %t[] : tensor<f64>
  return %y : f64
}
func.func private @d_plain(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @plain(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  return %y#1 : f64
}
func.func private @every_three(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = arith.muli %n, %c3 : index
  %end = arith.addi %s, %c2 : index
  %r:2 = scf.for %i = %c2 to %end step %c3 iter_args(%c = %x, %k = %c0) -> (tensor<?xf64>, index) {
    %e = math.sin %c : tensor<?xf64>
    %u = arith.addi %k, %i : index
    %v = arith.index_cast %u : index to i64
    %f = arith.sitofp %v : i64 to f64
    %g = arith.divf %w, %f : f64
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %m = tensor.splat %g[%d] : tensor<?xf64>
    %p = arith.mulf %e, %m : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %u : tensor<?xf64>, index
  } {grad.checkpoint_every = 3 : i64}
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = linalg.reduce {arith.addf} ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %t[] : tensor<f64>
  return %y : f64
}
func.func private @d_every_three(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @every_three(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  return %y#1 : f64
}
func.func private @every_root(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = arith.muli %n, %c3 : index
  %end = arith.addi %s, %c2 : index
  %r:2 = scf.for %i = %c2 to %end step %c3 iter_args(%c = %x, %k = %c0) -> (tensor<?xf64>, index) {
    %e = math.sin %c : tensor<?xf64>
    %u = arith.addi %k, %i : index
    %v = arith.index_cast %u : index to i64
    %f = arith.sitofp %v : i64 to f64
    %g = arith.divf %w, %f : f64
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %m = tensor.splat %g[%d] : tensor<?xf64>
    %p = arith.mulf %e, %m : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %u : tensor<?xf64>, index
  } {grad.checkpoint_every = 0 : i64}
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = linalg.reduce {arith.addf} ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %t[] : tensor<f64>
  return %y : f64
}
func.func private @d_every_root(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @every_root(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  return %y#1 : f64
}
func.func private @one_slot(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = arith.muli %n, %c3 : index
  %end = arith.addi %s, %c2 : index
  %r:2 = scf.for %i = %c2 to %end step %c3 iter_args(%c = %x, %k = %c0) -> (tensor<?xf64>, index) {
    %e = math.sin %c : tensor<?xf64>
    %u = arith.addi %k, %i : index
    %v = arith.index_cast %u : index to i64
    %f = arith.sitofp %v : i64 to f64
    %g = arith.divf %w, %f : f64
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %m = tensor.splat %g[%d] : tensor<?xf64>
    %p = arith.mulf %e, %m : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %u : tensor<?xf64>, index
  } {grad.checkpoint_slots = 1 : i64}
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = linalg.reduce {arith.addf} ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %t[] : tensor<f64>
  return %y : f64
}
func.func private @d_one_slot(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @one_slot(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  return %y#1 : f64
}
func.func private @three_slots(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = arith.muli %n, %c3 : index
  %end = arith.addi %s, %c2 : index
  %r:2 = scf.for %i = %c2 to %end step %c3 iter_args(%c = %x, %k = %c0) -> (tensor<?xf64>, index) {
    %e = math.sin %c : tensor<?xf64>
    %u = arith.addi %k, %i : index
    %v = arith.index_cast %u : index to i64
    %f = arith.sitofp %v : i64 to f64
    %g = arith.divf %w, %f : f64
    %d = tensor.dim %x, %c0 : tensor<?xf64>
    %m = tensor.splat %g[%d] : tensor<?xf64>
    %p = arith.mulf %e, %m : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %u : tensor<?xf64>, index
  } {grad.checkpoint_slots = 3 : i64}
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = linalg.reduce {arith.addf} ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %t[] : tensor<f64>
  return %y : f64
}
func.func private @d_three_slots(%x: tensor<?xf64>, %w: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @three_slots(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  return %y#1 : f64
}
// The gradient in w of each loop, and the gradient in x of the last one.
func.func @slopes(%x: tensor<?xf64>, %w: f64, %n: index) -> (f64, f64, f64, f64, f64, tensor<?xf64>) {
  %plain:3 = grad.value_and_grad @plain(%x, %w, %n) : (tensor<?xf64>, f64, index) -> (f64, tensor<?xf64>, f64)
  %every_three:3 = grad.value_and_grad @every_three(%x, %w, %n) : (tensor<?xf64>, f64, index) -> (f64, tensor<?xf64>, f64)
  %every_root:3 = grad.value_and_grad @every_root(%x, %w, %n) : (tensor<?xf64>, f64, index) -> (f64, tensor<?xf64>, f64)
  %one_slot:3 = grad.value_and_grad @one_slot(%x, %w, %n) : (tensor<?xf64>, f64, index) -> (f64, tensor<?xf64>, f64)
  %three_slots:3 = grad.value_and_grad @three_slots(%x, %w, %n) : (tensor<?xf64>, f64, index) -> (f64, tensor<?xf64>, f64)
  return %plain#2, %every_three#2, %every_root#2, %one_slot#2, %three_slots#2, %three_slots#1 : f64, f64, f64, f64, f64, tensor<?xf64>
}
// The second derivative in w: reverse over reverse, and for the last loop also
// forward over reverse.
func.func @curvatures(%x: tensor<?xf64>, %w: f64, %n: index) -> (f64, f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %plain:2 = grad.value_and_grad @d_plain(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  %every_three:2 = grad.value_and_grad @d_every_three(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  %every_root:2 = grad.value_and_grad @d_every_root(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  %one_slot:2 = grad.value_and_grad @d_one_slot(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  %three_slots:2 = grad.value_and_grad @d_three_slots(%x, %w, %n) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index) -> (f64, f64)
  %t:2 = grad.jvp @d_three_slots(%x, %w, %n) tangents(%one) {wrt = array<i64: 1>} : (tensor<?xf64>, f64, index, f64) -> (f64, f64)
  return %plain#1, %every_three#1, %every_root#1, %one_slot#1, %three_slots#1, %t#1 : f64, f64, f64, f64, f64, f64
}
