// Uses what the explorer has for the parts of the model beyond the first screen: memory, half duplex, hosts that fail,
// deadlines, colours, stars with places, tasks from worker to worker, networks. Compares with the program:
//   node model.js explorer.html SHOTS-DIR PROGRAM
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all, text, results, ran, click, type } = require("./browser.js");

const program = process.argv[4];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "model-"));

// The page's runs of that star are the program's, and so are its bound and its distances from the bound.
async function as_program(page, what, star, methods) {
  const words = [`--star=${star}`, "-H", methods, "--engine=native"];
  const native = JSON.parse(execFileSync(program, ["run", ...words, "--json"], { encoding: "utf8" }));
  await ran(page, star, native.runs.map((run) => run.heuristic));
  const seen = await page.evaluate(() => ({ star: state.star, methods: state.methods, bound: $("bound").textContent,
    runs: state.runs.map(({ chart, csv, late, ...run }) => run), gaps: [...$("results").tBodies[0].rows].map((row) => row.cells[3].textContent) }));
  check(`${what}: the star, the heuristics`, seen.star === star && seen.methods === methods, seen);
  check(`${what}: as the program`, JSON.stringify(seen.runs) === JSON.stringify(native.runs), seen.runs);
  const text = execFileSync(program, ["run", ...words], { encoding: "utf8" }), [, bound] = /(?:lower|upper) bound \S+ \((\S+)\)/.exec(text);
  check(`${what}: the bound`, seen.bound.includes(`bound: ${bound}`), seen.bound);
  const lines = text.split("\n"), at = lines.find((line) => line.startsWith("heuristic")).indexOf("gap %");
  const gaps = native.runs.map(({ heuristic }) => lines.find((line) => line.startsWith(`${heuristic} `)).slice(at, at + 5).trim());
  check(`${what}: distances`, String(seen.gaps.slice(0, gaps.length)) === String(gaps), [seen.gaps, gaps]);
}
const visible = (page) => page.$$eval("#more label", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.querySelector("[id], [data-key]").id ||
  one.querySelector("select").dataset.key));
const choose = (page, key, value) => page.select(`#more select[data-key='${key}']`, value);

