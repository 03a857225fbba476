"""What the parts of the site's generator share: the places of files, the program, and texts of Markdown."""
import os
import re
import subprocess
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
SOURCE = os.path.join(BUILD, "site-src")  # Sphinx' source: pages, and static/ for files that are copied as they are
OUTPUT = os.path.join(BUILD, "site")
PROGRAM = os.path.join(BUILD, "starport")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    """Writes a page or file of Sphinx' source."""
    path = os.path.join(SOURCE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def starport(*arguments):
    """What the program prints; a failure of it ends the build of the site."""
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
    if done.returncode:
        raise SystemExit("site: starport %s: %s" % (" ".join(arguments), done.stdout.strip()))
    return done.stdout


def smaller(path):
    """Rounds the numbers of a picture to hundredths of a point."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r"-?\d+\.\d{3,}", lambda number: "%g" % round(float(number[0]), 2), text))


def plain(text):
    """Text in which Markdown finds no marks."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def block(text, language="text"):
    """A block of text as it is."""
    return "~~~~%s\n%s\n~~~~\n" % (language, text.rstrip("\n"))


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| %s |\n" % " | ".join(line) for line in lines)


def comment(text):
    """A comment of C without its marks."""
    lines = re.sub(r"^/\*+ ?|\s*\*/$", "", text.strip()).split("\n")
    return "\n".join([lines[0], *(re.sub(r"^\s*\* ?", "", line) for line in lines[1:])])


LISTED = re.compile(r"(- |\d+[a-z]?\. )(?=\S)")


def words(text):
    """Text in which spans of code stay such, and nothing else is a mark."""
    parts = re.split(r"(`[^`]+`)", text)
    text = "".join(part if k % 2 else plain(part) for k, part in enumerate(parts))
    return re.sub(r"^([-+=]|\d+\.)", lambda mark: mark[0][:-1] + "\\" + mark[0][-1], text)


def prose(text):
    """A comment as paragraphs, items of lists, and blocks, which are indented by two blanks or more."""
    parts = []  # kind (p, li, pre), lines; a blank line ends all but a block
    for line in text.split("\n") + [""]:
        kind = parts[-1][0] if parts else ""
        if not line.strip():
            if kind == "pre":
                parts[-1][1].append("")
            elif kind:
                parts.append(("", []))
        elif LISTED.match(line):
            parts.append(("li", [line]))
        elif line.startswith("  ") and kind in ("li", "pre"):
            parts[-1][1].append(line if kind == "pre" else line.strip())
        elif line.startswith("  "):
            parts.append(("pre", [line]))
        elif kind == "p":
            parts[-1][1].append(line.strip())
        else:
            parts.append(("p", [line.strip()]))
    out = []
    for kind, lines in parts:
        if kind == "pre":
            out.append(block(textwrap.dedent("\n".join(lines)).rstrip()))
        elif kind == "li":
            out.append("- " + words(re.sub(r"^- ", "", " ".join(lines))) + "\n")
        elif kind == "p":
            out.append(words(" ".join(lines)) + "\n")
    return "\n".join(out)
