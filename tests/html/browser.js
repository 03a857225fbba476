// What the checks of pages share: a headless Chromium, the count of checks, a page that says what it
// should not do, what stands in the explorer and typing into it. The arguments of a check are PAGE.html SHOTS-DIR; CHROMIUM names the browser.
const path = require("path");
const puppeteer = require("puppeteer-core");

const [page_path, shots] = process.argv.slice(2);
let passed = 0, failed = 0;
function check(what, good, seen) {
  good ? passed++ : failed++;
  if (!good)
    console.log(`FAILED ${what}${seen === undefined ? "" : `: ${JSON.stringify(seen)}`}`);
}

// Opens the page with that width and colour scheme, and looks at it; it may not scroll sideways, complain
// or ask for a file, except a picture beside it.
async function visit(browser, width, scheme, look) {
  const page = await browser.newPage(), bad = [];
  page.on("console", (message) => { if (["error", "warn"].includes(message.type())) bad.push(message.text()); });
  page.on("pageerror", (error) => bad.push(String(error)));
  page.on("request", (request) => {
    const beside = new URL(".", `file://${path.resolve(page_path)}`).href;
    const picture = request.resourceType() === "image" && request.url().startsWith(beside);
    if (!/^(data|blob):/.test(request.url()) && !picture && !(request.url().startsWith("file:") && request.isNavigationRequest()))
      bad.push(`requests ${request.url()}`);
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  const start = Date.now();
  await page.goto(`file://${path.resolve(page_path)}`);
  check("opened within 5 s", Date.now() - start < 5000, Date.now() - start);
  await page.screenshot({ path: path.join(shots, `page-${width}-${scheme}.png`), fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`no sideways scrolling at ${width}`, overflow <= 0, overflow);
  await look(page, width);
  await page.screenshot({ path: path.join(shots, `used-${width}-${scheme}.png`), fullPage: true });
  check(`no error and no request at ${width}`, bad.length === 0, bad);
  await page.close();
}

// Gives the checks a browser. Prints "N passed, M failed".
async function in_browser(checks) {
  try {
    const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"] });
    try {
      await checks(browser);
    } finally {
      await browser.close();
    }
  } catch (error) {
    check(error.stack, false);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
// Looks at the page on a desktop and a phone, light, and on the desktop, dark. Prints "N passed, M failed".
async function visit_all(desktop, phone, look) {
  await in_browser(async (browser) => {
    await visit(browser, desktop, "light", look);
    await visit(browser, phone, "light", look);
    await visit(browser, desktop, "dark", look);
  });
}

// The text of an element, when it is as the condition says, or after 20 s.
async function text(page, selector, good = (seen) => seen) {
  for (let k = 0; ; k++) {
    const seen = await page.$eval(selector, (element) => (element.checkVisibility() ? element.innerText : element.textContent).trim()).catch(() => "");
    if (good(seen) || k === 200)
      return seen;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
// The rows of the results: heuristic, planned, makespan.
async function results(page, good) {
  await page.$eval("#table", (details) => { details.open = true; });
  await text(page, "#results", (seen) => good(seen) && !seen.includes("is computed"));
  return page.$$eval("#results tbody tr", (rows) => rows.map((row) => [...row.cells].slice(0, 3).map((one) => one.textContent)));
}
// Waits, at most 20 s, until the page has the runs of that star by these heuristics.
async function ran(page, star, heuristics) {
  await page.waitForFunction((wanted, names) => current === wanted && String(state.runs.map((run) => run.heuristic)) === names && state.runs.every(({ late }) => !late),
    { timeout: 20000 }, star, String(heuristics)).catch(() => {});
}
// Clicks on an element that is seen. The mouse would miss one that moves, as charts that come late let it.
async function click(page, selector) {
  await page.$eval(selector, (one, what) => {
    if (!one.checkVisibility())
      throw new Error(`a click on what is not seen: ${what}`);
    one.focus();
    one.click();
  }, selector);
}
async function type(page, selector, value) {
  await page.$eval(selector, (field, to) => {
    field.value = to;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

module.exports = { check, in_browser, visit_all, page_path, text, results, ran, click, type };