// Memory, duplex, hosts that fail: not on the first screen, only what concerns the problem, and kept by the address.
async function check_more(page) {
  await page.select("#preset", "0");
  await page.evaluate(() => { $("more").open = false; });
  check("nothing of it at first", String(await visible(page)) === "");
  await click(page, "#more summary");
  check("of a redistribution", String(await visible(page)) === "duplex,has-failure", await visible(page));
  await choose(page, "duplex", "half");
  await as_program(page, "half duplex", "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0 duplex=half", "bba,mbbsa,r-bsa,portfolio");
  await choose(page, "duplex", "full");
  check("full again", await page.evaluate(() => state.star === examples[0].star));
  await type(page, "#text", "c=2,2,2 w=3,3,4 load=8,1,0");
  await type(page, "#methods", "bba");
  await results(page, (seen) => /^bba\s+14\s+14/m.test(seen));
  await click(page, "#has-failure");
  check("of one that fails", String(await visible(page)) === "has-failure,lost", await visible(page));
  await as_program(page, "a host that fails", "c=2,2,2 w=3,3,4 load=8,1,0 profile=host1:4*0,8*1", "bba,bba-on-line");
  check("who refuses, in words", (await text(page, "#results")).includes("take bba-on-line"));
  check("what was lost, in words", / sent in vain, \d+ sent again/.test(await text(page, "#results")));
  check("down, and lost", await page.evaluate(() => $("legend").textContent.includes("down") && $("legend").textContent.includes("lost")));
  await choose(page, "lost", "stay");
  const stays = "c=2,2,2 w=3,3,4 load=8,1,0 profile=host1:4*0,8*1 lost=stay";
  await as_program(page, "tasks that stay", stays, "bba,bba-on-line");
  const address = await page.evaluate(() => location.hash);
  await click(page, "#has-failure");
  check("without", await page.evaluate(() => state.star === "c=2,2,2 w=3,3,4 load=8,1,0"));
  await page.evaluate((hash) => { $("more").open = false; location.hash = hash; }, address);
  await page.waitForFunction((wanted) => state.star === wanted, { timeout: 20000 }, stays).catch(() => {});
  check("the address keeps it", await page.evaluate(() => $("more").open && $("has-failure").checked && document.querySelector("[data-key='lost']").value === "stay"));
  await type(page, "#text", `${stays} duplex=half`);
  check("both: a message beside the field", (await text(page, "#star-fault", Boolean)).includes("duplex is half, expected full") &&
    await page.$eval("[data-key='duplex']", (field) => field.checkVisibility() && field.getAttribute("aria-invalid") === "true"));
  await page.select("#kind", "work");
  await type(page, "#text", "c=1,2 w=3,2 latency=1 work=6");
  await type(page, "#methods", "umr");
  check("of a divisible load", String(await visible(page)) === "has-memory,has-result,has-failure", await visible(page));
  await click(page, "#has-memory");
  await choose(page, "free", "chunk");
  await type(page, "[aria-label='memory of P1']", "2");
  await as_program(page, "memory", "c=1,2 w=3,2 latency=1 memory=2,50 work=6 free=chunk", "umr,bb-light");
  await type(page, "[aria-label='memory of P2']", "-1");
  check("no memory: a message beside the field", (await text(page, "#star-fault", Boolean)).includes("worker 2: memory is -1, expected a number of units > 0") &&
    await page.$eval("[aria-label='memory of P2']", (field) => field.getAttribute("aria-invalid") === "true"));
  await page.select("#kind", "tasks");
  check("none of a bag", !/memory|free/.test(await page.$eval("#text", (field) => field.value)));
  await type(page, "#text", "c=1,1 w=2,3 tasks=3 buffer=1");
  await type(page, "#methods", "min_c");
  await click(page, "#has-result");
  await choose(page, "hold", "result");
  await as_program(page, "results that return", "c=1,1 w=2,3 buffer=1 result=1 tasks=3 hold=result", "min_c,mct");
  const drawn = await page.evaluate(() => ({ legend: $("legend").textContent, titles: timelines.charts[0].chart.place.rows.flatMap((row) => row.bars).map((bar) => charts.barTitle(bar)),
    patterns: [...timelines.charts[0].svg().querySelectorAll("pattern")].map((one) => one.id) }));
  check("results are hatched the other way", drawn.legend.includes("a result to the master") && drawn.patterns.length === 2 &&
    drawn.patterns.every((id) => id.endsWith("falling")) && drawn.titles.includes("P1 sends the result of task 1 to the master: 3 to 4"), drawn);
  await choose(page, "duplex", "half");
  check("half duplex of results", (await page.$eval("#text", (field) => field.value)).endsWith("duplex=half"));
  await type(page, "#text", "c=1,2 w=3,4 tasks=5");
  await type(page, "#methods", "1d");
  await click(page, "#has-release");
  await as_program(page, "tasks that arrive by a law", "c=1,2 w=3,4 tasks=5 release=every(2)", "1d,mct");
  check("of tasks that arrive", String(await visible(page)) === "has-result,has-release,known,has-sizes,has-overhead,has-failure", await visible(page));
  await type(page, "#totals [data-key='release']", "0,1,2,3,4");
  await choose(page, "known", "yes");
  await as_program(page, "tasks that arrive at dates", "c=1,2 w=3,4 tasks=5 release=0,1,2,3,4 known=yes", "1d,mct");
  check("their flows", /longest flow \d+, sum of flows \d+/.test(await text(page, "#results")));
  await type(page, "#totals [data-key='release']", "0,2,1");
  check("no dates: a message beside the field", (await text(page, "#star-fault", Boolean)).includes("release") &&
    await page.$eval("[data-key='release']", (field) => field.getAttribute("aria-invalid") === "true"), await text(page, "#star-fault"));
  await click(page, "#has-release");
  check("none arrive", await page.evaluate(() => state.star === "c=1,2 w=3,4 tasks=5"), await page.evaluate(() => state.star));
  await check_numbers(page);
  await type(page, "#text", "c=1,10 w=2,20 tasks=inf buffer=1 deadline=100");
  await type(page, "#methods", "min_c,cyclic");
  await as_program(page, "the most tasks by a date", "c=1,10 w=2,20 tasks=inf buffer=1 deadline=100", "min_c,cyclic");
  await page.evaluate(() => openTab("what-if"));
  await page.select("#what", "deadline");
  await click(page, "#what-run");
  await page.waitForSelector("#what-chart path.curve", { timeout: 20000 }).catch(() => {});
  check("what if: what is done, the upper bound", await page.$eval("#what-chart svg", (one) => one.ariaLabel) === "what is done by the deadline by deadline: min_c, cyclic, upper bound");
  await page.select("#kind", "work");
  await type(page, "#methods", "bb-light");
  await page.waitForSelector("#names [aria-label='multi-installment']", { timeout: 20000 });
  const depths = await page.waitForSelector("#options label[title^='sequences of at most actmax'] select", { timeout: 20000 })
    .then((one) => one.evaluate((field) => [...field.options].map((option) => option.value)), () => []);
  check("one round can be chosen", depths.includes("once"), depths);
}

