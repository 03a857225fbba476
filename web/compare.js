// Heuristics side by side: their runs, the bound and the optimum, as a table and as Gantt charts on one time axis.
"use strict";

// ---- What is computed.

const SLOW = 25; // ms: a heuristic that takes longer, or has not been tried, is run after the others have been drawn
const took = new Map(); // ms, by heuristic

const recordWords = ["--json", "--events=/events.csv", "--trace=rows:/rows.json"];
// The run of the command line's document, with its events and its chart, and the star that it is of.
async function runOne(engine, star, method) {
  if (isRule(method))
    return runRule(star, method);
  const words = [...runWords(star, method), ...recordWords];
  return resultOf(star, method, await engine.call(words, ["/events.csv", "/rows.json"]));
}
function resultOf(star, method, { out, ms, files, ...answer }) {
  const document = out ? JSON.parse(out) : null, rows = files["/rows.json"];
  const run = { ...(document?.runs[0] || { heuristic: method, status: "refused", reason: message(answer) }) };
  took.set(method, ms);
  Object.assign(run, { csv: files["/events.csv"], chart: rows ? JSON.parse(rows) : null });
  return { method, star, run, instance: document?.instance };
}
// A result of that star and, if it is the page's rule, of its text as it is now.
const isFresh = (one, star) => one.star === star && (!isRule(one.method) || one.rule === state.rule);
// Puts what was computed where it belongs; what is still to come stays as it was, as late.
let computed = [], current = null; // the runs, and the star that they are of
function place(results) {
  const names = methodsOf(state.methods);
  computed = names.map((method) => results.find((one) => one.method === method) ||
    computed.find((one) => one.method === method) || { method, star: null, run: { heuristic: method, status: "", chart: null } });
  const { problem, workers } = computed.find(({ star, instance }) => star === current && instance)?.instance || state;
  Object.assign(state, { problem, workers });
  state.runs = computed.map((one) => ({ ...one.run, late: !isFresh(one, current) }));
  tell("runs");
}

const compute = newest(quick, async () => {
  const { star } = state, names = methodsOf(state.methods).filter((method) => took.get(method) <= SLOW);
  try { // all at once: the engine answers one after the other
    const [lower, ...results] = await Promise.all([ask(quick, ["bound", `--star=${star}`]),
      ...names.map((method) => runOne(quick, star, method))]);
    current = star;
    state.lower = lower;
    showFault("");
    place(results);
  } catch (error) {
    if (error.message === "stopped")
      throw error;
    showFault(error.message);
    return;
  }
  search();
}, showFault);

// The heuristics that take long.
const search = newest(patient, async () => {
  const star = current;
  for (const { method } of computed.filter((one) => !isFresh(one, star))) {
    const result = await runOne(patient, star, method);
    if (star !== current)
      return; // a newer call waits
    place([result]);
  }
}, showFault);

let proved = null; // the star that `optimum` is of
const prove = newest(prover, async () => {
  const { star } = state, wanted = $("prove").checked;
  if (proved === star && wanted)
    return;
  let optimum = null;
  try {
    optimum = wanted ? await ask(prover, ["optimal", `--star=${star}`, "--node-limit=200000"]) : null;
  } catch (error) {
    if (error.message === "stopped")
      throw error;
  }
  if (star === state.star) {
    state.optimum = optimum;
    proved = wanted ? star : null;
    tell("optimum");
  }
}, () => {});
const REST = 250; // ms without a change before what is not seen while one drags is computed: the optimum, the steps
let resting = 0;
function forgetOptimum() {
  if (proved !== state.star)
    state.optimum = null;
  clearTimeout(resting);
  resting = setTimeout(prove, REST);
}

// The results that are shown are of the star before, if this one has a fault.
function showFault(text) {
  markFault(text);
  $("run-section").classList.toggle("stale", Boolean(text));
  $("stale").hidden = !text;
}

// ---- The table.

// What a run has beyond these columns is shown on demand, under these names or its own.
const ownColumns = ["makespan", "planned", "lower_bound", "messages", "done"];
const quantities = { wasted: "sent in vain", resends: "sent again", max_flow: "longest flow", sum_flow: "sum of flows", max_stretch: "longest stretch",
  max_queue: "longest queue", wasted_time: "wasted time", spread: "spread of ends", port_share: "port busy", overhead_share: "overheads", speed_up: "speed-up" };
