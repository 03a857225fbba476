// Opens a report page in a headless Chromium and checks its content:
//   node check.js PAGE.html SHOTS-DIR
const { check, visit_all, click } = require("./browser.js");

// Texts of a column of a table, from the top.
function column(page, selector, k) {
  return page.$$eval(`${selector} tbody tr`, (rows, at) => rows.map((row) => row.cells[at].textContent), k);
}
function sorted(values) {
  return values.every((value, k) => !k || values[k - 1] <= value);
}

async function check_tables(page) {
  const table = "#variant-0 table.sortable", last = (await page.$$(`${table} thead th`)).length;
  const head = `${table} thead th:last-child`;
  const width = await page.$eval(table, (t) => t.tHead.rows[0].cells.length);
  const before = await column(page, "#variant-0 > .scroll:first-of-type table", width - 1);
  const direction = () => page.$eval(head, (h) => h.getAttribute("aria-sort"));
  const values = () => page.$eval(table, (t) => [...t.tBodies[0].rows].map((r) => Number(r.cells[r.cells.length - 1].dataset.v)));
  check("a table has heads", last > 0, last);
  await click(page, `${head} button`);
  check("aria-sort ascending", (await direction()) === "ascending", await direction());
  check("ascending", sorted(await values()), await values());
  await click(page, `${head} button`);
  check("aria-sort descending", (await direction()) === "descending", await direction());
  check("descending", sorted((await values()).reverse()), await values());
  await click(page, `${head} button`);
  const after = await column(page, "#variant-0 > .scroll:first-of-type table", width - 1);
  check("the order of the report again", JSON.stringify(before) === JSON.stringify(after));
  const verdicts = await page.$$eval("td .verdict", (all) => all.map((v) => v.textContent));
  check("a verdict is a word", verdicts.every((v) => v.length > 3), verdicts.slice(0, 3));
}

// Networks and graphs have no such figures, since their methods are not compared.
async function check_figures(page) {
  if (!(await page.$("#variant-0 .frequency")))
    return;
  const texts = (frame) => page.$$eval(`#variant-0 ${frame} svg text`, (all) => all.map((t) => t.textContent));
  const paths = () => page.$$eval("#variant-0 .frequency svg path.curve", (all) => all.map((p) => p.getAttribute("d")).join());
  check("frequency: words in the SVG", (await texts(".frequency")).includes("share of platforms"));
  check("profile: words in the SVG", (await texts(".profile")).includes("share of platforms"));
  const bounds = await page.$$eval("figure svg .curve", (all) => all.every((p) => !/NaN|Infinity|undefined/.test(p.outerHTML)));
  check("curves of numbers alone", bounds);
  const points = await page.$$eval("#variant-0 .frequency option", (all) => all.length);
  if (points > 1) {
    const before = await paths(), select = "#variant-0 .frequency select";
    const first = Number(await page.$eval(select, (s) => s.value));
    await page.select(select, String((first + 1) % points));
    check("another point, another curve", before !== (await paths()));
    await page.select(select, String(first));
    check("the first point again", before === (await paths()));
  }
}

// The experiment's own figures, where it has any.
async function check_series(page) {
  const frame = "#variant-0 .series";
  const drawn = await page.$$eval(frame, (all) => all.map((f) => ({
    caption: f.querySelector("figcaption").firstChild.textContent,
    texts: [...f.querySelectorAll("svg text")].map((t) => t.textContent),
    marks: [...f.querySelectorAll("svg .mark title")].map((t) => t.textContent).filter((t) => t.includes(" at ")),
    names: [...f.querySelectorAll("svg path")].every((p) => !/NaN|Infinity|undefined/.test(p.outerHTML)),
    hollow: f.querySelectorAll("svg .hollow").length,
    compared: f.querySelector("figcaption").textContent.includes("hollow"),
    rows: f.nextElementSibling.parentNode.querySelectorAll("details.values tbody tr").length,
  })));
  for (const one of drawn) {
    const [y, x] = one.caption.trim().split(" against ");
    check(`${one.caption}: both axes are named`, one.texts.includes(x) && one.texts.includes(y), one.texts);
    check(`${one.caption}: marks say method and values`, one.marks.length > 0 && one.marks.every((m) => /.+ at [-\d.e]+: [-\d.e]+/.test(m)), one.marks[0]);
    check(`${one.caption}: numbers alone`, one.names);
    check(`${one.caption}: hollow marks are explained`, one.compared === (one.hollow > 0), one.hollow);
    check(`${one.caption}: a table below`, one.rows > 0);
  }
  const select = `${frame} select`, points = await page.$$eval(`${select} option`, (all) => all.length);
  const paths = () => page.$eval(`${frame} svg`, (svg) => svg.innerHTML);
  if (drawn.length && await page.$(`${frame}:first-of-type select`) && points > 1) {
    const before = await paths();
    await page.select(select, "1");
    check("another point, another picture", before !== (await paths()));
    await page.select(select, "0");
    check("the first picture again", before === (await paths()));
  }
}

