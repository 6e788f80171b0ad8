// RUN: sg-opt %s --sg-sink-scalars-into-kernels | FileCheck %s

// The kernel itself loads and computes scalars that the host would load for it;
// the host knows the step size.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<f32> {llvm.noalias}, [[RATE:%[a-z0-9]+]]: f32, [[Y:%[a-z0-9]+]]: memref<f32>
// CHECK-NOT:     memref.load
// CHECK:         gpu.launch
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][] : memref<f32>
// CHECK-NEXT:      [[P:%[a-z0-9]+]] = arith.mulf [[V]], [[RATE]] : f32
// CHECK-NEXT:      memref.store [[P]], [[Y]][] : memref<f32>
func.func @scale(%s: memref<f32> {llvm.noalias}, %rate: f32, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  %p = arith.mulf %v, %rate : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %p, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

// A math function is computed once for all kernels that need it, and not by each
// thread. Its memory, and its operands' memory, is freed after the last of them.
// CHECK-LABEL: func.func @bias(
// CHECK:         [[S:%[a-z0-9_]+]] = memref.alloc() : memref<f64>
// CHECK:         [[P:%[a-z0-9_]+]] = memref.alloc() : memref<f64>
// CHECK:         gpu.launch {{.*}} function(@bias_scalar)
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK-NEXT:      [[E:%[a-z0-9]+]] = math.exp [[V]]
// CHECK-NEXT:      memref.store [[E]], [[P]][]
// CHECK:         memref.dealloc [[S]]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.load [[P]][]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.load [[P]][]
// CHECK:         memref.dealloc [[P]]
// CHECK-NEXT:    return
func.func @bias(%y: memref<f64> {llvm.noalias}, %z: memref<f64> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<f64>
  %v = memref.load %s[] : memref<f64>
  memref.dealloc %s : memref<f64>
  %e = math.exp %v : f64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %e, %y[] : memref<f64>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %e, %z[] : memref<f64>
    gpu.terminator
  }
  return
}

// A kernel of one thread may update the element in place.
// CHECK-LABEL: func.func @count(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<i64>)
// CHECK:         gpu.launch
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK-NEXT:      [[N:%[a-z0-9]+]] = arith.addi [[V]]
// CHECK-NEXT:      memref.store [[N]], [[S]][]
func.func @count(%s: memref<i64>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %v = memref.load %s[] : memref<i64>
  %n = arith.addi %v, %one : i64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    memref.store %n, %s[] : memref<i64>
    gpu.terminator
  }
  return
}

