// Step by step: one heuristic's decisions, each with the workers as they were seen, the answer in words and, where a task
// has candidates, the dates that each would have (reasons.js). The picture and the charts show the same date. The decisions
// are those of `run --decisions` (docs/formats.md); the step after the last one is the end.
"use strict";

const steps = {
  run: null, // of state.runs
  heuristic: null, // of `list`: summary, source, online
  decisions: [], at: 0,
  timer: 0, // while it plays
  resting: 0, // while runs still change
};
const step_engine = new Engine();
const described = new Map(); // by name, of `list NAME`

// ---- The decisions.

function readDecisions(csv) {
  const number = (text) => text === "inf" ? Infinity : Number(text), decisions = [], sent = { in: 0, out: 0 };
  for (const row of csv.trim().split("\n").slice(1)) {
    const [count, date, port, remaining, answer, from, to, units, until, worker, ...seen] = row.split(",");
    if (+count > decisions.length)
      decisions.push({ date: +date, port, remaining: number(remaining), answer, worker: +from || +to, units: +units,
        until: until ? +until : Infinity, message: answer === "send" ? ++sent[port] : 0, changed: [] });
    if (worker) {
      const [room_at, idle_at, assigned, done, held, movable] = seen.map(number);
      decisions.at(-1).changed.push({ worker: +worker, room_at, idle_at, assigned, done, held, movable });
    }
  }
  return decisions;
}
// What was last seen of each worker at decision k, [1..workers].
function statesAt(k) {
  const states = [];
  for (const decision of steps.decisions.slice(0, k + 1))
    for (const seen of decision.changed)
      states[seen.worker] = seen;
  return states;
}

async function describe(name) {
  if (!described.has(name))
    described.set(name, (await ask(step_engine, ["list", name])).heuristics[0]);
  return described.get(name);
}
const loadSteps = newest(step_engine, async () => {
  pause();
  const run = state.runs.find(({ heuristic }) => heuristic === $("steps-method").value);
  const before = steps.run?.heuristic;
  steps.run = null;
  $("steps-fault").textContent = run ? "" : "No heuristic has a run to be shown.";
  $("steps-view").hidden = !run;
  if (!run)
    return;
  const heuristic = isRule(run.heuristic) ? { summary: "your own rule", source: "the explorer", online: true } : await describe(run.heuristic.split(":")[0]);
  const answer = await step_engine.call([...runWords(state.star, run.heuristic), "--decisions=/d.csv"], ["/d.csv"]);
  if (!answer.files["/d.csv"])
    throw new Error(message(answer));
  Object.assign(steps, { run, heuristic });
  steps.decisions = readDecisions(answer.files["/d.csv"]);
  $("steps-at").max = steps.decisions.length;
  showRule();
  goTo(before === run.heuristic ? steps.at : stepAt(state.date));
}, (text) => {
  $("steps-fault").textContent = text;
  $("steps-view").hidden = true;
});

// The heuristics that have a run; the one chosen stays if it is still there.
function showStepMethods() {
  const select = $("steps-method"), chosen = select.value;
  const names = state.runs.filter((run) => run.chart).map((run) => run.heuristic);
  select.replaceChildren(...names.map((name) => make("option", {}, name)));
  if (names.includes(chosen))
    select.value = chosen;
  if (!steps.run || state.runs.find(({ heuristic }) => heuristic === select.value)?.chart !== steps.run.chart)
    loadSteps();
}

// ---- In words.

// The last decision at the date or before.
function stepAt(date) {
  return Math.max(0, steps.decisions.findLastIndex((decision) => decision.date <= date + 1e-9));
}
function showRule() {
  const { summary, source, online, head } = steps.heuristic;
  $("steps-rule").textContent = `${steps.run.heuristic} ${online ? "decides on line, whenever the master's port is free"
    : "has planned the messages before; here its plan is executed"}: ${summary} (${source}).`;
  $("steps-formula").textContent = (/(^ {2}.*\n)+/m.exec(head)?.[0] || "").replace(/^ {2}/gm, ""); // of the head of its file
}
const P = (worker) => `P${worker}`;
function answerWords(decision, seen) {
  const { port, answer, worker, units, date, message: number } = decision;
  const whole = state.problem === "divisible" ? `${amount(units)} unit${plural(units)}` : units > 1 ? `${units} tasks` : "a task";
  if (answer === "end")
    return "this port is not needed any more.";
  if (answer === "wait")
    return decision.until < Infinity ? `wait until ${amount(decision.until)}, or until something ends before.`
      : "wait until something ends.";
  if (port === "in") {
    const on = steps.heuristic.online ? null
      : steps.decisions.find((one) => one.port === "out" && one.message === number);
    return `${P(worker)} sends a ${["bag", "divisible"].includes(state.problem) ? "result" : "task"} to the master${on ? `, for ${P(on.worker)}` : ""}.`;
  }
  const late = seen.room_at > date ? ` It waits for a free place there, until ${amount(seen.room_at)}.` : "";
  return `the master sends ${whole} to ${P(worker)}.${late}`;
}
function showAnswer(decision, states) {
  const n = steps.decisions.length, { makespan } = steps.run;
  const place = decision ? `Decision ${steps.at + 1} of ${n}, date ${amount(decision.date)}` : `The end, date ${amount(makespan)}`;
  const words = decision ? answerWords(decision, states[decision.worker])
    : n ? "the run has ended." : "nothing was sent; the run has ended.";
  $("steps-answer").replaceChildren(make("strong", {}, `${place}: `), words);
  $("steps-at").setAttribute("aria-valuetext", place);
}

