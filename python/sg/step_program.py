"""The MLIR text of a training step: a function, its gradients and an optimizer."""

import re
from typing import List, Optional, Tuple

from .errors import ArgumentError
from .optimizers import Body

_SHAPED = re.compile(r"tensor<((?:(?:\d+|\?)x)*)(f16|bf16|f32|f64)>")
# The constants of torch.amp.GradScaler.
GROWTH, BACKOFF, INTERVAL = 2.0, 0.5, 2000


def _read_type(type_: str) -> Tuple[int, str]:
    """Returns the rank and the element type of a tensor of floats."""
    match = _SHAPED.fullmatch(type_)
    if not match:
        raise ArgumentError(f"a parameter is {type_}: training needs tensors of f16, bf16, f32 or f64")
    return match[1].count("x"), match[2]


class StepProgram:
    """The text of a step. The arguments are the function's arguments, one array per optimizer slot
    and trained parameter, the step count, the learning rate, the loss scale, and the steps since
    the scale changed. The results are the new values of the changed arguments in the same order,
    then the function's results except the state. Results are thus paired with donated arguments
    (docs/ABI.md)."""

    def __init__(self, signature, trained, states, optimizer, decays, clip_norm, clip_value, has_scale):
        self.arguments, self.results = signature
        self.trained, self.optimizer, self.decays = trained, optimizer, decays
        self.value_count = len(self.results) - states
        self.clip_norm, self.clip_value, self.has_scale = clip_norm, clip_value, has_scale
        self.types = [self.arguments[i] for i in trained]
        for type_ in self.types:
            _read_type(type_)
        loss = self.results[0] if self.results else "nothing"
        if not re.fullmatch(r"tensor<(f16|bf16|f32|f64)>|f16|bf16|f32|f64", loss):
            raise ArgumentError(f"the first result is {loss}: it must be the loss, a float scalar")
        self.loss_element = loss.replace("tensor<", "").rstrip(">")
        self.body = Body("s")

    def text(self, function: str, name: str) -> str:
        body, types = self.body, self.types
        argument_names = [f"%a{i}" for i in range(len(self.arguments))]
        slots = [[f"%{slot}{i}" for slot in self.optimizer.slots] for i in range(len(types))]
        signature = [f"{v}: {t}" for v, t in zip(argument_names, self.arguments)]
        for slot_index in range(len(self.optimizer.slots)):
            signature += [f"{slots[i][slot_index]}: {type_}" for i, type_ in enumerate(types)]
        signature += ["%count: tensor<i64>", "%rate: f64"]
        signature += ["%scale: tensor<f32>", "%since: tensor<i64>"] if self.has_scale else []
        values, gradients = self._differentiate(function, name, argument_names)
        count, scale, since = self._update_counters(gradients)
        factor = self._gradient_factor(gradients)
        updated = self._update(argument_names, slots, gradients, factor, count)
        value_count = self.value_count
        results, result_types = [new[0] for new in updated], list(types)
        results += values[value_count:]
        result_types += self.results[value_count:]
        for slot_index in range(len(self.optimizer.slots)):
            results += [new[1 + slot_index] for new in updated]
            result_types += types
        results += [count, *([scale, since] if self.has_scale else []), *values[:value_count]]
        result_types += ["tensor<i64>", *(["tensor<f32>", "tensor<i64>"] if self.has_scale else [])]
        result_types += self.results[:value_count]
        lines = "\n".join("  " + line for line in body.lines)
        return (
            self._scaled_function(function, name)
            + f"func.func @{name}({', '.join(signature)}) -> ({', '.join(result_types)}) {{\n{lines}\n"
            f"  return {', '.join(results)} : {', '.join(result_types)}\n}}\n"
        )

    def _scaled_function(self, function, name) -> str:
        """Returns a wrapper with the additional first result loss times scale."""
        if not self.has_scale:
            return ""
        body, n = Body("c"), len(self.arguments)
        argument_names = ", ".join(f"%a{i}" for i in range(n))
        types = ", ".join(self.arguments)
        suffix = f":{len(self.results)}" if len(self.results) > 1 else ""
        body.lines.append(f"%r{suffix} = func.call @{function}({argument_names}) : ({types}) -> ({', '.join(self.results)})")
        values = [f"%r#{i}" if suffix else "%r" for i in range(len(self.results))]
        loss = values[0]
        if self.results[0].startswith("tensor"):
            loss = body.op(f"tensor.extract {loss}[] : {self.results[0]}")
        scaled = body.binary("mulf", loss, body.convert("%scale", "f32", self.loss_element), self.loss_element)
        signature = ", ".join([*(f"%a{i}: {t}" for i, t in enumerate(self.arguments)), "%scale: f32"])
        results = ", ".join([self.loss_element, *self.results])
        lines = "\n".join("  " + line for line in body.lines)
        return (
            f"func.func private @{name}.scaled({signature}) -> ({results}) {{\n{lines}\n"
            f"  return {', '.join([scaled, *values])} : {results}\n}}\n"
        )

    def _differentiate(self, function, name, argument_names) -> Tuple[List[str], List[str]]:
        arguments, types, results, skipped = argument_names, list(self.arguments), list(self.results), 0
        if self.has_scale:
            scale = self.body.op("tensor.extract %scale[] : tensor<f32>")
            function, arguments, types = f"{name}.scaled", [*argument_names, scale], [*types, "f32"]
            results, skipped = [self.loss_element, *results], 1
        count = len(results) + len(self.types)
        wrt = ", ".join(map(str, self.trained))
        value = self.body.op("").split()[0]
        self.body.lines[-1] = (
            f"{value}:{count} = grad.value_and_grad @{function}({', '.join(arguments)}) "
            f"{{wrt = array<i64: {wrt}>}} : ({', '.join(types)}) -> ({', '.join([*results, *self.types])})"
        )
        values = [f"{value}#{i}" for i in range(skipped, len(results))]
        return values, [f"{value}#{i}" for i in range(len(results), count)]

    def _elementwise(self, type_, inputs, outs, make) -> List[str]:
        """Adds an elementwise linalg.generic on tensors of one type. `make(body, values)` returns
        the new elements of `outs`, computed from the elements of `inputs` and `outs`."""
        rank, element = _read_type(type_)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * (len(inputs) + len(outs)))
        loops = ", ".join(['"parallel"'] * rank)
        values = [f"%e{i}" for i in range(len(inputs) + len(outs))]
        inner = Body("b")
        new = make(inner, values)
        result = self.body.op("").split()[0]
        suffix = f":{len(outs)}" if len(outs) > 1 else ""
        ins = f"ins({', '.join(inputs)} : {', '.join([type_] * len(inputs))})" if inputs else ""
        self.body.lines[-1] = (
            f"{result}{suffix} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}} {ins} "
            f"outs({', '.join(outs)} : {', '.join([type_] * len(outs))}) {{\n"
            f"  ^bb0({', '.join(f'{v}: {element}' for v in values)}):\n"
            + "".join(f"    {line}\n" for line in inner.lines)
            + f"    linalg.yield {', '.join(new)} : {', '.join([element] * len(new))}\n"
            f"  }} -> {type_ if not suffix else '(' + ', '.join([type_] * len(outs)) + ')'}"
        )
        return [f"{result}#{i}" for i in range(len(outs))] if suffix else [result]

    def _reduce(self, type_, gradient, make) -> str:
        """Adds a reduction with initial value 0. `make(body, element, accumulator)` returns the new
        accumulator, an f64 for elements of f64 and an f32 otherwise. Returns the sum as f64."""
        rank, element = _read_type(type_)
        wide = "f64" if element == "f64" else "f32"
        dims = ", ".join(f"d{i}" for i in range(rank))
        inner = Body("b")
        total = make(inner, inner.convert("%e", element, wide), "%acc", wide)
        start = self.body.op(f"arith.constant dense<0.0> : tensor<{wide}>")
        loops = ", ".join(['"reduction"'] * rank)
        result = self.body.op(
            f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ()>], "
            f"iterator_types = [{loops}]}} ins({gradient} : {type_}) outs({start} : tensor<{wide}>) {{\n"
            f"  ^bb0(%e: {element}, %acc: {wide}):\n"
            + "".join(f"    {line}\n" for line in inner.lines)
            + f"    linalg.yield {total} : {wide}\n  }} -> tensor<{wide}>"
        )
        scalar = self.body.op(f"tensor.extract {result}[] : tensor<{wide}>")
        return self.body.convert(scalar, wide, "f64")

    def _update_counters(self, gradients):
        """Returns the new step count, the new loss scale, and the steps since the scale changed."""
        body = self.body
        old_count = body.op("tensor.extract %count[] : tensor<i64>")
        one = body.op("arith.constant 1 : i64")
        self.next = body.binary("addi", old_count, one, "i64")
        count, scale, since = self.next, None, None
        if self.has_scale:
            self.is_finite = self._is_finite(gradients)
            count = body.op(f"arith.select {self.is_finite}, {self.next}, {old_count} : i64")
            old = body.op("tensor.extract %scale[] : tensor<f32>")
            steps = body.binary("addi", body.op("tensor.extract %since[] : tensor<i64>"), one, "i64")
            interval = body.op(f"arith.constant {INTERVAL} : i64")
            grows = body.op(f"arith.cmpi eq, {steps}, {interval} : i64")
            grown = body.binary("mulf", old, body.constant(GROWTH, "f32"), "f32")
            grown = body.op(f"arith.select {grows}, {grown}, {old} : f32")
            shrunk = body.binary("mulf", old, body.constant(BACKOFF, "f32"), "f32")
            new = body.op(f"arith.select {self.is_finite}, {grown}, {shrunk} : f32")
            zero = body.op("arith.constant 0 : i64")
            reset_since = body.op(f"arith.select {grows}, {zero}, {steps} : i64")
            reset_since = body.op(f"arith.select {self.is_finite}, {reset_since}, {zero} : i64")
            scale = body.op(f"tensor.from_elements {new} : tensor<f32>")
            since = body.op(f"tensor.from_elements {reset_since} : tensor<i64>")
        return body.op(f"tensor.from_elements {count} : tensor<i64>"), scale, since

    def _is_finite(self, gradients) -> str:
        def largest(body, element, accumulator, type_):
            return body.binary("maximumf", accumulator, body.op(f"math.absf {element} : {type_}"), type_)

        body, all_finite = self.body, None
        infinity = body.op("arith.constant 0x7FF0000000000000 : f64")
        for type_, gradient in zip(self.types, gradients):
            magnitude = self._reduce(type_, gradient, largest)
            is_finite = body.op(f"arith.cmpf olt, {magnitude}, {infinity} : f64")
            all_finite = is_finite if all_finite is None else body.binary("andi", all_finite, is_finite, "i1")
        assert all_finite is not None
        return all_finite

    def _gradient_factor(self, gradients) -> Optional[str]:
        """Returns the f64 factor for gradients that removes the loss scale and applies
        `clip_norm`."""

        def squares(body, element, accumulator, type_):
            return body.binary("addf", accumulator, body.binary("mulf", element, element, type_), type_)

        body, factor = self.body, None
        one = body.constant(1.0, "f64")
        if self.has_scale:
            scale = body.convert(body.op("tensor.extract %scale[] : tensor<f32>"), "f32", "f64")
            factor = body.binary("divf", one, scale, "f64")
        if self.clip_norm is not None:
            total = body.constant(0.0, "f64")
            for type_, gradient in zip(self.types, gradients):
                total = body.binary("addf", total, self._reduce(type_, gradient, squares), "f64")
            norm = body.op(f"math.sqrt {total} : f64")
            if factor:
                norm = body.binary("mulf", norm, factor, "f64")
            # As in torch.nn.utils.clip_grad_norm_.
            norm = body.binary("addf", norm, body.constant(1e-6, "f64"), "f64")
            ratio = body.binary("divf", body.constant(self.clip_norm, "f64"), norm, "f64")
            ratio = body.binary("minimumf", ratio, one, "f64")
            factor = ratio if factor is None else body.binary("mulf", factor, ratio, "f64")
        return factor

    def _update(self, argument_names, slots, gradients, factor, count):
        """Returns the new values of each trained parameter and its slots."""
        step = self.body.op(f"arith.sitofp {self.next} : i64 to f64")
        scalars = self.optimizer.scalars(self.body, "%rate", step)
        if factor:
            scalars = {**scalars, "factor": factor}
        wide = {"f64": scalars}
        wide["f32"] = {name: self.body.convert(value, "f64", "f32") for name, value in scalars.items()}
        updated = []
        for i, (type_, gradient) in enumerate(zip(self.types, gradients)):
            element = _read_type(type_)[1]
            computed = "f64" if element == "f64" else "f32"

            def make(body, values, i=i, element=element, computed=computed):
                g, *old = [body.convert(value, element, computed) for value in values]
                if factor:
                    g = body.binary("mulf", g, wide[computed]["factor"], computed)
                if self.clip_value is not None:
                    limit = body.constant(self.clip_value, computed)
                    g = body.binary("minimumf", g, limit, computed)
                    g = body.binary("maximumf", g, body.constant(-self.clip_value, computed), computed)
                new = self.optimizer.update(body, old[0], g, old[1:], wide[computed], self.decays[i], computed)
                new = [body.convert(value, computed, element) for value in new]
                if self.has_scale:
                    new = [
                        body.op(f"arith.select {self.is_finite}, {a}, {b} : {element}")
                        for a, b in zip(new, values[1:])
                    ]
                return new

            updated.append(self._elementwise(type_, [gradient], [argument_names[self.trained[i]], *slots[i]], make))
        return updated


def append_functions(module: str, functions: str) -> str:
    """Returns the text of a module with functions added at the end."""
    resources = module.find("\n{-#")
    end = module.rindex("}", 0, resources if resources >= 0 else None)
    return module[:end] + functions + module[end:]