// Sizes and overheads by their fields; all numbers that the program's document has, on demand.
async function check_numbers(page) {
  await type(page, "#methods", "fac2,gss");
  await click(page, "#has-sizes");
  await click(page, "#has-overhead");
  const star = "c=1,2 w=3,4 tasks=5 sizes=uniform(1,3) told=yes overhead=1";
  await as_program(page, "sizes and overheads", star, "fac2,gss");
  const heads = () => page.$$eval("#results thead th", (all) => all.map((one) => one.textContent));
  check("the first numbers", (await heads()).length === 7, await heads());
  await click(page, "#all-numbers");
  const { runs: [run] } = JSON.parse(execFileSync(program, ["run", `--star=${star}`, "-H", "fac2,gss", "--engine=native", "--json"], { encoding: "utf8" }));
  const row = await page.$eval("#results tbody tr", (one) => [...one.cells].slice(6, -1).map((cell) => cell.textContent)), seen = await heads();
  const keys = ["wasted_time", "imbalance", "spread", "port_share", "overhead_share", "speed_up", "efficiency"];
  check("all of them", String(seen.slice(6, -1)) === "wasted time,imbalance,spread of ends,port busy,overheads,speed-up,efficiency", seen);
  check("as the program", keys.every((key, k) => Math.abs(parseFloat(row[k]) / (row[k].endsWith(" %") ? 100 : 1) - run[key]) < 6e-4), [row, run]);
  await click(page, "#all-numbers");
  await click(page, "#has-overhead");
  await click(page, "#has-sizes");
  check("without", await page.evaluate(() => state.star === "c=1,2 w=3,4 tasks=5"), await page.evaluate(() => state.star));
}

// On a light page the bars have the colours of --gantt; the shades behind them are the page's own greys.
async function check_hues(page) {
  const star = "c=1 w=4,4,4,4,4,4,4,4 load=20,0,0,0,0,0,0,0 profile=host1:9*0,12*1", file = path.join(folder, "hues.svg");
  execFileSync(program, ["run", `--star=${star}`, "-H", "bba-on-line", "--engine=native", `--gantt=${file}`]);
  const fills = new Set([...fs.readFileSync(file, "utf8").matchAll(/rgb\(([^)]*)\)/g)].map(([, one]) => one.split(",").map((value) => Math.round(2.55 * parseFloat(value))).join()));
  await page.evaluate((words) => begin(words, "bba-on-line"), star);
  await ran(page, star, ["bba-on-line"]);
  const seen = await page.evaluate(() => {
    const { black, paper, dark } = theme(), down = css(mix(black, charts.strength(8), paper));
    const bars = [...timelines.charts[0].svg().querySelectorAll("rect, path")].map((one) => one.getAttribute("fill") || one.getAttribute("stroke"))
      .filter((one) => /^rgb/.test(one) && one !== down).map((one) => one.slice(4, -1));
    return { dark, bars: [...new Set(bars)], cycle: theme().hues.length };
  });
  const near = (one) => [...fills].some((other) => other.split(",").every((value, k) => Math.abs(value - one.split(",")[k]) <= 1));
  const strange = seen.bars.filter((one) => !near(one));
  check("six hues", seen.cycle === 6 && seen.bars.length >= 10, seen);
  check("the colours of --gantt", seen.dark || strange.length === 0, [strange, [...fills]]);
}