const isShare = (key) => /_share$|^efficiency$/.test(key);
function numbersOfRuns(runs) {
  const keys = runs.flatMap((run) => Object.keys(run).filter((key) => typeof run[key] === "number" && !ownColumns.includes(key)));
  return [...new Set(keys)];
}
const doneUnits = { divisible: "load done", imbalance: "" };
function showRuns() {
  const { runs, lower, optimum } = state, byDate = /\bdeadline=/.test(state.star);
  const best = lower?.bounds[0], done = state.problem === "divisible" ? "load" : "tasks";
  $("bound").textContent = !lower ? "" : !best ? "No bound applies."
    : byDate ? `With a deadline what counts is done by it: no plan can do more ${done} than ${amount(best.value)} (upper bound: ${best.name}).`
      : `No plan can end before ${amount(best.value)} (lower bound: ${best.name}).`;
  const more = numbersOfRuns(runs), shown = $("all-numbers").checked ? more : [];
  $("all-numbers").parentElement.hidden = !more.length;
  const head = ["heuristic", "planned", "makespan", "gap %", "messages", doneUnits[state.problem] ?? "done", ...shown.map((key) => quantities[key] || key), ""];
  const cell = (value) => make("td", { "class": "number" }, value === null || value === undefined ? "" : amount(value));
  const rows = runs.map((run) => make("tr", run.late ? { "class": "late" } : {}, [make("th", { scope: "row" }, run.heuristic),
    cell(run.planned), cell(run.makespan), make("td", { "class": "number" }, gapOf(run, best, byDate)), cell(run.messages),
    cell(run.done), ...shown.map((key) => isShare(key) && run[key] !== undefined ? make("td", { "class": "number" }, charts.percent(run[key])) : cell(run[key])),
    make("td", { "class": "words" }, run.late ? "is computed" : run.status === "ok" ? lateWords(run)
      : `${run.status}: ${run.reason}`)]));
  if (optimum)
    rows.push(make("tr", {}, [make("th", { scope: "row" }, optimum.proven ? "optimum, proven" : "best plan found"),
      cell(null), cell(optimum.makespan ?? null), cell(null), cell(optimum.transfers?.length), cell(optimum.load ?? null), ...shown.map(() => cell(null)),
      make("td", { "class": "words" }, optimum.proven ? "a search has shown that no plan is better" : "the search ended without a proof")]));
  $("results").replaceChildren(headOf(head),
    make("tbody", {}, rows));
}
function gapOf(run, best, byDate) {
  const value = byDate ? run.done : run.makespan;
  return value !== null && value !== undefined && best && run.status === "ok" && best.value > 0
    ? Math.abs(100 * (value / best.value - 1)).toFixed(1) : "";
}
function isLate(run) {
  return run.planned !== null && run.planned !== undefined && run.makespan > run.planned * (1 + 1e-9);
}
function lateWords(run) {
  const flows = run.max_flow === undefined ? "" : `longest flow ${amount(run.max_flow)}, sum of flows ${amount(run.sum_flow)}`;
  return run.warning || [isLate(run) ? "executed, the plan takes longer than planned" : run.wasted || run.resends
    ? `${amount(run.wasted)} sent in vain, ${run.resends} sent again` : "", flows].filter(Boolean).join("; ");
}

// ---- The charts.

