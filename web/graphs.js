// Steady states of graphs, and divisible loads on networks: what `steady` and `network` say, as a drawing with costs and
// shares, and as a Gantt chart of the period's rounds or of the execution.
"use strict";

const STEADY = "steady", PLACES = "star with places", TASKS = "switch, whole tasks"; // the others are the program's names
const kinds = [STEADY, PLACES, "chain", "loop", "tree", "star", "bus", "hypercube", "switch", TASKS, "mesh", "torus"];
function graphWords({ kind, text, masters, messages, fewest }) {
  return kind === STEADY ? ["steady", `--graph=${text}`, ...(masters ? [`--master=${masters}`] : []), "--schedule"]
    : kind === PLACES ? ["steady", `--star=${text}`, ...(messages ? [`--messages=${messages}`] : []), ...(fewest ? ["--fewest-places"] : [])]
      : kind === TASKS ? ["network", "switch", text, "--simulate", "--order=tasks", "--engine=native"] : ["network", kind, text, "--schedule"];
}

// ---- The drawing: {nodes: [{id, name, words: [..], share}], edges: [{from, to, words, share, arrow, results}], root, round}.
// Results that return are beside the link that they go over.

// Places by distance from the root, from left to right; a loop on a circle.
function placeNodes({ nodes, edges, root, round }, width) {
  const at = new Map();
  if (round) {
    const height = Math.max(260, 34 * nodes.length);
    nodes.forEach((node, k) => {
      const angle = 2 * Math.PI * k / nodes.length - Math.PI / 2;
      at.set(node.id, { x: width / 2 + Math.min(width / 2 - 90, height) * Math.cos(angle), y: height / 2 + 20 + (height / 2 - 30) * Math.sin(angle) });
    });
    return { at, height: height + 70 };
  }
  const depth = new Map([[root, 0]]), queue = [root];
  for (const id of queue)
    for (const { from, to } of edges)
      for (const [a, b] of [[from, to], [to, from]])
        if (a === id && !depth.has(b)) {
          depth.set(b, depth.get(a) + 1);
          queue.push(b);
        }
  const layers = [];
  for (const node of nodes)
    (layers[depth.get(node.id) ?? 0] ||= []).push(node);
  const most = Math.max(...layers.map((layer) => layer.length)), height = Math.max(190, (edges.some(({ results }) => results) ? 150 : 104) * most);
  layers.forEach((layer, k) => layer.forEach((node, i) => at.set(node.id, { depth: k,
    x: layers.length > 1 ? 60 + (width - 150) * k / (layers.length - 1) : width / 2, y: 10 + height * (i + 0.5) / layer.length })));
  return { at, height: height + 30, layers: layers.length };
}
function drawGraph(graph, name) {
  const width = Math.max(560, Math.min(900, $("graph-picture").clientWidth));
  const { at, height } = placeNodes(graph, width);
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": name });
  svg.append(draw("defs", {}, draw("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
    markerUnits: "userSpaceOnUse", orient: "auto" }, draw("path", { d: "M0 0L8 4L0 8z", "class": "arrow" }))));
  const words = [];
  for (const { from, to, words: text, share, arrow, results } of graph.edges) {
    const a = at.get(from), b = at.get(to), length = Math.hypot(b.x - a.x, b.y - a.y) || 1, bend = !graph.round && a.depth === b.depth ? 60 : 0;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length], radius = 21, outwards = (a.y + b.y < at.get(graph.root).y * 2 - 1) === dx > 0 ? -80 : 80;
    const [aside, beside] = results ? [-outwards * dy, outwards * dx] : [0, 0];
    const middle = { x: (a.x + b.x) / 2 + bend + aside, y: (a.y + b.y) / 2 + beside };
    svg.append(draw("path", { d: `M${a.x + radius * dx} ${a.y + radius * dy}Q${middle.x} ${middle.y} ${b.x - radius * dx} ${b.y - radius * dy}`,
      "class": share <= 0 ? "edge unused" : results ? "edge results" : "edge", style: `stroke-width: ${(1 + 4 * Math.min(1, share)).toFixed(1)}`,
      ...(arrow ? { "marker-end": "url(#arrow)" } : {}) }, draw("title", {}, text)));
    const t = results ? 0.3 : 0.5, of = (key) => (1 - t) ** 2 * a[key] + 2 * t * (1 - t) * middle[key] + t ** 2 * b[key]; // of the curve, nearer to the sender
    words.push(label(of("x"), of("y") - 8 - (results ? 0 : 14 * Math.abs(dy)) + (beside > 0 ? 26 : 0), text, "middle", "soft halo"));
  }
  for (const node of graph.nodes) {
    const { x, y } = at.get(node.id), share = Math.max(0, Math.min(1, node.share ?? 0)), top = 20 - 40 * share;
    const wide = Math.sqrt(Math.max(0, 400 - top * top));
    svg.append(draw("circle", { cx: x, cy: y, r: 20, "class": "node" }));
    if (share > 0) // filled up to its share
      svg.append(draw("path", { "class": "share", d: share >= 1 ? `M${x - 20} ${y}a20 20 0 1 0 40 0a20 20 0 1 0 -40 0`
        : `M${x - wide} ${y + top}A20 20 0 ${share > 0.5 ? 1 : 0} 0 ${x + wide} ${y + top}z` }));
    svg.append(label(x, y + 4, node.name, "middle"));
    node.words.forEach((text, k) => words.push(label(x, y + 35 + 14 * k, text, "middle", k ? "soft halo" : "halo")));
  }
  svg.append(...words);
  return svg;
}

