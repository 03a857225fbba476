// Uses the explorer as a person would, in a headless Chromium, and compares its runs with the program's:
//   node explorer.js explorer.html SHOTS-DIR PROGRAM
// PROGRAM: the native starport.
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all, text, results, ran, click, type } = require("./browser.js");

const program = process.argv[4];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "explorer-"));

// Figure 2's star: planned 12, executed 19; after a drag of c of P2 to 1 they execute what they plan.
async function check_first(page) {
  const before = await results(page, (seen) => /portfolio\s+12\s+12/.test(seen) && seen.includes("optimum, proven"));
  check("figure 2's star", String(before.slice(0, 3)) === "bba,13,13,mbbsa,12,19,r-bsa,12,19", before);
  check("optimum", before.at(-1)[2] === "12", before.at(-1));
  check("a chart each", await page.evaluate(() => timelines.charts.length === 4 &&
    timelines.charts.every(({ chart, canvas }) => chart.place.rows.length > 8 && canvas.clientHeight > 100)));
  const field = await page.$("[aria-label='c of P2']");
  await field.scrollIntoView();
  const box = await field.boundingBox();
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
  const names = await page.$$eval("#preset optgroup option", (all) => all.map((one) => one.value));
  for (const value of names) {
    await page.select("#preset", value);
    const star = await page.$eval("#text", (field) => field.value);
    const methods = await page.$eval("#methods", (field) => field.value);
    const native = execFileSync(program, ["run", `--star=${star}`, "-H", methods, "--engine=native", "--json"], { encoding: "utf8" });
    const expected = JSON.parse(native).runs.map((run) => run.heuristic);
    await ran(page, star, expected);
    const runs = await page.evaluate(() => state.runs.map(({ chart, csv, late, ...run }) => run));
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
  await page.$eval("#choose", (details) => { details.open = true; });
  await click(page, "#names [aria-label='mbbsa']");
  check("a button adds a heuristic", await page.$eval("#methods", (field) => field.value) === "bba,mbbsa");
  await click(page, "[aria-label='add a worker']");
  check("one worker more", await page.$$eval("#workers tbody tr", (all) => all.length) === 3);
  await click(page, "[aria-label='remove worker P3']");
  check("and less", await page.$eval("#text", (field) => field.value) === "c=1,2 w=2,3 load=6,0");
  const command = "starport run '--star=c=1,2 w=2,3 load=6,0' -H bba,mbbsa --engine=native";
  check("the command", await text(page, "#command pre", (seen) => seen === command) === command);
}

// A family draws the platform that `starport generate` writes.
async function check_random(page) {
  await page.waitForSelector("#family option");
  await page.evaluate(() => { $("draw").closest("details").open = true; });
  await page.select("#family", "het-het");
  await click(page, "#draw");
  const words = ["generate", "--family=het-het", "--workers=6", "--seed=0", "--json"];
  const [star] = JSON.parse(execFileSync(program, words, { encoding: "utf8" })).stars;
  await text(page, "#lesson", (seen) => seen.includes("--family=het-het"));
  check("the same platform", await page.$eval("#text", (field) => field.value) === star);
}

// A link with another star: no lesson of the example before, no curves of its star; an example's star has its lesson.
async function check_link(page) {
  const follow = async (star) => {
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams({ star, h: "min_c" }).toString());
    await page.waitForFunction((wanted) => state.star === wanted, { timeout: 20000 }, star).catch(() => {});
    return page.evaluate(() => [$("lesson").textContent, $("preset").value, $("what-chart").childElementCount]);
  };
  const own = await follow("c=1,2 w=3,5 tasks=7");
  check("a link: no lesson, no curves", String(own) === ",-1,0", own);
  const known = await follow(await page.evaluate(() => examples[3].star));
  check("a link to an example: its lesson", known[0] === await page.evaluate(() => examples[3].lesson) && known[1] === "3", known);
}

