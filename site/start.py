"""The start page: a sentence, the picture of the model, two commands, links by task, the explorer, the gallery."""
import html
import json
import os
import re
import shutil
import tempfile

from starport_site import BUILD, ROOT, SOURCE, starport, write

# The examples of the five papers: quick, and without chance.
EXAMPLES = ["rr6005-trace", "rr6005-examples", "rr5196-examples", "dls-fig1", "steady-fig2", "bd97-ex1"]
STAR = "c=1,2,4 w=4,6,3 buffer=2 tasks=14"


def values():
    """One square a published value of the examples, filled where ours agrees, crossed where it differs."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in EXAMPLES:
            cells = json.loads(starport("reproduce", name, "--engine=native", "--json", "-o", folder))["cells"]
            found += [cell["verdict"] for cell in cells if cell.get("verdict")]
    found.sort()
    agree = found.count("agrees")
    across, step = 26, 11
    marks = ""
    for k, verdict in enumerate(found):
        x, y = k % across * step, k // across * step
        marks += '<rect x="%d" y="%d" width="9" height="9" rx="1.5" class="%s"/>' % (x, y, verdict.split()[0])
        if verdict != "agrees":
            marks += '<path d="M%d %dl5 5m0 -5l-5 5"/>' % (x + 2, y + 2)
    height = (len(found) + across - 1) // across * step
    words = "%d of %d values of the papers' examples agree" % (agree, len(found))
    return '<svg viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg><p>%s</p>' % (across * step, height, words, marks, words)


def dots():
    """The mean distance from the best of three rules on 50 platforms, with 1.96 standard errors."""
    names = ["min_c", "mct", "star-bounded-buffer"]
    text = starport("compare", "--family=het-het", "--set=tasks=60", "--set=buffer=2", "--count=50", "--engine=native",
                    "-H", ",".join(names))
    pairs = re.search(r"mean\(distance\)\n.*\n(.*)", text)[1]
    points = [(float(a), 1.96 * float(b)) for a, b in re.findall(r"([\d.]+) \(([\d.]+)\)", pairs)]
    top = max(a + b for a, b in points) - 1
    place = lambda distance: 130 + 140 * (distance - 1) / top
    out, shapes = "", ['<circle cx="{0}" cy="{1}" r="4.5"/>', '<rect x="{2}" y="{3}" width="9" height="9"/>',
                       '<path d="M{0} {3}l5 9h-10z"/>']
    for k, (name, (mean, half)) in enumerate(zip(names, points)):
        x, y = place(mean), 12 + 20 * k
        out += '<g class="h%d"><text x="0" y="%d">%s</text><path class="line" d="M%.1f %dH%.1f"/>%s</g>' % (
            k, y + 4, name, place(max(1, mean - half)), y, place(mean + half),
            shapes[k].format("%.1f" % x, y, "%.1f" % (x - 4.5), "%.1f" % (y - 4.5)))
    words = "distance from the best, 50 random platforms: " + ", ".join("%s %.3f" % (n, p[0]) for n, p in zip(names, points))
    return '<svg viewBox="0 0 280 66" role="img" aria-label="%s">%s</svg><p>%s</p>' % (words, out, words)


def card(title, words, picture, link, to):
    return '<div class="card"><h2>%s</h2><p>%s</p>%s<a class="to" href="%s">%s →</a></div>\n' % (title, words, picture, link, to)


def explorer():
    """Copies the explorer where it was built; the frame that shows it, or nothing."""
    page = os.path.join(BUILD, "explorer.html")
    if not os.path.exists(page):
        return None
    shutil.copy(page, os.path.join(SOURCE, "extra"))
    return ('<section class="explorer"><h2>The explorer</h2><iframe src="explorer.html" title="The explorer" loading="lazy"></iframe>'
            '<p><a href="explorer.html">Open it alone</a></p></section>\n')


def start(cards, sections):
    """sections: the pages of each section, (title, [(page, title)])."""
    os.makedirs(os.path.join(SOURCE, "extra"), exist_ok=True)
    model = os.path.join(ROOT, "docs/model.svg")
    if os.path.exists(model):
        shutil.copy(model, os.path.join(SOURCE, "static"))
    picture = "_static/model.svg" if os.path.exists(model) else "_static/gallery/bag.svg"
    frame = explorer()
    names = starport("list", "--names").split()
    families = json.loads(starport("list", "families", "--json"))["families"]
    pages = {page for _, part in sections for page, _ in part}
    which = "docs/heuristics.html" if "docs/heuristics" in pages else "reference/heuristics.html"
    body = """<div class="say">
<p class="lead">starport simulates a master that serves its workers through one port, compares the heuristics that decide
the order (yours among them), and reproduces five papers on the question.</p>
<div class="command"><span>The five papers, values and figures</span><code>$ make reproduce</code></div>
<div class="command"><span>A star, three ways</span><code>$ starport run -H min_c,mct,optimal \\
    --star="%s"</code></div>
<p class="small">C17, Python, R · SimGrid or a native engine, which agree on every decision · <a href="%s">install</a></p>
</div>
<figure class="model"><img src="%s" alt="A star: a master whose ports serve one message at a time, its links and workers, and the chart of a run"></figure>
<div class="cards">
""" % (html.escape(STAR), "docs/install.html" if "docs/install" in pages else "README.html", picture)
    body += card("Reproduce", "Five papers, each value beside ours.", values(), "docs/reproducing.html", "See what agrees")
    body += card("Compare", "%d heuristics, %d families of platforms." % (len(names), len(families)), dots(), which,
                 "Which heuristic for my problem")
    chart = '<img src="_static/gallery/bag.svg" alt="Chart of min_c on a bag of 14 tasks">'
    body += card("Explore", "Drag a number, watch the schedule change.", chart,
                 "explorer.html" if frame else "docs/explorer.html", "Open the explorer" if frame else "About the explorer")
    body += "</div>\n" + (frame or "")
    body += '<section><h2>Gallery</h2><div class="cards gallery">%s</div><p><a href="gallery.html">All pictures →</a></p></section>\n' % (
        "".join(cards[:6]))
    body += '<section class="tasks"><h2>All pages</h2><div class="cards">%s</div></section>' % "".join(
        '<div class="card"><h3>%s</h3><ul>%s</ul></div>' % (
            title, "".join('<li><a href="%s.html">%s</a></li>' % (page, html.escape(words)) for page, words in part))
        for title, part in sections)
    trees = "".join("```{toctree}\n:hidden:\n:caption: %s\n\n%s\n```\n\n" % (
        title, "\n".join("%s <%s>" % (words, page) for page, words in part)) for title, part in sections)
    write("index.md", "# Which worker gets the next task?\n\n```{raw} html\n%s\n```\n\n%s" % (body, trees))
