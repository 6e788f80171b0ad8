// A particle flies past two charges. The program finds the position of the
// second charge for which the particle lands at x = 0. The force is minus the
// gradient of a potential. Euler steps run until the particle is on the ground;
// gradient descent minimizes the square of the landing position. The outer
// derivative (of the landing) and the inner derivative (of the potential) are
// each in forward (f) or reverse (r) mode. The outer derivative differentiates
// a loop of unknown trip count that contains the inner one.
//
// RUN: %python %S/convert.py %t %S/Inputs/particle.json
//
// DEFINE: %{outer} =
// DEFINE: %{inner} =
// DEFINE: %{check} = sed -e s/OUTER/%{outer}/ -e s/INNER/%{inner}/ %s > %t.mlir && \
// DEFINE:   sg-run %t.mlir --function=minimum --tolerance=1e-9 \
// DEFINE:     --input=@%t/particle/input.w.npy \
// DEFINE:     --expected-output=@%t/particle/expected.%{outer}%{inner}.npy \
// DEFINE:     --expected-output=3.1990790025082 --expected-output=-19.404636450028185
//
// REDEFINE: %{outer} = f
// REDEFINE: %{inner} = f
// RUN: %{check}
// REDEFINE: %{inner} = r
// RUN: %{check}
// REDEFINE: %{outer} = r
// RUN: %{check}
// REDEFINE: %{inner} = f
// RUN: %{check}

// One over the distance from (10, height).
func.func @attraction(%x: f64, %y: f64, %height: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %ten = arith.constant 10.0 : f64
  %dx = arith.subf %x, %ten : f64
  %dy = arith.subf %y, %height : f64
  %xx = arith.mulf %dx, %dx : f64
  %yy = arith.mulf %dy, %dy : f64
  %square = arith.addf %xx, %yy : f64
  %distance = math.sqrt %square : f64
  %result = arith.divf %one, %distance : f64
  return %result : f64
}

// The potential of charges at (10, 10 - w) and at (10, 0).
func.func @potential(%x: f64, %y: f64, %w: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ten = arith.constant 10.0 : f64
  %height = arith.subf %ten, %w : f64
  %upper = call @attraction(%x, %y, %height) : (f64, f64, f64) -> f64
  %lower = call @attraction(%x, %y, %zero) : (f64, f64, f64) -> f64
  %sum = arith.addf %upper, %lower : f64
  return %sum : f64
}

func.func @force_r(%x: f64, %y: f64, %w: f64) -> (f64, f64) {
  %p, %dx, %dy = grad.value_and_grad @potential(%x, %y, %w) {wrt = array<i64: 0, 1>}
      : (f64, f64, f64) -> (f64, f64, f64)
  %fx = arith.negf %dx : f64
  %fy = arith.negf %dy : f64
  return %fx, %fy : f64, f64
}

func.func @force_f(%x: f64, %y: f64, %w: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %p, %dx = grad.jvp @potential(%x, %y, %w) tangents(%one) {wrt = array<i64: 0>}
      : (f64, f64, f64, f64) -> (f64, f64)
  %q, %dy = grad.jvp @potential(%x, %y, %w) tangents(%one) {wrt = array<i64: 1>}
      : (f64, f64, f64, f64) -> (f64, f64)
  %fx = arith.negf %dx : f64
  %fy = arith.negf %dy : f64
  return %fx, %fy : f64, f64
}

