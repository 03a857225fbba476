"""Runs the example of each heuristic (`starport list NAME --json`); prints those whose value the head of the file
does not say after its star, as a fraction or rounded, and how many there are."""
import json
import re
import subprocess


def listed(*arguments):
    return json.loads(subprocess.run(["starport", "list", "--json", *arguments], stdout=subprocess.PIPE, check=True).stdout)


def says(text, value):
    for number, decimals, below in re.findall(r"(?<![\w.,])(\d+(?:\.(\d+))?)(?:/(\d+))?", text):
        margin = 1e-9 * value if below else 0.5001 * 10 ** -len(decimals)
        if abs(float(number) / float(below or 1) - value) <= margin:
            return True
    return False


names = [heuristic["name"] for heuristic in listed()["heuristics"]]
for name in names:
    record = listed(name)["heuristics"][0]
    example = record.get("example")
    text = record["head"].split('"', 2)[2] if example else ""
    if not example or not says(text, example.get("makespan", example.get("done"))):
        print(name, example, text)
print("all" if len(names) > 50 else len(names))
