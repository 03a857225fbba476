// What is always in view: the makespans, with their change and a bar to the optimum; and the sentence on what the last
// change of a number did. Both compare with state.before.
"use strict";

const withDeadline = () => /\bdeadline=/.test(state.star);
const valueOf = (run) => withDeadline() ? run?.done : run?.makespan;
const bestOf = () => withDeadline() ? state.lower?.bounds[0]?.value
  : state.optimum?.proven ? state.optimum.makespan : state.lower?.bounds[0]?.value;
const signed = (change) => `${change > 0 ? "+" : "\u2212"}${brief(Math.abs(change))}`;
// Since the number was changed; null: nothing to compare with.
function changeOf(run) {
  const before = valueOf(state.before?.runs.find((one) => one.heuristic === run.heuristic && !one.late)), now = valueOf(run);
  return before == null || now == null || run.late ? null : now - before;
}
const isWorse = (change) => withDeadline() ? change < 0 : change > 0;
const same = (change) => Math.abs(change) < 1e-9;

// ---- The strip.

function cellOf(head, words, value, change, bar, press) {
  const note = change === null ? "" : same(change) ? make("span", { "class": "soft" }, "as before")
    : make("span", { "class": isWorse(change) ? "worse" : "better" }, signed(change));
  const cell = make("div", { "class": "cell" }, [make("div", {}, [...head, make("span", { "class": "words" }, words)]),
    make("div", {}, [make("span", { "class": "value" }, value), note, bar])]);
  if (press) {
    charts.fill(cell, { role: "button", tabindex: 0 });
    cell.addEventListener("click", press);
    cell.addEventListener("keydown", (event) => {
      if (["Enter", " "].includes(event.key)) {
        event.preventDefault();
        press();
      }
    });
  }
  return cell;
}
// From 0 to the value; what is over the best is of another colour, with a stroke between.
function barOf(value, best, longest) {
  const X = (date) => `${Math.min(100, 100 * date / longest)}%`, end = Math.max(0, Math.min(value, best || value));
  return draw("svg", { "class": "bar", "aria-hidden": "true" }, [
    draw("rect", { x: 0, y: 4, width: X(end), height: 4, fill: "var(--track)" }),
    ...(best && value > best ? [draw("rect", { x: X(best), y: 4, width: X(value - best), height: 4, fill: "var(--lost)" })] : []),
    ...(best ? [draw("line", { x1: X(best), x2: X(best), y1: 0, y2: 12, stroke: "var(--ink)", "stroke-width": 2 })] : [])]);
}
function bestCell() {
  const bound = state.lower?.bounds[0], optimum = state.optimum?.proven ? state.optimum : null, value = bestOf();
  const last = state.before?.optimum?.proven && optimum && !withDeadline() ? optimum.makespan - state.before.optimum.makespan : null;
  const name = withDeadline() ? "at most" : optimum ? "optimum" : "bound", words = withDeadline() ? "by the deadline" : optimum ? "proven" : "no plan ends before";
  const cell = cellOf([make("b", {}, name)], words, value === undefined ? "\u2013" : brief(value), last, make("span", { "class": "words" },
    optimum && bound && !withDeadline() ? same(optimum.makespan - bound.value) ? "= bound" : `bound ${brief(bound.value)}` : ""));
  return cell;
}
function showStrip() {
  const best = bestOf(), longest = Math.max(1e-300, best || 0, ...state.runs.map((run) => valueOf(run) || 0)) * 1.02;
  const focused = [...$("strip").children].indexOf(document.activeElement);
  $("strip").replaceChildren(bestCell(), ...state.runs.map((run) => {
    const value = valueOf(run), words = run.late ? "is computed" : run.status !== "ok" ? `${run.status}: ${run.reason}` : isLate(run) ? wordsOf(run)
      : run.planned != null ? `planned ${brief(run.planned)}` : "on line";
    const cell = cellOf([markOf(run.heuristic), make("b", { "class": "name" }, run.heuristic)], words, value == null ? "\u2013" : brief(value),
      changeOf(run), value == null ? "" : barOf(value, best, longest), () => setDate(state.date, run.heuristic));
    cell.title = `${run.heuristic}: ${words}`;
    cell.classList.toggle("late", run.late);
    return cell;
  }));
  if (focused > 0)
    $("strip").children[focused]?.focus();
  markShown();
}
function markShown() {
  [...$("strip").children].slice(1).forEach((cell, k) => cell.setAttribute("aria-pressed", String(state.runs[k].heuristic === state.shown)));
}

