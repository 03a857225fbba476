// Goes through decisions in the explorer, as a person would, and compares what it shows with `run --decisions` and
// `run --events` of the program:
//   node steps.js explorer.html SHOTS-DIR PROGRAM
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all, click } = require("./browser.js");

const program = path.resolve(process.argv[4]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "steps-"));

// The rows of a CSV file as objects.
function rows_of(file) {
  const [head, ...rows] = fs.readFileSync(path.join(folder, file), "utf8").trim().split("\n").map((row) => row.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, k) => [name, row[k]])));
}
// The program's decisions: {date, answer, .., seen: what was last seen of each worker}; its events.
function native(star, method) {
  execFileSync(program, ["run", `--star=${star}`, "-H", method, "--engine=native", "--decisions=d.csv", "--events=e.csv"], { cwd: folder });
  const decisions = [], seen = {};
  for (const row of rows_of("d.csv")) {
    if (row.worker)
      seen[row.worker] = row;
    decisions[row.decision - 1] = { ...row, date: +row.date, seen: { ...seen } };
  }
  return { decisions, events: rows_of("e.csv").map((e) => ({ ...e, start: +e.start, end: +e.end })) };
}

async function until(page, what, condition, ...of) {
  const seen = await page.waitForFunction(condition, { timeout: 20000 }, ...of).catch(() => null);
  check(what, seen !== null);
}
async function show(page, star, methods, method) {
  await page.evaluate((words, list) => begin(words, list), star, methods);
  await until(page, `${methods} can be chosen`, (words, list) => current === words && state.methods === list && state.runs.every(({ late }) => !late) &&
    [...$("steps-method").options].map((one) => one.value).join() === list, star, methods);
  await page.select("#steps-method", method);
  await until(page, `${method} is shown`, (name) => !$("steps-view").hidden &&
    state.runs.some(({ heuristic, chart }) => heuristic === name && chart === steps.run?.chart), method);
  await page.evaluate(() => {
    openTab("steps");
    visitStep(0);
  });
}
// What a plan would give with its n-th message to worker `to`, by the program: the makespan.
function native_with(star, method, n, to) {
  const call = (...words) => JSON.parse(execFileSync(program, [words[0], `--star=${star}`, ...words.slice(1), "--json"], { cwd: folder, encoding: "utf8" }));
  const plan = call("plan", "-H", method);
  plan.transfers[n].to = to;
  fs.writeFileSync(path.join(folder, "plan.json"), JSON.stringify(plan));
  return call("run", "--plan=plan.json", "--engine=native").runs[0].makespan;
}
const look = (page) => page.evaluate(() => ({
  answer: $("steps-answer").textContent, at: Number($("steps-at").value), last: Number($("steps-at").max),
  spoken: $("steps-at").getAttribute("aria-valuetext"), caption: $("steps-workers").caption.textContent,
  heads: [...$("steps-workers").tHead.rows[0].cells].map((one) => one.textContent),
  rows: [...$("steps-workers").tBodies[0].rows].map((row) => [...row.cells].map((one) => one.textContent)),
  chosen: [...$("steps-workers").querySelectorAll(".chosen th")].map((one) => one.textContent),
  why: $("steps-why").textContent, cause: $("steps-cause").textContent, others: $("steps-others").textContent, date: state.date, cursor: timelines.date,
  next: !$("steps-next").disabled, back: !$("steps-back").disabled,
}));

