"""References from headers and from the package for Python, for conf.py.

`c`, `cpp` and `python` give Markdown: the comment before a declaration is text,
the declaration is code. Comments within a declaration stay where they are.
"""

import ast
import re
from pathlib import Path

BANNER = re.compile(r"//===-+===//\n// (.+)\n//===-+===//\n|/\*===-- (.+?) -+===\*/\n")
DIRECTIVES = re.compile(r"^(#(include|ifndef SG_|define SG_\w+_H$|endif|ifdef __cpl|(define|undef) (GET|GEN)_).*|(inline )?namespace .*\{|extern \"C\" \{)$")
DETAIL = re.compile(r"^namespace detail \{\n.*?^\} // namespace detail\n", re.DOTALL | re.MULTILINE)
FORWARD = re.compile(r"^(class|struct|enum class) [\w:]+( : \w+)?;$")
NAMES = [
    r"(?:^|\b)(?:struct|class|enum|enum class)\s+(\w+)\s*(?:final )?(?::[^:].*)?\{",
    r"^typedef struct \w+ (\w+);",
    r"^typedef .*\(\*(\w+)\)",
    r"^#define (\w+)",
    r"^using (\w+) =",
    r"\b([~\w]+)\s*\(",
    r"(\w+)(?:\[\w*\])? = ",
]


def prose(comment: list) -> str:
    """Lines of a comment as Markdown: what is indented is code, or an item."""
    text, is_code = [], False
    for line in comment:
        is_indented = line.startswith("  ") and not line.lstrip().startswith("* ")
        if is_indented and (is_code or not text or not text[-1]):
            text.append("  " + line if is_code or not text else "  " + line)
            is_code = True
            continue
        if is_code and line and text[-1]:
            text.append("")
        is_code = is_code and not line
        line = line.strip()
        is_item = line.startswith("* ")
        if is_item and text and text[-1] and not text[-1].startswith("* "):
            text.append("")
        line = re.sub(r"(?<!^)\*|^\*(?! )", r"\*", line.replace("<", "&lt;"))
        line = re.sub(r"\bdocs/(\w+\.md)", r"[docs/\1](\1)", line)
        text.append(re.sub(r"`[^`]*`", lambda code: code[0].replace(r"\*", "*").replace("&lt;", "<"), line))
    return "\n".join(text).strip("\n") + "\n\n" if any(text) else ""


def depth_after(line: str, depth: int) -> int:
    line = re.sub(r'//.*|/\*.*?\*/|"[^"]*"', "", line)
    return depth + line.count("{") - line.count("}")


def without_frame(lines: list):
    """Removes directives, namespaces, extern blocks and their closing lines."""
    depth = 0
    for line in lines:
        is_frame = DIRECTIVES.match(line) or (depth == 0 and line.startswith("}"))
        if not is_frame:
            depth = depth_after(line, depth)
            yield line


def public_part(code: list) -> list:
    """A declaration without what is private in it."""
    depth, is_private, kept = 0, False, []
    for line in code:
        if depth == 1 and line.strip() in ("private:", "protected:", "public:"):
            is_private = line.strip() != "public:"
            if "public:" in kept:
                continue
        depth = depth_after(line, depth)
        if depth == 0:
            while kept and not kept[-1]:
                kept.pop()
        if not is_private or depth == 0:
            kept.append(line)
    return kept


def chunks(lines: list):
    """Yields the chunks that blank lines outside of declarations separate."""
    chunk, depth, is_comment = [], 0, False
    for line in lines:
        if not line.strip() and depth == 0 and not is_comment:
            if chunk:
                yield chunk
            chunk = []
            continue
        chunk.append(line)
        is_comment = (is_comment or line.lstrip().startswith("/*")) and "*/" not in line
        if not is_comment:
            depth = depth_after(line, depth)
    if chunk:
        yield chunk


def comment_of(chunk: list):
    """The comment in front, without its marks, and the rest."""
    comment = []
    if chunk[0].startswith("/*"):
        end = next(i for i, line in enumerate(chunk) if "*/" in line) + 1
        for line in chunk[:end]:
            comment.append(re.sub(r"^(/\* ?| \* ?)", "", re.sub(r"\s*\*/$", "", line)))
        return comment, chunk[end:]
    while chunk and chunk[0].startswith("//"):
        comment.append(re.sub(r"^///? ?", "", chunk[0]))
        chunk = chunk[1:]
    return comment, chunk