// ---- What the command line's words say of a graph.

const wordsOfSpec = (text) => Object.fromEntries(text.trim().split(/\s+/).map((word) => {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}));
// The n-th of a list, of which one value serves all.
const nth = (list, n) => !list ? "" : list.includes(",") ? list.split(",")[n] ?? "" : list;
const number = (text) => {
  const [above, below] = String(text).split("/");
  return Number(above) / (below === undefined ? 1 : Number(below));
};
const edgesOf = (text) => (text || "").split(",").filter(Boolean).map((one) => {
  const [ends, cost, ...more] = one.split(":"), [from, to] = ends.split("-").map(Number);
  return { from, to, cost, more };
});

function steadyGraph(text, masters, answer) {
  const spec = wordsOfSpec(text), root = Number(nth(masters || "1", 0));
  const nodes = answer.alpha.map((share, i) => ({ id: i + 1, name: `P${i + 1}`, share: number(share),
    words: [`w ${nth(spec.w, i)}`, nth(spec.w, i) === "inf" ? "relays" : `busy ${share}, ${answer.tasks[i]} a period`] }));
  const edges = edgesOf(spec.edges).map(({ from, to, cost }) => {
    const flow = answer.edges.find((one) => (one.from === from && one.to === to) || (one.from === to && one.to === from));
    const used = flow && number(flow.busy) > 0;
    return { from: used ? flow.from : from, to: used ? flow.to : to, share: used ? number(flow.busy) : 0, arrow: used,
      words: `c ${cost}: ${used ? `busy ${flow.busy}, ${flow.tasks} a period` : "not used"}` };
  });
  for (const { from, to, busy, tasks } of answer.results || [])
    edges.push({ from, to, share: number(busy), arrow: true, results: true, words: `results: busy ${busy}, ${tasks} a period` });
  const rows = nodes.map(({ name, share }, i) => [name, answer.alpha[i], answer.tasks[i], share]);
  return { nodes, edges, root, table: { head: ["processor", "busy", "tasks a period", ""], rows } };
}
// The master's port and the processors, with their shares of the cycle's time.
function placesGraph(text, answer) {
  const star = readStar(text.toLowerCase()), { list } = star, messages = answer.cycle.length, seconds = messages / number(answer.throughput);
  const count = (i) => answer.cycle.filter((to) => to === i + 1).length, places = (i) => answer.places?.[i] ?? list.buffer[i];
  const nodes = [{ id: 0, name: "M", words: ["master"], share: 0 }], edges = [];
  for (let i = 0; i < star.m; i++) {
    const port = count(i) * (number(list.c[i]) + number(list.latency?.[i] || 0)) / seconds, busy = count(i) * number(list.w[i]) / seconds;
    nodes.push({ id: i + 1, name: P(i + 1), share: count(i) ? busy : 0, words: [`w ${list.w[i]}, ${places(i)} place${plural(places(i))}`,
      count(i) ? `busy ${charts.percent(busy)}` : "not used"] });
    edges.push({ from: 0, to: i + 1, share: port, arrow: count(i) > 0, words: `c ${list.c[i]}: ${count(i)} of ${messages}` });
  }
  const rows = nodes.slice(1).map(({ name, share }, i) => [name, count(i), charts.percent(share), share]);
  return { nodes, edges, root: 0, table: { head: ["processor", "tasks a cycle", "busy", ""], rows } };
}
// Tasks that go from worker to worker, each over both links at once.
function tasksGraph(text, answer) {
  const spec = wordsOfSpec(text), { transfers } = answer.tasks, kept = answer.alpha.map((_, i) => number(nth(spec.alpha, i)));
  const ways = new Map();
  for (const { from, to } of transfers) {
    kept[from - 1]--;
    kept[to - 1]++;
    ways.set(`${from}-${to}`, (ways.get(`${from}-${to}`) || 0) + 1);
  }
  const most = Math.max(1, ...kept);
  const nodes = kept.map((tasks, i) => ({ id: i + 1, name: P(i + 1), share: tasks / most,
    words: [`speed ${nth(spec.s, i)}, b ${nth(spec.b, i)}`, `had ${nth(spec.alpha, i)}, computes ${tasks}`] }));
  const edges = [...ways].flatMap(([way, tasks]) => { // one for both directions
    const [from, to] = way.split("-").map(Number), back = ways.get(`${to}-${from}`);
    return back && from > to ? [] : [{ from, to, arrow: true, share: 0.3, words: `${tasks} task${plural(tasks)}${back ? `, ${back} back` : ""}` }];
  });
  const rows = kept.map((tasks, i) => [P(i + 1), nth(spec.alpha, i), tasks, tasks / most]);
  return { nodes, edges, root: 1, round: true, table: { head: ["processor", "tasks at the start", "computes", ""], rows } };
}
function networkGraph(kind, text, answer) {
  const spec = wordsOfSpec(text), n = answer.alpha.length, shares = answer.alpha_exact;
  const most = Math.max(...answer.alpha), root = Number(spec.originator || 1), link = (i) => `z ${nth(spec.z, i)}, r ${nth(spec.r, i) || 0}`;
  const layer = kind === "hypercube", buses = kind === "bus" ? Object.keys(spec).filter((key) => /^bus\d+$/.test(key)) : [];
  const busWeights = [spec.w1, ...buses.flatMap((key) => spec[key].split(":")[2].split(",").filter(Boolean)), ...(spec.free ? spec.free.split(",").map((free) => free.split("@")[0]) : [])];
  const weight = (i) => kind === "switch" ? `speed ${nth(spec.s, i)}` : kind === "bus" && !busWeights[i] ? "" : `w ${kind === "bus" ? busWeights[i] : nth(spec.w, i)}`;
  const nodes = answer.alpha.map((share, i) => ({ id: i + 1, name: layer ? `L${i}` : `P${i + 1}`, share: most ? share / most : 0,
    words: [weight(i), share > 0 ? `load ${amount(share)}` : "no load"].filter(Boolean) }));
  const edge = (from, to, words) => ({ from, to, words, share: answer.alpha[to - 1] > 0 ? 0.3 : 0, arrow: answer.alpha[to - 1] > 0 });
  let edges = [];
  if (kind === "chain")
    edges = nodes.slice(1).map((_, i) => i + 1 < root ? edge(i + 2, i + 1, link(i)) : edge(i + 1, i + 2, link(i)));
  else if (kind === "loop")
    edges = nodes.map((_, i) => edge(i + 1, (i + 1) % n + 1, link(i)));
  else if (kind === "tree")
    edges = spec.parent ? spec.parent.split(",").flatMap((parent, i) => parent === "0" ? [] : [edge(Number(parent), i + 1, link(i))])
      : edgesOf(spec.edges).map(({ from, to, cost, more }) => edge(from, to, `z ${cost}, r ${more[0] || 0}`));
  else if (answer.messages)
    edges = answer.messages.map(({ from, to }) => edge(from, to, ""));
  else if (answer.parent)
    edges = answer.parent.flatMap((parent, i) => parent ? [edge(parent, i + 1, "")] : []);
  else if (kind === "star" || layer)
    edges = nodes.slice(1).map((_, i) => layer ? edge(i + 1, i + 2, link(0)) : edge(1, i + 2, link(i + 1)));
  else {
    const hub = kind === "switch" ? ["switch"] : buses;
    for (const [k, name] of hub.entries()) {
      const [z, r] = kind === "switch" ? [] : spec[name].split(":");
      nodes.push({ id: n + 1 + k, name: kind === "switch" ? "\u00d7" : name.slice(3), words: [name], share: 0 });
      if (kind === "bus")
        edges.push({ from: 1, to: n + 1 + k, words: `z ${z}, r ${r || 0}`, share: 0.3 });
    }
    for (let i = kind === "switch" ? 0 : 1; i < n; i++)
      if (kind === "switch" || answer.bus?.[i])
        edges.push({ ...edge(n + (kind === "switch" ? 1 : answer.bus[i]), i + 1, kind === "switch" ? `b ${nth(spec.b, i)}` : ""), share: 0.3, arrow: false });
  }
  const head = [layer ? "each processor of layer" : "processor", "load", answer.alpha_exact ? "exact" : "double precision", ""];
  const rows = answer.alpha.map((share, i) => [nodes[i].name, amount(share), answer.alpha_exact ? shares[i] : "", share / (most || 1)]);
  return { nodes, edges, root: kind === "tree" && spec.parent ? spec.parent.split(",").indexOf("0") + 1 : root, round: kind === "loop", table: { head, rows } };
}

