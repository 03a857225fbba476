"""Reference pages that the program writes itself: commands, heuristics, families, experiments."""
import json
import os
import re

from starport_site import ROOT, SOURCE, block, plain, prose, read, smaller, starport, table, write

PROBLEMS = {"redistribution": "Redistribution: tasks at the workers", "imbalance": "Imbalance: transfers alone",
            "bag": "Bag: tasks at the master", "divisible": "Divisible load",
            "steady": "Steady state", "network": "Networks"}


def toctree(names):
    return "```{toctree}\n:hidden:\n\n%s\n```\n" % "\n".join(names)


# ---- Commands.
def option(line):
    """The names of an option and its text, where a line of help begins one."""
    found = re.match(r" {1,8}((?:-\w, )?--?[\w-]+(?:[= ]?\S+(?: \S+)*?)?)(?:  +(\S.*))?$", line)
    return (found[1], found[2] or "") if found and line.lstrip().startswith("-") else None


def help_page(command, text):
    """The help of a command: its usage, what it does, options in groups, its example."""
    usage, rest = text.split("\n", 1)
    lines, out = rest.split("\n"), []
    while lines and re.match(r"\s+or: ", lines[0]):
        usage += "\n" + lines.pop(0)
    usage = re.sub(r"(?m)^(Usage:|\s+or:) +", "", usage)
    out.append(block(usage) + "\n")
    part, options, example = [], [], []

    def close():
        if options:
            for names, words in options:
                out.append("```{option} %s\n%s\n```\n" % (names, plain(" ".join(words))))
            options.clear()
        if part:
            out.append(plain("\n".join(part)) + "\n")
            part.clear()

    for line in lines:
        if example or line.startswith("Example: "):
            example.append(line)
        elif option(line):
            if part:
                close()
            names, words = option(line)
            options.append((names, [words] if words else []))
        elif re.match(r" \S.*:$", line):
            close()
            out.append("## %s\n" % plain(line.strip().rstrip(":")))
        elif line.startswith("    ") and options:
            options[-1][1].append(line.strip())
        elif line.strip():
            if options:
                close()
            part.append(line.strip())
        else:
            close()
    close()
    if example:
        out.append("## Example\n\n" + block("\n".join(example).strip()[len("Example: "):], "console"))
    return "# starport %s\n\n```{program} starport %s\n```\n\n%s" % (command, command, "\n".join(out))


def commands():
    overview = starport("--help")
    names, rows, text = [], [], ["# Commands\n", plain(overview.split("\n")[1]) + "\n"]
    for line in overview.split("\n")[2:]:
        entry = re.match(r"  ([a-z]+) {2,}(\S.*)", line)
        if entry:
            names.append(entry[1])
            rows.append(["[%s](commands/%s.md)" % (entry[1], entry[1]), plain(entry[2])])
            continue
        if rows:
            text.append(table(["command", "what it does"], rows))
            rows = []
        if line.endswith(":") and not line.startswith(" "):
            text.append("## %s\n" % plain(line[:-1]))
        elif line.strip():
            text.append(plain(line))
    for name in names:
        help_text = starport(name, "--help")
        if "--help-all" in help_text:
            help_text = starport(name, "--help-all")
        write("reference/commands/%s.md" % name, help_page(name, help_text))
    write("reference/commands.md", "\n".join(text) + "\n\n" + toctree("commands/" + name for name in names))


# ---- Heuristics.
def values(one):
    if one["type"] == "choice":
        return ", ".join("`%s`" % choice for choice in one["choices"])
    return "text" if one["type"] == "text" else "%g to %g" % (one["min"], one["max"])


def chart(name, example):
    """Draws the example's run; the name of the picture."""
    path = os.path.join(SOURCE, "charts", name + ".svg")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    starport("run", "--star=" + example["star"], "-H", example["method"], "--engine=native", "--gantt=" + path)
    smaller(path)
    return "../../charts/%s.svg" % name


