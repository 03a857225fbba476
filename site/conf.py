"""Sphinx' settings of the site; site/generate.py writes the pages and calls it."""
import os

project = "starport"
author = "The starport contributors"
copyright = "the starport contributors; GPL-3.0-or-later"
version = release = os.environ["STARPORT_VERSION"]
language = "en"
smartquotes = False  # "--json" is no dash
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["static", "extra", "copies", "charts"]

# Headings of documents are anchors, named as forges name them.
myst_heading_anchors = 5
myst_enable_extensions = ["colon_fence"]
# Examples show files with "...", which no lexer knows.
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "text"

html_theme = "furo"
html_title = "starport " + version
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0b5cad", "color-brand-content": "#0b5cad", "color-foreground-primary": "#1a1d21",
        "color-foreground-secondary": "#56606b", "color-foreground-muted": "#56606b", "color-background-primary": "#ffffff",
        "color-background-secondary": "#f6f7f8", "color-background-border": "#d5d9de",
        "color-api-name": "#0b5cad", "color-api-pre-name": "#0b5cad",
        "font-stack": "system-ui, sans-serif", "font-stack--monospace": "ui-monospace, DejaVu Sans Mono, monospace"},
    "dark_css_variables": {
        "color-brand-primary": "#7db8f5", "color-brand-content": "#7db8f5", "color-foreground-primary": "#e6e8eb",
        "color-foreground-secondary": "#a7afb9", "color-foreground-muted": "#a7afb9", "color-background-primary": "#14171a",
        "color-background-secondary": "#1d2126", "color-background-border": "#3a414a",
        "color-api-name": "#7db8f5", "color-api-pre-name": "#7db8f5"},
}
pygments_style = "tango"
pygments_dark_style = "github-dark"
templates_path = ["templates"]
html_context = {"start_links": [("docs/tutorial", "Tutorial"), ("reference/heuristics", "Heuristics"), ("docs/reproducing", "Papers"),
                                ("reference/commands", "Commands"), ("gallery", "Gallery")]}
html_static_path = [os.environ["STARPORT_SITE_STATIC"]]
html_favicon = "theme/favicon.svg"
html_css_files = ["starport.css"]
html_js_files = ["starport.js"]
html_show_sourcelink = False
html_copy_source = True  # the search shows a line of each page that it finds
html_show_sphinx = False
html_last_updated_fmt = None
