// Slices: the cotangents of several slices accumulate in one tensor, in place.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// The first contribution is inserted into a zero of the dynamic size. The next
// one is added to the present elements, since the slices may overlap.
// CHECK-LABEL: func.func private @slices_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: tensor<?xf32>, [[K:%[a-z0-9]+]]: index, [[CT:%[a-z0-9]+]]: tensor<2xf32>)
// CHECK:         [[SIZE:%[a-z0-9_]+]] = tensor.dim [[X]]
// CHECK:         [[EMPTY:%[a-z0-9_]+]] = tensor.empty([[SIZE]])
// CHECK:         [[ZERO:%[a-z0-9_]+]] = linalg.fill {{.*}} outs([[EMPTY]] :
// CHECK:         [[FIRST:%[a-z0-9_]+]] = tensor.insert_slice [[CT]] into [[ZERO]][0] [2] [1]
// CHECK:         [[OLD:%[a-z0-9_]+]] = tensor.extract_slice [[FIRST]]{{\[}}[[K]]] [2] [3]
// CHECK:         [[SUM:%[a-z0-9_]+]] = arith.addf [[OLD]], [[CT]]
// CHECK:         [[DX:%[a-z0-9_]+]] = tensor.insert_slice [[SUM]] into [[FIRST]]{{\[}}[[K]]] [2] [3]
// CHECK:         return {{%[a-z0-9_]+}}, [[DX]]
func.func private @slices(%x: tensor<?xf32>, %k: index) -> tensor<2xf32> {
  %a = tensor.extract_slice %x[%k] [2] [3] : tensor<?xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %y = arith.addf %a, %b : tensor<2xf32>
  return %y : tensor<2xf32>
}

// A source of lower rank at a dynamic offset. Forward: the tangent of the
// source is inserted into the tangent of the destination, here a zero.
// CHECK-LABEL: func.func private @insert_slice_jvp(
// CHECK-SAME:    [[K:%[a-z0-9]+]]: index, [[DX:%[a-z0-9]+]]: tensor<3xf32>)
// CHECK:         [[ZERO:%[a-z0-9_]+]] = linalg.fill
// CHECK:         tensor.insert_slice [[DX]] into [[ZERO]]{{\[}}[[K]], 1] [3, 1] [1, 1]
//
// Reverse: a slice of the cotangent, and the cotangent with zeros in that
// slice.
// CHECK-LABEL: func.func private @insert_slice_vjp(
// CHECK-SAME:    [[K:%[a-z0-9]+]]: index, [[CT:%[a-z0-9]+]]: tensor<4x5xf32>)
// CHECK:         [[DX:%[a-z0-9_]+]] = tensor.extract_slice [[CT]]{{\[}}[[K]], 1] [3, 1] [1, 1] : tensor<4x5xf32> to tensor<3xf32>
// CHECK:         [[ZERO:%[a-z0-9_]+]] = linalg.fill
// CHECK:         [[DZ:%[a-z0-9_]+]] = tensor.insert_slice [[ZERO]] into [[CT]]{{\[}}[[K]], 1] [3, 1] [1, 1]
// CHECK:         return {{%[a-z0-9_]+}}, [[DX]], [[DZ]]
func.func private @insert_slice(%x: tensor<3xf32>, %z: tensor<4x5xf32>, %k: index) -> tensor<4x5xf32> {
  %y = tensor.insert_slice %x into %z[%k, 1] [3, 1] [1, 1] : tensor<3xf32> into tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

func.func @requests(%x: tensor<?xf32>, %k: index, %c: tensor<2xf32>, %s: tensor<3xf32>, %z: tensor<4x5xf32>)
    -> (tensor<?xf32>, tensor<4x5xf32>, tensor<3xf32>, tensor<4x5xf32>) {
  %a, %dx = grad.vjp @slices(%x, %k) cotangents(%c)
      : (tensor<?xf32>, index, tensor<2xf32>) -> (tensor<2xf32>, tensor<?xf32>)
  %d, %ds, %dz = grad.vjp @insert_slice(%s, %z, %k) cotangents(%z)
      : (tensor<3xf32>, tensor<4x5xf32>, index, tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<3xf32>, tensor<4x5xf32>)
  %b, %t = grad.jvp @insert_slice(%s, %z, %k) tangents(%s) {wrt = array<i64: 0>}
      : (tensor<3xf32>, tensor<4x5xf32>, index, tensor<3xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return %dx, %t, %ds, %dz : tensor<?xf32>, tensor<4x5xf32>, tensor<3xf32>, tensor<4x5xf32>
}
