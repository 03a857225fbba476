// Opens the page of all experiments in a headless Chromium, on a desktop and on a phone, and checks
// that the verdict and its cards come first, that folded parts open, that nothing stands out of its
// place, and that its links lead to files beside it:
//   node index.js index.html SHOTS-DIR
const fs = require("fs");
const path = require("path");
const { check, visit_all, page_path, click } = require("./browser.js");

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

// The sentence, and on a card as many squares as its words say.
async function cards(page, width) {
  const sentence = await page.$eval("#verdict", (one) => ({ text: one.textContent, top: one.getBoundingClientRect().top }));
  check(`the sentence comes first at ${width}`, sentence.top < 250 && /^(All|Of) \d+ values/.test(sentence.text), sentence);
  const faults = await page.$$eval(".card .part", (parts) => parts.filter((part) => {
    const squares = part.querySelectorAll(".squares i").length;
    const said = [...part.querySelectorAll(".said")].reduce((sum, one) => sum + parseInt(one.textContent, 10), 0);
    return squares && squares !== said;
  }).map((part) => part.textContent));
  check(`a square a value at ${width}`, faults.length === 0, faults);
  const forms = await page.$$eval(".signs i", (all) => all.map((one) => {
    const style = getComputedStyle(one);
    return [style.borderStyle, style.backgroundImage.replace(/\(.*/, ""), style.backgroundColor === "rgba(0, 0, 0, 0)"].join();
  }));
  check("a form for each verdict", new Set(forms).size === 4, forms);
  if (width > 1000) {
    const end = await page.$eval(".cards", (one) => one.getBoundingClientRect().bottom);
    check("the sentence and the cards fit a screen of 800 px", end <= 800, end);
  }
}

// A link to a folded part opens it.
async function unfold(page) {
  check("all is folded", await page.$$eval("details", (all) => all.every((one) => !one.open)));
  await click(page, ".card a");
  check("a link opens its part", await page.waitForSelector(".paper[open]", { timeout: 5000 }).then(() => true, () => false));
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  await page.waitForFunction(() => [...document.querySelectorAll("figure.series")].every((one) => one.querySelector("svg")));
  await page.$$eval(".picture img", (all) => Promise.all(all.map((one) => { one.loading = "eager"; return one.decode(); })));
}

async function look(page, width) {
  check("the page has less than 2 MB", fs.statSync(page_path).size < 2e6, fs.statSync(page_path).size);
  await cards(page, width);
  await unfold(page);
  const faults = await page.evaluate(unreadable);
  check(`charts at ${width}`, faults.length === 0, faults.slice(0, 5));
  const frames = await page.$$eval("figure.series", (all) => all.map((f) => f.querySelectorAll("svg").length));
  check("every figure is drawn", frames.length > 0 && frames.every((n) => n >= 1), frames);
  check("verdicts", (await page.$$("td .verdict")).length > 0);
  for (const link of await page.$$eval("a", (all) => all.map((a) => a.getAttribute("href")))) {
    const inside = link.startsWith("#");
    check(`link ${link}`, inside ? await page.$(`[id="${link.slice(1)}"]`)
      : !/^[/.]|:/.test(link) && fs.existsSync(path.join(path.dirname(page_path), link.replace(/#.*/, ""))));
  }
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = false; }));
  await page.waitForFunction(() => document.documentElement.scrollHeight < 10000); // all of it becomes a picture
}

visit_all(1280, 375, look);