// ---- Gantt charts.

const graphLines = new Timelines();
const graphChart = new Timeline(graphLines, "Gantt chart", (bar) => bar.title || loadTitle(bar));
function showGraphChart(rows, end, marks, words) {
  const place = charts.layout(rows, end, TALLEST);
  graphLines.charts = [graphChart];
  graphLines.part = { from: 0, to: 1 };
  graphChart.show({ place, shades: {}, horizon: place.horizon, marks }, `Gantt chart. ${words}`);
}
// A line for each link that is used, in the period's rounds; for each processor, if the rounds hold computations.
function roundRows(answer) {
  const rows = new Map();
  let start = 0;
  answer.matchings.forEach(({ length, pairs, results = [] }, k) => {
    const end = start + number(length);
    for (const [from, to, kind] of [...pairs.map(([a, b]) => [a, b, a === b ? "received" : "to-worker"]), ...results.map(([a, b]) => [a, b, "result"])]) {
      const what = kind === "result" ? " results" : "", name = from === to ? `P${from}` : `P${from} \u2192 P${to}${what}`;
      if (!rows.has(name))
        rows.set(name, { name, lanes: 1, bars: [], order: 1000 * from + to + (what ? 0.5 : 0) });
      rows.get(name).bars.push({ from, to, lane: 0, kind, start, end, text: `round ${k + 1}`,
        title: `round ${k + 1}, ${amount(start)} to ${amount(end)}: ${from === to ? `P${from} computes` : `P${from} sends${what} to P${to}`}` });
    }
    start = end;
  });
  return [...rows.values()].sort((a, b) => a.order - b.order);
}
function loadTitle(bar) {
  const { from, to, sender, receiver, amount: load, start, end } = bar;
  return from === 0 ? charts.barTitle(bar) : `${sender} ${from === to ? "computes" : `sends ${receiver}`} a load of ${amount(load)}: ${amount(start)} to ${amount(end)}`;
}