def heuristic(name):
    one = json.loads(starport("list", name, "--json"))["heuristics"][0]
    text = ["# %s\n" % plain(name), plain(one["summary"][0].upper() + one["summary"][1:]) + ".\n",
            "%s · %s · %s · here: `starport list %s`\n" % (", ".join(one["problems"]), plain(one["source"]),
                                                       "decides on line" if one["online"] else "plans", name)]
    if one.get("head"):
        text.append("## Rule\n\n" + prose(one["head"]))
    if one["options"]:
        text.append("## Options\n\n" + table(["option", "values", "default", "meaning"], [
            ["`%s`" % o["name"], values(o), "`%s`" % o["default"] if o["default"] else "", plain(o["help"])]
            for o in one["options"]]))
    example = one.get("example")
    if example:
        value = "makespan %g" % example["makespan"] if "makespan" in example else "%g done by the deadline" % example["done"]
        call = 'starport run --star="%s" -H %s' % (example["star"], example["method"])
        picture = chart(name, example)
        text.append("## Example\n\n" + block("$ " + call, "console") + "\n%s%s.\n" % (
            value[0].upper() + value[1:], ", the bound is %g" % example["bound"] if "bound" in example else ""))
        text.append("![Chart of the example of %s: %s](%s)\n" % (plain(name), value, picture))
    write("reference/heuristics/%s.md" % name, "\n".join(text))
    return one


def heuristics():
    every = [heuristic(name) for name in starport("list", "--names").split()]
    text = ["# Heuristics\n", "Each page says the rule, its options, an example with its chart and the source; "
            "`starport list NAME` prints the same. [Which heuristic](../docs/heuristics.md) compares them.\n"]
    for problem, title in PROBLEMS.items():
        rows = [["[%s](heuristics/%s.md)" % (plain(h["name"]), h["name"]), plain(h["summary"]), plain(h["source"])]
                for h in every if problem in h["problems"]]
        if rows:
            text.append("## %s\n\n%s" % (title, table(["name", "rule", "source"], rows)))
    write("reference/heuristics.md", "\n".join(text) + "\n" + toctree("heuristics/" + h["name"] for h in every))


# ---- Families and experiments.
def families():
    entries = json.loads(starport("list", "families", "--json"))["families"]
    settings = starport("list", "families").split("\n\n", 1)[1]
    rows = [["`%s`" % e["name"], plain(e["summary"])] for e in entries]
    text = ["# Families of platforms\n", "`starport compare --family=NAME` and `generate` draw platforms from these. "
            "[Where they come from](../docs/families.md) has the sources.\n", table(["family", "what is drawn"], rows)]
    for part in settings.strip().split("\n\n"):
        head, body = part.split("\n", 1)
        text.append("## %s\n\n%s" % (plain(head.split(",")[0].split(":")[0].strip(".")), plain(head) + "\n\n" + block(body)))
    write("reference/families.md", "\n".join(text))


def experiments():
    entries = json.loads(starport("list", "experiments", "--json"))["experiments"]
    text = ["# Experiments\n", "`starport reproduce ID` runs one and compares it with what is published; those with a "
            "file are also campaigns, `starport campaign ID`.\n"]
    rows, names = [], []
    for entry in entries:
        name, path = entry["name"], "experiments/%s.ini" % entry["name"]
        if os.path.exists(os.path.join(ROOT, path)):
            names.append(name)
            write("reference/experiments/%s.md" % name, "# %s\n\n%s.\n\n%s" % (
                plain(name), plain(entry["summary"]), block(read(path), "ini")))
            name = "[%s](experiments/%s.md)" % (plain(name), name)
        else:
            name = "`%s`" % name
        rows.append([name, plain(entry["summary"])])
    write("reference/experiments.md", "\n".join(text) + "\n" + table(["experiment", "what it computes"], rows)
          + "\n" + toctree("experiments/" + name for name in names))
