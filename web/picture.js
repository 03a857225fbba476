// The star as a picture: the master with its ports, links whose width is their bandwidth, workers with what they hold at
// the date that is shown. Its numbers can be dragged sideways or changed with the arrow keys; so can the link (c) and the
// worker (w). Many workers are a row each.
"use strict";

const MOST_DRAWN = 20, MANY = 8; // workers that are drawn; from MANY on in rows
const DOWN = 8; // the shade of a host that is down (chart.js)
const picture = { shape: "", svg: null, parts: [], pills: new Map(), star: null };

// ---- What stands where.

function placesOf(star, width) {
  const m = Math.min(star.m, MOST_DRAWN), rows = m >= MANY, by = rows ? 26 : m > 5 ? 58 : m > 3 ? 78 : 100, top = rows ? 84 : m > 3 ? 42 : 50;
  const height = Math.max(rows ? top + by * m : 2 * top + by * (m - 1), 240), narrow = width < 400, x = width - (rows ? 154 : narrow ? 126 : 146), middle = Math.max(rows ? 150 : 0, height / 2);
  const box = { x: narrow ? 1 : 8, y: middle - 64, width: narrow ? 80 : 104, height: 132 }, edge = box.x + box.width;
  return { m, rows, narrow, height: Math.ceil(height), box, hub: { x: edge + (narrow ? 28 : 60), y: middle },
    ports: { out: { x: edge + 1, y: middle - 20 }, in: { x: edge + 1, y: middle + 20 } },
    workers: Array.from({ length: m }, (_, i) => ({ x, y: (m < 3 && !rows ? height / 2 - by * (m - 1) / 2 : top) + by * i })) };
}
// The numbers of a worker that are drawn: c at its link, and the two that matter most.
const drawnKeys = (star) => ["w", "buffer", "load", "delta", "memory", "result", "latency"].filter((key) => star.list[key]).slice(0, 2);

// ---- Parts that stay while numbers change, so that a drag and the focus go on.

const shortLetters = { ...letters, load: "L", memory: "M" };
function pillOf(name, words, narrow) {
  const [key] = name.split(" "), letter = (narrow ? shortLetters : letters)[key] || key, rect = draw("rect", { height: 22, rx: 11 }), value = draw("tspan", { "class": "value", dx: 4 });
  const text = draw("text", { y: 15.5, "text-anchor": "middle" }, [draw("tspan", { "class": "key" }, letter), value]);
  const pill = draw("g", { "class": "pill", role: "slider", tabindex: 0, "aria-label": `${name}: ${words}`, "aria-orientation": "horizontal" }, [rect, text]);
  draggable(pill, name, () => numberNamed(name)?.value ?? "", (to) => setNumber(name, to), { ArrowRight: 1, ArrowLeft: -1 });
  pill.addEventListener("focus", () => choose(name));
  pill.addEventListener("pointerdown", () => choose(name));
  picture.pills.set(name, pill);
  const put = (x, y, shown) => {
    const short = charts.shorten(shown, 6), width = Math.max(38, 22 + 7.2 * (short.length + letter.length));
    charts.fill(pill, { transform: `translate(${x - width / 2} ${y - 11})`, "aria-valuenow": Number(shown) || 0, "aria-valuetext": shown });
    rect.setAttribute("width", width);
    text.setAttribute("x", width / 2);
    if (value.textContent !== short)
      value.textContent = short;
    return width;
  };
  return { pill, put };
}
function grip(element, name) {
  draggable(element, name, () => numberNamed(name)?.value ?? "", (to) => setNumber(name, to));
  element.addEventListener("pointerdown", () => choose(name));
  return element;
}
function build(star, place, width) {
  const svg = draw("svg", { width, height: place.height, viewBox: `0 0 ${width} ${place.height}`, role: "group", "aria-label": "the star" });
  const keys = drawnKeys(star), { box, ports, hub } = place, port = ({ x, y }, name) => ({ line: line(x + 16, y, hub.x, hub.y, "busy"),
    box: draw("rect", { x: x - 16, y: y - 12, width: 32, height: 24, rx: 4 }), name: label(x, y + 4, name, "middle", "name") });
  picture.pills.clear();
  picture.svg = svg;
  picture.master = { tasks: draw("g"), words: label(box.x + 12, box.y + 46, "", "start", "soft"), hub: draw("circle", { cx: hub.x, cy: hub.y, r: 4, style: "fill: var(--soft)" }),
    out: port(ports.out, "out"), in: port(ports.in, "in"), total: ["tasks", "work"].filter((key) => key in star.rest).map((key) => pillOf(key, totals[key], place.narrow)) };
  picture.parts = place.workers.map((at, k) => {
    const i = k + 1, r = place.rows ? 9 : 21, far = place.rows ? at.x - 74 : at.x;
    const part = { at, link: draw("path", { d: `M${hub.x} ${hub.y}L${far} ${at.y}${far < at.x ? `H${at.x}` : ""}`, "class": "link", fill: "none" }),
      grip: grip(draw("path", { d: `M${hub.x} ${hub.y}L${far} ${at.y}`, "class": "grip" }), `c of P${i}`),
      ring: grip(draw("circle", { cx: at.x, cy: at.y, r, "class": "ring", style: `stroke: ${hueOf(i)}` }), `w of P${i}`),
      edge: draw("circle", { cx: at.x, cy: at.y, r: r + 1.5, fill: "none", stroke: "var(--ink)", "stroke-width": 0.6 }),
      pie: draw("path", { style: `fill: ${hueOf(i)}; opacity: 0.35`, "pointer-events": "none" }), held: draw("g"), busy: [draw("path", { "class": "busy edge" }), draw("path", { "class": "busy", style: `stroke: ${hueOf(i)}` })],
      name: label(at.x, at.y + 4, place.rows ? String(i) : `P${i}`, "middle", "name"), token: draw("rect", { width: 12, height: 12, rx: 2, "class": "task", style: `fill: ${hueOf(i)}` }),
      c: pillOf(`c of P${i}`, long.c), more: keys.map((key) => [key, pillOf(`${key} of P${i}`, long[key], place.narrow)]) };
    part.name.setAttribute("pointer-events", "none");
    if (place.rows)
      part.name.style.fontSize = "10px";
    return part;
  });
  const { master, parts } = picture;
  svg.append(draw("rect", { ...box, rx: 6, "class": "box" }), label(box.x + (place.narrow ? 34 : 46), box.y + 20, "master", "middle", "name"), master.tasks, master.words,
    ...parts.flatMap((part) => [part.link, part.grip]), ...parts.flatMap((part) => part.busy), master.out.line, master.in.line,
    master.hub, master.out.box, master.in.box, master.out.name, master.in.name,
    ...parts.flatMap((part) => [part.edge, part.ring, part.pie, part.name, part.held, part.token, part.c.pill, ...part.more.map(([, one]) => one.pill)]),
    ...master.total.map((one) => one.pill));
  $("picture").querySelector(":scope > svg")?.remove();
  $("picture").prepend(svg);
}

