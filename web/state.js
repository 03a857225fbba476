// What the page is about, and who learns of a change. A view (star.js, compare.js, ..) is a script of its own.
// It reads `state` and writes its own elements alone. It asks for a change with setStar, setMethods or begin. With
// on(what, show) it asks for a call of show() when there is something new in `state`: "input", the star or the heuristics
// have changed; "runs" and "optimum", compare.js has computed them.
"use strict";

const { make, draw, line, label, amount, ticks, gantt, commandLine } = charts;
const $ = (id) => document.getElementById(id);
const plural = (n) => Number(n) === 1 ? "" : "s"; // what follows the name of n things

const state = {
  star: "", // as --star takes it
  methods: "", // as -H takes it
  problem: "", workers: 0, // of the star, from the last run
  lower: null, // the document of `bound`
  runs: [], // those of the document of `run`, in the order of methods, each with its events
  optimum: null, // the document of `optimal`, null before it is there
};

const views = { input: [], runs: [], optimum: [] };
function on(what, show) {
  views[what].push(show);
}
function tell(what) {
  for (const show of views[what])
    show();
}

function begin(star, methods) {
  Object.assign(state, { star, methods });
  tell("input");
}
function setStar(text) {
  begin(text, state.methods);
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
  return ["run", `--star=${star}`, "-H", methods, "--engine=native"];
}
function quoted(words) {
  return ["starport", ...words].map((word) => /^[\w@%+=:,./-]+$/.test(word) ? word
    : `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

function button(text, name, pressed) {
  const element = make("button", { type: "button", "class": "button", "aria-label": name }, text);
  element.addEventListener("click", pressed);
  return element;
}
// The choices of a select: the examples by paper.
function fillExamples(select, all) {
  const papers = [...new Set(all.map((example) => example.paper))];
  select.append(...papers.map((paper) => make("optgroup", { label: paper }, all.flatMap((example, k) =>
    example.paper === paper ? [make("option", { value: k }, example.name)] : []))));
}
// Until the pointer is lifted: move(event) when it moves.
function whileDown(move) {
  const ends = ["pointerup", "pointercancel"], end = () => {
    removeEventListener("pointermove", move);
    ends.forEach((name) => removeEventListener(name, end));
  };
  addEventListener("pointermove", move);
  ends.forEach((name) => addEventListener(name, end));
}
const headOf = (heads) => make("thead", {}, make("tr", {}, heads.map((text) => make("th", { scope: "col" }, text))));
