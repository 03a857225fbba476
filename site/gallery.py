"""The gallery: the commands of site/gallery.txt, which are run, below the pictures that they write."""
import html
import os
import re
import shutil
import subprocess
import tempfile

from starport_site import BUILD, ROOT, SOURCE, read, smaller, write


def picture(name, command):
    """Runs the command in a folder of its own, and keeps NAME.svg."""
    with tempfile.TemporaryDirectory() as folder:
        for link in ("platforms", "deploy"):
            os.symlink(os.path.join(ROOT, link), os.path.join(folder, link))
        env = dict(os.environ, PATH=BUILD + ":" + os.environ["PATH"], STARPORT_DATA=ROOT)
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        path = os.path.join(folder, name + ".svg")
        if done.returncode or not os.path.exists(path):
            raise SystemExit("site: gallery: %s: %s" % (command, done.stdout.strip()))
        os.makedirs(os.path.join(SOURCE, "static/gallery"), exist_ok=True)
        smaller(path)
        shutil.copy(path, os.path.join(SOURCE, "static/gallery"))


def card(name, title, command):
    shown = re.sub(r" --engine=native", "", command)
    return ('<figure class="card">\n<a href="_static/gallery/{0}.svg"><img src="_static/gallery/{0}.svg" alt="{1}" loading="lazy"></a>\n'
            '<figcaption><b>{1}</b>\n<code>{2}</code></figcaption>\n</figure>\n').format(name, html.escape(title), html.escape(shown))


def gallery():
    """Writes the page; returns its cards."""
    cards = []
    for line in read("site/gallery.txt").split("\n"):
        if line.strip() and not line.startswith("#"):
            name, title, command = (part.strip() for part in line.split(";", 2))
            picture(name, command)
            cards.append(card(name, title, command))
    write("gallery.md", "# Gallery\n\nThe command below a picture draws it; a picture opens in its full size.\n\n"
          '```{raw} html\n<div class="cards gallery">\n%s</div>\n```\n' % "".join(cards))
    return cards