// ---- The view.

const solve = newest(other, async () => {
  const now = graphNow(), { kind } = now, words = graphWords(now), chart = "--trace=rows:/rows.json";
  const simulated = kind === STEADY || kind === PLACES ? [] : kind === TASKS ? [chart] : ["--simulate", "--engine=native", chart];
  let [plain, answer] = await Promise.all([other.call(words), other.call([...words, ...simulated, "--json"], ["/rows.json"])]);
  if (kind === PLACES && answer.out)
    answer = await other.call([...words, `--simulate=${cyclesEnd(JSON.parse(answer.out))}`, "--engine=native", chart, "--json"], ["/rows.json"]);
  showGraph(now, plain, answer);
  $("graph-command").replaceChildren(commandLine(quoted(words)));
}, showGraphFault);
function showGraphFault(text) {
  $("graph-fault").textContent = text;
  $("graph-text").toggleAttribute("aria-invalid", false);
  if (text)
    $("graph-text").setAttribute("aria-invalid", "true");
  $("graph-shown").classList.toggle("stale", Boolean(text));
}
function showGraph({ kind, text, masters, messages }, plain, answer) {
  $("graph-masters").parentElement.hidden = kind !== STEADY;
  for (const field of ["graph-messages", "graph-fewest"])
    $(field).parentElement.hidden = kind !== PLACES;
  if (plain.code || !answer.out) {
    showGraphFault(message(plain.code ? plain : answer));
    return;
  }
  showGraphFault("");
  $("graph-answer").textContent = plain.out;
  const document = JSON.parse(answer.out), steady = kind === STEADY;
  const graph = steady ? steadyGraph(text, masters, document) : kind === PLACES ? placesGraph(text, document)
    : kind === TASKS ? tasksGraph(text, document) : networkGraph(kind, text, document);
  $("graph-result").textContent = (steady ? steadyWords : kind === PLACES ? placesWords : kind === TASKS ? tasksWords : networkWords)(document, messages);
  const few = graph.nodes.length <= 40;
  $("graph-picture").replaceChildren(few ? drawGraph(graph, $("graph-result").textContent) : make("p", {}, "too many nodes to draw"));
  showShares(graph.table);
  const chart = answer.files["/rows.json"], rows = steady ? roundRows(document) : chart ? charts.readRows(JSON.parse(chart)) : [];
  graphChart.element.hidden = !rows.length;
  $("graph-chart-head").textContent = steady ? "The rounds of a period" : "The execution, as the native engine does it";
  const n = document.alpha?.length;
  for (const row of kind === "bus" ? rows : []) { // a node beyond the processors is a group that hears one message
    const name = (node) => node > n ? `group ${node - n}` : P(node);
    row.name &&= name(row.key[1]);
    for (const bar of row.bars)
      Object.assign(bar, { sender: name(bar.from), receiver: name(bar.to) });
  }
  const marks = steady ? { period: number(document.period) } : kind === PLACES ? { period: document.cycle.length / number(document.throughput) }
    : kind === TASKS ? { makespan: document.tasks.makespan, bound: document.time } : { makespan: document.time };
  if (rows.length)
    showGraphChart(rows, kind === PLACES ? document.simulated.time : Object.values(marks)[0], marks, $("graph-result").textContent);
}
const CYCLES = 4; // that are executed and drawn
function cyclesEnd({ cycle, throughput }) {
  return CYCLES * cycle.length / number(throughput);
}
function placesWords({ throughput, unlimited, cycle, proven, places, fewest }, messages) {
  const rate = (text) => text.includes("/") ? `${text} = ${amount(number(text))}` : text, shown = cycle.slice(0, 60).map(P).join(" ");
  const all = `the cycle of messages is ${shown}${cycle.length > 60 ? " .." : ""}.`;
  if (places)
    return `${fewest} place${plural(fewest)} are the fewest for the throughput without limits, ${rate(unlimited)} tasks per unit of time: ` +
      `${places.map((b, i) => `${P(i + 1)} has ${b}`).join(", ")}; ${all}`;
  const none = messages ? `No period of at most ${messages} message${plural(messages)} is faster` : "No endless schedule is faster";
  return `Throughput ${rate(throughput)} tasks per unit of time with these places, ${rate(unlimited)} without limits: ` +
    `${all} ${proven ? `${none}: proven exactly.` : "Not proven to be the greatest."}`;
}
function tasksWords({ tasks, time, proven }) {
  return `All tasks are computed at ${amount(tasks.makespan)} with ${tasks.transfers.length} message${plural(tasks.transfers.length)} ` +
    `from worker to worker${proven ? ", which is proven optimal" : "; not proven to be the least time"}. A load that can be divided would take ${amount(time)}, a lower bound.`;
}
function steadyWords({ throughput, period, period_tasks: tasks, upper_bound_only: only, matchings, startup }) {
  const exact = throughput.includes("/") ? `${throughput} = ${amount(number(throughput))}` : throughput;
  return `Throughput ${exact} task${plural(throughput)} per unit of time${only ? " at most (an upper bound)" : ""}: ${tasks} task${plural(tasks)} in each period of ${period}, ` +
    `in ${matchings?.length ?? 0} round${plural(matchings?.length)}, after a start-up of ${startup}. All numbers are exact.`;
}
// With a deadline: load is the most that is computed by it.
function networkWords({ time, time_exact: exact, load, load_exact: exactLoad, usable, speedup, utilisation, proven, lower_bound: lower, upper_bound: upper }) {
  const value = (one, fraction) => fraction ? `${fraction} = ${amount(one)} (exact)` : `${amount(one)} (double precision)`, byDate = load !== undefined;
  const bound = byDate ? upper : lower;
  return `${byDate ? `A load of ${value(load, exactLoad)} is computed by ${amount(time)}` : `All is computed at ${value(time, exact)}`}; ${usable} usable ` +
    `processors, speedup ${amount(speedup)}, utilisation ${charts.percent(utilisation)}` +
    `${proven ? "" : `; not proven to be the ${byDate ? "most" : "least time"}`}${proven || !bound ? "" : `, the ${byDate ? "upper" : "lower"} bound is ${amount(bound)}`}.`;
}
// Each row of the table: the name, two values, and the share of the bar's length.
function showShares({ head, rows }) {
  $("graph-shares").replaceChildren(headOf(head), make("tbody", {}, rows.slice(0, 200).map(([name, first, second, share]) =>
    make("tr", {}, [make("th", { scope: "row" }, name), make("td", { "class": "number" }, String(first)), make("td", { "class": "number" }, String(second)),
      make("td", {}, make("span", { "class": "bar", style: `width: ${(12 * share).toFixed(2)}rem` }))]))));
}

