// Why a step was taken: for each worker that could have had the task the dates at which it would arrive, begin and end, as
// the papers compute them, and by which of them the rule has compared. Where the rule is known and its quantity gives another
// worker than the run, nothing is said.
"use strict";

// Columns of the table of steps: head, and which date of a candidate.
const onLineDates = [["arrives", "arrives"], ["starts", "starts"], ["ends", "ends"]];
const planDates = [["at the master", "room"], ["at the worker", "arrives"], ["work until", "idle"], ["starts", "starts"], ["ends", "ends"]];
const dateWords = (candidate, key) => !candidate ? "" : candidate[key] < Infinity ? brief(candidate[key]) : "never";
// {now, room, arrives, idle, starts, ends} of a task that may leave the master at `now`.
function candidateOf(now, room, idle, c, w, after = 0) {
  const arrives = Math.max(room, now) + c, starts = Math.max(arrives, idle);
  return { now, room, arrives, idle, starts, ends: starts + w + after };
}

// ---- On line: what a rule compares, of the candidates and the costs.

const withRoom = (candidates) => { // the workers that have a free place when the first has
  const date = Math.max(candidates[0].now, Math.min(...candidates.map(({ room }) => room)));
  return candidates.flatMap(({ room }, k) => room <= date ? [k + 1] : []);
};
const all = (candidates) => candidates.map((_, k) => k + 1);
const comparisons = {
  min_c: { column: "c", of: (one) => one.c, among: withRoom, words: "the cheapest link of those that have a free place" },
  min_w: { column: "w", of: (one) => one.w, among: withRoom, words: "the fastest worker of those that have a free place" },
  mct: { column: "ends", of: (one) => one.ends, among: all, words: "the worker that would end the task first" },
};
// Tasks have the size 1, as in the worker views.
function onLine({ date, worker, units }, states, star) {
  const cost = (key, i) => number(star.list[key]?.[i] || "0"), overhead = number(star.rest.overhead || "0");
  const candidates = states.slice(1).map((seen, k) => {
    const c = cost("latency", k) + units * cost("c", k), w = overhead + units * cost("w", k), result = units * cost("result", k);
    return { ...candidateOf(date, seen.room_at, seen.idle_at, c, w, result && result + cost("latency", k)), c, w };
  });
  return { candidates, chosen: worker, from: date, columns: onLineDates, what: `${units === 1 ? "the task" : "it"}${star.rest.sizes ? ", of tasks of size 1," : ""}` };
}

// ---- Plans of redistributions: message n of the plan, with the ends of the workers under the messages before it
// (RR-6005, Algorithm 1, whose quantities these are).

function planOf(decisions) {
  const list = (port) => decisions.filter((decision) => decision.port === port && decision.answer === "send").map(({ worker }) => worker);
  const to = list("out");
  return list("in").map((from, k) => [from, to[k]]);
}
function planned(plan, n, star) {
  const c = star.list.c.map(number), w = star.list.w.map(number), end = star.list.load.map((load, i) => number(load) * w[i]);
  let into = 0, out = 0;
  for (const [from, to] of plan.slice(0, n)) {
    into += c[from - 1];
    out = Math.max(into, out) + c[to - 1];
    end[from - 1] -= w[from - 1];
    end[to - 1] = Math.max(end[to - 1], out) + w[to - 1];
  }
  const last = end.indexOf(Math.max(...end)), from = n < plan.length ? plan[n][0] : last + 1, arrived = into + c[from - 1], at = Math.max(arrived, out);
  const candidates = end.map((date, i) => ({ ...candidateOf(at, at, date, c[i], w[i]), room: arrived }));
  return { candidates, from: into, sender: from, senderEnds: end[from - 1], chosen: plan[n]?.[1], columns: planDates };
}

// ---- In words.

