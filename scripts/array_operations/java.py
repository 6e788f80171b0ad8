"""The operations of the Java package: the class Ops, and a class of options for each operation that has
optional parameters."""

import html
import re
import textwrap
from typing import List, NamedTuple, Optional

from .java_tensors import FOLDER, LICENSE, comment
from .table import parameters_of

NOTE = "// Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that.\n"
# Names that differ from the camel case of the table.
NAMES = {"astype": "cast", "keepdims": "keepDims"}
# Operations that OpsBase defines.
HANDWRITTEN = {"stop_gradient"}

BOOL_RESULTS = {
    "all", "any", "equal", "greater", "greater_equal", "isfinite", "isinf", "isnan", "less", "less_equal",
    "logical_and", "logical_not", "logical_or", "logical_xor", "not_equal", "random_bernoulli", "signbit",
}  # fmt: skip
INT64_RESULTS = {"argmax", "argmin", "argsort", "random_categorical", "random_permutation", "searchsorted"}
KEY_RESULTS = {"random_fold_in", "random_key", "random_split"}
# Operations on complex numbers with real results, and the reverse. A class gives the type of the result.
TYPED_RESULTS = {"abs", "imag", "make_complex", "real"}
LOGICAL = {"logical_and", "logical_not", "logical_or", "logical_xor"}
# Element types of arrays by (operation, array) or by array. Other arrays have the type T.
ELEMENTS = {
    "condition": "TBool",
    "key": "TUint32",
    "indices": "? extends TIntegral",
    "starts": "? extends TIntegral",
    "seed": "? extends TIntegral",
    "data": "? extends TIntegral",
    "p": "? extends TFloating",
    ("one_hot", "x"): "? extends TIntegral",
    **{(name, array): "TBool" for name in LOGICAL for array in ("x", "y")},
}
# Java type and description of a parameter.
KINDS = {
    "int": ("long", "an integer"),
    "ints": ("long...", "integers"),
    "bool": ("boolean", "true or false"),
    "float": ("double", "a number"),
    "str": ("String", "a text"),
    "size": ("Size", "a size"),
    "sizes": ("Shape", "a shape"),
}

OPS_HEAD = """
package sg;

import java.util.List;

/**
 * The operations, with the names of the table of operations in camel case. A scope and the operands
 * determine the function to which an operation is added.
 *
 * <pre>{@code
 * Ops tf = Ops.create(scope);
 * Operand<TFloat64> loss = tf.mean(tf.square(tf.subtract(tf.matmul(x, w), y)));
 * }</pre>
 *
 * <p>Operands broadcast as in NumPy. Operands with different element types do not compile: convert
 * an operand with {@link #cast}. Invalid operands throw an {@link SGException}, whose message names
 * the file and the line of the call. In a derivative, dx is the derivative of x.
 */
public final class Ops extends OpsBase {
  private Ops(Scope scope) {
    super(scope);
  }

  /**
   * Returns the operations of a scope.
   *
   * @param scope the scope
   * @return the operations
   */
  public static Ops create(Scope scope) {
    return new Ops(scope);
  }

  /**
   * Returns the operations with a name for the next operation.
   *
   * @param name the name
   * @return the operations of {@code scope().withName(name)}
   */
  public Ops withName(String name) {
    return new Ops(scope().withName(name));
  }

  /**
   * Returns the operations with a prefix for names.
   *
   * @param name the prefix
   * @return the operations of {@code scope().withSubScope(name)}
   */
  public Ops withSubScope(String name) {
    return new Ops(scope().withSubScope(name));
  }
"""


class Parameter(NamedTuple):
    name: str
    kind: str
    optional: bool
    default: Optional[str]

    @property
    def java(self) -> str:
        return camel(self.name)


def camel(name: str) -> str:
    """Returns the Java name of an operation or of a parameter."""
    if name in NAMES:
        return NAMES[name]
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def class_name(operation: str) -> str:
    name = camel(operation)
    return name[0].upper() + name[1:]


