// The derivatives of the named elementwise ops with two and three operands. The
// initial value is overwritten, so its cotangent is zero.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-DAG: #[[$M0:map[0-9]*]] = affine_map<(d0) -> (d0)>{{$}}

// Both operands get the cotangent.
// CHECK-LABEL: func.func private @add_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ADD:%[a-z0-9_]+]] = linalg.add ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: return [[ADD]], [[A4]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @add_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[ADD:%[a-z0-9_]+]] = linalg.add ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[B]], [[B2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[ADD]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @add(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.add ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_add(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @add(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @add(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The operands get the cotangent and its negation.
// CHECK-LABEL: func.func private @sub_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SUB:%[a-z0-9_]+]] = linalg.sub ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A4]] : tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[B]] : f64
// CHECK-NEXT: linalg.yield [[NEGF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SUB]], [[A4]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @sub_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[SUB:%[a-z0-9_]+]] = linalg.sub ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[B]], [[B2]] : f64
// CHECK-NEXT: linalg.yield [[SUBF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[SUB]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @sub(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.sub ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_sub(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @sub(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @sub(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The factor is the other operand.
// CHECK-LABEL: func.func private @mul_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MUL:%[a-z0-9_]+]] = linalg.mul ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[MULF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A4]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B5]], [[B4]] : f64
// CHECK-NEXT: linalg.yield [[MULF2]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MUL]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @mul_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[MUL:%[a-z0-9_]+]] = linalg.mul ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]], [[A5]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[B2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B4]], [[B]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF2]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[MUL]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @mul(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.mul ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_mul(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @mul(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @mul(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The factors are 1/z and -y/z.
// CHECK-LABEL: func.func private @div_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[DIV:%[a-z0-9_]+]] = linalg.div ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[B]] : f64
// CHECK-NEXT: linalg.yield [[DIVF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A2]], [[A4]], [[DIV]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64, [[B7:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[B5]], [[B4]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF2]], [[B6]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[NEGF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[DIV]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @div_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[DIV:%[a-z0-9_]+]] = linalg.div ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A2]], [[A4]], [[A5]], [[DIV]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[B]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[B3]], [[B]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF2]], [[B4]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[DIVF]], [[MULF]] : f64
// CHECK-NEXT: linalg.yield [[SUBF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[DIV]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @div(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.div ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_div(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @div(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @div(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}

// The factors are zx^(z-1) and y log x.
// CHECK-LABEL: func.func private @powf_vjp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = linalg.powf ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf oeq, [[B2]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[CONSTANT2]], [[B]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[SELECT]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[DIVF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[B]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[B2]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[POWF2:%[a-z0-9_]+]] = math.powf [[SELECT3]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B2]], [[POWF2]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[B3]], [[MULF2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF]], [[MULF]], [[MULF3]] : f64
// CHECK-NEXT: linalg.yield [[SELECT4]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY2:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC2:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A4]], [[POWF]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY2]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64, [[B7:%[a-z0-9_]+]]: f64, [[B8:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF3:%[a-z0-9_]+]] = arith.cmpf oeq, [[B5]], [[CONSTANT3]] : f64
// CHECK-NEXT: [[CONSTANT4:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[CMPF3]], [[CONSTANT4]], [[B5]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT5]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[B7]], [[LOG]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[B6]], [[MULF4]] : f64
// CHECK-NEXT: linalg.yield [[MULF5]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[POWF]], [[GENERIC]], [[GENERIC2]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-LABEL: func.func private @powf_jvp(
// CHECK-SAME: [[A:%[a-z0-9_]+]]: tensor<3xf64>, [[A2:%[a-z0-9_]+]]: tensor<3xf64>, [[A3:%[a-z0-9_]+]]: tensor<3xf64>, [[A4:%[a-z0-9_]+]]: tensor<3xf64>, [[A5:%[a-z0-9_]+]]: tensor<3xf64>)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = linalg.powf ins([[A]], [[A2]] : tensor<3xf64>, tensor<3xf64>) outs([[A3]] : tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT: [[EMPTY:%[a-z0-9_]+]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: [[GENERIC:%[a-z0-9_]+]] = linalg.generic {indexing_maps = [#[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]], #[[$M0]]], iterator_types = ["parallel"]} ins([[A]], [[A2]], [[A4]], [[A5]], [[POWF]] : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) outs([[EMPTY]] : tensor<3xf64>) {
// CHECK-NEXT: ^bb0([[B:%[a-z0-9_]+]]: f64, [[B2:%[a-z0-9_]+]]: f64, [[B3:%[a-z0-9_]+]]: f64, [[B4:%[a-z0-9_]+]]: f64, [[B5:%[a-z0-9_]+]]: f64, [[B6:%[a-z0-9_]+]]: f64):
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf oeq, [[B2]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[B]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[CONSTANT2]], [[B]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[SELECT]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[B2]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[B3]], [[DIVF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[B]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[B2]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[POWF2:%[a-z0-9_]+]] = math.powf [[SELECT3]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[B2]], [[POWF2]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[B3]], [[MULF2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF]], [[MULF]], [[MULF3]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[B5]], [[LOG]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[B4]], [[MULF4]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT4]], [[MULF5]] : f64
// CHECK-NEXT: linalg.yield [[ADDF]] : f64
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return [[POWF]], [[GENERIC]] : tensor<3xf64>, tensor<3xf64>
func.func private @powf(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.powf ins(%x, %z : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @of_powf(%x: tensor<3xf64>, %z: tensor<3xf64>, %o: tensor<3xf64>, %ct: tensor<3xf64>) {
  grad.jvp @powf(%x, %z, %o) tangents(%x, %z, %o)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  grad.vjp @powf(%x, %z, %o) cotangents(%ct)
    : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return
}