const timelines = new Timelines(), hidden = new Set(), figures = new Map(); // by heuristic
const summaries = new Map(); // of a heuristic's rule
function titleOf(run, bar) {
  const rule = bar.from !== bar.to && summaries.get(run.heuristic.split(":")[0]);
  return charts.barTitle(bar) + (rule ? `. Chosen by ${run.heuristic}: ${rule}` : "");
}
function figureOf(name) {
  const run = () => state.runs.find((one) => one.heuristic === name);
  const view = new Timeline(timelines, name, (bar) => titleOf(run(), bar)), caption = make("span", { "class": "told" }), file = name.replace(/[^\w.-]+/g, "-");
  const hide = button("hide", `hide or show the chart of ${name}`, () => {
    hidden.delete(name) || hidden.add(name);
    showCharts();
  });
  const step = make("button", { type: "button", "class": "plain", "aria-label": `${name} step by step` }, "step"), mark = make("span");
  step.addEventListener("click", () => openStep(name));
  const menu = make("details", { "class": "menu" }, [make("summary", { "aria-label": `save or hide the chart of ${name}` }, "save"), make("div", {}, [
    button("SVG", `save the chart of ${name} as SVG`, () => save(`${file}.svg`, "image/svg+xml", view.svg().outerHTML)),
    button("PNG", `save the chart of ${name} as PNG`, () => view.canvas.toBlob((blob) => save(`${file}.png`, "image/png", blob))),
    button("CSV", `save the events of ${name}`, () => save(`${file}.csv`, "text/csv", run().csv)), hide])]);
  const element = make("figure", {}, [make("figcaption", {}, [mark, make("b", {}, name), caption, make("span", { "class": "gap" }), step, menu]), view.element]);
  return { element, view, caption, hide, mark };
}
function showCharts() {
  const drawn = state.runs.filter((run) => run.chart), place = $("charts");
  const best = state.lower?.bounds[0]?.value, optimum = state.optimum?.proven ? state.optimum.makespan : 0;
  const byDate = /\bdeadline=/.test(state.star), seen = drawn.filter((run) => !hidden.has(run.heuristic));
  const [longest] = seen.filter((run) => !run.late).sort((a, b) => placeOf(b).horizon - placeOf(a).horizon);
  const horizon = Math.max(1e-300, longest ? placeOf(longest).horizon : 0, ...(byDate ? [] : [best || 0, optimum || 0]));
  const list = drawn.map((run) => {
    if (!figures.has(run.heuristic))
      figures.set(run.heuristic, figureOf(run.heuristic));
    return [run, figures.get(run.heuristic)];
  });
  const elements = list.map(([, { element }]) => element);
  if (elements.length !== place.children.length || elements.some((element, k) => element !== place.children[k]))
    place.replaceChildren(...elements);
  timelines.date = state.date;
  timelines.charts = list.filter(([run]) => !hidden.has(run.heuristic)).map(([, { view }]) => view);
  for (const [run, { element, view, caption, hide, mark }] of list) {
    const gone = hidden.has(run.heuristic), words = wordsOf(run);
    element.classList.toggle("late", run.late);
    mark.replaceChildren(markOf(run.heuristic));
    caption.textContent = gone ? `${words}, hidden` : isLate(run) ? words : summaries.get(run.heuristic.split(":")[0]) || "";
    hide.textContent = gone ? "show" : "hide";
    view.element.hidden = gone;
    if (!gone)
      view.show({ place: placeOf(run), shades: charts.shadesOf((run.late ? run : longest).chart), horizon, marks: { makespan: run.makespan, ...(isLate(run) ? { planned: run.planned } : {}),
        ...(byDate ? {} : { bound: best, optimum }) } }, `Gantt chart of ${run.heuristic}, ${words}. Arrow keys go from bar to bar, ` +
        "plus and minus zoom, Page Up and Page Down move, 0 shows all.");
  }
  $("legend").replaceChildren(...(drawn.length ? [timelineLegend(legendOf(drawn), drawn.some(isLate), byDate, optimum > 0)] : []));
}
// The looks that are there in some chart; a shade is a list.
function legendOf(drawn) {
  const seen = new Set(drawn.flatMap(({ chart }) => chart.events.filter((_, k) => k % charts.EVENT === 6)));
  const all = new Map(drawn.flatMap(({ chart }) => chart.legend).map((entry) => [entry[1], entry]));
  return [...all.values()].filter(([look]) => Array.isArray(look) || seen.has(look));
}
const places = new WeakMap(); // by chart
function placeOf({ chart, makespan }) {
  if (!places.has(chart)) {
    const rows = charts.readRows(chart), natural = charts.layout(rows, makespan).bottom - 18;
    const place = charts.layout(rows, makespan, Math.min(TALLEST, 0.86 * natural));
    for (const bar of place.rows.flatMap(({ bars }) => bars))
      bar.text = bar.task ? String(bar.task) : "";
    places.set(chart, place);
  }
  return places.get(chart);
}
function wordsOf(run) {
  return isLate(run) ? `planned ${amount(run.planned)}, executed ${amount(run.makespan)}` : `makespan ${amount(run.makespan)}`;
}

// ---- The heuristics that serve the problem, as buttons that put them into the list of heuristics, and their options.