def escape(text: str) -> str:
    """Returns text for Javadoc. Code of the table becomes code."""
    return re.sub(r"`([^`]*)`", lambda match: "{@code " + camel(match[1]) + "}", html.escape(text, quote=False))


class Operation:
    """A row of the table with its Java types."""

    def __init__(self, row, has_typed_result: bool = False):
        self.name, self.row = row["name"], row
        self.has_typed_result = has_typed_result
        self.java = camel(self.name)
        listed = [Parameter(*one) for one in parameters_of(row["signature"]) if one[1] != "star"]
        self.arrays = [one for one in listed if one.kind in ("array", "arrays")]
        # The Java type of the result determines these types, or the operands do.
        self.dtype = next((one for one in listed if one.kind == "dtype" and not one.optional), None)
        self.kept_dtype = next((one for one in listed if one.kind == "dtype" and one.optional), None)
        others = [one for one in listed if one.kind not in ("array", "arrays", "dtype")]
        self.options = [one for one in others if one.default is not None]
        self.required = [one for one in others if one.default is None]

    def element(self, array: Parameter) -> str:
        return ELEMENTS.get((self.name, array.name)) or ELEMENTS.get(array.name, "T")

    def result(self) -> str:
        if self.row["results"] == "several":
            return "List<Output<?>>"
        if self.dtype or self.has_typed_result:
            return "Output<U>"
        if self.name in BOOL_RESULTS:
            return "Output<TBool>"
        if self.name in INT64_RESULTS:
            return "Output<TInt64>"
        return "Output<TUint32>" if self.name in KEY_RESULTS else "Output<T>"

    def type_parameters(self) -> str:
        names = ["T"] if any(self.element(one) == "T" for one in self.arrays) else []
        names += ["U"] if self.result() == "Output<U>" else []
        return f"<{', '.join(f'{name} extends TType' for name in names)}> " if names else ""

    def summary(self) -> str:
        text = escape(self.row["summary"])
        if self.kept_dtype:
            text = text.replace(" Integers are widened to 64 bits.", " The result has the element type of the operand.")
        derivative = self.row["derivative"].rstrip(".")
        return text + (f"\n\n<p>Derivative: {escape(derivative)}." if derivative else "")

    def heads(self, size_type: str) -> List[str]:
        """Returns the parameters of the method."""
        heads = []
        for one in self.arrays:
            element = self.element(one)
            operand = f"Operand<{element}>"
            heads.append(f"List<? extends {operand}> {one.java}" if one.kind == "arrays" else f"{operand} {one.java}")
        for i, one in enumerate(self.required):
            java = size_type if one.kind == "size" else KINDS[one.kind][0]
            is_last = i == len(self.required) - 1 and not (self.dtype or self.options)
            heads.append(f"{java if is_last else java.replace('...', '[]')} {one.java}")
        heads += [f"Class<U> {self.dtype.java}"] if self.dtype else []
        heads += ["Class<U> type"] if self.has_typed_result else []
        return heads + ([f"{class_name(self.name)}.Options... options"] if self.options else [])

    def tags(self) -> List[str]:
        tags = [f"@param <{name}> an element type" for name in re.findall(r"(\w) extends", self.type_parameters())]
        for one in self.arrays:
            tags.append(f"@param {one.java} {'the arrays' if one.kind == 'arrays' else 'an array'}")
        tags += [f"@param {one.java} {KINDS[one.kind][1]}" for one in self.required]
        if self.dtype:
            tags.append(f"@param {self.dtype.java} the class of the element type, for example {{@code TFloat32.class}}")
        if self.has_typed_result:
            tags.append("@param type the class of the element type of the result, for example {@code TFloat32.class}")
        if self.options:
            links = ", ".join(f"{{@link {class_name(self.name)}#{one.java}}}" for one in self.options)
            tags.append(f"@param options optional parameters: {links}")
        return [*tags, "@return the results" if self.row["results"] == "several" else "@return the result"]

    def method(self, size_type: str = "Size") -> str:
        """Returns the source of the method of Ops."""
        head = f"  public {self.type_parameters()}{self.result()} {self.java}("
        parameters = ", ".join(self.heads(size_type))
        lines = head + parameters + ") {\n"
        if len(lines) > 101:
            lines = head + "\n" + textwrap.fill(
                parameters, 100, initial_indent="      ", subsequent_indent="      ", break_on_hyphens=False
            ) + ") {\n"
        calls = [f'operation("{self.name}")']
        calls += [f'.{one.kind}("{one.java}", {one.java})' for one in self.arrays]
        for one in self.required:
            value = f"Size.of({one.java})" if one.kind == "size" and size_type == "long" else one.java
            calls.append(f'.set("{one.name}", {value})')
        if self.dtype:
            calls.append(f'.set("{self.dtype.name}", DataType.of({self.dtype.java}))')
        if self.kept_dtype:
            calls.append(f'.set("{self.kept_dtype.name}", {self.arrays[0].java}.dataType())')
        calls += [".options(options)"] if self.options else []
        calls.append(self.build())
        body = "    return " + "".join(calls) + ";\n"
        if len(body) > 101:
            body = "    return " + "\n        ".join(calls) + ";\n"
        return comment(self.summary(), "  ", self.tags()) + lines + body + "  }\n"

    def build(self) -> str:
        """Returns the call that builds the operation and checks the type of its result."""
        result = self.result()
        if self.row["results"] == "several":
            return ".buildAll()"
        if result == "Output<T>":
            like = next(one for one in self.arrays if self.element(one) == "T")
            return f".build({like.java}{'.get(0)' if like.kind == 'arrays' else ''})"
        if self.has_typed_result:
            return ".build(type)"
        return f".build({self.dtype.java})" if self.dtype else f".build({result[7:-1]}.class)"