async function check_rest(page) {
  await page.evaluate(() => openTab("what-if"));
  await page.select("#what", "c of P1");
  await click(page, "#what-run");
  await page.waitForSelector("#what-chart path.curve", { timeout: 20000 }).catch(() => {});
  const strokes = await page.$$eval("#what-chart > figure > svg path.curve", (all) => all.map((one) => getComputedStyle(one).stroke));
  check("what if: a curve each and the bound, to be seen", strokes.length >= 3 && !strokes.includes("none"), strokes);
  await check_link(page);
  for (const value of await page.$$eval("#graph-preset option", (all) => all.map((one) => one.value))) {
    await page.select("#graph-preset", value);
    const [kind, words, masters] = await page.evaluate(() => [$("graph-kind").value, $("graph-text").value, $("graph-masters").value]);
    const native = execFileSync(program, kind === "steady" ? ["steady", `--graph=${words}`, ...(masters ? [`--master=${masters}`] : []), "--schedule"]
      : kind === "star with places" ? ["steady", `--star=${words}`]
        : kind === "switch, whole tasks" ? ["network", "switch", words, "--simulate", "--order=tasks", "--engine=native"]
          : ["network", kind, words, "--schedule"], { encoding: "utf8" }).trim();
    check(`${kind} ${words}`, await text(page, "#graph-answer", (seen) => seen === native) === native);
    const drawn = await page.evaluate(() => [$("graph-picture").querySelectorAll(".node").length, $("graph-picture").querySelectorAll(".edge").length,
      graphChart.chart.place.rows.filter((row) => row.bars.length).length]);
    check(`${kind} ${words}: drawn, with a chart`, drawn.every((count) => count > 0), drawn);
  }
}

// A wrong number: the message is beside its field, and the results of the star before are grey.
async function check_faults(page) {
  await page.select("#preset", "0");
  await results(page, (seen) => /portfolio\s+12\s+12/.test(seen));
  await type(page, "[aria-label='w of P3']", "0");
  check("a message", (await text(page, "#star-fault", Boolean)).includes("worker 3: w is 0"));
  const place = await page.evaluate(() => [$("star-fault").parentElement.querySelector("input")?.ariaLabel, getComputedStyle($("charts")).opacity,
    document.querySelectorAll("[aria-invalid]").length]);
  check("beside the field, old results grey", String(place) === "w of P3,0.4,1", place);
  await type(page, "[aria-label='w of P3']", "9");
  check("right again", await page.waitForFunction(() => !$("star-fault").textContent && getComputedStyle($("charts")).opacity === "1",
    { timeout: 20000 }).then(() => true, () => false));
}

// The problem and its columns, options of a heuristic.
async function check_fields(page) {
  await page.select("#preset", await page.evaluate(() => String(examples.findIndex(({ star }) => star === "c=1,10 w=2,20 tasks=20 buffer=1"))));
  await click(page, "#has-buffer");
  check("without buffers", await page.$eval("#text", (field) => field.value) === "c=1,10 w=2,20 tasks=20");
  await click(page, "#has-latency");
  check("with latencies", (await page.$eval("#text", (field) => field.value)).includes("latency=1"));
  for (const kind of await page.$$eval("#kind option", (all) => all.map((one) => one.value))) {
    await page.select("#kind", kind);
    await page.waitForFunction(() => current === state.star && state.runs.every(({ late }) => !late), { timeout: 20000 });
    const runs = await page.evaluate(() => state.runs.map(({ makespan }) => makespan));
    check(`${kind}: runs`, runs.length && runs.every((makespan) => makespan !== null), runs);
  }
  await page.select("#preset", "0");
  await page.evaluate(() => {
    $("choose").open = true;
    setMethods("bba");
  });
  await page.waitForFunction(() => document.querySelector("#options label:nth-of-type(2)")?.textContent.startsWith("bba: tie"), { timeout: 20000 });
  await page.select("#options label:nth-of-type(2) select", "last");
  check("an option", await page.$eval("#methods", (field) => field.value) === "bba:tie=last");
}

