"""The documents as pages: README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md at their own places, so that the
links among them hold. A file of the project to which one links becomes a page that shows it, a folder plain text."""
import glob
import os
import re
import shutil

from starport_site import ROOT, SOURCE, read, write

LARGEST = 200000  # bytes of a file that is shown
SHOWN = {".c": "c", ".h": "c", ".py": "python", ".R": "r", ".ini": "ini", ".json": "json", ".yml": "yaml",
         ".nix": "text", ".scm": "scheme", ".xml": "xml", ".csv": "text", ".mk": "make"}


def documents():
    """The names of all documents, without their suffix."""
    paths = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *sorted(glob.glob("docs/*.md", root_dir=ROOT))]
    return [path[:-3] for path in paths if os.path.exists(os.path.join(ROOT, path))]


class Documents:
    def __init__(self):
        self.known = set(documents())
        self.files = {}  # path of a file that is shown: name of its page

    def target(self, link, folder):
        """Where a link leads: itself, the page of a file, or None for plain text."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(folder, path))
        if path.endswith(".md") and path[:-3] in self.known:
            return link
        place = os.path.join(ROOT, path)
        if os.path.splitext(path)[1] in (".svg", ".png"):
            return link
        if not os.path.isfile(place) or os.path.getsize(place) > LARGEST:
            return None
        self.files[path] = "files/" + path
        return os.path.relpath("files/" + path + ".md", folder or ".")

    def rewritten(self, text, folder):
        def one(match):
            to = self.target(match[2], folder)
            return match[1] if to is None else "[%s](%s)" % (match[1], to)

        # The text of a link may have a span of code, so only blocks are left as they are. Of their words the first, the
        # language, counts; pictures in HTML become those of Markdown.
        text = re.sub(r"(?m)^(```+)(\w+)[ \t].*$", r"\1\2", text)
        text = re.sub(r"(?m)^```csv$", "```text", text)
        text = re.sub(r'<img src="([^"]*)"[^>]*? alt="([^"]*)"[^>]*>', r"![\2](\1)", text)
        parts = re.split(r"(?ms)(^(?:```+|~~~+).*?^(?:```+|~~~+)[ \t]*$)", text)
        return "".join(part if k % 2 else re.sub(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)", one, part)
                       for k, part in enumerate(parts))

    def write(self):
        for name in sorted(self.known):
            text = self.rewritten(read(name + ".md"), os.path.dirname(name))
            write(name + ".md", text)
        for path in glob.glob("docs/*.svg", root_dir=ROOT):
            shutil.copy(os.path.join(ROOT, path), os.path.join(SOURCE, path))
        for path, page in sorted(self.files.items()):
            copy = os.path.join(SOURCE, "copies", path)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy(os.path.join(ROOT, path), copy)
            up = "../" * page.count("/")
            write(page + ".md", "---\norphan: true\nnosearch: true\n---\n# %s\n\n```{literalinclude} %scopies/%s\n:language: %s\n```\n"
                  % (path.replace("_", r"\_"), up, path, SHOWN.get(os.path.splitext(path)[1], "text")))

    def title(self, name):
        """The first heading of a document."""
        found = re.search(r"(?m)^# (.+)$", read(name + ".md"))
        return found[1] if found else name
