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


def paragraph(lines):
    """Lines as one paragraph, but for lists: a line that begins with a dash or a number after the end of a sentence."""
    items = [[]]
    for line in lines:
        new = re.match(r"(- |\d+[a-z]?\. )(?=[A-Z])", line)
        if new and (not items[-1] or items[-1][-1][-1] in ".:;"):
            items.append([])
        items[-1].append(line)
    out = []
    for item in filter(None, items):
        text = " ".join(item)
        mark = re.match(r"(- |\d+[a-z]?\. )(?=[A-Z])", text)
        out.append("- " + plain(text[2:] if text[0] == "-" else text) if mark else re.sub(r"^([-+=])", r"\\\1", plain(text)))
    return "\n\n".join(out) + "\n"


def prose(text):
    """Paragraphs and blocks of a comment: what is indented by two blanks or more is a block as it stands."""
    out, part, inside = [], [], False

    def close():
        while part and not part[-1]:
            part.pop()
        if part:
            out.append(block(textwrap.dedent("\n".join(part))) if inside else paragraph(part))
            part.clear()

    for line in text.split("\n"):
        indented = line.startswith("  ") if line.strip() else inside
        if indented != inside or not (line.strip() or inside):
            close()
            inside = indented
        if line.strip() or inside:
            part.append(line if inside else line.strip())
    close()
    return "\n".join(out)