// A chart by keyboard and by mouse: what a bar is, which rule chose it, zoom and pan.
async function check_charts(page) {
  await page.select("#preset", "0");
  await results(page, (seen) => /portfolio\s+12\s+12/.test(seen));
  const tip = () => page.$eval("#tip", (element) => element.hidden ? "" : element.textContent);
  await page.focus("#charts canvas");
  await page.keyboard.press("ArrowRight");
  check("a bar by keyboard", (await tip()).startsWith("P1 sends task 1 to the master: 0 to 1. Chosen by bba: one task at a time"), await tip());
  await page.keyboard.press("ArrowDown");
  check("the next row", (await tip()).startsWith("the master sends task 1 to P3: 1 to 2"), await tip());
  await page.keyboard.press("Escape");
  check("nothing", await tip() === "");
  await page.keyboard.press("+");
  await page.keyboard.press("PageUp");
  check("zoom", await page.evaluate(() => timelines.part.from === 0 && timelines.part.to < 0.7));
  await page.keyboard.press("0");
  const { x, y } = await page.evaluate(() => {
    const [{ chart, canvas }] = timelines.charts, row = chart.place.rows.at(-3), box = canvas.getBoundingClientRect(); // P3
    return { x: box.left + scale(chart, canvas.clientWidth, timelines.part).X(3), y: box.top + row.y + row.height / 2 };
  });
  await page.mouse.move(x, y);
  check("a bar by mouse", (await tip()).startsWith("P3 computes task 1: 2 to 11"), await tip());
  await page.mouse.down();
  await page.mouse.up();
  await click(page, "#charts [aria-label='save or hide the chart of bba']");
  await click(page, "#charts [aria-label='hide or show the chart of bba']");
  check("hidden", await page.evaluate(() => timelines.charts.length === 3));
  await click(page, "#charts [aria-label='hide or show the chart of bba']");
  const svg = await page.evaluate(() => timelines.charts[0].svg().outerHTML);
  check("SVG", svg.includes("<pattern") && svg.includes(">13<") && /bound.* 12</.test(svg));
}

// A star whose speeds and bandwidths change: the program's runs, shades in the charts and in the one of the steps.
async function check_profiles(page) {
  const star = "c=1,2 w=3,4 tasks=8 profile=w1:4*0.5,9*1,every:20;c2:5*0,8*1;w2:6*0,9*1";
  await type(page, "#text", star);
  await type(page, "#methods", "min_c,mct");
  const native = JSON.parse(execFileSync(program, ["run", `--star=${star}`, "-H", "min_c,mct", "--engine=native", "--json"], { encoding: "utf8" }));
  await ran(page, star, ["min_c", "mct"]);
  const runs = await page.evaluate(() => state.runs.map(({ chart, csv, late, ...run }) => run));
  check("a star that changes: as the program", JSON.stringify(runs) === JSON.stringify(native.runs), runs);
  const seen = await page.evaluate(() => {
    const { shades } = timelines.charts[0].chart;
    const at = (row, date) => {
      let found = 0;
      charts.eachShade(shades[row], (shade, from, to) => { found = date >= from && date < to ? shade : found; });
      return found;
    };
    return [Object.keys(shades).length, at("3,1", 3), at("3,1", 5), at("2,2", 6), at("3,2", 7), at("3,2", 10), $("legend").textContent];
  });
  check("shades", String(seen.slice(0, 6)) === "3,0,3,7,7,0" && seen[6].includes("slower than at factor 1") && !seen[6].includes("down"), seen);
  check("in the SVG", await page.evaluate(() => {
    const { black, paper } = theme(), grey = css(mix(black, charts.strength(3), paper));
    return timelines.charts[0].svg().querySelectorAll(`rect[fill='${grey}']`).length === 2; // of w1, and of the period
  }));
  await type(page, "#text", star.replace("w1:4", "w3:4"));
  check("a profile of no worker", (await text(page, "#star-fault", Boolean)).includes("profile of w3, but the star has 2 workers"));
  await type(page, "#text", "c=1,2 w=3,4 tasks=8");
  await ran(page, "c=1,2 w=3,4 tasks=8", ["min_c", "mct"]);
  check("without: none", await page.evaluate(() => !$("legend").textContent.includes("slower") &&
    !Object.keys(timelines.charts[0].chart.shades).length));
}

