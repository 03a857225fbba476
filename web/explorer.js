// The explorer: the star as a table and in words, heuristics side by side, one number varied, graphs and
// networks. What is computed, the engine computes (engine.js, in a worker); the words of its answers are
// the command line's. Examples are in examples.js, Gantt charts in chart.js.
"use strict";

const { make, draw, line, label, amount, ticks, gantt, ganttLegend, commandLine } = charts;
const $ = (id) => document.getElementById(id);

// ---- The engine: commands, one after the other, in a worker.

class Engine {
  #worker = null;
  #waiting = new Map();
  #id = 0;
  #source = URL.createObjectURL(new Blob([$("engine").textContent], { type: "text/javascript" }));

  // Answers {code, out, err, files}; rejects when it is stopped.
  call(words, read = []) {
    if (!this.#worker) {
      this.#worker = new Worker(this.#source);
      this.#worker.onmessage = ({ data }) => {
        this.#waiting.get(data.id).resolve(data);
        this.#waiting.delete(data.id);
      };
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#id, { resolve, reject });
      this.#worker.postMessage({ id: this.#id, words, read });
    });
  }
  // Ends what it computes, so that the next call begins at once.
  stop() {
    if (!this.#waiting.size)
      return;
    this.#worker.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values())
      reject(new Error("stopped"));
    this.#waiting.clear();
  }
}

// The JSON document of a command, or an Error with the command line's message.
async function ask(engine, words) {
  const answer = await engine.call([...words, "--json"]);
  if (answer.code || !answer.out)
    throw new Error(message(answer));
  return JSON.parse(answer.out);
}
function message(answer) {
  return answer.err.trim().replace(/^starport[^:]*: /gm, "") || `exit code ${answer.code}`;
}

// Runs the newest task; those that come while it runs replace one another. What takes longer than
// PATIENCE when a newer one comes is stopped.
const PATIENCE = 400;
function newest(engine, task) {
  let running = false, next = null, timer = 0;
  return async function run() {
    next = true;
    if (running) {
      timer ||= setTimeout(() => { timer = 0; engine.stop(); }, PATIENCE);
      return;
    }
    running = true;
    while (next) {
      next = null;
      try {
        await task();
      } catch (error) {
        if (error.message !== "stopped")
          $("star-fault").textContent = error.message;
      }
      clearTimeout(timer);
      timer = 0;
    }
    running = false;
  };
}

// ---- The star in words: "c=1,2 w=3 load=5,0".

const lists = ["c", "w", "latency", "load", "delta", "buffer"];
const heads = { c: "c, time of a unit on the link", w: "w, time of a unit on the worker", latency: "latency",
  load: "load", delta: "imbalance", buffer: "buffer" };

// {list: {c: [..], ..}, rest: {tasks: "20", ..}, m}; null if it is not of this form.
function readStar(text) {
  const star = { list: {}, rest: {}, m: 0 };
  for (const word of text.trim().split(/\s+/)) {
    const [, key, value] = /^([a-z]+)=(.+)$/.exec(word) || [];
    if (!key)
      return null;
    if (lists.includes(key))
      star.list[key] = value.split(",");
    else
      star.rest[key] = value;
  }
  star.m = Math.max(0, ...Object.values(star.list).map((list) => list.length));
  for (const [key, list] of Object.entries(star.list)) {
    if (list.length !== 1 && list.length !== star.m)
      return null;
    star.list[key] = list.length === star.m ? list : Array(star.m).fill(list[0]);
  }
  return star.m ? star : null;
}
function writeStar(star) {
  const alike = (list) => list.every((value) => value === list[0]);
  const words = Object.entries(star.list).map(([key, list]) =>
    `${key}=${alike(list) && (key === "buffer" || key === "latency") ? list[0] : list.join(",")}`);
  return [...words, ...Object.entries(star.rest).map(([key, value]) => `${key}=${value}`)].join(" ");
}
// A table that was copied from a spreadsheet: columns with heads, as a star in words.
function fromTable(text) {
  const rows = text.trim().split(/\r?\n/).map((row) => row.split(/[\t;]/).map((cell) => cell.trim()));
  if (rows.length < 2 || !rows[0].every((head) => lists.includes(head)))
    return null;
  return rows[0].map((head, k) => `${head}=${rows.slice(1).map((row) => row[k]).join(",")}`).join(" ");
}

// ---- The editor.

