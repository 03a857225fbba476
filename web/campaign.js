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
    const page = await work(fleet[0], ["report", "explorer.db", ...pluginWords(state.methods), "--format=html"], { "/explorer.db": database });
    report = { ini, page };
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
      $("star-head").scrollIntoView();
    });
  }, { once: true });
  frame.srcdoc = page;
  $("campaign-result").hidden = false;
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