// Every step is as the program's file says.
async function check_all(page, star, methods, method, words) {
  const { decisions, events } = native(star, method), places = /buffer=(\S+)/.exec(star);
  await show(page, star, methods, method);
  for (let k = 0; k < decisions.length; k++) {
    const { date, seen, answer, worker, from, to } = decisions[k], shown = await look(page), here = `${method}, decision ${k + 1}`;
    check(`${here}: its date`, shown.answer.startsWith(`Decision ${k + 1} of ${decisions.length}, date ${date}: `) &&
      shown.answer.startsWith(shown.spoken), shown.answer);
    const column = (head) => shown.rows.map((row) => row[shown.heads.indexOf(head)]);
    const expected = (of) => Object.keys(seen).map((i) => of(seen[i]));
    check(`${here}: held`, String(column("held")) === String(expected((w) => places ? `${w.held} of ${places[1]}` : w.held)), shown.rows);
    check(`${here}: loads`, String(column("sent or kept")) === String(expected((w) => w.assigned)) &&
      String(column("computed")) === String(expected((w) => w.done)), shown.rows);
    check(`${here}: idle at`, String(column("idle at")) === String(expected((w) => +w.idle_at <= date ? "idle" : w.idle_at)), shown.rows);
    const [, planned] = /, for (P\d+)\.$/.exec(shown.answer) || []; // what a plan sends to the master has a receiver
    check(`${here}: who`, String(shown.chosen) === (answer !== "send" ? "" : planned && !star.includes("duplex") ? `${planned} receives` : +from ? `P${from} sends` : `P${to} receives`), shown.chosen);
    check(`${here}: the picture and the charts show the date`, shown.date === date && shown.cursor === date, [shown.date, shown.cursor]);
    check(`${here}: back and next`, shown.next && shown.back === k > 0);
    const next = decisions.slice(k + 1).find((one) => one.answer === "send" && one.port === decisions[k].port); // the port has one message at a time
    const transfer = answer === "send" && events.find((e) => e.kind.endsWith("transfer") && (+from ? e.from === from && e.to === "0" : e.from === "0" && e.to === to) &&
      e.start >= date && !(e.start >= next?.date));
    check(`${here}: when its message starts`, transfer ? shown.cause.includes(`It starts at ${transfer.start}: `) && shown.cause.includes(` at ${transfer.end}`) : shown.cause === "", [shown.cause, transfer]);
    if (words[k])
      check(`${here}: in words`, shown.answer.endsWith(words[k]), shown.answer);
    await click(page, "#steps-next");
  }
  const end = await look(page), computed = {};
  check(`${method}: the end`, end.at === end.last && end.answer.startsWith("The end, date ") && !end.next, end);
  for (const e of events)
    if (e.kind === "compute")
      computed[e.to] = (computed[e.to] || 0) + Number(e.amount);
  check(`${method}: computed`, end.rows.every((row, i) => Number(row[1]) === (computed[i + 1] || 0)), end.rows);
  return events;
}

async function check_examples(page) {
  await check_all(page, "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", "bba,mbbsa", "mbbsa", ["P1 sends a task to the master, for P4.",
    "the master sends a task to P4.", "P2 sends a task to the master, for P3.", "the master sends a task to P3."]);
  await check_all(page, "c=1,10 w=2,20 buffer=1 tasks=6", "mct,min_c,star-bounded-buffer", "min_c",
    ["the master sends a task to P1.", "the master sends a task to P2.", , "the master sends a task to P1. It waits for a free place there, until 14."]);
  check("the rule", (await page.$eval("#steps-rule", (one) => one.textContent)).includes("on line, whenever the master's port is free: the cheapest link"));
  await check_all(page, "c=1,10 w=2,20 buffer=1 tasks=6", "mct,min_c,star-bounded-buffer", "star-bounded-buffer",
    [, "wait until 3, or until something ends before."]);
}

