// A small campaign: the chosen heuristics on random platforms of a family, in as many workers as the machine has
// processors. It is the command line's: an experiment file, `campaign` in shards, and `report`, whose page is shown.
"use strict";

const SHARD = 50; // platforms of a call; the results do not depend on it, nor on the number of workers
const fleet = []; // engines, made when they are first needed
let report = null; // {ini, page} of the last campaign

// The workload of the star as settings of a family: what the platforms have beside c, w and loads. Results are in
// proportion to c there; dates of arrival and sizes are drawn by a law.
function workloadOf(star) {
  const listed = (key) => /^[^a-z]/.test(star?.rest[key] || ""), rest = Object.entries(star?.rest || {})
    .filter(([key]) => !(listed("release") && ["release", "known"].includes(key)) && !(listed("sizes") && ["sizes", "told"].includes(key)));
  const lists = { buffer: star?.list.buffer, latency: star?.list.latency, memory: star?.list.memory,
    result: star?.list.result?.map((value, i) => String(Number((number(value) / number(star.list.c[i])).toPrecision(6)))) };
  const range = (list) => list.every((value) => value === list[0]) ? list[0]
    : `${Math.min(...list.map(number))}..${Math.max(...list.map(number))}`;
  return [...rest, ...Object.entries(lists).filter(([, list]) => list).map(([key, list]) => [key, range(list)])
    .filter(([, text]) => !text.includes("NaN"))].map((pair) => pair.join("=")).join("; ");
}
let preset = "";
function presetSettings() {
  const field = $("campaign-settings");
  if (field.value === preset) // else somebody has written there
    field.value = workloadOf(readStar(state.star));
  preset = workloadOf(readStar(state.star));
}

function experimentText() {
  const [family, workers, count, seed] = ["family", "workers", "count", "seed"].map((name) => $(`campaign-${name}`).value);
  const settings = $("campaign-settings").value.split(";").map((one) => one.trim()).filter(Boolean);
  const has = (key) => settings.some((one) => new RegExp(`^${key}\\s*=`).test(one));
  return `id = explorer
title = ${count} platform${plural(count)} of ${family}, ${workers} worker${plural(workers)}, seed ${seed}
problem = ${has("work") ? "divisible" : has("tasks") ? "bag" : "redistribution"}
seed = ${seed}
count = ${count}
[platform]
family = ${family}
workers = ${workers}
${settings.map((one) => `${one}\n`).join("")}[run]
methods = ${methodsOf(state.methods).join(", ")}
engine = native
[table]
cells = mean(distance) share(distance<=1)
best = methods
[figure]
title = mean distance, with its 95 % interval
x = share(distance<=1)
y = mean(distance) ci95
xlabel = share of platforms on which it is the best
ylabel = mean distance from the best
`;
}

// The text of a file that a command wrote, or its output; an Error with the command line's message.
async function work(engine, words, write, read) {
  const answer = await engine.call(words, read ? [read] : [], write);
  if (answer.code)
    throw new Error(message(answer));
  return read ? answer.files[read] : answer.out;
}
async function runShards(ini, count, progress) {
  const shards = Math.ceil(count / SHARD), parts = Array(shards);
  let next = 0, done = 0;
  while (fleet.length < Math.min(shards, navigator.hardwareConcurrency || 2))
    fleet.push(new Engine());
  await Promise.all(fleet.map(async (engine) => {
    while (next < shards) {
      const k = next++, words = ["campaign", "explorer.ini", ...pluginWords(state.methods), `--shard=${k}/${shards}`, "--db=explorer.db"];
      parts[k] = JSON.parse(await work(engine, words, { "/explorer.ini": ini }, "/explorer.db"));
      progress(++done / shards);
    }
  }));
  return JSON.stringify({ ...parts[0], runs: parts.flatMap((part) => part.runs) });
}
async function runCampaign() {
  const ini = experimentText(), bar = $("campaign-progress");
  const show = (share) => { bar.value = share; };
  $("campaign-fault").textContent = "";
  setRunning(true);
  show(0);
  try {
    const database = await runShards(ini, Number($("campaign-count").value), show);
    const as = (format) => work(fleet[0], ["report", "explorer.db", ...pluginWords(state.methods), `--format=${format}`], { "/explorer.db": database });
    const [page, table, pairs] = [await as("html"), await as("csv"), await as("pairs")];
    report = { ini, page };
    $("campaign-result").hidden = false;
    showAnswers(rowsOf(table), rowsOf(pairs));
    showReport(page);
  } catch (error) {
    stopCampaign();
    if (error.message !== "stopped")
      $("campaign-fault").textContent = error.message;
  }
  setRunning(false);
}
function stopCampaign() {
  fleet.forEach((engine) => engine.stop());
}
function setRunning(running) {
  $("campaign-run").hidden = running;
  $("campaign-stop").hidden = $("campaign-progress").hidden = !running;
}

// ---- The answer: how far each is from the best of them, and how often it is the best.