// ---- What is so at a date: of the events of a run, those that have begun and ended.

function momentOf(run, star, date) {
  const workers = Array.from({ length: star.m + 1 }, (_, i) => ({ waiting: number(star.list.load?.[i - 1]) || 0, received: 0, done: 0, job: null, message: null }));
  const moment = { workers, out: null, in: null, sent: 0, back: 0, queued: 0 }, { events, shades } = run.chart;
  for (const [, node, list] of shades)
    charts.eachShade(list, (shade, from, to) => {
      if (shade === DOWN && date >= from && date < to && workers[node])
        workers[node].down = true;
    });
  for (let k = 0; k < events.length; k += charts.EVENT) {
    const [from, to, , start, end, much, look] = events.slice(k, k + charts.EVENT), kind = charts.KINDS[look];
    if (start > date)
      continue;
    const now = end > date, share = now ? (date - start) / (end - start) : 1, worker = workers[from === to ? to : from || to];
    if (from === to) {
      if (now)
        worker.job = { share, own: kind === "own" };
      else if (kind !== "lost") {
        worker.done += much;
        worker[kind === "own" ? "waiting" : "received"] -= much;
      }
      continue;
    }
    if (now && to === 0)
      moment.in = { worker: from, share };
    else if (now)
      moment.out = { worker: to, share };
    if (kind === "to-master") {
      worker.waiting -= much;
      moment.queued += now ? 0 : much;
    } else if (to > 0) {
      moment.queued -= much;
      moment.sent += much;
      if (kind !== "lost" || now)
        worker.received += much;
      else
        moment.back += much;
    }
    if (now)
      worker.message = share;
  }
  return moment;
}

// ---- Drawing it.

const squares = (n, columns, x, y, style) => Array.from({ length: n }, (_, k) => draw("rect", { x: x + 12 * (k % columns), y: y + 12 * Math.floor(k / columns),
  width: 10, height: 10, rx: 2, ...style(k) }));
const shownRun = () => state.runs.find((run) => run.heuristic === state.shown && run.chart) || state.runs.find((run) => run.chart);
const hue = (worker) => ({ "class": "task", style: `fill: ${hueOf(worker)}` });

