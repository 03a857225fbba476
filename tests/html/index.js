// Opens the page of all experiments in a headless Chromium, on a desktop and on a phone, and checks
// that nothing stands out of its place, and that its links lead to files beside it:
//   node index.js index.html SHOTS-DIR
const fs = require("fs");
const path = require("path");
const { check, visit_all, page_path } = require("./browser.js");

// Texts of the charts that are cut off by their edge, and charts that are shrunk until they are hard to read.
function unreadable() {
  const bad = [];
  document.querySelectorAll("figure svg").forEach((svg) => {
    const frame = svg.getBoundingClientRect();
    if (frame.width < 0.95 * svg.viewBox.baseVal.width)
      bad.push(`shrunk: ${svg.getAttribute("aria-label")}`);
    svg.querySelectorAll("text").forEach((text) => {
      const box = text.getBoundingClientRect();
      if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5)
        bad.push(`cut: ${text.textContent}`);
    });
  });
  document.querySelectorAll(".picture img").forEach((img) => {
    if (!img.naturalWidth || img.clientWidth < 0.45 * img.naturalWidth)
      bad.push(`picture: ${img.alt} ${img.clientWidth} of ${img.naturalWidth}`);
  });
  return bad;
}

async function look(page, width) {
  const faults = await page.evaluate(unreadable);
  check(`charts at ${width}`, faults.length === 0, faults.slice(0, 5));
  const frames = await page.$$eval("figure.series", (all) => all.map((f) => f.querySelectorAll("svg").length));
  check("every figure is drawn", frames.length > 0 && frames.every((n) => n >= 1), frames);
  check("verdicts", (await page.$$("td .verdict")).length > 0);
  for (const link of await page.$$eval("a", (all) => all.map((a) => a.getAttribute("href")))) {
    const inside = link.startsWith("#");
    check(`link ${link}`, inside ? await page.$(`[id="${link.slice(1)}"]`)
      : !/^[/.]|:/.test(link) && fs.existsSync(path.join(path.dirname(page_path), link)));
  }
}

visit_all(1280, 375, look);
