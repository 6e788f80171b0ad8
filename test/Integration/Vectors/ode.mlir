// An ordinary differential equation, y(0)' = x(0), y(i)' = x(i) y(i - 1), from
// y = 0 to time 2 in s Runge-Kutta steps of order 4, and the gradient of the
// last y in x. The test differentiates the method, not the exact solution: with
// one step, the last of eight y does not depend on x.
//
// RUN: %python %S/convert.py %t %S/Inputs/ode_*.json
//
// DEFINE: %{case} =
// DEFINE: %{check} = sg-run %s --function=gradient --tolerance=1e-9 \
// DEFINE:   --input=@%t/%{case}/input.x.npy --input=@%t/%{case}/input.s.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.primal.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.gradient_rk4.npy \
// DEFINE:   --expected-output=@%t/%{case}/expected.gradient_rk4.npy
//
// REDEFINE: %{case} = ode_n3_s2
// RUN: %{check}
// REDEFINE: %{case} = ode_n4_s5
// RUN: %{check}
// REDEFINE: %{case} = ode_n6_s10
// RUN: %{check}
// REDEFINE: %{case} = ode_n8_s1
// RUN: %{check}
// REDEFINE: %{case} = ode_n8_s20
// RUN: %{check}
// REDEFINE: %{case} = ode_n10_s50
// RUN: %{check}

// y', which is x times the vector of 1 and all of y except its last element.
func.func @slope(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %others = arith.subi %n, %c1 : index
  %empty = tensor.empty(%n) : tensor<?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %before = tensor.extract_slice %y[0] [%others] [1] : tensor<?xf64> to tensor<?xf64>
  %shifted = tensor.insert_slice %before into %ones[1] [%others] [1]
      : tensor<?xf64> into tensor<?xf64>
  %result = arith.mulf %x, %shifted : tensor<?xf64>
  return %result : tensor<?xf64>
}

// y + t y'
func.func @advance(%y: tensor<?xf64>, %t: f64, %slope: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %times = tensor.splat %t[%n] : tensor<?xf64>
  %change = arith.mulf %times, %slope : tensor<?xf64>
  %result = arith.addf %y, %change : tensor<?xf64>
  return %result : tensor<?xf64>
}

func.func @solution(%x: tensor<?xf64>, %s: i64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %six = arith.constant 6.0 : f64
  %steps = arith.index_cast %s : i64 to index
  %count = arith.sitofp %s : i64 to f64
  %h = arith.divf %two, %count : f64
  %halfStep = arith.mulf %h, %half : f64
  %sixth = arith.divf %h, %six : f64
  %third = arith.mulf %sixth, %two : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %end = scf.for %i = %c0 to %steps step %c1 iter_args(%y = %start) -> tensor<?xf64> {
    %k1 = func.call @slope(%x, %y) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y2 = func.call @advance(%y, %halfStep, %k1)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k2 = func.call @slope(%x, %y2) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y3 = func.call @advance(%y, %halfStep, %k2)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k3 = func.call @slope(%x, %y3) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %y4 = func.call @advance(%y, %h, %k3)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %k4 = func.call @slope(%x, %y4) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %0 = func.call @advance(%y, %sixth, %k1)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %1 = func.call @advance(%0, %third, %k2)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %2 = func.call @advance(%1, %third, %k3)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %next = func.call @advance(%2, %sixth, %k4)
        : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// The solution and the gradient of its last element: by one reverse pass, and
// by one forward pass per element of x.
func.func @gradient(%x: tensor<?xf64>, %s: i64)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %empty = tensor.empty(%n) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %seed = tensor.insert %one into %zeros[%last] : tensor<?xf64>
  %y, %reverse = grad.vjp @solution(%x, %s) cotangents(%seed)
      : (tensor<?xf64>, i64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %forward = scf.for %i = %c0 to %n step %c1 iter_args(%known = %empty) -> tensor<?xf64> {
    %direction = tensor.insert %one into %zeros[%i] : tensor<?xf64>
    %same, %dy = grad.jvp @solution(%x, %s) tangents(%direction)
        : (tensor<?xf64>, i64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    %slope = tensor.extract %dy[%last] : tensor<?xf64>
    %next = tensor.insert %slope into %known[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y, %reverse, %forward : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