// What made messages start when they did, chunks, and what would be with a message to another worker, as the program has it.
async function check_causes(page) {
  const at = async (k) => { await page.evaluate((step) => visitStep(step), k); return (await look(page)).cause; };
  const others = async (star, method, n, best) => {
    await until(page, `${method}: the others`, () => $("steps-others").textContent !== "");
    const { heads, rows, others: words } = await look(page), column = heads.indexOf("makespan if sent there");
    rows.forEach((row, i) => check(`${method}, message ${n + 1} to P${i + 1}`, row[column] === "" || Math.abs(row[column] - native_with(star, method, n, i + 1)) < 1e-4, rows));
    check(`${method}: as many as can have it`, rows.filter((row) => row[column] !== "").length >= 2, rows);
    check(`${method}: the best of the others`, words.startsWith(`Had this message gone to ${best}`), words);
  };
  const figure2 = "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", gss = "c=1,2 w=3,4 tasks=8 sizes=2,1,1,1,1,3,1,1 overhead=1", rounds = "c=1,2 w=3,4 latency=1 work=20";
  await show(page, figure2, "mbbsa", "mbbsa");
  check("a task that is not at the master yet", await at(3) === "It starts at 9: its task has reached the master. The port has waited for it since 2. " +
    "It arrives at 10; P3, idle from the start, computes it until 19.", await at(3));
  await others(figure2, "mbbsa", 1, "P1, the best of the others, and all else as it did, the run would end at 13, 6 earlier.");
  check("a port that was busy", await at(2) === "It starts at 1: the port is free: the message from P1 has ended. It is at the master at 9, which sends it on at 9.", await at(2));
  await show(page, "c=1,1 w=5,5 load=4,0 duplex=half", "bba", "bba");
  check("half duplex", (await at(2)).includes("the master has sent, and may receive"), await at(2));
  await show(page, "c=1,10 w=2,20 buffer=1 tasks=6", "min_c,star-bounded-buffer", "min_c");
  check("no free place", (await at(3)).startsWith("It starts at 14: P1 has computed and a place there is free. The port has waited for it since 12.") , await at(3));
  await page.select("#steps-method", "star-bounded-buffer");
  await until(page, "the other rule", () => steps.run?.heuristic === "star-bounded-buffer");
  check("a rule that waits", (await at(2)).startsWith("It starts at 3: the port was free from 1 on, and star-bounded-buffer let it wait. It arrives at 4; P1, idle since 3,"), await at(2));
  await show(page, "c=1,2 w=3,4 tasks=5 release=every(2)", "mct", "mct");
  check("a task that arrives", (await at(1)).startsWith("It starts at 2: the port was free from 1 on, and its task arrives then. It arrives at 3, waits until P1 has computed what it had, 4,"), await at(1));
  await show(page, "c=1,2 w=3,4 tasks=5 result=1 buffer=1 hold=result", "min_c-return", "min_c-return");
  check("a result that holds a place", (await at(2)).startsWith("It starts at 5: a result has left P1 and a place there is free."), await at(2));
  check("a result", (await at(3)) === "It starts at 4: the port was free from 0 on, and P1 has computed its task then. It is at the master at 5." &&
    (await look(page)).answer.endsWith("P1 sends a result to the master."), await look(page));
  await show(page, gss, "gss", "gss");
  check("a chunk", (await at(0)).startsWith("It carries 4 of the R = 8 tasks left; for P = 2 workers R / P = 4. ") && (await look(page)).answer.endsWith("the master sends 4 tasks to P1."), await look(page));
  check("the formula of its head", (await page.$eval("#steps-formula", (one) => one.textContent)).startsWith("chunk = ceil(R / P)"));
  await others(gss, "gss", 0, "P2 ");
  await show(page, rounds, "umr", "umr");
  check("a round", (await at(1)).includes(" units left. It starts at "), await at(1));
  await others(rounds, "umr", 1, "P1 ");
  await page.evaluate(() => openTab("what-if"));
  check("nothing is tried where nobody looks", await page.evaluate(async () => {
    visitStep(0);
    await new Promise((resume) => setTimeout(resume, 2 * REST));
    return !tried.of.has(0);
  }));
}

// What is lost is marked, in both charts, their legend and the words of a bar, and not counted as computed.
async function check_losses(page) {
  const events = await check_all(page, "c=2,4 w=6,8 tasks=8 profile=host1:9*0,18*1", "min_c", "min_c", []);
  const lost = events.filter((e) => e.kind.startsWith("lost-")).map((e) => e.kind);
  check("both kinds of losses", String(lost.sort()) === "lost-compute,lost-transfer", lost);
  const shown = await page.evaluate(() => ({
    legend: $("legend").textContent, pattern: [...figures.get("min_c").view.svg().querySelectorAll("pattern")].map(({ id }) => id),
    titles: figures.get("min_c").view.chart.place.rows.flatMap((row) => row.bars.filter((bar) => bar.kind === "lost").map(charts.barTitle)),
  }));
  check("the lost bars", String(shown.titles.sort()) === "P1 computes task 2, lost: 8 to 9," +
    "the master sends task 5 to P1, lost: 8 to 9,the master sends task 5 to P1, lost: 8 to 9", shown.titles);
  check("hatched in grey, both ways", String(shown.pattern) === "hatch-140-140-140-,hatch-140-140-140-falling", shown.pattern);
  check("lost in the legend", shown.legend.includes("lost"), shown.legend);
}

// Redistributions: tasks that go back to the master or stay, and a master that sends or receives.
async function check_redistributions(page) {
  for (const lost of ["master", "stay"])
    await check_all(page, `c=2,2,2 w=3,3,4 load=8,1,0 profile=host1:7*0,20*1 lost=${lost}`, "bba-on-line", "bba-on-line", ["P1 sends a task to the master."]);
  await check_all(page, "c=1,1 w=5,5 load=4,0 duplex=half", "bba", "bba", ["P1 sends a task to the master, for P2."]);
}

