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
  const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
    .filter((text) => /^(svg|\.(to-|received|own))/.test(text)).join("\n")
    .replace(/var\((--[\w-]+)\)/g, (whole, name) => style.getPropertyValue(name).trim());
  copy.prepend(draw("style", {}, css), draw("rect", { width: "100%", height: "100%",
    fill: style.getPropertyValue("--paper").trim() }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy.outerHTML;
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

document.querySelectorAll("[data-save]").forEach((one) => one.addEventListener("click", () => saveStar(one.dataset.save)));
on("runs", showCommand);