// The square of the landing position of a particle that starts at (0, 8) with
// speed (0.75, 0).
func.func @landing(%w: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %dt = arith.constant 0.1 : f64
  %x0 = arith.constant 0.0 : f64
  %y0 = arith.constant 8.0 : f64
  %vx0 = arith.constant 0.75 : f64
  %vy0 = arith.constant 0.0 : f64
  %end:4 = scf.while (%x = %x0, %y = %y0, %vx = %vx0, %vy = %vy0)
      : (f64, f64, f64, f64) -> (f64, f64, f64, f64) {
    %fall = arith.mulf %dt, %vy : f64
    %next = arith.addf %y, %fall : f64
    %flies = arith.cmpf ogt, %next, %zero : f64
    scf.condition(%flies) %x, %y, %vx, %vy : f64, f64, f64, f64
  } do {
  ^bb0(%x: f64, %y: f64, %vx: f64, %vy: f64):
    %fx, %fy = func.call @force_INNER(%x, %y, %w) : (f64, f64, f64) -> (f64, f64)
    %0 = arith.mulf %dt, %vx : f64
    %1 = arith.mulf %dt, %vy : f64
    %2 = arith.mulf %dt, %fx : f64
    %3 = arith.mulf %dt, %fy : f64
    %nextX = arith.addf %x, %0 : f64
    %nextY = arith.addf %y, %1 : f64
    %nextVx = arith.addf %vx, %2 : f64
    %nextVy = arith.addf %vy, %3 : f64
    scf.yield %nextX, %nextY, %nextVx, %nextVy : f64, f64, f64, f64
  }
  // The remaining fraction of the last step.
  %negated = arith.negf %end#1 : f64
  %rest = arith.divf %negated, %end#3 : f64
  %way = arith.mulf %rest, %end#2 : f64
  %landed = arith.addf %end#0, %way : f64
  %square = arith.mulf %landed, %landed : f64
  return %square : f64
}

func.func @slope_r(%w: f64) -> (f64, f64) {
  %square, %slope = grad.value_and_grad @landing(%w) : (f64) -> (f64, f64)
  return %square, %slope : f64, f64
}

func.func @slope_f(%w: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %square, %slope = grad.jvp @landing(%w) tangents(%one) : (f64, f64) -> (f64, f64)
  return %square, %slope : f64, f64
}

// The minimum by gradient descent from w. The step size doubles after ten
// accepted steps and halves if the square would not decrease. The descent ends
// when the derivative or the step size is 1e-5 or less. Also returns the square
// and its derivative at the start.
func.func @minimum(%start: f64) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %half = arith.constant 0.5 : f64
  %two = arith.constant 2.0 : f64
  %small = arith.constant 1.0e-5 : f64
  %square, %slope = call @slope_OUTER(%start) : (f64) -> (f64, f64)
  %end:5 = scf.while (%w = %start, %f = %square, %g = %slope, %eta = %small, %taken = %c0)
      : (f64, f64, f64, f64, i32) -> (f64, f64, f64, f64, i32) {
    %step = arith.mulf %eta, %g : f64
    %next = arith.subf %w, %step : f64
    %way = arith.subf %w, %next : f64
    %length = math.absf %way : f64
    %steepness = math.absf %g : f64
    %moves = arith.cmpf ogt, %length, %small : f64
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %steep = arith.cmpf ogt, %steepness, %small : f64
    %either = arith.ori %moves, %grows : i1
    %goes = arith.andi %steep, %either : i1
    scf.condition(%goes) %w, %f, %g, %eta, %taken : f64, f64, f64, f64, i32
  } do {
  ^bb0(%w: f64, %f: f64, %g: f64, %eta: f64, %taken: i32):
    %grows = arith.cmpi eq, %taken, %c10 : i32
    %then:5 = scf.if %grows -> (f64, f64, f64, f64, i32) {
      %longer = arith.mulf %eta, %two : f64
      scf.yield %w, %f, %g, %longer, %c0 : f64, f64, f64, f64, i32
    } else {
      %step = arith.mulf %eta, %g : f64
      %next = arith.subf %w, %step : f64
      %nextF, %nextG = func.call @slope_OUTER(%next) : (f64) -> (f64, f64)
      %less = arith.cmpf olt, %nextF, %f : f64
      %kept:5 = scf.if %less -> (f64, f64, f64, f64, i32) {
        %more = arith.addi %taken, %c1 : i32
        scf.yield %next, %nextF, %nextG, %eta, %more : f64, f64, f64, f64, i32
      } else {
        %shorter = arith.mulf %eta, %half : f64
        scf.yield %w, %f, %g, %shorter, %c0 : f64, f64, f64, f64, i32
      }
      scf.yield %kept#0, %kept#1, %kept#2, %kept#3, %kept#4 : f64, f64, f64, f64, i32
    }
    scf.yield %then#0, %then#1, %then#2, %then#3, %then#4 : f64, f64, f64, f64, i32
  }
  return %end#0, %square, %slope : f64, f64, f64
}