function showPicture() {
  const width = $("picture").clientWidth, star = state.runs.length && width ? readStar(current || "") : null;
  if (!star)
    return;
  const place = placesOf(star, width), shape = [width, star.m, Object.keys(star.list), Object.keys(star.rest)].join();
  if (shape !== picture.shape)
    build(star, place, width);
  Object.assign(picture, { shape, star });
  const run = shownRun(), moment = run && !run.late ? momentOf(run, star, state.date) : momentOf({ chart: { events: [], shades: [] } }, star, 0);
  const least = Math.min(...star.list.c.map(number).filter((c) => c > 0));
  picture.parts.forEach((part, k) => showWorker(part, k + 1, star, moment, place, least));
  showMaster(star, moment, place);
  $("picture-note").textContent = star.m > MOST_DRAWN ? `The first ${MOST_DRAWN} of ${star.m} workers.` : "";
  picture.svg.setAttribute("aria-label", `the star at date ${brief(state.date)}${run ? `, under ${run.heuristic}` : ""}`);
  showKnob();
}
function showWorker(part, i, star, moment, place, least) {
  const { at } = part, worker = moment.workers[i], c = number(star.list.c[i - 1]), size = place.rows ? 9 : 21;
  part.link.setAttribute("stroke-width", Math.max(1.5, (place.rows ? 8 : 13) * (c > 0 ? least / c : 1)));
  const cx = place.rows ? at.x - 44 : (place.hub.x + at.x) / 2 + (place.narrow ? -8 : 6), cy = place.rows ? at.y : (place.hub.y + at.y) / 2;
  part.c.put(cx, cy, star.list.c[i - 1]);
  let x = at.x + size + 10;
  for (const [key, pill] of part.more) {
    const wide = pill.put(x + (place.narrow ? 19 : 24), place.rows ? at.y : at.y - 14, star.list[key][i - 1]);
    x += Math.max(place.narrow ? 42 : 50, wide + 4);
  }
  charts.fill(part.ring, { "stroke-dasharray": worker.down ? "3 4" : "none" });
  charts.fill(part.edge, { visibility: worker.down ? "hidden" : "visible" });
  part.pie.setAttribute("d", worker.job ? sector(at.x, at.y, size - 1.5, worker.job.share) : "");
  const active = ["out", "in"].find((port) => moment[port]?.worker === i);
  part.token.setAttribute("visibility", active ? "visible" : "hidden");
  part.busy.forEach((one) => one.setAttribute("d", active ? part.link.getAttribute("d") : ""));
  if (active) {
    const share = active === "out" ? moment.out.share : 1 - moment.in.share, total = part.link.getTotalLength();
    const spot = part.link.getPointAtLength(total * (0.05 + 0.8 * share));
    charts.fill(part.token, { x: spot.x - 6, y: spot.y - 6 });
  }
  if (!place.rows)
    showHeld(part, i, star, worker, at.x + size + 12, at.y + 5);
}
// Tasks at a worker: grey those of its own, in its hue those received; places that are free are dashed.
function showHeld(part, i, star, worker, x, y) {
  const buffer = star.rest.work || star.rest.deadline && !star.rest.tasks ? NaN : number(star.list.buffer?.[i - 1]), own = Math.round(worker.waiting), got = Math.round(worker.received), limited = buffer <= 7;
  const all = limited ? Math.max(buffer, got) : own + got, held = own + got;
  const words = worker.down ? "down" : limited ? `${got} of ${buffer}` : !Number.isInteger(worker.received) || all > 14 || star.rest.work ? `holds ${brief(worker.waiting + worker.received)}`
    : held ? "" : worker.done ? `${brief(worker.done)} done` : "no task yet";
  const style = (k) => k < own ? { "class": "task", style: "fill: var(--track)" } : k < held ? hue(i) : { "class": "place" };
  const drawn = /^holds/.test(words) ? [] : squares(all, limited ? 7 : 7, x, y, style);
  part.held.replaceChildren(...drawn, label(x + (limited ? 12 * all + 4 : 0), y + 10, words, "start", "soft"));
}
function showMaster(star, moment, { box, ports, hub }) {
  const { master } = picture, total = number(star.rest.tasks), left = total - moment.sent + moment.back;
  for (const port of ["out", "in"]) {
    const { worker } = moment[port] || {}, used = port === "out" || star.list.load || star.list.delta || star.list.result;
    charts.fill(master[port].box, { "class": used ? "port" : "port none", style: worker ? `fill: ${hueOf(worker)}` : "" });
    charts.fill(master[port].name, { style: worker ? "fill: #1a1d21" : "" });
    charts.fill(master[port].line, { style: `stroke: ${worker ? hueOf(worker) : "var(--track)"}; ${used ? "" : "stroke-dasharray: 2 4"}` });
  }
  const room = Math.floor((box.width - 28) / 12), drawable = Number.isInteger(total) && total <= 4 * room;
  master.tasks.replaceChildren(...drawable ? squares(total, room, box.x + 10, box.y + 30, (k) =>
    k < left ? { style: "fill: var(--soft)" } : { "class": "place" }) : []);
  master.words.textContent = drawable ? "" : total ? `${brief(left)} left` : "load" in star.list ? moment.queued > 0 ? `holds ${brief(moment.queued)}` : "forwards" : star.rest.work ? "a load" : "";
  master.total.forEach((pill, k) => pill.put(box.x + box.width / 2 - (box.width < 90 ? 0 : 6), box.y + box.height - 18 - 26 * k, star.rest[["tasks", "work"].filter((key) => key in star.rest)[k]]));
}
function sector(x, y, r, share) {
  const angle = 2 * Math.PI * Math.min(share, 0.9999);
  return `M${x} ${y}V${y - r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${x + r * Math.sin(angle)} ${y - r * Math.cos(angle)}Z`;
}

