// Opens the page of all experiments in a headless Chromium, on a desktop and on a phone, and checks
// that nothing stands out of its place, and that its links lead to files beside it:
//   node index.js index.html SHOTS-DIR
// CHROMIUM names the browser. Prints "N passed, M failed".
const fs = require("fs");
const path = require("path");
const puppeteer = require("puppeteer-core");

const [page_path, shots] = process.argv.slice(2);
let passed = 0, failed = 0;
function check(what, good, seen) {
  good ? passed++ : failed++;
  if (!good)
    console.log(`FAILED ${what}${seen === undefined ? "" : `: ${JSON.stringify(seen)}`}`);
}

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

async function visit(browser, width, scheme) {
  const page = await browser.newPage(), bad = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) bad.push(message.text()); });
  page.on("pageerror", (error) => bad.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && !request.isNavigationRequest())
      bad.push(`requests ${request.url()}`);
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${path.resolve(page_path)}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`no sideways scrolling at ${width}`, overflow <= 0, overflow);
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
  await page.screenshot({ path: path.join(shots, `page-${width}-${scheme}.png`), fullPage: true });
  check(`no error and no request at ${width}`, bad.length === 0, bad);
  await page.close();
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"] });
  try {
    await visit(browser, 1280, "light");
    await visit(browser, 375, "light");
    await visit(browser, 1280, "dark");
  } finally {
    await browser.close();
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
})().catch((error) => {
  console.log(`FAILED ${error.stack}`);
  console.log(`${passed} passed, ${failed + 1} failed`);
  process.exitCode = 1;
});