// 10 workers, 200 tasks: from the change of a number to the picture; and 200 workers with 10^4 events: a step of the zoom.
async function check_speed(page, width) {
  const spent = await page.evaluate(async () => {
    const wait = (ms) => new Promise((resume) => setTimeout(resume, ms)), middle = (all) => all.sort((a, b) => a - b)[all.length >> 1];
    const fresh = async () => { do await wait(50); while (current !== state.star || state.runs.some(({ late }) => late)); await wait(2 * REST); };
    const picture = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
    $("prove").checked = false;
    begin("c=3,5,2,8,4,6,1,9,7,2 w=20,31,14,40,22,18,35,27,16,24 load=60,50,40,30,20,0,0,0,0,0", "bba,mbbsa,r-bsa");
    await fresh();
    const drags = [], zooms = [];
    for (let k = 0; k < 15; k++) {
      const redrawn = new Promise((resume) => views.runs.push(resume)), start = performance.now();
      document.querySelector("[aria-label='c of P2']").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
      await redrawn;
      await picture();
      views.runs.pop();
      drags.push(performance.now() - start);
    }
    begin(`c=1/50 w=${Array.from({ length: 200 }, (_, i) => 3 + i % 7)} tasks=5000`, "min_c");
    await fresh();
    for (let k = 0; k < 15; k++) {
      const start = performance.now();
      timelines.zoom(k % 2 ? 0.5 : 2);
      await picture();
      zooms.push(performance.now() - start);
    }
    const events = state.runs[0].chart.events.length / charts.EVENT;
    $("prove").checked = true;
    return { change: Math.round(middle(drags)), zoom: Math.round(middle(zooms)), events };
  });
  console.log(`${width} px: change to picture, 10 workers and 200 tasks: ${spent.change} ms; zoom, 200 workers and ${spent.events} events: ${spent.zoom} ms`);
  check("a change is drawn", spent.change < 500 && spent.zoom < 500 && spent.events === 10000, spent); // far above what is measured on a quiet machine
}

// A link may hold anything: markup, huge numbers, 10^9 tasks.
async function check_hostile(page) {
  const links = [["c=<img src=x onerror=alert(1)> w=1 load=1", "bba"], ["c=1 w=1e308 load=1e308", "bba"],
    ["c=1 w=2 tasks=1000000000", "min_c"], ["c=1 w=2 tasks=5", "<b>x</b>"], ["%", "%"],
    [`c=${"1,".repeat(20000)}1 w=1 tasks=1e99`, "min_c"], ["c=1 w=1 load=1", "__proto__,constructor"]];
  for (const [star, methods] of links) {
    await page.evaluate(() => begin("c=1 w=1 load=1", "bba"));
    await page.waitForFunction(() => !fault.textContent && state.runs.length === 1 && state.runs[0].status === "ok", { timeout: 20000 });
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams({ star, h: methods }).toString());
    const said = await page.waitForFunction(() => fault.textContent || state.runs.find(({ late, status }) => !late && status !== "ok")?.reason,
      { timeout: 20000 }).then((one) => one.jsonValue(), () => "");
    check(`a message for ${star.slice(0, 80)}`, said.length > 0);
    check("no markup", await page.$$eval("main img, main script, #results b", (all) => all.length) === 0);
  }
}

visit_all(1280, 375, async (page, width) => {
  await check_first(page);
  await check_editor(page);
  await check_faults(page);
  await check_fields(page);
  await check_charts(page);
  await check_profiles(page);
  await check_speed(page, width);
  await check_examples(page);
  await check_random(page);
  await check_rest(page);
  await check_hostile(page);
}).finally(() => fs.rmSync(folder, { recursive: true }));
