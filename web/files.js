// Out of the page: the command that gives the same results, and files.
"use strict";

function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: url, download: name.replace(/[^\w.-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
// The chart with its style, for a file of its own.
function alone(svg) {
  const copy = svg.cloneNode(true), style = getComputedStyle(document.documentElement);
  const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => /^(svg|\.(to-|received|own))/.test(rule.selectorText) && (copy.matches(rule.selectorText) || copy.querySelector(rule.selectorText)))
    .map((rule) => rule.cssText).join("\n")
    .replace(/var\((--[\w-]+)\)/g, (whole, name) => style.getPropertyValue(name).trim());
  copy.prepend(draw("style", {}, css), draw("rect", { width: "100%", height: "100%",
    fill: style.getPropertyValue("--paper").trim() }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy.outerHTML;
}
// All charts below each other, with their names, as one picture; as wide as they are drawn.
function together() {
  const figures = [...document.querySelectorAll("#charts figure")].filter((figure) => figure.querySelector("svg"));
  const sheet = draw("svg", { role: "img", "aria-label": "Gantt charts" });
  let top = 0, width = 0;
  for (const figure of figures) {
    const chart = figure.querySelector("svg").cloneNode(true);
    chart.setAttribute("y", top + 20);
    sheet.append(label(0, top + 15, figure.querySelector("figcaption").firstChild.textContent), chart);
    top += 28 + Number(chart.getAttribute("height"));
    width = Math.max(width, Number(chart.getAttribute("width")));
  }
  let left = 8;
  for (const kind of $("legend").querySelectorAll("li")) {
    const mark = kind.querySelector("rect").cloneNode(), words = kind.textContent;
    charts.fill(mark, { x: left, y: top + 4 });
    sheet.append(mark, label(left + 20, top + 14, words));
    left += 44 + 6.5 * words.length;
  }
  top += 28;
  charts.fill(sheet, { viewBox: `0 0 ${width} ${top}`, width, height: top });
  return alone(sheet);
}
function savePicture(name, svg) {
  const picture = new Image(), canvas = make("canvas", { width: 2 * svg.getAttribute("width"), height: 2 * svg.getAttribute("height") });
  picture.onload = () => {
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name, "image/png", blob));
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
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
  $("command").replaceChildren(commandLine(quoted(runWords(state.star, methodsOf(state.methods).join(",")))));
}

$("save-charts").addEventListener("click", () => save("charts.svg", "image/svg+xml", together()));
document.querySelectorAll("[data-save]").forEach((one) => one.addEventListener("click", () => saveStar(one.dataset.save)));
on("runs", showCommand);