// Nothing is computed: what is received.
async function check_imbalance(page) {
  await show(page, "c=2,5,1,3 w=1/1000000000 delta=3,1,-2,-2", "sorted", "sorted");
  const { heads, rows } = await look(page);
  check("columns of an imbalance", String(heads) === "worker,received,will be taken", heads);
  check("what will be taken", String(rows) === "P1 sends,0,3,P2,0,1,P3,0,0,P4,0,0", rows);
  await page.evaluate(() => goTo(8));
  check("received", String((await look(page)).rows) === "P1,0,0,P2,0,0,P3,2,12,P4,2,8", (await look(page)).rows);
}
async function check_divisible(page) {
  await show(page, "c=10,1 w=1 latency=1,2 deadline=19", "fixed:sequence=2-2-2-1", "fixed:sequence=2-2-2-1");
  await click(page, "#steps-next");
  const { answer, caption } = await look(page);
  check("chunks", /: the master sends [\d.]+ units to P2\.$/.test(answer), answer);
  check("load without end", caption.endsWith("at the master: load without end"), caption);
  await show(page, "c=1 w=1 latency=1 work=4 buffer=3 memory=3", "fixed:sequence=1-1", "fixed:sequence=1-1");
  const { heads, rows } = await look(page); // messages are held, and not places
  check("a limit of messages is none of places", !heads.includes("place free at") && rows[0][heads.indexOf("held")] === "0", [heads, rows]);
}

// Buttons, slider, keys, play; a change of the star; nothing to be shown.
async function check_controls(page) {
  await show(page, "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", "bba,mbbsa", "mbbsa");
  const at = async () => (await look(page)).at;
  await page.focus("#steps-view");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  check("arrows", await at() === 1, await at());
  await page.keyboard.press("End");
  check("end", await at() === 4, await at());
  await page.keyboard.press("Home");
  check("home", await at() === 0, await at());
  await page.focus("#steps-at");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  check("the slider", (await look(page)).answer.includes("P3") && await at() === 3, await look(page));
  await click(page, "#steps-back");
  check("back", await at() === 2);
  await page.focus("#steps-view");
  await page.keyboard.press(" ");
  check("it plays, silently", await page.evaluate(() => $("steps-play").textContent === "pause" && $("steps-answer").getAttribute("aria-live") === "off"));
  await until(page, "to the end", () => Number($("steps-at").value) === 4 && $("steps-play").textContent === "play" && !steps.timer);
  check("answers are read again", await page.$eval("#steps-answer", (one) => one.getAttribute("aria-live")) === "polite");
  await click(page, "#steps-play");
  check("from the start again", await at() === 0);
  await click(page, "#steps-play");
  check("paused", await page.evaluate(() => !steps.timer));
  await page.evaluate(() => goTo(2));
  await page.evaluate(() => setStar("c=1,1,1,1 w=1,1,9,10 load=13,13,0,0"));
  await until(page, "a new star keeps the place", () => state.runs[1].makespan === 12 && steps.run === state.runs[1] && steps.at === 2);
  await page.evaluate(() => begin("c=1,2 w=3,4 tasks=5", "bba"));
  await until(page, "nothing to be shown", () => $("steps-view").hidden && $("steps-fault").textContent === "No heuristic has a run to be shown.");
  await show(page, "c=1,1 w=1,1 load=3,3", "bba", "bba");
  check("a plan without messages", (await look(page)).answer === "The end, date 3: nothing was sent; the run has ended.", await look(page));
}

// 200 workers, 5 000 tasks: each step is shown within a tenth of a second (the best of three, on a busy machine).
async function check_large(page) {
  const list = (of) => Array.from({ length: 200 }, (_, i) => of(i)).join(",");
  await show(page, `c=${list((i) => 1 + i % 7)} w=${list((i) => 50 + i % 90)} buffer=2 tasks=5000`, "min_c", "min_c");
  const times = await page.evaluate(() => [0, 2500, 2501, 4999, 5000].map((k) => Math.min(...[0, 1, 2].map(() => {
    goTo(1000);
    document.body.getBoundingClientRect();
    const start = performance.now();
    goTo(k);
    document.body.getBoundingClientRect();
    return performance.now() - start;
  }))));
  check("steps of a large star", Math.max(...times) < 100, times);
}

visit_all(1280, 375, async (page, width) => {
  await check_examples(page);
  await check_divisible(page);
  if (width > 375)
    await check_causes(page);
  await check_losses(page);
  await check_redistributions(page);
  await check_imbalance(page);
  await check_controls(page);
  if (width > 375)
    await check_large(page);
  await show(page, "c=1,10 w=2,20 buffer=1 tasks=20", "min_c,mct", "min_c"); // for the picture
  await page.evaluate(() => goTo(4));
  check(`no sideways scrolling at ${width}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}).finally(() => fs.rmSync(folder, { recursive: true }));