// What the page's address says of the graph: nothing of the first example.
const graphFields = ["masters", "messages", "fewest"]; // beside the words
const sameGraph = (a, b) => a.kind === b.kind && a.text === b.text && graphFields.every((field) => (a[field] || "") === (b[field] || ""));
function graphNow() {
  const kind = $("graph-kind").value, places = kind === PLACES;
  return { kind, text: $("graph-text").value.trim(), masters: $("graph-masters").value.trim(),
    messages: places ? $("graph-messages").value.trim() : "", fewest: places && $("graph-fewest").checked ? "yes" : "" };
}
function graphAddress() {
  const now = graphNow();
  return !now.text || sameGraph(now, graph_examples[0]) ? {} : { kind: now.kind, graph: now.text,
    ...Object.fromEntries(graphFields.filter((field) => now[field]).map((field) => [field, now[field]])) };
}
function useGraph(graph) {
  const k = graph_examples.findIndex((example) => sameGraph(example, graph));
  $("graph-preset").value = k;
  $("graph-kind").value = kinds.includes(graph.kind) ? graph.kind : STEADY;
  $("graph-text").value = graph.text;
  $("graph-masters").value = graph.masters || "";
  $("graph-messages").value = graph.messages || "";
  $("graph-fewest").checked = Boolean(graph.fewest);
  $("graph-lesson").textContent = graph_examples[k]?.lesson || "";
  solveNew();
}
function solveNew() {
  setAddress();
  solve();
}

$("graph-chart").append(graphChart.element);
$("graph-kind").append(...kinds.map((kind) => make("option", {}, kind)));
fillExamples($("graph-preset"), graph_examples);
$("graph-preset").addEventListener("change", () => useGraph(graph_examples[$("graph-preset").value]));
$("graph-kind").addEventListener("change", solveNew);
$("graph-text").addEventListener("input", solveNew);
for (const field of graphFields)
  $(`graph-${field}`).addEventListener("input", solveNew);
charts.onWidth($("graph-chart"), () => graphChart.chart && graphChart.draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => graphChart.chart && graphChart.draw());