// ---- The sentence.

// Units that each worker computes, [1..workers].
function computedBy(run) {
  const done = [];
  for (const { to, amount: units } of eventsOf(run).filter(computes))
    done[to] = (done[to] || 0) + units;
  return done;
}
// The worker whose share changed most, in words.
function shareWords(run) {
  const last = state.before.runs.find((one) => one.heuristic === run.heuristic);
  if (!run.chart || !last?.chart)
    return "";
  const now = computedBy(run), then = computedBy(last), by = Array.from({ length: Math.max(now.length, then.length) }, (_, i) => (now[i] || 0) - (then[i] || 0));
  const most = by.reduce((best, change, i) => Math.abs(change) > Math.abs(by[best]) + 1e-9 ? i : best, 0);
  return most && !same(by[most]) ? `P${most} now computes ${brief(now[most] || 0)}, before ${brief(then[most] || 0)}`
    : isLate(run) ? `it still plans ${brief(run.planned)}` : "";
}
function listWords(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
function sentenceParts() {
  const value = numberNamed(state.edited)?.value, was = numbersOf(readStar(state.before.star)).find((one) => one.text === state.edited)?.value;
  const set = value === undefined || was === undefined ? ["You changed ", make("b", {}, "the star"), ". "]
    : ["You set ", make("b", {}, state.edited), ` from ${was} to `, make("b", {}, value), ". "];
  const changes = state.runs.map((run) => ({ run, change: changeOf(run) })).filter(({ change }) => change !== null);
  const stay = changes.filter(({ change }) => same(change)).map(({ run }) => run.heuristic), moved = changes.filter(({ change }) => !same(change));
  const last = state.before.optimum?.proven && state.optimum?.proven && !withDeadline() ? state.optimum.makespan - state.before.optimum.makespan : null;
  if (last !== null && same(last))
    stay.push("the optimum");
  const verb = (change) => isWorse(change) ? "loses" : "gains";
  const [most] = [...moved].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)), why = most ? shareWords(most.run) : "";
  const parts = [...(stay.length ? [`${listWords(stay)} stay${stay.length > 1 ? "" : "s"}. `] : []),
    ...(last !== null && !same(last) ? [`The optimum ${verb(last)} ${brief(Math.abs(last))}. `] : [])];
  const rest = moved.filter((one) => one !== most).map(({ run, change }) => `${run.heuristic} ${verb(change)} ${brief(Math.abs(change))}`);
  if (most)
    parts.push(make("b", {}, `${most.run.heuristic} ${verb(most.change)} ${brief(Math.abs(most.change))}`), why ? `: ${why}` : "", rest.length ? `; ${listWords(rest)}.` : ".");
  return [...set, ...parts];
}
const undoLink = make("button", { type: "button", "class": "plain" }, "undo");
undoLink.addEventListener("click", undo);
// While a number is changed what is said keeps its height, so that the charts below stay where they are; until a run of the
// new star is there, what was said stays.
function showSentence() {
  const told = state.before && state.runs.some((run) => changeOf(run) !== null), said = $("said");
  if (state.before && !told && state.runs.some(({ late }) => late))
    return;
  said.style.minHeight = told ? `${said.getBoundingClientRect().height}px` : "";
  $("lesson").hidden = Boolean(told);
  if (!told)
    $("sentence").replaceChildren();
  else if (!fault.textContent)
    $("sentence").replaceChildren(undoLink, ...sentenceParts());
}

on("runs", showStrip);
on("runs", showSentence);
on("optimum", showStrip);
on("optimum", showSentence);
on("date", markShown);
