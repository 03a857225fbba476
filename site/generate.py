#!/usr/bin/python3
"""Writes the site into BUILD/site: pages from the documents and the program into BUILD/site-src, which Sphinx turns
into HTML. BUILD (build) names the build; `make site` calls it."""
import glob
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # the sources stay as they are

from documents import Documents
from gallery import gallery
from headers import headers
from program import commands, experiments, families, heuristics
from python_api import python_api
from starport_site import OUTPUT, ROOT, SOURCE, read, starport
from start import start

GENERATED = ["gallery", "reference/commands", "reference/heuristics", "reference/families", "reference/experiments",
             "reference/c", "reference/python"]


def sections(documents):
    """The pages in the order of site/documents.txt, then documents that are not named there."""
    left = sorted(documents.known)
    out = {}
    for line in read("site/documents.txt").split("\n"):
        if line.strip() and not line.startswith("#"):
            section, page, title = (part.strip() for part in line.split(";"))
            if page in left:
                left.remove(page)
            elif page not in GENERATED:
                continue
            out.setdefault(section, []).append((page, title))
    last = list(out)[-1]
    out[last] += [(page, documents.title(page)) for page in left]
    return list(out.items())


def replaced(name, pattern, text):
    """Replaces what matches in a file of the site by a text, if it is there."""
    path = os.path.join(OUTPUT, "_static", name)
    with open(path, encoding="utf-8") as file:
        old = file.read()
    new = re.sub(pattern, lambda match: text(), old)
    if new != old:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)


def close_theme():
    """Puts into the site what furo, as Debian 12 and 13 have it, asks for elsewhere: a style sheet by a path of Debian's
    web server, and a script as a module, which a browser does not read from a file."""
    def text_of(path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    replaced("styles/furo.css", r"@import url\(/javascript/([^)]*)\);", lambda: text_of(
        "/usr/share/javascript/normalize.css/normalize.css"))
    replaced("scripts/furo.js", r'import (?:\* as )?Gumshoe from "./gumshoe-patched.js";', lambda: text_of(
        os.path.join(OUTPUT, "_static/scripts/gumshoe-patched.js")))
    for path in glob.glob(OUTPUT + "/**/*.html", recursive=True):
        replaced(os.path.relpath(path, OUTPUT + "/_static"), '<script type="module" src', lambda: "<script src")


def main():
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "site/theme"), os.path.join(SOURCE, "static"))
    documents = Documents()
    documents.write()
    commands()
    heuristics()
    families()
    experiments()
    headers()
    python_api()
    start(gallery(), sections(documents))
    version = re.sub(r"^starport ", "", starport("--version").split("\n")[0])
    env = dict(os.environ, STARPORT_VERSION=version, STARPORT_SITE_STATIC=os.path.join(SOURCE, "static"))
    shutil.rmtree(OUTPUT, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", "-j", "auto", "-c", os.path.join(ROOT, "site"),
                           "-d", SOURCE + "/.doctrees", SOURCE, OUTPUT], env=env)
    if done.returncode:
        sys.exit(done.returncode)
    close_theme()
    for name in os.listdir(os.path.join(SOURCE, "extra")):
        shutil.copy(os.path.join(SOURCE, "extra", name), OUTPUT)
    for name in (".buildinfo", "objects.inv"):
        path = os.path.join(OUTPUT, name)
        if os.path.exists(path):
            os.remove(path)


main()
