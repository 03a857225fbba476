#!/usr/bin/env python3
"""Checks LaTeX tables of a report: latex.py FILE.tex. Where pdflatex with booktabs and siunitx is installed, they are set
in a column of 84 mm, in which no line may be too wide and no command unknown. In any case braces and environments must
match, and each row of a tabular must have as many cells as the tabular has columns. Prints what is wrong; exit code 3."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HEAD = r"""\documentclass[10pt]{article}
\usepackage{booktabs,siunitx}
\textwidth=84mm \hsize=84mm \columnwidth=84mm \linewidth=84mm \hfuzz=0.1pt
\begin{document}
"""


def set_by_latex(text):
    """What pdflatex complains of; nothing if it is not there."""
    if not shutil.which("pdflatex"):
        return []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "t.tex"), "w", encoding="utf-8") as file:
            file.write(HEAD + text.replace("\\end{table}", "\\end{table}\\clearpage") + "\\end{document}\n")
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "t.tex"], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
    log = done.stdout.decode("utf-8", "replace")
    if re.search(r"`(siunitx|booktabs)\.sty' not found", log):
        return []
    bad = [line for line in log.split("\n") if line.startswith(("!", "Overfull \\hbox"))]
    return bad if bad or done.returncode == 0 else ["pdflatex ended with %d" % done.returncode]


def without_comments(text):
    return re.sub(r"(?<!\\)%.*", "", text)


def match(text):
    """Braces and environments that do not match."""
    depth, is_open, bad = 0, [], []
    for found in re.finditer(r"\\(begin|end)\{(\w+)\}|\\.|[{}]", text):
        if found.group(1) == "begin":
            is_open.append(found.group(2))
        elif found.group(1) == "end":
            if not is_open or is_open.pop() != found.group(2):
                bad.append("\\end{%s} ends nothing" % found.group(2))
        elif found.group() in "{}":
            depth += 1 if found.group() == "{" else -1
            if depth < 0:
                return bad + ["a brace too many"]
    return bad + ["\\begin{%s} does not end" % name for name in is_open] + (["a brace is open"] if depth else [])


def columns(form):
    form = re.sub(r"@\{[^}]*\}|\[[^\]]*\]|p\{[^}]*\}", lambda found: "p" if found.group()[0] == "p" else "", form)
    return len(re.sub(r"[^lcrpS]", "", form))


def rows(body):
    """The rows of a tabular, as numbers of cells. What is in braces is one cell."""
    body = re.sub(r"\\(toprule|midrule|bottomrule|addlinespace)\b|\\cmidrule\(lr\)\{[\d-]*\}", "", body)
    while "\\shortstack" in body:
        body = re.sub(r"\\shortstack\[l\]\{[^{}]*(\{\}[^{}]*)*\}", "", body)
    for row in re.split(r"\\\\|\\tabularnewline", body):
        wide = [int(n) for n in re.findall(r"\\multicolumn\{(\d+)\}", row)]
        if row.strip():
            yield len(re.findall(r"(?<!\\)&", row)) + 1 + sum(wide) - len(wide), row.strip()


def check_tabulars(text):
    for form, body in re.findall(r"\\begin\{tabular\}\{((?:[^{}]|\{[^{}]*\})*)\}(.*?)\\end\{tabular\}", text, re.S):
        for n, row in rows(body):
            if n != columns(form):
                yield "%d cells in %d columns: %s" % (n, columns(form), row[:100])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    plain = without_comments(text)
    bad = match(plain) + list(check_tabulars(plain)) + set_by_latex(text)
    for line in bad:
        print(line)
    return 3 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