// ---- The number that was touched last: a slider in the corner, whose range stays.

const knob = { name: "", from: "" };
const numberNamed = (name) => numbersOf(readStar(state.star)).find((one) => one.text === name);
function choose(name) {
  const value = numberNamed(name)?.value;
  if (knob.name === name || !/^-?\d+(\.\d+)?$/.test(value))
    return;
  const unit = 10 ** -(/\.(\d+)$/.exec(value) || ["", ""])[1].length, least = Math.max(leastOf(name, unit), Math.min(0, 2 * value));
  Object.assign(knob, { name, from: value });
  charts.fill($("knob-range"), { min: least, max: Math.max(8 * unit, 2 * value), step: unit });
  showKnob();
}
function showKnob() {
  if (knob.name && knob.name === state.edited && state.before)
    knob.from = numbersOf(readStar(state.before.star)).find((one) => one.text === knob.name)?.value ?? knob.from;
  const value = numberNamed(knob.name)?.value, [key] = knob.name.split(" "), range = $("knob-range");
  $("knob").hidden = value === undefined;
  for (const [name, pill] of picture.pills)
    pill.classList.toggle("chosen", name === knob.name);
  for (const field of document.querySelectorAll("#workers input"))
    field.classList.toggle("chosen", field.ariaLabel === knob.name);
  if (value === undefined)
    return;
  $("knob-name").textContent = knob.name;
  $("knob-words").textContent = long[key] || totals[key] || "";
  if (Number(value) > Number(range.max))
    range.max = value;
  range.value = value;
  $("knob-ends").replaceChildren(...[range.min, value === knob.from ? "" : `was ${knob.from}`, `now ${value}`, range.max].filter(Boolean).map((text) => make("span", {}, text)));
}
$("knob-range").addEventListener("input", () => setNumber(knob.name, $("knob-range").value));

// ---- The date that the picture and the charts share.

const horizonOf = () => Math.max(1e-300, ...state.runs.filter((run) => run.chart && !run.late).map((run) => run.makespan));
let datedStar = "";
function presetDate() { // a star that is no edit of the one before begins at a third
  const first = shownRun();
  if (!first || first.late)
    return;
  const fresh = !state.edited && datedStar !== state.star, horizon = horizonOf();
  datedStar = state.star;
  if (fresh || !state.shown || state.date > horizon)
    Object.assign(state, { shown: state.runs.some((run) => run.heuristic === state.shown) ? state.shown : first.heuristic,
      date: fresh ? horizon < 6 ? horizon / 3 : Math.round(horizon / 3) : Math.min(state.date, horizon) });
}
function showDateField() {
  const horizon = horizonOf(), run = shownRun();
  charts.fill($("date"), { max: horizon, step: horizon >= 4 && horizon <= 1000 ? 0.5 : horizon / 1000 });
  $("date").value = state.date;
  const words = run ? `date ${brief(state.date)}, ${charts.shorten(run.heuristic, 22)}` : "";
  $("date-words").value = words;
  $("date").setAttribute("aria-valuetext", words);
}
let playing = 0;
function playDate() {
  const stop = () => { cancelAnimationFrame(playing); playing = 0; };
  $("date-play").setAttribute("aria-label", playing ? "play" : "pause");
  $("date-play").textContent = playing ? "\u25b6" : "\u275a\u275a";
  if (playing)
    return stop();
  const horizon = horizonOf(), from = state.date >= horizon ? 0 : state.date, start = performance.now();
  const step = (now) => {
    const date = from + horizon * Math.max(0, now - start) / 8000;
    setDate(Math.min(date, horizon));
    if (date < horizon)
      playing = requestAnimationFrame(step);
    else
      playDate();
  };
  playing = requestAnimationFrame(step);
}

$("date").addEventListener("input", () => setDate(Number($("date").value)));
$("date-play").addEventListener("click", playDate);
charts.onWidth($("picture"), showPicture);
on("input", showKnob);
on("runs", presetDate);
on("runs", showDateField);
on("runs", showPicture);
on("date", showDateField);
on("date", showPicture);
