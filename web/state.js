// What the page is about, and who learns of a change. A view (star.js, compare.js, ..) is a script of its own.
// It reads `state` and writes its own elements alone. It asks for a change with setStar, setMethods, setDate or begin. With
// on(what, show) it asks for a call of show() when there is something new in `state`: "input", the star or the heuristics
// have changed; "runs" and "optimum", compare.js has computed them; "date", the date that is shown.
"use strict";

const { make, draw, line, label, amount, ticks, gantt, commandLine } = charts;
const $ = (id) => document.getElementById(id);
const brief = (value) => Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
const plural = (n) => Number(n) === 1 ? "" : "s"; // what follows the name of n things

const state = {
  star: "", // as --star takes it
  methods: "", // as -H takes it
  problem: "", workers: 0, // of the star, from the last run
  lower: null, // the document of `bound`
  runs: [], // those of the document of `run`, in the order of methods, each with its events
  optimum: null, // the document of `optimal`, null before it is there
  rule: null, // {name, text}: the rule of the page that runs
  date: 0, shown: "", // what the picture shows: the date, and the heuristic whose run it is
  edited: "", // the number that was changed last, as "c of P2"; "" if the star is another
  before: null, // {star, runs, optimum}: what was there before that number was changed
};

const views = { input: [], runs: [], optimum: [], date: [] };
function on(what, show) {
  views[what].push(show);
}
function tell(what) {
  for (const show of views[what])
    show();
}

const past = []; // {star, methods}, to be undone
// edited: the number of the star that is changed, if it is one; its changes in a row are one.
function begin(star, methods, edited = "") {
  if (edited !== state.edited || !edited) {
    if (state.star && (star !== state.star || methods !== state.methods))
      past.push({ star: state.star, methods: state.methods });
    if (star !== state.star)
      Object.assign(state, { edited, before: edited ? { star: state.star, runs: state.runs, optimum: state.optimum } : null });
  }
  Object.assign(state, { star, methods });
  tell("input");
}
function undo() {
  Object.assign(state, past.pop(), { edited: "", before: null });
  tell("input");
}
function setDate(date, shown = state.shown) {
  Object.assign(state, { date, shown });
  tell("date");
}
function setStar(text, edited) {
  begin(text, state.methods, edited);
}
function setMethods(text) {
  begin(state.star, text);
}

// ---- The words of the command line.

// Splits at commas as -H does; each is one heuristic with its options.
function methodsOf(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}
function runWords(star, methods) {
  return ["run", `--star=${star}`, ...pluginWords(methods), "-H", methods, "--engine=native"];
}
// The rule of the page (rule.js), if it is one of these heuristics.
const isRule = (method) => Boolean(state.rule) && isOf(method, state.rule.name);
const pluginWords = (methods) => methodsOf(methods).some(isRule) ? [`--plugin=/${state.rule.name}.js`] : [];
function quoted(words) {
  return ["starport", ...words].map((word) => /^[\w@%+=:,./-]+$/.test(word) ? word
    : `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

function button(text, name, pressed) {
  const element = make("button", { type: "button", "class": "button", "aria-label": name }, text);
  element.addEventListener("click", pressed);
  return element;
}
// A number that can be dragged sideways, or changed with the arrow keys: whole numbers by one, others by their last digit.
function draggable(element, name, value, set, keys) {
  const move = (from, steps) => {
    const digits = (/\.(\d+)$/.exec(from) || ["", ""])[1].length, unit = 10 ** -digits;
    if (/^-?\d+(\.\d+)?$/.test(from))
      set(Math.max(leastOf(name, unit), Number(from) + steps * unit).toFixed(digits));
  };
  element.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, ...keys }[event.key];
    if (!steps)
      return;
    event.preventDefault();
    move(value(), steps);
  });
  element.addEventListener("pointerdown", (down) => {
    const from = value();
    let steps = 0;
    whileDown((event) => {
      const now = Math.round((event.clientX - down.clientX) / 6);
      if (now !== steps)
        move(from, steps = now);
    });
  });
}
const leastOf = (name, unit) => name.startsWith("delta") ? -Infinity : /^(w|buffer|memory|tasks|work|deadline)\b/.test(name) ? unit : 0;

// The mark of the k-th heuristic: a shape and a colour.
const shapes = ["M5.5 0A5.5 5.5 0 1 1 5.5 11 5.5 5.5 0 1 1 5.5 0Z", "M0.5 0.5H10.5V10.5H0.5Z", "M5.5 0L11 10.5H0Z", "M5.5 -0.5L11 5.5 5.5 11.5 0 5.5Z",
  "M0 0.5H11L5.5 11Z", "M5.5 0L11 4.2 8.9 11H2.1L0 4.2Z"];
function markOf(name) {
  const k = Math.max(0, methodsOf(state.methods).indexOf(name)) % shapes.length;
  return draw("svg", { "class": "shape", viewBox: "0 0 11 11", "aria-hidden": "true" }, draw("path", { d: shapes[k], style: `fill: var(--h${k})` }));
}
const hueOf = (worker) => `var(--p${(worker - 1) % 6})`;

// The choices of a select: the examples by paper.
function fillExamples(select, all) {
  const papers = [...new Set(all.map((example) => example.paper))];
  select.append(...papers.map((paper) => make("optgroup", { label: paper }, all.flatMap((example, k) =>
    example.paper === paper ? [make("option", { value: k }, example.name)] : []))));
}
// Until the pointer is lifted: move(event) when it moves; then lifted(), unless the page has taken it to scroll.
function whileDown(move, lifted = () => {}) {
  const ends = ["pointerup", "pointercancel"], end = ({ type }) => {
    removeEventListener("pointermove", move);
    ends.forEach((name) => removeEventListener(name, end));
    if (type === "pointerup")
      lifted();
  };
  addEventListener("pointermove", move);
  ends.forEach((name) => addEventListener(name, end));
}
const headOf = (heads) => make("thead", {}, make("tr", {}, heads.map((text) => make("th", { scope: "col" }, text))));
