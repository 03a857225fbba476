"""What a notebook shows: a text in place of a chart, the explorer with a star."""
import json
import textwrap
import urllib.parse
import uuid
from xml.sax.saxutils import escape

_WIDTH = 100  # characters of a line
_HEIGHT = 800  # of the frame


def text_svg(text: str) -> str:
    """The text as a picture, in lines."""
    plain = "".join(x if x.isprintable() else " " for x in text)
    lines = textwrap.wrap(plain, _WIDTH) or [""]
    rows = "".join('<text x="8" y="%d">%s</text>' % (20 + 18 * k, escape(line)) for k, line in enumerate(lines))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="720" height="%d" font-family="sans-serif" font-size="13" '
            'fill="gray">%s</svg>' % (12 + 18 * len(lines), rows))


class Explorer:
    """The explorer with a star and heuristics: a notebook shows the page, everything else its address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def _repr_html_(self) -> str:
        """The page itself, since a notebook's server may not link to files; it asks nothing of a network."""
        file, _, state = self.address.partition("#")
        with open(urllib.parse.unquote(urllib.parse.urlsplit(file).path), encoding="utf-8") as f:
            page = json.dumps(f.read()).replace("<", "\\u003c")
        name = "starport-" + uuid.uuid4().hex
        return ('<iframe id="%s" title="starport explorer" width="100%%" height="%d"></iframe>\n'
                "<script>\n"
                'document.getElementById("%s").src =\n'
                '  URL.createObjectURL(new Blob([%s], { type: "text/html;charset=utf-8" })) + %s;\n'
                "</script>\n<p>%s</p>\n"
                % (name, _HEIGHT, name, page, json.dumps("#" + state).replace("<", "\\u003c"), escape(self.address)))

    def __repr__(self) -> str:
        return self.address
