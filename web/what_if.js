// What if one number of the star changes: the makespans over a range, by heuristic, with the bound below.
"use strict";

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
let drawn = ""; // the star that the curves are of
function forgetCurves() {
  if (drawn !== state.star)
    $("what-chart").replaceChildren();
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
  drawn = words;
  $("what-chart").replaceChildren(plot(curves, name.text));
}, (text) => { $("what-state").textContent = text; });
function plot(curves, name) {
  const width = Math.max(560, Math.min(960, $("what-chart").clientWidth)), height = 320, left = 56, bottom = height - 36;
  const names = Object.keys(curves), points = Object.values(curves).flat().filter((point) => point.y !== null);
  if (!points.length)
    return make("p", { "class": "warning" }, "no run ended well");
  const lowX = Math.min(...points.map((point) => point.x)), highX = Math.max(...points.map((point) => point.x));
  const highY = Math.max(...points.map((point) => point.y)) * 1.03;
  const X = (x) => left + (width - left - 16) * (x - lowX) / (highX - lowX || 1), Y = (y) => bottom - (bottom - 12) * y / highY;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `${"upper bound" in curves ? "what is done by the deadline" : "makespan"} by ${name}: ${names.join(", ")}` });
  for (const x of ticks(lowX, highX, 10))
    svg.append(line(X(x), 12, X(x), bottom, "grid"), label(X(x), bottom + 16, String(x), "middle", "soft"));
  for (const y of ticks(0, highY, 6))
    svg.append(line(left, Y(y), width - 16, Y(y), "grid"), label(left - 6, Y(y) + 4, String(y), "end", "soft"));
  svg.append(line(left, bottom, width - 16, bottom, "axis"), label((left + width) / 2, bottom + 32, name, "middle"));
  const key = make("ul", { "class": "legend" });
  names.forEach((one, k) => {
    const isBound = one.endsWith(" bound"), style = isBound ? "stroke: var(--differs); stroke-dasharray: 4 3"
      : `stroke: var(--s${k % 6}); stroke-dasharray: ${["none", "7 3", "2 2"][Math.floor(k / 6) % 3]}`;
    const path = curves[one].filter((point) => point.y !== null)
      .map((point, at) => `${at ? "L" : "M"}${X(point.x).toFixed(1)} ${Y(point.y).toFixed(1)}`).join("");
    svg.append(draw("path", { "class": "curve", d: path, style }, draw("title", {}, one)));
    key.append(make("li", {}, [draw("svg", { width: 26, height: 12, "aria-hidden": "true" },
      draw("path", { "class": "curve", d: "M0 6H26", style })), one]));
  });
  return make("figure", {}, [svg, key]);
}

$("what").addEventListener("change", presetRange);
$("what-run").addEventListener("click", vary);
on("input", showNumbers);
on("input", forgetCurves);