let shown = "", known = [];
async function showNames() {
  if (state.problem && state.problem !== shown) {
    const list = await ask(quick, ["list", `--problem=${state.problem}`]).catch((error) => {
      if (error.message !== "stopped")
        throw error;
    });
    if (!list)
      return; // newer runs ask again
    known = list.heuristics;
    $("names").replaceChildren(...known.map(({ name, summary, source }) => {
      const toggle = button(name, name, () => toggleMethod(name));
      toggle.title = `${summary} (${source})`;
      summaries.set(name, summary);
      return toggle;
    }));
    shown = state.problem;
    showCharts(); // whose heads have the summaries
  }
  showOwnName();
  for (const toggle of $("names").children)
    toggle.setAttribute("aria-pressed", String(methodsOf(state.methods).some((one) => isOf(one, toggle.textContent))));
  showOptions();
}
// The rule of the page is one of them.
function showOwnName() {
  const own = $("names").querySelector("[data-own]");
  if (own?.textContent === state.rule?.name && own)
    return;
  own?.remove();
  if (state.rule) {
    const toggle = button(state.rule.name, state.rule.name, () => toggleMethod(state.rule.name));
    toggle.dataset.own = "yes";
    toggle.title = "your own rule";
    $("names").append(toggle);
    summaries.set(state.rule.name, "your own rule");
  }
}
function isOf(method, name) {
  return method === name || method.startsWith(`${name}:`);
}
function toggleMethod(name) {
  const chosen = methodsOf(state.methods), left = chosen.filter((one) => !isOf(one, name));
  setMethods((left.length === chosen.length ? [...chosen, name] : left).join(","));
}

// The options of the chosen heuristics; one that has its default is not in the words.
let optionsShown = "";
function showOptions() {
  const chosen = methodsOf(state.methods), now = `${shown} ${state.methods}`;
  if (now === optionsShown || $("options").contains(document.activeElement))
    return;
  optionsShown = now;
  $("options").replaceChildren(...chosen.flatMap((method, k) => {
    const [name, ...set] = method.split(":"), options = known.find((one) => one.name === name)?.options || [];
    const values = Object.fromEntries(set.map((one) => one.split("=")));
    const change = (option, value) => {
      const all = { ...values, [option.name]: value };
      chosen[k] = [name, ...Object.entries(all).filter(([key, one]) => one !== "" && one !== String(options.find((it) => it.name === key)?.default))
        .map(([key, one]) => `${key}=${one}`)].join(":");
      Object.assign(values, all);
      setMethods(chosen.join(","));
    };
    return options.map((option) => {
      const field = option.type === "choice" ? make("select", {}, option.choices.map((choice) => make("option", {}, choice)))
        : make("input", { type: option.type === "text" ? "text" : "number", step: option.type === "integer" ? 1 : "any",
          min: option.min ?? "", max: option.max ?? "" });
      field.value = values[option.name] ?? option.default;
      field.addEventListener("change", () => change(option, field.value.trim()));
      return make("label", { title: option.help }, [`${name}: ${option.name}`, field]);
    });
  }));
}

function showMethods() {
  if ($("methods").value !== state.methods)
    $("methods").value = state.methods;
}
function showZoom() {
  const { from, to } = timelines.part;
  $("zoom").value = Math.log2(1 / (to - from));
  $("part").textContent = to - from < 1 ? `${Math.round(100 * from)} to ${Math.round(100 * to)} % of the time` : "all of the time";
}

$("methods").addEventListener("input", () => setMethods($("methods").value));
$("zoom").addEventListener("input", () => timelines.zoom(2 ** $("zoom").value * (timelines.part.to - timelines.part.from)));
$("earlier").addEventListener("click", () => timelines.pan(-0.5));
$("later").addEventListener("click", () => timelines.pan(0.5));
$("whole").addEventListener("click", () => timelines.show(0, 1));
$("prove").addEventListener("change", () => { proved = null; prove(); });
$("all-numbers").addEventListener("change", showRuns);
timelines.changed = showZoom;
timelines.picked = (date, view) => setDate(rounded(date)[0], state.runs.find((run) => figures.get(run.heuristic)?.view === view)?.heuristic);
charts.onWidth($("charts"), () => state.runs.length && showCharts());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => state.runs.length && showCharts());
on("input", showMethods);
on("input", compute);
on("input", forgetOptimum);
on("runs", showRuns);
on("runs", showCharts);
on("runs", showNames);
on("optimum", showRuns);
on("optimum", showCharts);
on("date", () => {
  timelines.date = state.date;
  timelines.draw();
});
