// Gantt charts of the page: the rows of chart.js on a canvas, or as SVG for a file, in the colours and hatching of
// --gantt (src/io/chart/style.c): a hue for each worker; to the master hatched, results the other way, to a worker pale,
// tasks received full, own tasks grey, what is lost hatched in grey, here both ways. The charts of a group show the same part of the time axis.
"use strict";

const TALLEST = 1200; // pixels of the rows of a chart
const mix = (colour, strength, paper) => colour.map((value, k) => Math.round(paper[k] + strength * (value - paper[k])));
const css = (colour) => `rgb(${colour})`;

// The page's colours, light or dark.
function theme() {
  const style = getComputedStyle(document.documentElement), of = (name) => style.getPropertyValue(name).trim();
  const [paper, black, ...hues] = ["--paper", "--ink", "--p0", "--p1", "--p2", "--p3", "--p4", "--p5"].map((name) =>
    [1, 3, 5].map((k) => parseInt(of(name).slice(k, k + 2), 16)));
  const [ink, soft, grid, late, over, link] = ["--ink", "--soft", "--rule", "--late", "--differs", "--link"].map(of);
  return { paper, black, hues, dark: paper[0] < 128, ink, name: ink, axis: ink, soft, grid, late, over, link, makespan: ink, period: ink, planned: ink,
    bound: soft, optimum: ink };
}
const dashes = { makespan: [], period: [], planned: [7, 4], bound: [1.5, 3], optimum: [4, 3] };

// Paints a bar; returns its colour.
function paintLook(painter, { paper, dark, hues }, { kind, from, to }, small, ...place) {
  const hue = kind === "lost" ? [140, 140, 140] : hues[((to || from) + hues.length - 1) % hues.length];
  const strength = { "to-master": 0.12, lost: 0.12, result: 0.2 }[kind], hatched = Boolean(strength), grey = Math.round((small ? 0.7 : 0.87) * 255);
  const own = dark ? [small ? 100 : 72, small ? 104 : 77, small ? 110 : 83] : [grey, grey, grey];
  const fill = kind === "own" ? own : kind === "received" ? hue : mix(hue, small ? 0.75 : strength || 0.45, paper);
  painter.rect(...place, css(fill));
  for (const falling of small || !hatched ? [] : kind === "lost" ? [false, true] : [kind === "result"])
    painter.hatch(...place, css(hue), falling);
  return fill;
}

// ---- Two painters: of a canvas, and of the text of an SVG file.