const dateOf = (value) => brief(value);
const nameOf = () => steps.run.heuristic;
function listed(candidates, workers, of) {
  return listWords(workers.map((i) => `${dateOf(of(candidates[i - 1]))} (${P(i)})`).slice(0, 6));
}
// {candidates, columns, chosen, from, among, compared, words}, or null: a decision without candidates.
function reasonOf(decision, states) {
  const star = readStar(state.star), { problem } = state;
  if (decision.answer !== "send" || !star || states.length !== star.m + 1)
    return null;
  if (decision.port === "out" && (["bag", "divisible"].includes(problem) || (problem === "redistribution" && steps.heuristic.online)))
    return onLineReason(onLine(decision, states, star));
  if (problem === "redistribution" && !steps.heuristic.online && !star.list.latency && star.rest.duplex !== "half")
    return planReason(planned(planOf(steps.decisions), decision.message - 1, star));
  return null;
}
function onLineReason(reason) {
  const { candidates, chosen } = reason, rule = comparisons[nameOf()], first = 1 + candidates.findIndex(({ ends }) => ends === Math.min(...candidates.map((one) => one.ends)));
  if (rule) {
    const among = rule.among(candidates), values = among.map((i) => rule.of(candidates[i - 1])), winner = among[values.indexOf(Math.min(...values))];
    if (winner === chosen) {
      const others = among.filter((i) => i !== chosen), of = rule.of(candidates[chosen - 1]);
      Object.assign(reason, { among, compared: rule.column, columns: rule.column === "ends" ? onLineDates : [[rule.column, rule.column], ...onLineDates], words: [make("b", {}, `${P(chosen)} wins: ${nameOf()} takes ${rule.words}`),
        others.length ? `, ${dateOf(of)} against ${listed(candidates, others, rule.of)}.` : "; no other has a free place.",
        first !== chosen ? ` ${P(first)} would have ended it first, at ${dateOf(candidates[first - 1].ends)} against ${dateOf(candidates[chosen - 1].ends)}.` : ""] });
      return reason;
    }
  }
  return Object.assign(reason, { words: endsWords(reason, first) });
}
function endsWords({ candidates, chosen, what = "the task" }, first) {
  const ends = candidates[chosen - 1].ends;
  return [make("b", {}, `${P(chosen)} would end ${what} at ${dateOf(ends)}`), candidates[first - 1].ends < ends - 1e-9
    ? `, ${P(first)} at ${dateOf(candidates[first - 1].ends)}: it does not go where it would end first.` : ": nowhere would it end before."];
}
function planReason(reason) {
  const { candidates, chosen, sender, senderEnds } = reason, ends = candidates.map((one, i) => i + 1 === sender ? Infinity : one.ends), first = 1 + ends.indexOf(Math.min(...ends));
  const bba = nameOf() === "bba" && ends[chosen - 1] === ends[first - 1];
  return Object.assign(reason, { compared: bba ? "ends" : undefined, among: candidates.flatMap((_, i) => i + 1 === sender ? [] : [i + 1]), words: bba
    ? [make("b", {}, `From ${P(sender)}, which would end last (${dateOf(senderEnds)}), to ${P(chosen)}, which would end the task first (${dateOf(ends[chosen - 1])})`), "."]
    : [...endsWords(reason, first), ` It comes from ${P(sender)}, which would end at ${dateOf(senderEnds)} with it. The dates are those of the messages before it in the plan.`] });
}
// Why a plan of bba ends.
function endWords() {
  const star = readStar(state.star);
  if (nameOf() !== "bba" || !star?.list.load || star.list.latency || star.rest.duplex === "half")
    return [];
  const plan = planOf(steps.decisions), { candidates, sender, senderEnds } = planned(plan, plan.length, star);
  const ends = candidates.flatMap(({ ends: date }, i) => i + 1 === sender ? [] : [date]), least = Math.min(...ends);
  return least >= senderEnds ? [make("b", {}, `bba stops: no worker would end a task of ${P(sender)} before ${dateOf(senderEnds)}`), `, the date at which ${P(sender)} ends; the first would at ${dateOf(least)}.`] : [];
}

// ---- As a picture: the message, the tasks before, the computation, from one date to another.

function datesPicture(worker, { room, now, arrives, idle, starts, ends }, from, to) {
  if (!(ends < Infinity))
    return "";
  const X = (date) => 100 * Math.max(0, date - from) / Math.max(1e-300, to - from), sent = Math.max(room, now);
  const bar = (a, b, y, height, opacity) => draw("rect", { x: `${X(a)}%`, width: `${Math.max(0, X(b) - X(a))}%`, y, height, rx: 1, fill: hueOf(worker), opacity });
  const inside = X(ends) - X(starts) > 16;
  return draw("svg", { "class": "dates", role: "img", "aria-label": `arrives at ${dateOf(arrives)}, ends at ${dateOf(ends)}` }, [bar(sent, arrives, 1, 7, 0.4),
    ...(idle > from ? [bar(from, Math.min(idle, ends), 11, 14, 0.35)] : []), bar(starts, ends, 11, 14, 1),
    draw("text", { x: `${inside ? (X(starts) + X(ends)) / 2 : X(ends) > 80 ? X(starts) - 1 : X(ends) + 1}%`, y: 22, "text-anchor": inside ? "middle" : X(ends) > 80 ? "end" : "start",
      style: inside ? "fill: #1a1d21" : "" }, `ends ${dateOf(ends)}`)]);
}
