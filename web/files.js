// Out of the page: the command that gives the same results, and files.
"use strict";

function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: url, download: name.replace(/[^\w.-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
// All charts below each other, with their names, as one picture; as wide as they are drawn.
function together() {
  const drawn = state.runs.flatMap(({ heuristic }) => timelines.charts.includes(figures.get(heuristic)?.view) ? [figures.get(heuristic)] : []);
  const parts = drawn.map(({ view, element }) => [view.svg(), element.querySelector("figcaption b").textContent]);
  const heightOfAll = parts.reduce((sum, [chart]) => sum + 28 + Number(chart.getAttribute("height")), 28), colours = theme();
  const sheet = new SvgPainter(Math.max(640, ...parts.map(([chart]) => chart.getAttribute("width"))), heightOfAll, css(colours.paper));
  let top = 0, left = 8;
  for (const [chart, name] of parts) {
    sheet.text(0, top + 15, name, "start", colours.ink);
    sheet.svg.append(charts.fill(chart, { y: top + 20 }));
    top += 28 + Number(chart.getAttribute("height"));
  }
  for (const item of $("legend").cloneNode(true).querySelectorAll("li")) {
    sheet.svg.append(charts.fill(item.firstChild, { x: left, y: top + 4 }));
    sheet.text(left + 27, top + 14, item.textContent, "start", colours.ink);
    left += 50 + 6.5 * item.textContent.length;
  }
  return sheet.svg.outerHTML;
}
async function saveStar(kind) {
  if (kind === "json") {
    const answer = await other.call([...runWords(state.star, methodsOf(state.methods).join(",")), "--json"]);
    save("runs.json", "application/json", answer.out);
    return;
  }
  const answer = await other.call(["export", `--star=${state.star}`, "-o", "/star.xml"], ["/star.xml", "/star_d.xml"]);
  for (const [path, text] of Object.entries(answer.files))
    if (text)
      save(path.slice(1), "application/xml", text);
}

function showCommand() {
  const words = runWords(state.star, methodsOf(state.methods).join(",")).map((word) => word.startsWith("--plugin=/") ? `--plugin=${state.rule.name}.py` : word);
  $("command").replaceChildren(commandLine(quoted(words)), make("p", { "class": "note" }, pluginWords(state.methods).length
    ? `${state.rule.name}.py is what "export Python" of the rule saves.` : ""));
}

$("save-charts").addEventListener("click", () => save("charts.svg", "image/svg+xml", together()));
document.querySelectorAll("[data-save]").forEach((one) => one.addEventListener("click", () => saveStar(one.dataset.save)));
on("runs", showCommand);
