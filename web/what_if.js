// What if one number of the star changes: the makespans over a range, by heuristic, with the bound below.
"use strict";

const POINTS = 33;
// Of workers the first ones alone: a choice of thousands of numbers takes a narrow page seconds to lay out.
function numbersOf(star) {
  const names = [];
  for (const [key, list] of Object.entries(star?.list || {}))
    list.slice(0, MOST_ROWS).forEach((value, i) => names.push({ text: `${key} of P${i + 1}`, value, set: (one, v) => { one.list[key][i] = v; } }));
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
let drawn = null; // {name, star, methods}: the number of the curves; their star without it
const without = (name) => {
  const star = readStar(state.star);
  numbersOf(star).find((one) => one.text === name)?.set(star, "");
  return star && writeStar(star);
};
// The curves are of all values of their number; they go when anything else changes.
function forgetCurves() {
  if (!drawn || drawn.star === without(drawn.name) && drawn.methods === state.methods && !(state.rule && state.rule !== drawn.rule && pluginWords(state.methods).length))
    moveHere();
  else {
    drawn = null;
    moveHere = () => {};
    $("what-chart").replaceChildren();
  }
}
const vary = newest(other, async () => {
  const words = state.star, name = numbersOf(readStar(words)).find((one) => one.text === $("what").value);
  const from = Number($("what-from").value), to = Number($("what-to").value);
  if (!name || !(from < to)) {
    $("what-state").textContent = "expected a number of the star and a range from less to more";
    return;
  }
  const byDate = /\bdeadline=/.test(words), curves = {}, values = valuesOf(from, to, Number.isInteger(from) && Number.isInteger(to));
  for (const value of values) {
    const star = readStar(words);
    name.set(star, String(value));
    $("what-state").textContent = `${name.text} = ${value}`;
    const answer = await other.call([...runWords(writeStar(star), methodsOf(state.methods).join(",")), "--json"]);
    if (state.star !== words) {
      $("what-state").textContent = "";
      return;
    }
    if (!answer.out)
      throw new Error(message(answer));
    const { runs } = JSON.parse(answer.out);
    for (const run of runs)
      (curves[run.heuristic] ||= []).push({ x: value, y: byDate ? run.done : run.makespan });
    (curves[byDate ? "upper bound" : "lower bound"] ||= []).push({ x: value, y: byDate ? runs[0].upper_bound : runs[0].lower_bound });
  }
  $("what-state").textContent = "";
  drawn = { name: name.text, star: without(name.text), methods: state.methods, rule: state.rule };
  $("what-chart").replaceChildren(plot(curves, name.text));
}, (text) => { $("what-state").textContent = text; });
// Where curves coincide all are seen: each is thinner than those before it, as in the report's figures; the bound is dashed.
// Each has its heuristic's mark, too, at a place of its own.
function styleOf(curves, name) {
  const k = Object.keys(curves).indexOf(name), n = Object.keys(curves).length;
  return name.endsWith(" bound") ? "stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 4 3"
    : `stroke: var(--h${k % 6}); stroke-width: ${Math.min(8, 1.6 + 2 * (n - 2 - k))}; stroke-dasharray: ${["none", "7 3", "2 2"][Math.floor(k / 6) % 3]}`;
}
const rangeOf = (values) => [Math.min(...values), Math.max(...values)];
function plot(curves, name) {
  const width = Math.max(320, Math.min(960, $("what-chart").clientWidth)), height = 320, left = 56, right = width - 24, bottom = height - 40;
  const names = Object.keys(curves), points = Object.values(curves).flat().filter((point) => point.y !== null);
  if (!points.length)
    return make("p", { "class": "warning" }, "no run ended well");
  const [lowX, highX] = rangeOf(points.map(({ x }) => x)), [least, most] = rangeOf(points.map(({ y }) => y)), lowY = Math.max(0, least - 0.1 * (most - least || most)), highY = most + 0.04 * (most - lowY);
  const X = (x) => left + (right - left) * (x - lowX) / (highX - lowX || 1), Y = (y) => bottom - (bottom - 24) * (y - lowY) / (highY - lowY || 1);
  const done = "upper bound" in curves, what = done ? "done by the deadline" : "makespan", [key] = name.split(" ");
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `${done ? "what is done by the deadline" : "makespan"} by ${name}: ${names.join(", ")}` });
  for (const x of ticks(lowX, highX, Math.min(10, width / 60)))
    svg.append(line(X(x), 24, X(x), bottom, "grid"), label(X(x), bottom + 16, String(x), "middle", "soft"));
  for (const y of ticks(lowY, highY, 6))
    svg.append(line(left, Y(y), right, Y(y), "grid"), label(left - 6, Y(y) + 4, String(y), "end", "soft"));
  svg.append(line(left, bottom, right, bottom, "axis"), label((left + right) / 2, bottom + 34, long[key] ? `${name}, ${long[key]}` : totals[name] ? `${name}, ${totals[name]}` : name, "middle"),
    label(left, 14, what));
  names.forEach((one) => {
    const path = curves[one].filter((point) => point.y !== null)
      .map((point, at) => `${at ? "L" : "M"}${X(point.x).toFixed(1)} ${Y(point.y).toFixed(1)}`).join("");
    svg.append(draw("path", { "class": "curve", d: path, style: styleOf(curves, one) }, draw("title", {}, one)));
  });
  names.filter((one) => !one.endsWith(" bound")).forEach((one, k, all) => {
    const seen = curves[one].filter((point) => point.y !== null), point = seen[Math.floor(seen.length * (k + 0.5) / all.length)];
    if (point)
      svg.append(charts.fill(markOf(one), { x: X(point.x) - 5.5, y: Y(point.y) - 5.5, width: 11, height: 11 }));
  });
  const here = draw("g"), show = () => here.replaceChildren(...markHere(Number(numberNamed(name)?.value), X, lowX, highX, bottom));
  svg.append(here);
  show();
  svg.addEventListener("click", (event) => { // sets the number, and keeps the curves, which are of all its values
    const box = svg.getBoundingClientRect(), x = lowX + (highX - lowX) * ((event.clientX - box.left) * width / box.width - left) / (right - left);
    const nearest = curves[names[0]].reduce((best, point) => Math.abs(point.x - x) < Math.abs(best - x) ? point.x : best, Infinity);
    setNumber(name, String(nearest));
    choose(name);
  });
  moveHere = show;
  return make("figure", {}, [svg, make("ul", { "class": "legend" }, names.map((one) => make("li", {}, [one.endsWith(" bound") ? "" : markOf(one),
    draw("svg", { width: 26, height: 12, "aria-hidden": "true" }, draw("path", { "class": "curve", d: "M0 6H26", style: styleOf(curves, one) })), one]))),
    make("p", { "class": "note" }, "Where curves coincide the thin one lies on the thick one. A click sets the number.")]);
}
let moveHere = () => {};
// The value that the star has now.
function markHere(value, X, low, high, bottom) {
  if (!(value >= low && value <= high))
    return [];
  const text = brief(value), wide = 12 + 7 * text.length;
  return [line(X(value), 24, X(value), bottom, "here"), draw("rect", { x: X(value) - wide / 2, y: bottom + 3, width: wide, height: 17, rx: 3, "class": "badge" }),
    label(X(value), bottom + 16, text, "middle", "on-badge")];
}

$("what").addEventListener("change", presetRange);
$("what-run").addEventListener("click", vary);
on("input", showNumbers);
on("input", forgetCurves);