def names(code: list) -> list:
    """Returns the declared names at depth 0, each once."""
    found, depth, statement = [], 0, ""
    for line in code:
        if depth == 0:
            line = re.sub(r"//.*|/\*.*?\*/", "", line)
            statement = f"{statement} {line.strip()}".strip() if not line.startswith("template") else statement
        depth = depth_after(line, depth)
        if depth == 0 and (line.rstrip().endswith((";", "}")) or line.startswith("#")) or "{" in line.replace("{}", ""):
            for pattern in NAMES:
                match = re.search(pattern, statement)
                if match:
                    found.append(match[1])
                    break
            statement = ""
    return list(dict.fromkeys(found))


def header(text: str, title: str, level: str, language: str) -> str:
    """A header as a section."""
    lines = text.splitlines()
    if language == "c":
        intro = re.search(r"^\|\*===-+===\*\|\n(.*?)\\\*===-+===\*/", text, re.DOTALL | re.MULTILINE)
        lead = [re.sub(r"^\|\*\s?|\s*\*\|$", "", line).rstrip() for line in intro[1].splitlines()] if intro else []
    else:
        intro = re.search(r"^//===-+===//\n//\n(.*?)//===-+===//", text, re.DOTALL | re.MULTILINE)
        lead = [line[3:] for line in intro[1].splitlines()] if intro else []
    result = f"{level} {title}\n\n" + prose(lead)
    start = next(i for i, line in enumerate(lines) if line.startswith("#define") or line.startswith("#pragma"))
    body = DETAIL.sub("", "\n".join(lines[start:]) + "\n")
    body = BANNER.sub(lambda match: f"\n@@ {match[1] or match[2]}\n\n", body)
    for chunk in chunks(without_frame(body.splitlines())):
        if chunk[0].startswith("@@ "):
            result += f"**{chunk[0][3:]}**\n\n"
            continue
        comment, code = comment_of(chunk)
        code = public_part([line for line in code if not FORWARD.match(line)])
        if code:
            called = names(code)
            result += f"{level}# {', '.join(f'`{name}`' for name in called)}\n\n" if called else ""
            result += prose(comment) + f"```{language}\n" + "\n".join(code) + "\n```\n\n"
        else:
            result += prose(comment)
    return result


def c(root: Path, path: str) -> str:
    return header((root / path).read_text(encoding="utf-8"), f"`{Path(path).name}`", "##", "c")


def cpp(root: Path, path: str) -> str:
    """Returns the Markdown of the headers in the CMake list SG_PUBLIC_HEADERS of a file."""
    listed = re.search(r"set\(SG_PUBLIC_HEADERS(.*?)\)", (root / path).read_text(encoding="utf-8"), re.DOTALL)
    result = ""
    for file in listed[1].split():
        # What is made by the build or from a table is left out, and what is C has its own place.
        path = root / "include" / file
        if not path.exists() or not re.search(r"/[A-Z]\w*\.h$", file):
            continue
        text = path.read_text(encoding="utf-8")
        if "// Generated from the table" not in text:
            result += header(text, f"`{file}`", "##", "cpp")
    return result


def signature(node, name: str) -> str:
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"```python\n{name}({arguments}){returned}\n```\n\n"


def names_of(file: Path) -> list:
    """Returns __all__ of a module."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    exported = next(n for n in body if isinstance(n, ast.Assign) and getattr(n.targets[0], "id", None) == "__all__")
    return ast.literal_eval(exported.value)


def python(root: Path, path: str) -> str:
    """Returns the Markdown of the names in __all__ of a package, in their order."""
    package = root / path
    init = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    home = {}
    for node in init.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            file = package / f"{node.module.replace('.', '/')}.py"
            for alias in node.names:
                home.update({name: file for name in (names_of(file) if alias.name == "*" else [alias.name])})
    exported = next(n for n in init.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__")
    result = ""
    for name in ast.literal_eval(exported.value):
        module = ast.parse(home[name].read_text(encoding="utf-8"))
        node = next((n for n in module.body if getattr(n, "name", None) == name), None)
        if node is None:  # a constant
            continue
        result += f"## `sg.{name}`\n\n"
        if isinstance(node, ast.FunctionDef):
            result += signature(node, f"sg.{name}")
        elif node.bases:
            result += f"A {', '.join(f'`{ast.unparse(base)}`' for base in node.bases)}.\n\n"
        result += described(node, f"sg.{name}")
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            is_special = getattr(member, "name", "_").startswith("_")
            if isinstance(member, ast.FunctionDef) and (not is_special or member.name in ("__call__", "__getitem__")):
                is_property = any(ast.unparse(one) == "property" for one in member.decorator_list)
                result += f"### `{name}.{member.name}`\n\n"
                result += "" if is_property else signature(member, member.name)
                result += described(member, f"sg.{name}.{member.name}")
    return result


def described(node, name: str) -> str:
    text = ast.get_docstring(node)
    if not text:
        raise ValueError(f"{name} has no docstring; write what it is")
    return prose(text.splitlines())