// ---- The workers.

const MOST_BARS = 50; // from so many workers on there are no dates, bars and dots, only the words

function columns() {
  const limited = state.problem !== "divisible" && readStar(state.star)?.list.buffer; // of a divisible load: of one message
  const through = state.problem === "redistribution";
  if (state.problem === "imbalance") // nothing is computed
    return [["received", (seen) => amount(seen.assigned)], ["will be taken", (seen) => amount(seen.movable)]];
  const when = (date, now, then) => date <= now ? then : date < Infinity ? amount(date) : "never";
  return [
    ["idle at", (seen, now) => when(seen.idle_at, now, "idle")],
    ...(limited ? [["place free at", (seen, now) => when(seen.room_at, now, "now")]] : []),
    ["held", (seen) => limited ? `${seen.held} of ${limited[seen.worker - 1]}` : amount(seen.held)],
    ["sent or kept", (seen) => amount(seen.assigned)],
    ["computed", (seen) => amount(seen.done)],
    ...(through ? [[steps.heuristic.online ? "can be taken" : "will be taken", (seen) => amount(seen.movable)]] : []),
  ];
}
// What is left for the port that asks.
function leftWords({ port, remaining }) {
  const what = state.problem === "bag" || state.problem === "divisible" ? "at the master"
    : !steps.heuristic.online ? `messages left for the ${port === "in" ? "reception" : "emission"}`
      : port === "in" ? "tasks that can be taken" : "tasks at the master";
  return `${what}: ${remaining < Infinity ? amount(remaining) : "load without end"}`;
}
function showWorkers(decision, states) {
  const others = othersOf(decision), list = [...(othersKnown(decision) ? [[othersHead(), ({ worker }) => others[worker] == null ? "" : brief(others[worker])]] : []), ...columns()], { date } = decision, few = states.length <= MOST_BARS, reason = reasonOf(decision, states), dates = few && reason?.columns || [];
  const latest = reason && Math.max(...reason.candidates.filter(({ ends }) => ends < Infinity).map(({ ends }) => ends));
  const rows = states.slice(1).map((seen) => {
    const candidate = seen.worker === reason?.sender ? null : reason?.candidates[seen.worker - 1], receives = reason?.chosen === seen.worker, sends = decision.answer === "send" && decision.worker === seen.worker;
    return { name: `${P(seen.worker)}${sends && decision.port === "in" ? " sends" : sends || receives ? " receives" : ""}`, worker: seen.worker,
      cells: [...dates.map(([, key]) => dateWords(candidate, key)), ...list.map(([, text]) => text(seen, date))],
      bar: candidate && few && [candidate, reason.from, latest], chosen: reason ? receives : sends,
      out: Boolean(reason?.among && !reason.among.includes(seen.worker)) };
  });
  fillWorkers(`Workers at date ${amount(date)}${steps.heuristic.online ? ", as the heuristic saw them" : ""}; ${leftWords(decision)}`,
    [...dates, ...list].map(([head]) => head), rows, reason?.compared);
  $("steps-why").replaceChildren(...(reason?.words || []));
  $("steps-cause").textContent = causeWords(steps.at);
  $("steps-others").replaceChildren(...othersWords(decision));
}
// At the end: what each has computed (of an imbalance: received), of the events that were not lost.
function showEnd() {
  const moved = state.problem === "imbalance", done = Array(state.workers).fill(0), last = Array(state.workers).fill(0);
  for (const { to, end, amount: units } of eventsOf(steps.run).filter((one) => moved ? one.to > 0 && one.kind !== "lost" : computes(one))) {
    done[to - 1] += units;
    last[to - 1] = Math.max(last[to - 1], end);
  }
  fillWorkers("Workers at the end", [moved ? "received" : "computed", "last date"],
    done.map((units, i) => ({ name: P(i + 1), worker: i + 1, cells: [amount(units), amount(last[i])] })));
  $("steps-why").replaceChildren(...endWords());
  $("steps-cause").textContent = "";
  $("steps-others").replaceChildren();
}
// rows: {name, worker, cells, chosen, out: it does not count, bar}; compared: the head of the column that the rule compares.
// Only what changes is written: there may be hundreds of workers.
function fillWorkers(caption, heads, rows, compared) {
  const bars = rows.some(({ bar }) => bar), table = $("steps-workers"), shape = `${rows.length} ${heads} ${bars} ${compared}`;
  if (table.dataset.shape !== shape) {
    const head = headOf(["worker", ...heads, ...(bars ? ["when each would end the task"] : [])]);
    [...head.rows[0].cells].forEach((cell, k) => { cell.className = k > heads.length ? "bars" : compared && heads[k - 1] === compared ? "compared" : ""; });
    table.replaceChildren(make("caption"), head,
      make("tbody", {}, rows.map(({ worker }) => make("tr", {}, [make("th", { scope: "row" }, [...(rows.length < MOST_BARS ? [make("span", { "class": "dot", style: `background: ${hueOf(worker)}` })] : []), make("span")]),
        ...heads.map(() => make("td", { "class": "number" })), ...(bars ? [make("td", { "class": "bars" })] : [])]))));
    table.dataset.shape = shape;
  }
  const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  write(table.caption, caption);
  [...table.tBodies[0].rows].forEach((row, i) => {
    const { name, cells, chosen, out, bar } = rows[i];
    write(row.cells[0].lastChild, name);
    cells.forEach((text, k) => write(row.cells[k + 1], text));
    if (bars)
      row.cells[heads.length + 1].replaceChildren(bar ? datesPicture(rows[i].worker, ...bar) : "");
    row.classList.toggle("chosen", Boolean(chosen));
    row.classList.toggle("out-of-it", Boolean(out));
  });
}

