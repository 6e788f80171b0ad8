// RUN: sg-opt %s --split-input-file --verify-diagnostics

func.func @position(%call: !llvm.ptr) -> !llvm.ptr {
  // expected-error @+1 {{attribute 'position' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = runtime.result %call, -1
  return %0 : !llvm.ptr
}

// -----

func.func @size_of_none(%call: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{attribute 'position' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  runtime.set_size %call, result -2, dim 0 = %n
  return
}

// -----

func.func @dim(%call: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  runtime.set_size %call, result 0, dim -1 = %n
  return
}

// -----

func.func @size(%call: !llvm.ptr, %n: index) {
  // expected-error @+1 {{operand #1 must be 64-bit signless integer, but got 'index'}}
  "runtime.set_size"(%call, %n) {position = 0, dim = 0} : (!llvm.ptr, index) -> ()
  return
}

// -----

func.func @space(%call: !llvm.ptr<1>) {
  // expected-error @+1 {{operand #0 must be LLVM pointer in address space 0, but got '!llvm.ptr<1>'}}
  %0 = "runtime.result"(%call) {position = 0} : (!llvm.ptr<1>) -> !llvm.ptr
  return
}

// -----

func.func @memref(%call: !llvm.ptr) {
  // expected-error @+1 {{result #0 must be LLVM pointer in address space 0, but got 'memref<4xf32>'}}
  %0 = "runtime.result"(%call) {position = 0} : (!llvm.ptr) -> memref<4xf32>
  return
}
