// Heuristics side by side: their runs, the bound and the optimum as a table and as Gantt charts.
"use strict";

function readEvents(csv) {
  const events = [];
  for (const row of csv.trim().split("\n").slice(1)) {
    const [start, end, , from, to, units, message] = row.split(",");
    events.push(+from, +to, +message, +start, +end, +units);
  }
  return events;
}
function showFault(text) {
  $("star-fault").textContent = text;
}

const compute = newest(quick, async () => {
  const { star, methods } = state;
  let bound;
  try {
    bound = await ask(quick, ["bound", `--star=${star}`]);
  } catch (error) {
    if (error.message === "stopped")
      throw error;
    showFault(error.message);
    return;
  }
  showFault("");
  const runs = [];
  for (const method of methodsOf(methods)) {
    const answer = await quick.call([...runWords(star, method), "--json", "--events=/events.csv"], ["/events.csv"]);
    const document = answer.out ? JSON.parse(answer.out) : null;
    const run = { ...(document?.runs[0] || { heuristic: method, status: "refused", reason: message(answer) }) };
    run.events = answer.files["/events.csv"] ? readEvents(answer.files["/events.csv"]) : null;
    run.csv = answer.files["/events.csv"];
    runs.push(run);
    state.problem = document?.instance.problem || state.problem;
    state.workers = document?.instance.workers || state.workers;
  }
  state.runs = runs;
  state.lower = bound;
  await showNames();
  tell("runs");
}, showFault);

const prove = newest(slow, async () => {
  state.optimum = null;
  if (!$("prove").checked)
    return;
  try {
    state.optimum = await ask(slow, ["optimal", `--star=${state.star}`, "--node-limit=200000"]);
  } catch (error) {
    if (error.message === "stopped")
      throw error;
  }
  tell("optimum");
}, showFault);

const hidden = new Set();

function showRuns() {
  const { runs, lower, optimum } = state, best = lower.bounds[0];
  $("bound").textContent = best ? `Lower bound ${amount(best.value)} (${best.name}).` : "No lower bound applies.";
  const head = ["heuristic", "planned", "makespan", "gap %", "messages", "done", ""];
  const cell = (value) => make("td", { "class": "number" }, value === null || value === undefined ? "" : amount(value));
  const rows = runs.map((run) => make("tr", {}, [make("th", { scope: "row" }, run.heuristic), cell(run.planned),
    cell(run.makespan), make("td", { "class": "number" }, run.makespan !== null && best && run.status === "ok"
      ? Math.abs(100 * (run.makespan / best.value - 1)).toFixed(1) : ""), cell(run.messages), cell(run.done),
    make("td", { "class": "words" }, run.status === "ok" ? run.warning || "" : `${run.status}: ${run.reason}`)]));
  if (optimum)
    rows.push(make("tr", {}, [make("th", { scope: "row" }, optimum.proven ? "optimum, proven" : "best plan found"),
      cell(null), cell(optimum.makespan ?? null), cell(null), cell(optimum.transfers.length), cell(optimum.load ?? null),
      make("td")]));
  $("results").replaceChildren(make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows));
  showCharts();
}

function showCharts() {
  const drawn = state.runs.filter((run) => run.events), place = $("charts");
  const horizon = Math.max(0, ...drawn.filter((run) => !hidden.has(run.heuristic)).map((run) => run.makespan));
  const width = Math.max(560, place.clientWidth) * Number($("zoom").value);
  const at = place.querySelector(".chart")?.scrollLeft || 0;
  place.replaceChildren(...drawn.map((run) => chartOf(run, width, horizon)));
  $("legend").replaceChildren(...(drawn.length ? [ganttLegend()] : []));
  place.querySelectorAll(".chart").forEach((chart) => { chart.scrollLeft = at; });
}
function chartOf(run, width, horizon) {
  const name = run.heuristic, box = make("div", { "class": "chart", tabindex: 0, role: "group", "aria-label": `chart of ${name}` });
  const hide = button(hidden.has(name) ? "show" : "hide", `hide or show the chart of ${name}`, () => {
    hidden.delete(name) || hidden.add(name);
    showCharts();
  });
  const figure = make("figure", {}, [make("figcaption", {}, [name, hide]), box]);
  if (hidden.has(name))
    return figure;
  const svg = gantt(width, { workers: state.workers, events: run.events, makespan: run.makespan, horizon,
    bound: state.lower.bounds[0]?.value, optimum: state.optimum?.proven ? state.optimum.makespan : 0 });
  box.append(svg);
  box.addEventListener("scroll", () => document.querySelectorAll("#charts .chart").forEach((chart) => {
    if (chart.scrollLeft !== box.scrollLeft)
      chart.scrollLeft = box.scrollLeft;
  }));
  figure.firstChild.append(
    button("SVG", `save the chart of ${name} as SVG`, () => save(`${name}.svg`, "image/svg+xml", alone(svg))),
    button("PNG", `save the chart of ${name} as PNG`, () => savePicture(`${name}.png`, svg)),
    button("CSV", `save the events of ${name}`, () => save(`${name}.csv`, "text/csv", run.csv)));
  return figure;
}

// The heuristics that serve the problem, as buttons that put them into the list of heuristics.
let shown = "";
async function showNames() {
  if (state.problem && state.problem !== shown) {
    const { heuristics } = await ask(quick, ["list", `--problem=${state.problem}`]);
    $("names").replaceChildren(...heuristics.map(({ name, summary, source }) => {
      const toggle = button(name, name, () => toggleMethod(name));
      toggle.title = `${summary} (${source})`;
      return toggle;
    }));
    shown = state.problem;
  }
  for (const toggle of $("names").children)
    toggle.setAttribute("aria-pressed", String(methodsOf(state.methods).some((one) => isOf(one, toggle.textContent))));
}
function isOf(method, name) {
  return method === name || method.startsWith(`${name}:`);
}
function toggleMethod(name) {
  const chosen = methodsOf(state.methods), left = chosen.filter((one) => !isOf(one, name));
  setMethods((left.length === chosen.length ? [...chosen, name] : left).join(","));
}

function showMethods() {
  if ($("methods").value !== state.methods)
    $("methods").value = state.methods;
}

$("methods").addEventListener("input", () => setMethods($("methods").value));
$("zoom").addEventListener("input", showCharts);
$("prove").addEventListener("change", prove);
charts.onWidth($("charts"), () => state.runs.length && showCharts());
on("input", showMethods);
on("input", compute);
on("runs", showRuns);
on("runs", prove);
on("optimum", showRuns);