def setters(one: Parameter):
    """Yields the Java type and the value of each setter of an option."""
    if one.kind == "size":
        yield "long", f"Size.of({one.java})"
    yield KINDS[one.kind][0], one.java


def options_class(operation: Operation) -> str:
    """Returns the source of the class with the options of an operation."""
    name = class_name(operation.name)
    text = f"\npackage sg;\n\n/** Optional parameters of {{@link Ops#{operation.java}}}. */\npublic final class {name} {{\n"
    text += f"  private {name}() {{}}\n\n  /** Optional parameters. A later value of a parameter replaces earlier ones. */\n"
    text += "  public static final class Options extends OperationOptions {\n    private Options() {}\n"
    functions = ""
    for one in operation.options:
        default = "none" if one.default == "None" else "{@code " + one.default + "}"
        summary = f"Sets {{@code {one.java}}}, which {{@link Ops#{operation.java}}} describes. The default is {default}."
        for java, value in setters(one):
            tag = f"@param {one.java} {KINDS[one.kind][1]}"
            text += "\n" + comment(summary, "    ", [tag, "@return these options"])
            text += f"    public Options {one.java}({java} {one.java}) {{\n"
            text += f'      set("{one.name}", {value});\n      return this;\n    }}\n'
            functions += "\n" + comment(summary, "  ", [tag, "@return options"])
            functions += f"  public static Options {one.java}({java} {one.java}) {{\n"
            functions += f"    return new Options().{one.java}({one.java});\n  }}\n"
    return LICENSE + NOTE + text + "  }\n" + functions + "}\n"


def outputs(rows):
    """Returns the text of each generated file."""
    operations = [Operation(row) for row in sorted(rows, key=lambda row: row["name"]) if row["name"] not in HANDWRITTEN]
    methods = []
    for one in operations:
        if one.name in TYPED_RESULTS:
            methods.append(Operation(one.row, has_typed_result=True).method())
        if one.name not in TYPED_RESULTS or one.name == "abs":
            methods.append(one.method())
        if any(parameter.kind == "size" for parameter in one.required):
            methods.append(one.method("long"))
    files = {f"{FOLDER}/Ops.java": LICENSE + NOTE + OPS_HEAD + "\n" + "\n".join(methods) + "}\n"}
    for one in operations:
        if one.options:
            files[f"{FOLDER}/{class_name(one.name)}.java"] = options_class(one)
    return files
