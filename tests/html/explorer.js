// Uses the explorer as a person would, in a headless Chromium, and compares its runs with the program's:
//   node explorer.js explorer.html SHOTS-DIR PROGRAM
// PROGRAM: the native starport.
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all } = require("./browser.js");

const program = process.argv[4];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "explorer-"));

// The text of an element, when it is as the condition says, or after 20 s.
async function text(page, selector, good = (seen) => seen) {
  for (let k = 0; ; k++) {
    const seen = await page.$eval(selector, (element) => element.innerText.trim()).catch(() => "");
    if (good(seen) || k === 200)
      return seen;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
// The rows of the results: heuristic, planned, makespan.
async function results(page, good) {
  await text(page, "#results", good);
  return page.$$eval("#results tbody tr", (rows) => rows.map((row) => [...row.cells].slice(0, 3).map((one) => one.textContent)));
}
async function type(page, selector, value) {
  await page.$eval(selector, (field, to) => {
    field.value = to;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

// Figure 2's star: planned 12, executed 19; after a drag of c of P2 to 1 they execute what they plan.
async function check_first(page) {
  const before = await results(page, (seen) => /portfolio\s+12\s+12/.test(seen) && seen.includes("optimum, proven"));
  check("figure 2's star", String(before.slice(0, 3)) === "bba,13,13,mbbsa,12,19,r-bsa,12,19", before);
  check("optimum", before.at(-1)[2] === "12", before.at(-1));
  check("a chart each", await page.$$eval("#charts svg rect.bar", (bars) => bars.length) > 40);
  const field = await page.$("[aria-label='c of P2']"), box = await field.boundingBox();
  await page.mouse.move(box.x + 50, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 50 - 6 * 7, box.y + 8, { steps: 14 });
  await page.mouse.up();
  check("dragged to 1", await page.$eval("[aria-label='c of P2']", (one) => one.value) === "1");
  const after = await results(page, (seen) => /r-bsa\s+12\s+12/.test(seen));
  check("they meet", String(after.slice(1, 3)) === "mbbsa,12,12,r-bsa,12,12", after);
  check("the address holds the star", (await page.evaluate(() => decodeURIComponent(location.hash))).includes("c=1,1,1,1"));
}

// Every example gives runs, and the same makespans as the program.
async function check_examples(page) {
  const names = await page.$$eval("#preset option", (all) => all.map((one) => one.value));
  for (const value of names) {
    await page.select("#preset", value);
    const star = await page.$eval("#text", (field) => field.value);
    const methods = await page.$eval("#methods", (field) => field.value);
    const native = execFileSync(program, ["run", `--star=${star}`, "-H", methods, "--engine=native", "--json"], { encoding: "utf8" });
    const expected = JSON.parse(native).runs.map((run) => run.heuristic);
    await results(page, (seen) => expected.every((name) => seen.includes(name)));
    const runs = await page.evaluate(() => state.runs.map(({ events, csv, ...run }) => run));
    check(`${star}: as the program`, JSON.stringify(runs) === JSON.stringify(JSON.parse(native).runs), runs);
    const events = path.join(folder, "events.csv");
    execFileSync(program, ["run", `--star=${star}`, "-H", expected[0], "--engine=native", `--events=${events}`]);
    check(`${star}: the events`, await page.evaluate(() => state.runs[0].csv) === fs.readFileSync(events, "utf8"));
  }
}

async function check_editor(page) {
  await type(page, "#text", "c=1,2 w=3,oops load=5,0");
  check("the command line's message", (await text(page, "#star-fault")).includes("w is 'oops'"));
  await type(page, "#text", "c\tw\tload\n1\t2\t6\n2\t3\t0");
  check("a table of a spreadsheet", await page.$eval("#text", (field) => field.value) === "c=1,2 w=2,3 load=6,0");
  await type(page, "#methods", "bba,nonsense");
  const rows = await results(page, (seen) => seen.includes("unknown heuristic"));
  check("an unknown heuristic", rows.length >= 2, rows);
  await type(page, "#methods", "bba");
  await page.click("#names [aria-label='mbbsa']");
  check("a button adds a heuristic", await page.$eval("#methods", (field) => field.value) === "bba,mbbsa");
  await page.click("[aria-label='add a worker']");
  check("one worker more", await page.$$eval("#workers tbody tr", (all) => all.length) === 3);
  await page.click("[aria-label='remove worker P3']");
  check("and less", await page.$eval("#text", (field) => field.value) === "c=1,2 w=2,3 load=6,0");
  const command = "starport run '--star=c=1,2 w=2,3 load=6,0' -H bba,mbbsa --engine=native";
  check("the command", await text(page, "#command pre", (seen) => seen === command) === command);
}

// A family draws the platform that `starport generate` writes.
async function check_random(page) {
  await page.waitForSelector("#family option");
  await page.select("#family", "het-het");
  await page.click("#draw");
  const words = ["generate", "--family=het-het", "--workers=6", "--seed=0", "--json"];
  const [star] = JSON.parse(execFileSync(program, words, { encoding: "utf8" })).stars;
  await text(page, "#lesson", (seen) => seen.includes("--family=het-het"));
  check("the same platform", await page.$eval("#text", (field) => field.value) === star);
}

async function check_rest(page) {
  await page.select("#what", "c of P1");
  await page.click("#what-run");
  await page.waitForSelector("#what-chart path.curve", { timeout: 20000 }).catch(() => {});
  const strokes = await page.$$eval("#what-chart > figure > svg path.curve", (all) => all.map((one) => getComputedStyle(one).stroke));
  check("what if: a curve each and the bound, to be seen", strokes.length >= 3 && !strokes.includes("none"), strokes);
  for (const value of await page.$$eval("#graph-preset option", (all) => all.map((one) => one.value))) {
    await page.select("#graph-preset", value);
    const [kind, words] = await page.evaluate(() => [$("graph-kind").value, $("graph-text").value]);
    const native = execFileSync(program, kind === "steady" ? ["steady", `--graph=${words}`, "--schedule"]
      : ["network", kind, words, "--schedule"], { encoding: "utf8" }).trim();
    check(`${kind} ${words}`, await text(page, "#graph-answer", (seen) => seen === native) === native);
  }
}

// A link may hold anything: markup, huge numbers, 10^9 tasks.
async function check_hostile(page) {
  const links = [["c=<img src=x onerror=alert(1)> w=1 load=1", "bba"], ["c=1 w=1e308 load=1e308", "bba"],
    ["c=1 w=2 tasks=1000000000", "min_c"], ["c=1 w=2 tasks=5", "<b>x</b>"], ["%", "%"]];
  for (const [star, methods] of links) {
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams({ star, h: methods }).toString());
    const fault = await text(page, "#star-fault, #results .words", (seen) => seen.length > 0);
    const said = await page.evaluate(() => $("star-fault").textContent + $("results").textContent);
    check(`a message for ${star}`, fault.length > 0 || /refused|crashed|failed/.test(said), said);
    check("no markup", await page.$$eval("main img, main b", (all) => all.length) === 0);
  }
}

visit_all(1280, 375, async (page) => {
  await check_first(page);
  await check_editor(page);
  await check_examples(page);
  await check_random(page);
  await check_rest(page);
  await check_hostile(page);
}).finally(() => fs.rmSync(folder, { recursive: true }));