// A field whose number can be dragged sideways: whole numbers by one, others by their last digit.
function numberField(value, name, changed) {
  const field = make("input", { type: "text", inputmode: "decimal", "aria-label": name, spellcheck: "false" });
  field.value = value;
  const set = (text) => { field.value = text; changed(text.trim()); };
  const move = (from, steps) => {
    const digits = (/\.(\d+)$/.exec(from) || ["", ""])[1].length;
    if (/^-?\d+(\.\d+)?$/.test(from))
      set(Math.max(0, Number(from) + steps * 10 ** -digits).toFixed(digits));
  };
  field.addEventListener("input", () => changed(field.value.trim()));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      move(field.value, event.key === "ArrowUp" ? 1 : -1);
    }
  });
  field.addEventListener("pointerdown", (down) => {
    const from = field.value;
    let steps = 0;
    const drag = (event) => {
      const now = Math.round((event.clientX - down.clientX) / 6);
      if (now !== steps)
        move(from, steps = now);
    };
    const end = () => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
  return field;
}
function button(text, name, pressed) {
  const element = make("button", { type: "button", "class": "button", "aria-label": name }, text);
  element.addEventListener("click", pressed);
  return element;
}

// Fills the table of workers and the totals from the star; an edit gives its words to changed(text).
function showStar(star, changed) {
  const edit = () => changed(writeStar(star));
  const keys = star ? Object.keys(star.list) : [];
  const table = $("workers"), caption = table.caption;
  table.replaceChildren(caption);
  $("totals").replaceChildren();
  if (!star)
    return;
  table.append(make("thead", {}, make("tr", {}, [make("th", { scope: "col" }, "worker"),
    ...keys.map((key) => make("th", { scope: "col" }, heads[key])), make("td")])));
  const body = make("tbody");
  for (let i = 0; i < star.m; i++) {
    const drop = button("remove", `remove worker P${i + 1}`, () => {
      keys.forEach((key) => star.list[key].splice(i, 1));
      star.m--;
      edit();
      showStar(star, changed);
    });
    drop.disabled = star.m === 1;
    body.append(make("tr", {}, [make("th", { scope: "row" }, `P${i + 1}`), ...keys.map((key) =>
      make("td", {}, numberField(star.list[key][i], `${key} of P${i + 1}`, (value) => {
        star.list[key][i] = value;
        edit();
      }))), make("td", {}, drop)]));
  }
  table.append(body);
  for (const key of Object.keys(star.rest))
    $("totals").append(make("label", {}, [key, numberField(star.rest[key], key, (value) => {
      star.rest[key] = value;
      edit();
    })]));
  $("totals").append(button("add a worker", "add a worker", () => {
    keys.forEach((key) => star.list[key].push(star.list[key][star.m - 1]));
    star.m++;
    edit();
    showStar(star, changed);
  }));
}

// ---- Runs.

function readEvents(csv) {
  const events = [];
  for (const row of csv.trim().split("\n").slice(1)) {
    const [start, end, , from, to, units, message] = row.split(",");
    events.push(+from, +to, +message, +start, +end, +units);
  }
  return events;
}

// Splits at commas as -H does; each is one heuristic with its options.
function methodsOf(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}
function runWords(star, methods) {
  return ["run", `--star=${star}`, "-H", methods, "--engine=native"];
}
function quoted(words) {
  return ["starport", ...words].map((word) => /^[\w@%+=:,./-]+$/.test(word) ? word
    : `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

const quick = new Engine(), slow = new Engine(), other = new Engine();
const state = { star: "", methods: "", problem: "", workers: 0, lower: null, runs: [], optimum: null, documents: null };

const compute = newest(quick, async () => {
  const { star, methods } = state;
  let bound;
  try {
    bound = await ask(quick, ["bound", `--star=${star}`]);
  } catch (error) {
    if (error.message === "stopped")
      throw error;
    $("star-fault").textContent = error.message;
    return;
  }
  $("star-fault").textContent = "";
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
  showRuns();
  prove();
});

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
  showRuns();
});

// ---- What the runs gave.

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
  $("command").replaceChildren(commandLine(quoted(runWords(state.star, methodsOf(state.methods).join(",")))));
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

// ---- Files.

function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: url, download: name.replace(/[^\w.-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
// The chart with its style, for a file of its own.
function alone(svg) {
  const copy = svg.cloneNode(true), style = getComputedStyle(document.documentElement);
  const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
    .filter((text) => /^(svg|\.(to-|received|own))/.test(text)).join("\n")
    .replace(/var\((--[\w-]+)\)/g, (whole, name) => style.getPropertyValue(name).trim());
  copy.prepend(draw("style", {}, css), draw("rect", { width: "100%", height: "100%",
    fill: style.getPropertyValue("--paper").trim() }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy.outerHTML;
}
function savePicture(name, svg) {
  const picture = new Image(), canvas = make("canvas", { width: 2 * svg.getAttribute("width"), height: 2 * svg.getAttribute("height") });
  picture.onload = () => {
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name, "image/png", blob));
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
}
async function saveStar(kind) {
  if (kind === "json") {
    const answer = await other.call([...runWords(state.star, methodsOf(state.methods).join(",")), "--json"]);
    save("runs.json", "application/json", answer.out);
    return;
  }
  const answer = await other.call(["export", `--star=${state.star}`, "-o", "/star.xml"], ["/star.xml", "/star_d.xml"]);
  for (const [path, text] of Object.entries(answer.files))
    if (text)
      save(path.slice(1), "application/xml", text);
}

// ---- What if: one number over a range, the makespans by heuristic with the bound below.

const POINTS = 33;
function numbersOf(star) {
  const names = [];
  for (const [key, list] of Object.entries(star?.list || {}))
    list.forEach((value, i) => names.push({ text: `${key} of P${i + 1}`, value, set: (one, v) => { one.list[key][i] = v; } }));
  for (const [key, value] of Object.entries(star?.rest || {}))
    names.push({ text: key, value, set: (one, v) => { one.rest[key] = v; } });
  return names;
}
function showNumbers() {
  const names = numbersOf(readStar(state.star)), select = $("what"), before = select.value;
  select.replaceChildren(...names.map((name) => make("option", { value: name.text }, name.text)));
  if (names.some((name) => name.text === before))
    select.value = before;
  else
    presetRange();
}
function presetRange() {
  const name = numbersOf(readStar(state.star)).find((one) => one.text === $("what").value), value = Number(name?.value);
  $("what-from").value = Number.isFinite(value) ? Math.max(1, Math.floor(value / 4)) : 1;
  $("what-to").value = Number.isFinite(value) ? Math.max(2, Math.ceil(value * 2)) : 20;
}
// The values: whole numbers if all is whole, else a grid of POINTS.
function valuesOf(from, to, whole) {
  const n = whole ? Math.min(POINTS, to - from + 1) : POINTS, values = new Set();
  for (let k = 0; k < n; k++) {
    const value = n > 1 ? from + (to - from) * k / (n - 1) : from;
    values.add(whole ? Math.round(value) : Number(value.toPrecision(6)));
  }
  return [...values];
}
const vary = newest(other, async () => {
  const name = numbersOf(readStar(state.star)).find((one) => one.text === $("what").value);
  const from = Number($("what-from").value), to = Number($("what-to").value);
  if (!name || !(from < to)) {
    $("what-state").textContent = "expected a number of the star and a range from less to more";
    return;
  }
  const curves = {}, values = valuesOf(from, to, Number.isInteger(from) && Number.isInteger(to));
  for (const value of values) {
    const star = readStar(state.star);
    name.set(star, String(value));
    $("what-state").textContent = `${name.text} = ${value}`;
    const answer = await other.call([...runWords(writeStar(star), methodsOf(state.methods).join(",")), "--json"]);
    if (!answer.out)
      throw new Error(message(answer));
    const { runs } = JSON.parse(answer.out);
    for (const run of runs)
      (curves[run.heuristic] ||= []).push({ x: value, y: run.makespan });
    (curves["lower bound"] ||= []).push({ x: value, y: runs[0].lower_bound });
  }
  $("what-state").textContent = "";
  $("what-chart").replaceChildren(plot(curves, name.text));
});
function plot(curves, name) {
  const width = Math.max(560, Math.min(960, $("what-chart").clientWidth)), height = 320, left = 56, bottom = height - 36;
  const names = Object.keys(curves), points = Object.values(curves).flat().filter((point) => point.y !== null);
  if (!points.length)
    return make("p", { "class": "warning" }, "no run ended well");
  const lowX = Math.min(...points.map((point) => point.x)), highX = Math.max(...points.map((point) => point.x));
  const highY = Math.max(...points.map((point) => point.y)) * 1.03;
  const X = (x) => left + (width - left - 16) * (x - lowX) / (highX - lowX || 1), Y = (y) => bottom - (bottom - 12) * y / highY;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `makespan by ${name}: ${names.join(", ")}` });
  for (const x of ticks(lowX, highX, 10))
    svg.append(line(X(x), 12, X(x), bottom, "grid"), label(X(x), bottom + 16, String(x), "middle", "soft"));
  for (const y of ticks(0, highY, 6))
    svg.append(line(left, Y(y), width - 16, Y(y), "grid"), label(left - 6, Y(y) + 4, String(y), "end", "soft"));
  svg.append(line(left, bottom, width - 16, bottom, "axis"), label((left + width) / 2, bottom + 32, name, "middle"));
  const key = make("ul", { "class": "legend" });
  names.forEach((one, k) => {
    const isBound = one === "lower bound", style = isBound ? "stroke: var(--differs); stroke-dasharray: 4 3"
      : `stroke: var(--s${k % 6}); stroke-dasharray: ${["none", "7 3", "2 2"][Math.floor(k / 6) % 3]}`;
    const path = curves[one].filter((point) => point.y !== null)
      .map((point, at) => `${at ? "L" : "M"}${X(point.x).toFixed(1)} ${Y(point.y).toFixed(1)}`).join("");
    svg.append(draw("path", { "class": "curve", d: path, style }, draw("title", {}, one)));
    key.append(make("li", {}, [draw("svg", { width: 26, height: 12, "aria-hidden": "true" },
      draw("path", { "class": "curve", d: "M0 6H26", style })), one]));
  });
  return make("figure", {}, [svg, key]);
}

// ---- Graphs and networks, in the words of the command line.

const kinds = ["steady", "chain", "loop", "tree", "star", "bus", "hypercube", "switch"];
const solve = newest(other, async () => {
  const kind = $("graph-kind").value, text = $("graph-text").value;
  const answer = await other.call(kind === "steady" ? ["steady", `--graph=${text}`, "--schedule"]
    : ["network", kind, text, "--schedule"]);
  $("graph-answer").textContent = answer.code ? message(answer) : answer.out;
});

// ---- The page's state: the star and the heuristics, also in its address.

function setAddress() {
  const address = new URLSearchParams({ star: state.star, h: state.methods });
  history.replaceState(null, "", `#${address}`);
}
function setStar(text) {
  state.star = text;
  if ($("text").value.trim() !== text) // else the cursor stays where it is
    $("text").value = text;
  setAddress();
  showNumbers();
  compute();
}
function setMethods(text) {
  state.methods = text;
  if ($("methods").value !== text)
    $("methods").value = text;
  setAddress();
  compute();
}
function begin(star, methods) {
  state.methods = methods;
  $("methods").value = methods;
  setStar(star);
  showStar(readStar(star), setStar);
}
function useExample(k) {
  const example = examples[k];
  $("lesson").textContent = example.lesson;
  begin(example.star, example.methods);
}
function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (!address.get("star"))
    return false;
  begin(address.get("star"), address.get("h") || "");
  return true;
}

async function drawStar() {
  const words = ["generate", `--family=${$("family").value}`, `--workers=${$("count").value}`, `--seed=${$("seed").value}`];
  try {
    const [star] = (await ask(other, words)).stars;
    $("lesson").textContent = `The platform that ${quoted([...words, "-o", "DIR"])} draws.`;
    begin(star, state.problem === "redistribution" ? state.methods : "bba,mbbsa,r-bsa");
  } catch (error) {
    $("star-fault").textContent = error.message;
  }
}

function fillSelects() {
  const papers = [...new Set(examples.map((example) => example.paper))];
  $("preset").append(...papers.map((paper) => make("optgroup", { label: paper }, examples.flatMap((example, k) =>
    example.paper === paper ? [make("option", { value: k }, example.name)] : []))));
  $("graph-kind").append(...kinds.map((kind) => make("option", {}, kind)));
  $("graph-preset").append(...graph_examples.map((example, k) =>
    make("option", { value: k }, `${example.kind}: ${example.text.slice(0, 40)}`)));
}
function useGraphExample() {
  const example = graph_examples[$("graph-preset").value];
  $("graph-kind").value = example.kind;
  $("graph-text").value = example.text;
  $("graph-lesson").textContent = example.lesson;
  solve();
}
function listen() {
  $("preset").addEventListener("change", () => useExample($("preset").value));
  $("draw").addEventListener("click", drawStar);
  $("text").addEventListener("input", () => {
    const text = fromTable($("text").value) || $("text").value.trim();
    setStar(text);
    showStar(readStar(text), setStar);
  });
  $("methods").addEventListener("input", () => setMethods($("methods").value));
  $("zoom").addEventListener("input", showCharts);
  $("prove").addEventListener("change", prove);
  $("what").addEventListener("change", presetRange);
  $("what-run").addEventListener("click", vary);
  document.querySelectorAll("[data-save]").forEach((one) => one.addEventListener("click", () => saveStar(one.dataset.save)));
  $("graph-preset").addEventListener("change", useGraphExample);
  $("graph-kind").addEventListener("change", solve);
  $("graph-text").addEventListener("input", solve);
  addEventListener("hashchange", readAddress);
  charts.onWidth($("charts"), () => state.runs.length && showCharts());
}

async function start() { // the page is usable before the families are known
  fillSelects();
  listen();
  if (!readAddress())
    useExample(0);
  const { families } = await ask(other, ["list", "families"]);
  $("family").append(...families.map((family) => make("option", { value: family.name, title: family.summary }, family.name)));
  useGraphExample();
}
start();
