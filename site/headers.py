"""The C library's pages: each declaration of include/starport/*.h with the comment before it."""
import glob
import os
import re

from starport_site import ROOT, block, comment, plain, prose, read, table, write
from program import toctree

# What a header has beside its declarations.
FRAME = re.compile(r"#(ifndef|define) STARPORT_(\w+_)?H$|#(endif|else|ifdef)|SP_(BEGIN|END)_DECLS$|#include")


def name_of(code):
    """The name that a declaration introduces."""
    first = code.split("\n")[0]
    for pattern in (r"#define (\w+)", r"^typedef .*?(\w+);", r"^(?:struct|enum|union) (\w+)\s*(?:\{|;)", r"(\w+)\(", r"(\w+)(?:\[\])?\s*[;=]"):
        found = re.search(pattern, first) or re.search(pattern, code)
        if found:
            return found[1]
    return "constants" if first.startswith("enum") else first


def parts(text):
    """Pairs (comment, declaration) of a header, comments without marks. A comment that no declaration follows has an
    empty one; declarations that follow one another without a blank line share their comment."""
    out, said, code, depth = [], "", [], 0
    lines = text.split("\n")
    k = 0
    while k < len(lines):
        line = lines[k]
        k += 1
        if not code and line.startswith("/*"):
            if said:
                out.append((said, ""))
            whole = [line]
            while "*/" not in whole[-1]:
                whole.append(lines[k])
                k += 1
            said = comment("\n".join(whole))
            continue
        if not code and (not line.strip() or FRAME.match(line)):
            if said and not line.strip():
                out.append((said, ""))
                said = ""
            continue
        code.append(line)
        bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", line)
        depth += bare.count("{") - bare.count("}")
        body = "\n".join(code)
        open_comment = body.rfind("/*") > body.rfind("*/")
        end = line.rstrip()
        if depth == 0 and not open_comment and (re.search(r"[;}]\s*(/\*.*\*/)?$", end) or end.startswith("#")) \
                and not end.endswith("\\"):
            if end.startswith("#define") or not code[0].startswith("#define"):
                out.append((said, body))
                said, code = "", []
        elif code[0].startswith("#define") and not end.endswith("\\") and depth == 0:
            out.append((said, body))
            said, code = "", []
    if said:
        out.append((said, ""))
    return out


def header(path):
    text = read(path)
    head = re.match(r"(?s)/\*.*?\*/", text)[0]
    name = os.path.basename(path)
    out = ["# %s\n" % plain("<starport/%s>" % name), prose(comment(head))]
    names, rest = set(), []
    for said, code in parts(text[len(head):]):
        if not code:
            rest.append("## %s\n" % plain(said.strip("- ").split(".")[0]) if said.startswith("----") else prose(said))
            continue
        word = name_of(code)
        if code.startswith("static inline"):
            code = code.split("\n{")[0] + ";"
        if word not in names:
            rest.append("## %s\n" % plain(word))
        names.add(word)
        rest.append((prose(said) + "\n" if said else "") + block(code, "c"))
    write("reference/c/%s.md" % name[:-2], "\n".join(out + rest))
    return comment(head)


def headers():
    rows = []
    paths = sorted(glob.glob("include/starport/*.h", root_dir=ROOT))
    for path in paths:
        name = os.path.basename(path)
        first = re.split(r"(?<=[.:]) ", header(path).replace("\n", " "))[0]
        rows.append(["[%s](c/%s.md)" % (name, name[:-2]), plain(first)])
    write("reference/c.md", "# C library\n\n`libstarport`, C17 and C++; `pkg-config --cflags --libs starport` names it. "
          "A heuristic includes the headers that `starport.h` names for it.\n\n" + table(["header", "what it has"], rows)
          + "\n" + toctree("c/" + os.path.basename(path)[:-2] for path in paths))