class Painter {
  #patterns = new Map();
  // falling: the strokes fall to the right; else they rise
  hatch(x, y, width, height, colour, falling = false) {
    const key = colour + (falling ? "falling" : "");
    if (!this.#patterns.has(key))
      this.#patterns.set(key, this.pattern(colour, falling));
    this.rect(x, y, width, height, this.#patterns.get(key));
  }
}

class CanvasPainter extends Painter {
  constructor(context) {
    super();
    this.context = context;
  }
  rect(x, y, width, height, fill) {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }
  pattern(colour, falling) {
    const tile = make("canvas", { width: 10, height: 10 }), pen = tile.getContext("2d");
    pen.strokeStyle = colour;
    if (falling)
      pen.setTransform(-1, 0, 0, 1, 10, 0);
    for (const sum of [0, 5, 10, 15, 20]) {
      pen.moveTo(sum + 1, -1);
      pen.lineTo(-1, sum + 1);
    }
    pen.stroke();
    return this.context.createPattern(tile, "repeat");
  }
  line(x1, y1, x2, y2, colour, dash = []) {
    this.context.strokeStyle = colour;
    this.context.setLineDash(dash);
    this.context.beginPath();
    this.context.moveTo(x1, y1);
    this.context.lineTo(x2, y2);
    this.context.stroke();
  }
  text(x, y, text, anchor, colour, weight = "") {
    this.context.font = `${weight}12px system-ui, "DejaVu Sans", sans-serif`;
    this.context.fillStyle = colour;
    this.context.textAlign = anchor === "middle" ? "center" : anchor;
    this.context.fillText(text, x, y);
  }
}

const rounded = (...values) => values.map((value) => Number(value.toFixed(2)));
class SvgPainter extends Painter {
  constructor(width, height, paper) {
    super();
    this.svg = draw("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height,
      "font-family": "DejaVu Sans, sans-serif", "font-size": 12 });
    this.rect(0, 0, width, height, paper);
  }
  rect(x, y, width, height, fill) {
    const [left, top, w, h] = rounded(x, y, width, height);
    this.svg.append(draw("rect", { x: left, y: top, width: w, height: h, fill }));
  }
  pattern(colour, falling) {
    const id = `hatch${colour.replace(/\D+/g, "-")}${falling ? "falling" : ""}`;
    this.svg.append(draw("pattern", { id, width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      draw("path", { d: falling ? "M-1 -1L6 6M-1 4L1 6M4 -1L6 1" : "M6 -1L-1 6M6 4L4 6M1 -1L-1 1", stroke: colour })));
    return `url(#${id})`;
  }
  line(x1, y1, x2, y2, stroke, dash = []) {
    const [a, b, c, d] = rounded(x1, y1, x2, y2);
    this.svg.append(draw("line", { x1: a, y1: b, x2: c, y2: d, stroke, ...(dash.length ? { "stroke-dasharray": dash.join(" ") } : {}) }));
  }
  text(x, y, text, anchor, fill, weight = "") {
    const [left, base] = rounded(x, y);
    this.svg.append(draw("text", { x: left, y: base, "text-anchor": anchor, fill, ...(weight ? { "font-weight": weight.trim() } : {}) }, text));
  }
}

// ---- What is painted: chart has place (the rows, as chart.js scales them), shades, horizon and marks, {makespan: date, ..}.
// Of a group of charts the first has the words of the bound, the last the axis; a file has both.

const RIGHT = 40; // pixels for the makespan's number
const heightOf = (chart, axis) => Math.ceil(chart.place.bottom) + (axis ? 34 : 2);
function scale(chart, width, part) {
  const left = chart.place.left, right = width - RIGHT, from = part.from * chart.horizon, to = part.to * chart.horizon;
  return { left, right, from, to, X: (date) => left + (right - left) * (date - from) / (to - from) };
}
function paint(painter, chart, width, part, { axis, words, date }) {
  const colours = theme(), seen = { ...scale(chart, width, part), width }, { bottom } = chart.place;
  paintLost(painter, chart, seen, colours);
  charts.paint({
    line: (x1, y1, x2, y2, kind) => (axis || kind !== "axis") && painter.line(x1, y1, x2, y2, colours[kind]),
    text: (x, y, text, anchor, kind) => (axis || y < bottom) && painter.text(x, y, text.replace(/^P0 (in|out)$/, "$1"), anchor, colours[kind]),
    shade: (...place) => paintShade(painter, colours, ...place),
    bars: (row, bars) => paintBars(painter, colours, row, bars),
  }, chart.place, chart.shades, seen);
  paintMarks(painter, chart, seen, colours, words);
  if (date !== undefined)
    paintDate(painter, chart, seen, colours, axis, date);
}
// What is lost: from the optimum, else the bound, to the makespan.
function paintLost(painter, { marks, place }, { left, right, X }, { late }) {
  const best = marks.optimum || marks.bound, x = Math.max(left, X(best)), end = Math.min(right, X(marks.makespan));
  if (best > 0 && end > x + 0.5)
    painter.rect(x, 14, end - x, place.bottom - 14, late);
}
// The date that the star is drawn at; on the axis with its number.
function paintDate(painter, { place }, { left, right, X }, { link, paper }, axis, date) {
  const x = X(date), text = brief(date), wide = 10 + 7 * text.length;
  if (x < left - 0.5 || x > right + 0.5)
    return;
  painter.rect(x - 0.75, 14, 1.5, place.bottom - 14, link);
  if (!axis)
    return;
  painter.rect(x - wide / 2 - 12, place.bottom + 3, wide + 24, 17, css(paper)); // the axis's own numbers would touch it
  painter.rect(x - wide / 2, place.bottom + 3, wide, 17, link);
  painter.text(x, place.bottom + 16, text, "middle", css(paper));
}
// Behind a row: slower, standing still (hatched) or down (hatched the other way, in the paper's colour).
function paintShade(painter, { paper, black }, shade, ...place) {
  painter.rect(...place, css(mix(black, charts.strength(shade) * (shade === charts.STILL ? 0.5 : 1), paper)));
  if (shade === charts.STILL)
    painter.hatch(...place, css(mix(black, 0.7, paper)));
  if (shade === charts.DOWN)
    painter.hatch(...place, css(paper), true);
}
function paintBars(painter, colours, row, bars) {
  const ends = []; // where the last bar ends, and what it is, by lane
  for (const { bar, x, end, whole } of bars) {
    const width = Math.max(0.5, end - x), last = ends[bar.lane];
    if (width < 1 && last && last.kind === bar.kind && end < last.end + 0.5)
      continue; // nothing of it would be seen
    ends[bar.lane] = { end: x + width, kind: bar.kind };
    const gap = width > 3 ? 0.6 : 0, y = row.y + bar.lane * row.size, height = Math.max(0.7, row.size - 0.6);
    const fill = paintLook(painter, colours, bar, width < 5 || height < 4, x, y, width - gap, height);
    if (bar.text && height > 11 && width > 8 + 7 * bar.text.length && whole)
      painter.text((x + end) / 2, y + height / 2 + 4, bar.text, "middle",
        0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2] > 128 ? "#000" : "#fff");
  }
}
// Lines at the dates, with their words above where there is room; those of the same date have one line and all words.
// The makespan's number is beside its line.
function paintMarks(painter, { marks, place }, { left, right, X }, colours, words) {
  const dates = new Map(), best = marks.optimum || marks.bound;
  for (const [name, date] of Object.entries(marks))
    if (date > 0)
      dates.set(date, [...(dates.get(date) || []), name]);
  let free = right + RIGHT - 4;
  for (const [date, names] of [...dates].sort((a, b) => b[0] - a[0])) {
    const x = X(date), name = names.at(-1), said = names.filter((one) => one !== "makespan" && (words || !["bound", "optimum"].includes(one)));
    if (x < left || x > right + 1)
      continue;
    painter.line(x, 13, x, place.bottom, colours[names.includes("makespan") ? "makespan" : name], dashes[names.includes("makespan") ? "makespan" : name]);
    if (names.includes("makespan"))
      painter.text(x + 5, place.bottom - 4, brief(date), "start", best && date > best * (1 + 1e-9) ? colours.over : colours.ink, "bold ");
    const text = `${said.join(", ")} ${brief(date)}`, width = 7.3 * text.length, end = Math.max(Math.min(x + 4, free), left + width);
    if (!said.length || end > free)
      continue;
    painter.text(end, 10, text, "end", colours[name]);
    free = end - width - 8;
  }
}
// The bar at that place of the chart, or null.
function barAt(chart, width, part, x, y) {
  const { left, right, X } = scale(chart, width, part);
  const row = chart.place.rows.find((one) => y >= one.y && y < one.y + one.height);
  if (!row || x < left || x > right)
    return null;
  const lane = Math.floor((y - row.y) / row.size);
  return row.bars.find((bar) => bar.lane === lane && X(bar.start) <= x && x <= Math.max(X(bar.end), X(bar.start) + 1)) || null;
}

// ---- In the page.

// What a bar is, beside the pointer, and said by screen readers.
const tip = make("div", { id: "tip", role: "status", hidden: "" });
document.body.append(tip);
function showTip(text, x, y) {
  tip.hidden = !text;
  if (!text)
    return;
  tip.textContent = text;
  tip.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${y + 16 + tip.offsetHeight > innerHeight ? y - tip.offsetHeight - 10 : y + 16}px`;
}
addEventListener("scroll", () => document.activeElement.matches(".timeline canvas") || showTip(""), { passive: true });

// Charts that show the same part, from 0 to 1, of their time axes.
class Timelines {
  part = { from: 0, to: 1 };
  charts = [];
  date = undefined; // that is marked
  changed = () => {};
  picked = () => {}; // (date, chart): a click
  #frame = 0;
  show(from, to) {
    const size = Math.min(1, Math.max(1 / 1000, to - from)), start = Math.min(1 - size, Math.max(0, from));
    this.part = { from: start, to: start + size };
    this.changed();
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }
  draw() {
    this.charts.forEach((chart) => chart.draw());
  }
  zoom(factor, at = (this.part.from + this.part.to) / 2) {
    const { from, to } = this.part;
    this.show(at - (at - from) / factor, at + (to - at) / factor);
  }
  pan(by) { // in parts of what is seen
    const size = this.part.to - this.part.from;
    this.show(this.part.from + by * size, this.part.to + by * size);
  }
}

// A chart's canvas. titleOf(bar): what a bar is, in words.
class Timeline {
  #chosen = null;
  #width = 0;
  constructor(group, name, titleOf) {
    Object.assign(this, { group, titleOf, chart: null });
    this.canvas = make("canvas", { tabindex: 0, role: "application", "aria-roledescription": "Gantt chart", "aria-label": name });
    this.element = make("div", { "class": "timeline" }, this.canvas);
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.canvas.addEventListener("pointermove", (event) => this.#hover(event));
    this.canvas.addEventListener("pointerleave", () => showTip(""));
    this.canvas.addEventListener("blur", () => showTip(""));
    this.canvas.addEventListener("pointerdown", (event) => this.#drag(event));
    this.canvas.addEventListener("dblclick", () => group.show(0, 1));
    this.canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }
  // chart: see paint(); it is drawn at once.
  show(chart, label) {
    if (chart.place !== this.chart?.place)
      this.#chosen = null;
    this.chart = chart;
    this.canvas.setAttribute("aria-label", label);
    this.draw();
  }
  draw() {
    const width = this.#width = Math.max(280, this.element.clientWidth), { canvas, group } = this;
    const alone = !group.charts.length, axis = alone || this === group.charts.at(-1), words = alone || this === group.charts[0], height = heightOf(this.chart, axis);
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    paint(new CanvasPainter(context), this.chart, width, group.part, { axis, words, date: group.date });
    if (this.#chosen)
      this.#outline(context);
  }
  svg() {
    const width = Math.max(640, this.#width), painter = new SvgPainter(width, heightOf(this.chart, true), css(theme().paper));
    paint(painter, this.chart, width, this.group.part, { axis: true, words: true });
    return painter.svg;
  }
  #outline(context) {
    const { bar, row } = this.#chosen, { left, right, X } = scale(this.chart, this.#width, this.group.part);
    const x = Math.max(left, X(bar.start)), end = Math.min(right, X(bar.end));
    context.strokeStyle = theme().ink;
    context.lineWidth = 2;
    if (end >= x)
      context.strokeRect(x, row.y + bar.lane * row.size, Math.max(1, end - x), row.size);
    context.lineWidth = 1;
  }
  #hover(event) {
    const bar = barAt(this.chart, this.#width, this.group.part, event.offsetX, event.offsetY);
    showTip(bar ? this.titleOf(bar) : "", event.clientX, event.clientY);
  }
  #drag(down) {
    const { from, to } = this.group.part, { left, right } = scale(this.chart, this.#width, this.group.part);
    const date = this.chart.horizon * (from + (to - from) * (down.offsetX - left) / (right - left));
    let moved = false;
    whileDown((event) => {
      const by = event.clientX - down.clientX;
      moved ||= Math.abs(by) > 3;
      if (moved)
        this.group.show(from - (to - from) * by / (right - left), to - (to - from) * by / (right - left));
    }, () => moved || this.group.picked(Math.max(0, Math.min(date, this.chart.horizon)), this));
  }
  #wheel(event) { // with Ctrl, as pages zoom; without, the page scrolls
    if (!event.ctrlKey && !event.metaKey)
      return;
    event.preventDefault();
    const { left, right } = scale(this.chart, this.#width, this.group.part), { from, to } = this.group.part;
    this.group.zoom(event.deltaY < 0 ? 1.25 : 0.8, from + (to - from) * (event.offsetX - left) / (right - left));
  }
  // Arrows go from bar to bar and from row to row.
  #key(event) {
    const keys = { "+": () => this.group.zoom(1.5), "=": () => this.group.zoom(1.5), "-": () => this.group.zoom(1 / 1.5),
      "0": () => this.group.show(0, 1), PageUp: () => this.group.pan(-0.5), PageDown: () => this.group.pan(0.5),
      ArrowRight: () => this.#choose(1, 0), ArrowLeft: () => this.#choose(-1, 0), ArrowDown: () => this.#choose(0, 1),
      ArrowUp: () => this.#choose(0, -1), Escape: () => { this.#chosen = null; showTip(""); this.draw(); } };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    keys[event.key]();
  }
  #choose(along, down) {
    const rows = this.chart.place.rows.filter((row) => row.bars.length), before = this.#chosen;
    let row = before?.row || rows[0], bar = before?.bar || row?.bars[0];
    if (!row)
      return;
    if (before && along)
      bar = row.bars[row.bars.indexOf(bar) + along] || bar;
    if (before && down && rows[rows.indexOf(row) + down]) {
      row = rows[rows.indexOf(row) + down];
      bar = row.bars.find((one) => one.end > bar.start) || row.bars.at(-1);
    }
    this.#chosen = { row, bar };
    const { from, to } = this.group.part, start = bar.start / this.chart.horizon;
    if (start < from || start > to)
      this.group.show(start - (to - from) / 4, start + 3 * (to - from) / 4);
    this.draw();
    const { left, right, X } = scale(this.chart, this.#width, this.group.part), place = this.canvas.getBoundingClientRect();
    showTip(this.titleOf(bar), place.left + Math.max(left, Math.min(right, X(bar.start))), place.top + row.y);
  }
}

// The program's words for the looks, with one of each worker's hues, and for the shades; and the dates.
function timelineLegend(legend, late = false, byDate = false, proven = false) {
  const colours = theme();
  const sample = (paintSample, words) => {
    const painter = new SvgPainter(22, 12, css(colours.paper));
    paintSample(painter);
    painter.svg.setAttribute("aria-hidden", "true");
    return make("li", {}, [painter.svg, words]);
  };
  const bar = (kind) => (painter) => paintLook(painter, colours, { kind, from: 1, to: 1 }, false, 0, 0, 22, 12);
  const shade = (all) => (painter) => all.forEach((one, k) => paintShade(painter, colours, one, 22 * k / all.length, 0, 22 / all.length, 12));
  const dates = { ...(late ? { planned: "planned end" } : {}), ...(byDate ? {} : { bound: "lower bound", ...(proven ? { optimum: "optimum, proven" } : {}) }) };
  const lost = (painter) => painter.rect(0, 0, 22, 12, colours.late);
  return make("ul", { "class": "legend" }, [
    ...legend.map(([what, words]) => sample(Array.isArray(what) ? shade(what) : bar(charts.KINDS[what]), words)),
    ...Object.entries(dates).map(([name, words]) => sample((painter) => painter.line(11, 0, 11, 12, colours[name], dashes[name]), words)), ...(byDate ? [] : [sample(lost, "lost after it")])]);
}
