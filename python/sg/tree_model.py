"""JAX functions, whose arguments and results are trees."""

from typing import Any, List, Optional, Sequence, Tuple, Union

from .errors import ArgumentError
from .compiled import Dtypes, Function
from .jax_leaves import dtype_of_leaf, is_jax, sign_of, to_jax, to_native
from .module import Module, Positions, parse


def leaf_names(tree) -> List[str]:
    """Returns the names of the leaves, for example '0/dense/kernel'."""
    import jax

    paths, _ = jax.tree_util.tree_flatten_with_path(tree)
    return [jax.tree_util.keystr(path, simple=True, separator="/") for path, _ in paths]


class Trees:
    """The tree structure of the arguments and results of a function."""

    def __init__(self, arguments: Any, result: Any):
        import jax

        self.example = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, dtype_of_leaf(x)), arguments)
        self.arguments, self.result = jax.tree.structure(arguments), jax.tree.structure(result)
        self.names = leaf_names(arguments)
        self.argument_dtypes = [leaf.dtype for leaf in jax.tree.leaves(self.example)]
        self.result_dtypes = [getattr(leaf, "dtype", None) for leaf in jax.tree.leaves(result)]

    def dtypes(self) -> Dtypes:
        """Returns the `dtypes` of `Function` for the primal function."""
        result_signs = [dtype if dtype is None else sign_of(dtype) for dtype in self.result_dtypes]
        return [sign_of(dtype) for dtype in self.argument_dtypes], result_signs

    def positions(self, argument: int) -> range:
        """Returns the positions of the leaves of an argument."""
        import jax

        sizes = [len(jax.tree.leaves(argument_tree)) for argument_tree in self.example]
        if not 0 <= argument < len(sizes):
            raise ArgumentError(f"there is no argument {argument}: the function has {len(sizes)}")
        first = sum(sizes[:argument])
        return range(first, first + sizes[argument])

    def flatten(self, arguments: Sequence[Any]) -> list:
        """Returns the leaves. Raises ArgumentError if the structure differs."""
        import jax

        leaves, structure = jax.tree.flatten(tuple(arguments))
        if structure == self.arguments:
            return list(map(to_native, leaves, self.argument_dtypes))
        if len(arguments) != len(self.example):
            raise ArgumentError(f"the function has {len(self.example)} arguments, the call {len(arguments)}")
        given_names = leaf_names(tuple(arguments))
        for missing in (name for name in self.names if name not in given_names):
            raise ArgumentError(f"the arguments lack {missing!r}")
        for unknown in (name for name in given_names if name not in self.names):
            raise ArgumentError(f"the arguments have {unknown!r}, which the function does not have")
        raise ArgumentError(f"the arguments are the tree {structure}, the function has {self.arguments}")


class TreeFunction:
    """A function that is called with trees, like the JAX function from which it was converted.

    If a leaf is a JAX array, results are JAX arrays in the memory that native code allocated.
    Otherwise results are NumPy arrays.
    """

    def __init__(self, function: Function, trees: Trees, gradients: Any = None):
        self.function, self.trees, self._gradients = function, trees, gradients

    def __repr__(self) -> str:
        return f"<sg.TreeFunction of {self.function!r}>"

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function. Raises ArgumentError if the structure of a tree differs, and the
        errors of `sg.Function`."""
        import jax

        leaves = self.trees.flatten(arguments)
        makes_jax = any(map(is_jax, leaves))
        results = self.function(*leaves)

        def gather(values, structure, dtypes):
            values = values if isinstance(values, tuple) else (values,)
            return jax.tree.unflatten(structure, map(to_jax, values, dtypes) if makes_jax else values)

        dtypes = self.trees.result_dtypes
        if self._gradients is None:
            return gather(results, self.trees.result, dtypes)
        value, gradients = results
        none = [None] * self._gradients.num_leaves
        return gather(value, self.trees.result, dtypes), gather(gradients, self._gradients, none)


class TreeModel(Module):
    """A module with one function, by default `main`, converted from JAX. `trees` describes the
    function's arguments and results, and `trees.names` names the leaves."""

    def __init__(self, handle, trees: Trees, name: str = "main"):
        super().__init__(handle)
        self.trees, self.name = trees, name
        self._dtypes = {name: trees.dtypes()}

    @classmethod
    def load(cls, text: str, trees: Trees, name: str = "main") -> "TreeModel":
        """Loads a model from text. Raises ProgramError if the text is not a module."""
        return cls(parse(text), trees, name)

    def value(self, threads: int = 1) -> TreeFunction:
        """Returns the function, called with trees."""
        return TreeFunction(self.function(self.name, threads), self.trees)

    def value_and_grad(
        self,
        function: Optional[str] = None,
        wrt: Union[Positions, str, Sequence[str]] = None,
        of: Optional[int] = None,
        threads: int = 1,
        strict: bool = False,
        strong_zero: bool = False,
    ) -> Union[Function, TreeFunction]:
        """Returns a function that computes the value and its gradients, like `jax.value_and_grad`.

            value, gradients = model.value_and_grad()(parameters, *arguments)

        `wrt`: the position of an argument, by default 0, whose gradients are a tree of the same
        structure; several positions, whose gradients are a tuple of trees; or names of leaves,
        whose gradients are a dictionary. The value is the whole result, and its first leaf is
        differentiated. With `function`, the function of `sg.Module` is returned. `sg.Module`
        describes `of`, `threads`, `strict`, `strong_zero` and errors.
        """
        import jax

        options = dict(of=of, threads=threads, strict=strict, strong_zero=strong_zero)
        if function is not None:
            return super().value_and_grad(function, wrt, **options)
        chosen = [wrt] if isinstance(wrt, str) else wrt
        if chosen is None or isinstance(chosen, int):
            argument = chosen or 0
            positions, tree = list(self.trees.positions(argument)), self.trees.example[argument]
        elif all(isinstance(name, str) for name in chosen):
            positions, tree = [self._position(name) for name in chosen], None
        else:
            positions = [position for argument in chosen for position in self.trees.positions(argument)]
            tree = tuple(self.trees.example[argument] for argument in chosen)
        leaves = jax.tree.leaves(self.trees.example)
        for position in positions:
            if not jax.numpy.issubdtype(leaves[position].dtype, jax.numpy.floating):
                raise ArgumentError(f"{self.trees.names[position]!r} is of {leaves[position].dtype}, which has no gradient")
        if tree is None:
            positions.sort(key=self.trees.names.__getitem__)  # JAX sorts dictionaries
            tree = {self.trees.names[position]: 0 for position in positions}
        compiled = super().value_and_grad(self.name, positions, **options)
        return TreeFunction(compiled, self.trees, jax.tree.structure(tree))

    def _position(self, name: str) -> int:
        if name not in self.trees.names:
            raise ArgumentError(f"the function has no {name!r}: it has {', '.join(self.trees.names)}")
        return self.trees.names.index(name)


def split_parameters(trees: Trees, argument: int) -> Tuple[List[str], range]:
    """Returns the names (without the argument's position) and positions of an argument's leaves."""
    positions = trees.positions(argument)
    names = [trees.names[position].partition("/")[2] or trees.names[position] for position in positions]
    return names, positions
