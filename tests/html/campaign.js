// Small campaigns of the explorer, and links into it, in a headless Chromium, compared with the program's:
//   node campaign.js explorer.html SHOTS-DIR PROGRAM
// PROGRAM: the native starport, with the page beside it.
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all, page_path, click } = require("./browser.js");

const program = path.resolve(process.argv[4]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "campaign-"));
const native = (...words) => execFileSync(program, words, { encoding: "utf8", cwd: folder, maxBuffer: 1 << 28 });

async function type(page, selector, value) {
  await page.$eval(selector, (field, to) => {
    field.value = to;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

// ---- Campaigns.

async function run(page, settings, processors) {
  await page.evaluate((n) => Object.defineProperty(navigator, "hardwareConcurrency", { value: n, configurable: true }), processors);
  for (const [name, value] of Object.entries(settings))
    await page.$eval(`#campaign-${name}`, (field, to) => { field.value = to; }, value);
  await page.evaluate(() => { report = null; });
  await click(page, "#campaign-run");
  await page.waitForFunction(() => !$("campaign-run").hidden && (report || $("campaign-fault").textContent), { timeout: 60000 });
  return page.evaluate(() => report || { fault: $("campaign-fault").textContent });
}
// The page that the program makes from the same experiment file; only the databases differ.
function native_page(ini) {
  fs.rmSync(path.join(folder, "explorer.db"), { force: true });
  fs.writeFileSync(path.join(folder, "explorer.ini"), ini);
  native("campaign", "explorer.ini");
  return native("report", "explorer.db", "--format=html");
}
const without_digest = (html) => html.replace(/(SHA-256 of the database's dump: <code>).*?</, "$1<");

async function check_campaigns(page) {
  await page.waitForSelector("#campaign-family option");
  await page.evaluate(() => {
    openTab("random");
    $("campaign-whole").open = true;
  });
  for (const [star, methods, settings] of [
    ["c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", "bba,mbbsa:senders=cumulative,fwd", { family: "het-het", count: 120, workers: 5, seed: 7 }],
    ["c=1,10 w=2,20 buffer=1 tasks=20", "min_c,mct,min_w", { family: "hom-het", count: 75, workers: 4, seed: 1 }],
    ["c=1,2 w=3,4 result=1 buffer=1 tasks=10 hold=result release=every(2)", "min_c,mct", { family: "het-het", count: 20, workers: 3, seed: 2 }],
    ["c=2,3 w=10,12 latency=1,2 work=120", "communication-first,umr", { family: "het-hom", count: 20, workers: 3, seed: 0 }],
  ]) {
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams({ star, h: methods }).toString());
    await page.waitForFunction((text) => $("methods").value === text, {}, methods);
    const preset = await page.$eval("#campaign-settings", (field) => field.value);
    check(`${star}: the settings`, !star.includes("result") || preset === "tasks=10; hold=result; release=every(2); buffer=1; result=0.5..1", preset);
    const first = await run(page, settings, 1);
    check(`${star}: the program's report`, first.page && without_digest(first.page) === without_digest(native_page(first.ini)), first.fault);
    const table = native("report", "explorer.db", "--format=csv").split("\n").filter((row) => row.includes(",mean(distance),"));
    const drawn = await page.$$eval("#campaign-answer svg text.value", (all) => all.map((one) => one.textContent));
    check(`${star}: the means that are drawn`, String(drawn) === String(table.map((row) => Number(row.split(",mean(distance),")[1].split(",")[0]).toFixed(3))), drawn);
    check(`${star}: the answer in words`, / is the best on average: |^Between .* these platforms cannot tell: /.test(await page.$eval("#campaign-answer > p", (one) => one.textContent)),
      await page.$eval("#campaign-answer", (one) => one.textContent));
    const second = await run(page, settings, 3);
    check(`${star}: the same with three workers`, first.page === second.page);
  }
  const frame = await (await page.$("#campaign-report")).contentFrame();
  await frame.waitForSelector("figure.profile path.curve");
  const bars = await frame.$$eval(".series .bar95", (all) => all.length);
  check("intervals and profile are drawn", bars > 0, bars);
  const link = await frame.waitForSelector("a[href^='explorer.html#']");
  const wanted = new URLSearchParams((await link.evaluate((a) => a.hash)).slice(1)).get("star");
  await link.evaluate((a) => a.click());
  await page.waitForFunction((star) => $("text").value === star, { timeout: 5000 }, wanted)
    .then(() => check("a worst platform opens above", true), () => check("a worst platform opens above", false, wanted));
}

async function check_stop(page) {
  await page.$eval("#campaign-count", (field) => { field.value = 10000; });
  await click(page, "#campaign-run");
  await page.waitForFunction(() => $("campaign-progress").value > 0, { timeout: 60000 });
  await click(page, "#campaign-stop");
  await page.waitForFunction(() => !$("campaign-run").hidden, { timeout: 2000 })
    .then(() => check("stopped", true), () => check("stopped", false));
  check("no message", await page.$eval("#campaign-fault", (one) => one.textContent) === "");
  const wrong = await run(page, { count: 20, settings: "tasks=20; nonsense=1" }, 2);
  check("the command line's message", wrong.fault?.includes("nonsense"), wrong);
}

// ---- Links: `run --explore` opens the same star with the same heuristics.

async function check_links(page) {
  const stars = JSON.parse(native("generate", "--family=het-het", "--count=3", "--set=type=real", "--json")).stars
    .map((star) => [`--star=${star}`, "-H", "bba,mbbsa:senders=cumulative"]);
  stars.push(["--star=c=3,.1 w=1/3,2 tasks=20 buffer=2 recv=inf", "-H", "min_c,min_loss:self=no"],
    ["--star=c=10,1 w=1 latency=1,2 deadline=19", "-H", "fixed:sequence=2-1-2-1-2"],
    [path.resolve(__dirname, "../../platforms/rr6005-trace.xml"), path.resolve(__dirname, "../../deploy/rr6005-trace_d.xml"), "-H", "r-bsa"]);
  for (const words of stars) {
    const document = JSON.parse(native("run", ...words, "--engine=native", "--json", "--explore"));
    const address = new URL(document.explore);
    check("the page's path", decodeURIComponent(address.pathname) === fs.realpathSync(page_path), address.pathname);
    await page.evaluate((hash) => { location.hash = hash; }, address.hash);
    const names = document.runs.map((one) => one.heuristic).join(), wanted = document.runs.map((one) => one.makespan).join();
    const same = await page.waitForFunction((h, makespans) => state.runs.map((one) => one.heuristic).join() === h &&
      state.runs.map((one) => one.makespan).join() === makespans, { timeout: 20000 }, names, wanted).catch(() => null);
    check(`${words[0]}: the same runs`, same, wanted);
    check(`${words[0]}: the same heuristics`, await page.$eval("#methods", (field) => field.value) === names);
  }
}

visit_all(1280, 375, async (page) => {
  await check_campaigns(page);
  await check_stop(page);
  await check_links(page);
}).finally(() => fs.rmSync(folder, { recursive: true }));