// ---- Going through them.

function goTo(k) {
  if (!steps.run)
    return;
  steps.at = Math.max(0, Math.min(k, steps.decisions.length));
  const decision = steps.decisions[steps.at], states = statesAt(steps.at);
  $("steps-at").value = steps.at;
  $("steps-back").disabled = steps.at === 0;
  $("steps-next").disabled = !decision;
  showAnswer(decision, states);
  if (decision)
    showWorkers(decision, states);
  else
    showEnd();
  tryLater();
}
function pause() {
  clearInterval(steps.timer);
  steps.timer = 0;
  $("steps-play").textContent = "play";
  $("steps-answer").setAttribute("aria-live", "polite");
}
const PLAY = 20000; // the time in which all of it is played, at most
function play() {
  if (steps.timer || !steps.run) {
    pause();
    return;
  }
  const n = steps.decisions.length;
  if (steps.at === n)
    visitStep(0);
  $("steps-play").textContent = "pause";
  $("steps-answer").setAttribute("aria-live", "off"); // each answer would be read aloud
  const interval = Math.max(40, Math.min(800, PLAY / n)), by = Math.max(1, Math.round(n * interval / PLAY));
  steps.timer = setInterval(() => {
    visitStep(steps.at + by);
    if (steps.at === n)
      pause();
  }, interval);
}
// To that decision, with the picture and the charts.
function visitStep(k) {
  goTo(k);
  if (steps.run)
    setDate(steps.decisions[steps.at]?.date ?? steps.run.makespan, steps.run.heuristic);
}
function walk(by) {
  pause();
  visitStep(steps.at + by);
}

$("steps-method").addEventListener("change", loadSteps);
$("steps-back").addEventListener("click", () => walk(-1));
$("steps-next").addEventListener("click", () => walk(1));
$("steps-play").addEventListener("click", play);
$("steps-at").addEventListener("input", () => walk(Number($("steps-at").value) - steps.at));
$("steps").addEventListener("keydown", (event) => {
  const keys = { ArrowLeft: () => walk(-1), ArrowRight: () => walk(1), Home: () => walk(-steps.at), End: () => walk(Infinity), " ": play };
  if (!keys[event.key] || event.target.matches("input, select") || (event.key === " " && event.target.matches("button")))
    return;
  event.preventDefault();
  keys[event.key]();
});
on("date", () => { // from elsewhere
  const at = steps.decisions[steps.at]?.date ?? steps.run?.makespan;
  if (steps.run && steps.run.heuristic === state.shown && state.date !== at)
    goTo(state.date >= steps.run.makespan ? Infinity : stepAt(state.date));
});
on("runs", () => { // after a number has been dragged
  clearTimeout(steps.resting);
  steps.resting = setTimeout(showStepMethods, REST);
});
