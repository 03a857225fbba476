"""The Python package's page, from the sources of python/starport: what __init__ exports, with signatures and
docstrings."""
import ast
import glob
import inspect
import os

from starport_site import ROOT, block, plain, read, words, write


def signature(function, method):
    arguments = ast.unparse(function.args)
    if method:
        arguments = ", ".join(arguments.split(", ")[1:])
    result = " -> " + ast.unparse(function.returns) if function.returns else ""
    return "(%s)%s" % (arguments, result)


def doc(node):
    """A docstring: paragraphs, and examples as they stand."""
    out = []
    for part in inspect.cleandoc(ast.get_docstring(node) or "").split("\n\n"):
        if part.startswith((">>>", "    ")):
            out.append(block(part, "pycon" if part.startswith(">>>") else "text"))
        elif part:
            out.append(words(part) + "\n")
    return "\n".join(out)


def directive(kind, text, body, depth):
    fence = ":" * depth
    return "%s{py:%s} %s\n%s%s\n%s\n" % (fence, kind, text, "" if body.startswith(":") else "\n", body, fence)


def is_property(node):
    return any(isinstance(d, ast.Name) and d.id in ("property", "cached_property") for d in node.decorator_list)


def member(node):
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith("_"):
        return directive("attribute", node.target.id, ":type: %s\n" % ast.unparse(node.annotation), 4)
    if not isinstance(node, ast.FunctionDef) or node.name.startswith("_") or any(
            isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list):
        return ""
    if is_property(node):
        kind = ":type: %s\n\n" % ast.unparse(node.returns) if node.returns else ""
        return directive("property", node.name, kind + doc(node), 4)
    plain_method = not any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    return directive("method", node.name + signature(node, plain_method), doc(node), 4)


def definition(node):
    if isinstance(node, ast.FunctionDef):
        return directive("function", node.name + signature(node, False), doc(node), 5)
    start = next((m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"), None)
    body = doc(node) + "\n" + (doc(start) + "\n" if start and ast.get_docstring(start) else "")
    body += "\n".join(filter(None, map(member, node.body)))
    call = signature(start, True).split(" -> ")[0] if start else ""
    return directive("class", node.name + call, body, 5)


def python_api():
    package = ast.parse(read("python/starport/__init__.py"))
    exported = next(ast.literal_eval(node.value) for node in package.body
                    if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    found = {}
    for path in sorted(glob.glob("python/starport/*.py*", root_dir=ROOT), key=lambda path: (os.path.splitext(path)[1], path)):
        if os.path.splitext(path)[1] in (".py", ".pyi"):
            for node in ast.parse(read(path)).body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in exported:
                    found.setdefault(node.name, node)
    text = ["# Python package\n", doc(package), "[starport from Python](../docs/python.md) shows it at work.\n",
            "```{py:module} starport\n```\n"]
    for title, kind in (("Classes", ast.ClassDef), ("Functions", ast.FunctionDef)):
        text.append("## %s\n" % title)
        text += ["### %s\n\n%s" % (plain(name), definition(node)) for name, node in sorted(found.items())
                 if isinstance(node, kind)]
    write("reference/python.md", "\n".join(text))
    missing = set(exported) - set(found)
    if missing:
        raise SystemExit("site: python/starport: no definition of " + ", ".join(sorted(missing)))