// A kernel that writes to that memory would make threads read each other's
// values; so would a kernel in between.
// CHECK-LABEL: func.func @overwritten(
// CHECK:         [[V:%[a-z0-9]+]] = memref.load {{.*}} : memref<f32>
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.store [[V]]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.store [[V]]
func.func @overwritten(%s: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %s[] : memref<f32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

// A sum of sums is visited once, although there are 2^48 paths to it here; it
// combines values known to the host and loaded values.
// CHECK-LABEL: func.func @doubled(
// CHECK:         gpu.launch
// CHECK-COUNT-2:   memref.store
func.func @doubled(%a: f32, %x: memref<f32> {llvm.noalias}, %y: memref<2xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %x[] : memref<f32>
  %s0 = arith.addf %a, %a : f32
  %s1 = arith.addf %s0, %s0 : f32
  %s2 = arith.addf %s1, %s1 : f32
  %s3 = arith.addf %s2, %s2 : f32
  %s4 = arith.addf %s3, %s3 : f32
  %s5 = arith.addf %s4, %s4 : f32
  %s6 = arith.addf %s5, %s5 : f32
  %s7 = arith.addf %s6, %s6 : f32
  %s8 = arith.addf %s7, %s7 : f32
  %s9 = arith.addf %s8, %s8 : f32
  %s10 = arith.addf %s9, %s9 : f32
  %s11 = arith.addf %s10, %s10 : f32
  %s12 = arith.addf %s11, %s11 : f32
  %s13 = arith.addf %s12, %s12 : f32
  %s14 = arith.addf %s13, %s13 : f32
  %s15 = arith.addf %s14, %s14 : f32
  %s16 = arith.addf %s15, %s15 : f32
  %s17 = arith.addf %s16, %s16 : f32
  %s18 = arith.addf %s17, %s17 : f32
  %s19 = arith.addf %s18, %s18 : f32
  %s20 = arith.addf %s19, %s19 : f32
  %s21 = arith.addf %s20, %s20 : f32
  %s22 = arith.addf %s21, %s21 : f32
  %s23 = arith.addf %s22, %s22 : f32
  %s24 = arith.addf %s23, %s23 : f32
  %s25 = arith.addf %s24, %s24 : f32
  %s26 = arith.addf %s25, %s25 : f32
  %s27 = arith.addf %s26, %s26 : f32
  %s28 = arith.addf %s27, %s27 : f32
  %s29 = arith.addf %s28, %s28 : f32
  %s30 = arith.addf %s29, %s29 : f32
  %s31 = arith.addf %s30, %s30 : f32
  %s32 = arith.addf %s31, %s31 : f32
  %s33 = arith.addf %s32, %s32 : f32
  %s34 = arith.addf %s33, %s33 : f32
  %s35 = arith.addf %s34, %s34 : f32
  %s36 = arith.addf %s35, %s35 : f32
  %s37 = arith.addf %s36, %s36 : f32
  %s38 = arith.addf %s37, %s37 : f32
  %s39 = arith.addf %s38, %s38 : f32
  %s40 = arith.addf %s39, %s39 : f32
  %s41 = arith.addf %s40, %s40 : f32
  %s42 = arith.addf %s41, %s41 : f32
  %s43 = arith.addf %s42, %s42 : f32
  %s44 = arith.addf %s43, %s43 : f32
  %s45 = arith.addf %s44, %s44 : f32
  %s46 = arith.addf %s45, %s45 : f32
  %s47 = arith.addf %s46, %s46 : f32
  %t0 = arith.addf %v, %v : f32
  %t1 = arith.addf %t0, %t0 : f32
  %t2 = arith.addf %t1, %t1 : f32
  %t3 = arith.addf %t2, %t2 : f32
  %t4 = arith.addf %t3, %t3 : f32
  %t5 = arith.addf %t4, %t4 : f32
  %t6 = arith.addf %t5, %t5 : f32
  %t7 = arith.addf %t6, %t6 : f32
  %t8 = arith.addf %t7, %t7 : f32
  %t9 = arith.addf %t8, %t8 : f32
  %t10 = arith.addf %t9, %t9 : f32
  %t11 = arith.addf %t10, %t10 : f32
  %t12 = arith.addf %t11, %t11 : f32
  %t13 = arith.addf %t12, %t12 : f32
  %t14 = arith.addf %t13, %t13 : f32
  %t15 = arith.addf %t14, %t14 : f32
  %t16 = arith.addf %t15, %t15 : f32
  %t17 = arith.addf %t16, %t16 : f32
  %t18 = arith.addf %t17, %t17 : f32
  %t19 = arith.addf %t18, %t18 : f32
  %t20 = arith.addf %t19, %t19 : f32
  %t21 = arith.addf %t20, %t20 : f32
  %t22 = arith.addf %t21, %t21 : f32
  %t23 = arith.addf %t22, %t22 : f32
  %t24 = arith.addf %t23, %t23 : f32
  %t25 = arith.addf %t24, %t24 : f32
  %t26 = arith.addf %t25, %t25 : f32
  %t27 = arith.addf %t26, %t26 : f32
  %t28 = arith.addf %t27, %t27 : f32
  %t29 = arith.addf %t28, %t28 : f32
  %t30 = arith.addf %t29, %t29 : f32
  %t31 = arith.addf %t30, %t30 : f32
  %t32 = arith.addf %t31, %t31 : f32
  %t33 = arith.addf %t32, %t32 : f32
  %t34 = arith.addf %t33, %t33 : f32
  %t35 = arith.addf %t34, %t34 : f32
  %t36 = arith.addf %t35, %t35 : f32
  %t37 = arith.addf %t36, %t36 : f32
  %t38 = arith.addf %t37, %t37 : f32
  %t39 = arith.addf %t38, %t38 : f32
  %t40 = arith.addf %t39, %t39 : f32
  %t41 = arith.addf %t40, %t40 : f32
  %t42 = arith.addf %t41, %t41 : f32
  %t43 = arith.addf %t42, %t42 : f32
  %t44 = arith.addf %t43, %t43 : f32
  %t45 = arith.addf %t44, %t44 : f32
  %t46 = arith.addf %t45, %t45 : f32
  %t47 = arith.addf %t46, %t46 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %s47, %y[%c0] : memref<2xf32>
    memref.store %t47, %y[%c1] : memref<2xf32>
    gpu.terminator
  }
  return
}
