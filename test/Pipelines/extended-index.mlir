// Products and sums of index values with the upper half.
//
// RUN: sg-run %s --function=products --input=-5 --input=9223372036854775807 --expected-output=-9223372036854775803 --expected-output=9223372036854775804 --expected-output=-9223372036854775803 --expected-output=-3
// RUN: sg-run %s --function=products --input=-5 --input=9223372036854775807 --expected-output=-9223372036854775803 --expected-output=9223372036854775804 --expected-output=-9223372036854775803 --expected-output=-3 --device=reference
// RUN: sg-run %s --function=elementwise --input='-5 3 4' --input='9223372036854775807 -1 2' --expected-output='-9223372036854775803 -3 8' --expected-output='9223372036854775804 2 0'
// RUN: sg-run %s --function=elementwise --input='-5 3 4' --input='9223372036854775807 -1 2' --expected-output='-9223372036854775803 -3 8' --expected-output='9223372036854775804 2 0' --device=emulated

func.func @products(%a: index, %b: index) -> (index, index, index, index) {
  %l, %h = arith.mului_extended %a, %b : index
  %m, %i = arith.mulsi_extended %a, %b : index
  return %l, %h, %m, %i : index, index, index, index
}
func.func @elementwise(%x: tensor<3xindex>, %y: tensor<3xindex>) -> (tensor<3xindex>, tensor<3xindex>) {
  %l, %h = arith.mului_extended %x, %y : tensor<3xindex>
  return %l, %h : tensor<3xindex>, tensor<3xindex>
}
