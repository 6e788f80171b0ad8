"""Generates accesses to elements by computed indices."""

from generics import Generics
from ops import Simple
from tree import Type, count, extent
from values import empties, places


class Indexed(Generics):
    """Gathers, scatters, tensor.from_elements and similar ops."""

    def gathered_axes(self, tensor):
        shape = tensor.type.shape
        number = 2 if len(shape) > 1 and self.rng.random() < 0.3 else 1
        return sorted(self.rng.sample(range(len(shape)), number))

    def gather(self, scope, tensor):
        """Gathers slices along one or two dimensions, which are dropped or have size 1."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape or empties(shape):
            return None
        axes = self.gathered_axes(tensor)
        number = rng.choice([0, 1, 2, 3])
        picked = [self.address(scope, shape[axis]) for _ in range(number) for axis in axes]
        indices = self.index_tensor(scope, picked, (number, len(axes)))
        keeps = rng.random() < 0.3
        rest = [1 if i in axes else s for i, s in enumerate(shape) if keeps or i not in axes]
        type = Type(tensor.type.element, (indices.type.shape[0], *rest))
        text = f"tensor.gather {{0}}[{{1}}] gather_dims({axes}) : ({{t0}}, {{t1}}) -> {{t}}"
        return scope.add(Simple(type, [tensor, indices], text))

    def index_tensor(self, scope, picked, shape):
        """Returns a tensor of as many indices. Its first size may be dynamic."""
        if not picked:
            sizes = [self.size(scope, 0)]
            type = Type("index", ("?0", *shape[1:]))
            return scope.add(Simple(type, sizes, "tensor.empty({0}) : {t}"))
        text = f"tensor.from_elements {places(0, picked)} : {{t}}"
        made = scope.add(Simple(Type("index", shape), picked, text))
        return self.cast(scope, made, [self.random_size(shape[0]), *shape[1:]])

    def scatter(self, scope, tensor):
        """Scatters slices along a dimension, to distinct indices."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape or empties(shape):
            return None
        axis = rng.randrange(len(shape))
        size = extent(shape[axis])
        number = rng.randint(1, min(size, 3))
        first = self.address(scope, shape[axis], number)
        picked = [first] + [self.arithmetic(scope, "addi", first, i) for i in range(1, number)]
        rng.shuffle(picked)
        indices = self.index_tensor(scope, picked, (number, 1))
        rest = [1 if i == axis else s for i, s in enumerate(shape)]
        part = Type(tensor.type.element, (indices.type.shape[0], *rest))
        source = self.ensure(scope, part)
        text = (
            f"tensor.scatter {{0}} into {{1}}[{{2}}] scatter_dims([{axis}]) unique :"
            " ({t0}, {t1}, {t2}) -> {t}"
        )
        return scope.add(Simple(tensor.type, [source, tensor, indices], text))

    def elements(self, scope, element):
        shape = self.rng.choice([(1,), (2,), (3,), (2, 2), ()])
        scalars = [self.ensure(scope, Type(element)) for _ in range(count(shape))]
        text = f"tensor.from_elements {places(0, scalars)} : {{t}}"
        return scope.add(Simple(Type(element, shape), scalars, text))

    def tensor_of(self, scope, x):
        """Makes a tensor whose first element is a scalar."""
        rng = self.rng
        kind = rng.choice(["splat", "elements", "generate", "filled"])
        if kind == "elements":
            return self.elements(scope, x.type.element)
        type = Type(x.type.element, rng.choice(self.shapes))
        if kind == "generate":
            return self.generate(scope, type)
        if kind == "splat":
            return self.splat(scope, x, type)
        out = self.empty(scope, type)
        text = "linalg.fill ins({0} : {t0}) outs({1} : {t1}) -> {t}"
        return scope.add(Simple(type, [x, out], text))