async function check_instances(page) {
  const frame = "#variant-0 .instances", row = `${frame} tbody tr`;
  const count = () => page.$eval(`${frame} [aria-live]`, (p) => parseInt(p.textContent, 10));
  const all = await count();
  check("instances are listed", all > 0 && (await page.$$(row)).length > 0, all);
  const far = (rows) => rows.map((r) => Number([...r.cells].map((c) => c.textContent)[r.closest("table").tHead.rows[1].cells.length
    - 2 * (r.closest("table").tHead.rows[0].cells.length - 1) - 1]));
  const farthest = await page.$$eval(row, far);
  check("the farthest first", sorted(farthest.slice().reverse()), farthest);

  if (!(await page.$(`${frame} .check`))) { // networks and graphs have commands alone
    await click(page, `${row}:first-child`);
    const text = await page.$eval(`${frame} .command pre`, (pre) => pre.textContent);
    check("the command of a graph", /^starport run --from='.*:\d+'.* -H solve.*--gantt=/.test(text), text);
    return;
  }
  const at = await page.$$eval(row, (rows) => rows.findLastIndex((r) => r.querySelector(".tag")) + 1);
  check("one with a chart", at > 0, at);
  await click(page, `${row}:nth-child(${at})`);
  check("the clicked one is marked", (await page.$eval(`${row}:nth-child(${at})`, (r) => r.getAttribute("aria-selected"))) === "true");
  const bars = () => page.$$eval(`${frame} .chart svg rect.bar`, (all) => all.map((b) => b.querySelector("title").textContent));
  const titles = await bars();
  check("Gantt bars", titles.length > 5, titles.length);
  check("bars say worker, task and dates", titles.every((t) => /P\d+.*: [\d.e+]+ to [\d.e+]+$/.test(t)), titles[0]);
  check("names in the chart", (await page.$$eval(`${frame} .chart svg text`, (all) => all.map((t) => t.textContent))).includes("P1"));
  const command = await page.$eval(`${frame} .command pre`, (pre) => pre.textContent);
  check("the command", /^starport run --from='.*:\d+'.* -H .*--gantt=/.test(command), command);
  const link = await page.$eval(`${frame} .detail a`, (a) => a.getAttribute("href"));
  check("a link to the explorer", /^explorer\.html#star=c%3D.*&h=\w/.test(link), link);
  const chosen = await page.$eval(`${frame} .detail select`, (s) => [s.value, s.options.length]);
  const before = titles.join();
  let others = 0; // some methods may do the same
  for (let k = 0; k < chosen[1]; k++) {
    await page.select(`${frame} .detail select`, String(k));
    others += before !== (await bars()).join();
  }
  check("another method, another chart", chosen[1] < 2 || others > 0, others);

  await click(page, `${frame} .check input`);
  const charted = await count();
  check("those with a chart", charted > 0 && charted < all, charted);
  await click(page, `${frame} .check input`);
  await page.type(`${frame} input[type=number]`, "1e9");
  check("none so far", (await count()) === 0, await count());
  await page.$eval(`${frame} input[type=number]`, (input) => { input.value = ""; input.dispatchEvent(new Event("input")); });
  check("all again", (await count()) === all);

  await click(page, `${frame} thead tr:last-child th:last-child button`);
  const own = (await column(page, frame, (await page.$$(`${frame} thead tr:last-child th`)).length - 1)).map(Number);
  check("sorted by the last column", sorted(own), own);
  await click(page, `${row}:first-child`);
  const detail = await page.$eval(`${frame} .detail`, (panel) => panel.textContent);
  check("an instance without a chart has a command", detail.includes("starport run"), detail);
  await click(page, `${frame} .detail .command button`);
  await page.waitForFunction((at) => document.querySelector(at).textContent === "copied", { timeout: 5000 }, `${frame} .detail .command button`)
    .then(() => check("copied", true), () => check("copied", false));
}

visit_all(1400, 420, async (page) => {
  await check_tables(page);
  await check_figures(page);
  await check_series(page);
  await check_instances(page);
});