// Graphs and networks: what the sentence says, the address, errors in words.
async function check_networks(page) {
  await page.evaluate(() => openTab("graphs"));
  const said = async (kind, words, part) => {
    await page.select("#graph-kind", kind);
    await type(page, "#graph-text", words);
    const seen = await text(page, "#graph-result", (now) => now.includes(part));
    check(`${kind} ${words}`, seen.includes(part), seen);
  };
  await said("star with places", "c=1,2 w=3,4 buffer=2,1", "Throughput 1/2 = 0.5000 tasks per unit of time with these places, 7/12 = 0.5833 without limits: " +
    "the cycle of messages is P2 P1 P1. No endless schedule is faster: proven exactly.");
  const [shares, horizon] = await page.evaluate(() => [$("graph-shares").innerText.replace(/\s+/g, " "), graphChart.chart.horizon]);
  check("its shares: 2 tasks of 3 and 1 of 4 in 6", shares.includes("P1 2 100 %") && shares.includes("P2 1 66.7 %") && horizon === 24, [shares, horizon]);
  const first = await page.evaluate(() => graphChart.titleOf(graphChart.chart.place.rows.find((row) => row.bars.length).bars[0]));
  check("its bars", first.startsWith("the master sends"), first);
  await said("steady", "w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3 result=1/2", "Throughput 7/4");
  const results = await page.evaluate(() => [document.querySelectorAll("#graph-picture .results").length, graphChart.chart.place.rows.filter(({ bars }) => bars[0].kind === "result").length,
    $("graph-picture").textContent.includes("results: busy 3/8, 3 a period")]);
  check("results in the picture and in the rounds", String(results) === "4,4,true", results);
  await said("switch, whole tasks", "alpha=3,0,0,0 s=1/100,1/40,1/40,1/40 b=1/5,1/10,1,1", "All tasks are computed at 55 with 4 messages from worker to worker, " +
    "which is proven optimal. A load that can be divided would take 35.2941, a lower bound.");
  const address = await page.evaluate(() => location.hash);
  const fields = (seen = ["graph-masters", "graph-messages", "graph-fewest"]) => page.evaluate((ids) => ids.filter((id) => $(id).checkVisibility()), seen);
  check("a switch has none of the fields", String(await fields()) === "", await fields());
  await said("star with places", "c=1,2 w=3,4 buffer=2,1", "No endless schedule");
  check("the fields of places", String(await fields()) === "graph-messages,graph-fewest", await fields());
  await type(page, "#graph-messages", "2");
  const limited = await text(page, "#graph-result", (now) => now.includes("No period of at most 2 messages is faster"));
  check("at most two messages", limited.includes("Throughput 1/3 = 0.3333") && limited.includes("the cycle of messages is P1 P2. No period of at most 2 messages is faster: proven exactly."), limited);
  await click(page, "#graph-fewest");
  check("not both: in words", (await text(page, "#graph-fault", Boolean)).includes("expected --fewest-places or --messages, not both"));
  await type(page, "#graph-messages", "");
  const fewest = await text(page, "#graph-result", (now) => now.includes("the fewest"));
  check("the fewest places", fewest.startsWith("4 places are the fewest for the throughput without limits, 7/12 = 0.5833 tasks per unit of time: P1 has 2, P2 has 2; "), fewest);
  check("the address has them", await page.evaluate(() => location.hash.includes("fewest=yes")), await page.evaluate(() => location.hash));
  check("the command has them", (await text(page, "#graph-command")).includes("--fewest-places"));
  await click(page, "#graph-fewest");
  await said("switch, whole tasks", "alpha=13,13,0,0 s=1,1,1/9,1/10 b=1,1/8,1,1", "All tasks are computed at 12 with 5 messages");
  const drawn = () => page.$$eval("#graph-picture text", (all) => all.map((one) => one.textContent));
  check("tasks sent and sent back", (await drawn()).includes("2 tasks, 1 back") && (await drawn()).filter((one) => one.includes("task")).length === 3, await drawn());
  await said("bus", "w1=1 bus1=.1:.1: bus2=.2:.05: free=1,2,3,1@1,1@1,1@2 recv=2", "computed at 0.2821");
  const weights = (await drawn()).filter((one) => one.startsWith("w ")), names = await page.evaluate(() => graphChart.chart.place.rows.map(({ name }) => name));
  check("a bus: the processors' w, the groups", String(weights) === "w 1,w 1,w 2,w 3,w 1,w 1,w 1" && String(names.filter((one) => one).slice(-3)) === "group 1,group 2,group 3", [weights, names]);
  await said("mesh", "d=2x2 w=1 z=.1 r=.05", "usable processors");
  await page.evaluate(() => { $("graph-result").textContent = ""; solve(); other.stop(); });
  check("what another task stops is done again", (await text(page, "#graph-result", Boolean)).includes("usable processors"));
  await said("chain", "w=1,1,1 z=.2 r=.1 deadline=2", "A load of 184/41 = 4.4878 (exact) is computed by 2");
  await page.evaluate((hash) => { location.hash = hash; }, address);
  const back = await text(page, "#graph-result", (now) => now.includes("computed at 55"));
  check("the address keeps the network", back.includes("computed at 55") && await page.$eval("#graph-kind", (field) => field.value) === "switch, whole tasks", back);
  for (const [kind, words, message] of [["star with places", "c=1 w=2", "buffer is inf, expected a number of places"],
    ["switch, whole tasks", "alpha=1.5,1 s=1 b=1", "alpha is 1.5 at processor 1, expected a whole number of tasks"],
    ["mesh", "d=1x1 w=1 z=.1 r=.05", "d is '1x1', expected AxB"], ["bus", "w1=1 bus1=.1:.1: free=1 recv=0", "recv"]]) {
    await page.select("#graph-kind", kind);
    await type(page, "#graph-text", words);
    check(`${kind} ${words}: in words`, (await text(page, "#graph-fault", (now) => now.includes(message))).includes(message));
  }
  await page.select("#graph-preset", "0");
  await text(page, "#graph-fault", (now) => !now);
  check("the first example is not in the address", !(await page.evaluate(() => location.hash)).includes("graph="));
}

visit_all(1280, 375, async (page) => {
  await check_more(page);
  await check_hues(page);
  await check_networks(page);
}).finally(() => fs.rmSync(folder, { recursive: true }));