// The rows of a CSV file as objects; no cell of these has a comma that is no separator but methods, which stand in quotes.
function rowsOf(csv) {
  const [head, ...rows] = csv.trim().split("\n").map((row) => row.match(/("[^"]*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, "").replace(/^"|"$/g, "")));
  return rows.map((row) => Object.fromEntries(head.map((name, k) => [name, row[k]])));
}
function showAnswers(table, pairs) {
  const of = (method, quantity) => table.find((row) => row.method === method && row.quantity === quantity && row.role === "declared");
  const seen = methodsOf(state.methods).map((method) => ({ method, mean: of(method, "mean(distance)"), wins: Number(of(method, "wins(distance)")?.value), ties: Number(of(method, "ties(distance)")?.value) }))
    .filter(({ mean }) => mean && mean.value !== "" && Number.isFinite(Number(mean.value))).map((one) => ({ ...one, value: Number(one.mean.value), error: 2 * (Number(one.mean.se) || 0) }));
  $("campaign-answer").replaceChildren(...(seen.length ? [make("div", { "class": "halves" }, [distancePlot(seen), winsPlot(seen)]), make("p", {}, answerSentence(seen, pairs))] : []));
}
const ROW = 30;
function distancePlot(seen) {
  const width = Math.max(320, Math.min(590, $("campaign-answer").clientWidth)), left = width < 400 ? 96 : 130, right = width - 60, bottom = ROW * seen.length + 8;
  const high = Math.max(...seen.map(({ value, error }) => value + error)), X = (x) => left + (right - left) * (x - 1) / (high - 1 || 1);
  const svg = draw("svg", { width, height: bottom + 40, role: "img", "aria-label": `mean distance from the best: ${seen.map(({ method, value }) => `${method} ${value.toFixed(3)}`).join(", ")}` });
  for (const x of ticks(1, high, width < 400 ? 4 : 6))
    svg.append(line(X(x), 4, X(x), bottom, "grid"), label(X(x), bottom + 15, String(x), "middle", "soft"));
  seen.forEach(({ method, value, error }, k) => {
    const y = ROW * k + 20, colour = `stroke: var(--h${methodsOf(state.methods).indexOf(method) % 6}); stroke-width: 2.5`;
    const mark = markOf(method);
    charts.fill(mark, { x: X(value) - 5.5, y: y - 5.5, width: 11, height: 11 });
    svg.append(label(0, y + 4, charts.shorten(method, width < 400 ? 13 : 19)), draw("line", { x1: Math.max(left, X(value - error)), x2: X(value + error), y1: y, y2: y, style: colour }), mark,
      label(X(value + error) + 9, y + 4, value.toFixed(3), "start", "value"));
  });
  svg.append(label(width < 400 ? width / 2 : (left + right) / 2, bottom + 34, `mean distance${width < 400 ? "" : ` from the best of the ${seen.length}`}, \u00b1 2 standard errors`, "middle"));
  return svg;
}
function winsPlot(seen) {
  const bars = seen.map(({ method, wins, ties }) => {
    const k = methodsOf(state.methods).indexOf(method) % 6, part = (share, style) => make("span", { style: `width: ${100 * share}%; ${style}` }, share > 0.09 ? charts.percent(share) : "");
    return make("div", { "class": "shares", role: "img", "aria-label": `${method}: best alone ${charts.percent(wins)}, best with another ${charts.percent(ties)}` },
      [part(wins, `background: var(--h${k}); color: var(--paper)`), part(ties, `background: color-mix(in srgb, var(--h${k}) 40%, var(--paper))`), part(1 - wins - ties, "background: var(--panel)")]);
  });
  return make("div", {}, [...bars, make("p", { "class": "note" }, `best alone \u00b7 best with another \u00b7 not best, of ${seen[0].mean.n} platforms`)]);
}
// The best on average, and the paired difference of the next one.
function answerSentence(seen, pairs) {
  const [best, next] = [...seen].sort((a, b) => a.value - b.value), pair = next && pairs.find((row) => [row.method, row.other].includes(best.method) && [row.method, row.other].includes(next.method));
  if (!pair)
    return [];
  const turned = pair.method === best.method, of = (name) => (turned ? -1 : 1) * Number(pair[name]), [low, high] = [of("low"), of("high")].sort((a, b) => a - b);
  const certain = low > 0;
  return [make("b", {}, certain ? `${best.method} is the best on average` : `Between ${best.method} and ${next.method} these platforms cannot tell`),
    `: ${next.method} is farther from the best by ${brief(Number(of("difference").toPrecision(2)))} (${brief(Number(low.toPrecision(2)))} to ${brief(Number(high.toPrecision(2)))}, p = ${pair.p < 1e-3 ? Number(pair.p).toExponential(0) : Number(pair.p).toPrecision(1)} after Holm), on ${pair.platforms} platforms.`];
}

// The report's page as high as it is; its links to the explorer lead here.
function showReport(page) {
  const frame = $("campaign-report");
  frame.addEventListener("load", () => {
    const { documentElement: root, body } = frame.contentDocument;
    const fit = () => { frame.style.height = `${root.offsetHeight + 2}px`; };
    new ResizeObserver(fit).observe(body);
    body.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='explorer.html#']");
      if (!link)
        return;
      event.preventDefault();
      location.hash = link.hash;
      scrollTo(0, 0);
    });
  }, { once: true });
  frame.srcdoc = page;
}

$("campaign-run").addEventListener("click", runCampaign);
$("campaign-stop").addEventListener("click", stopCampaign);
$("campaign-save-ini").addEventListener("click", () => save("explorer.ini", "text/plain", report.ini));
$("campaign-save-page").addEventListener("click", () => save("report.html", "text/html", report.page));
function showCampaignCommand() {
  const plugin = pluginWords(state.methods).length ? `--plugin=${state.rule.name}.py ` : "";
  $("campaign-command").replaceChildren(commandLine(`starport campaign ${plugin}explorer.ini && starport report ${plugin}explorer.db --format=html > report.html`));
}
on("input", presetSettings);
on("input", showCampaignCommand);
