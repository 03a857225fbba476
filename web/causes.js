// What made a message start when it did: which of the things that it needs was free last, and what it found at the worker.
// It is read off the run's events, and so holds for every heuristic.
"use strict";

const eventLists = new WeakMap(); // by chart: {from, to, task, start, end, amount, kind}
function eventsOf({ chart }) {
  if (!eventLists.has(chart)) {
    const list = [];
    for (let k = 0; k < chart.events.length; k += charts.EVENT) {
      const [from, to, task, start, end, units, kind] = chart.events.slice(k, k + charts.EVENT);
      list.push({ from, to, task, start, end, amount: units, kind: charts.KINDS[kind] });
    }
    eventLists.set(chart, list.sort((a, b) => a.start - b.start));
  }
  return eventLists.get(chart);
}
const computes = ({ from, to, kind }) => from === to && kind !== "lost";
const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
const latest = (events) => events.reduce((last, one) => last && last.end >= one.end ? last : one, null);

// The transfer of decision k: those of a worker in one direction start in the order of their decisions. Where hosts fail
// messages may be taken back: there it starts before its port, if there is one, has another. Undefined: none is known, or it
// has not ended by the deadline.
function transferOf(k, star) {
  const { port, worker, date } = steps.decisions[k], sends = (one) => one.answer === "send" && one.port === port;
  const all = eventsOf(steps.run).filter(({ from, to }) => port === "out" ? from === 0 && to === worker : from === worker && to === 0);
  if (!fails(star))
    return all[steps.decisions.slice(0, k).filter((one) => sends(one) && one.worker === worker).length];
  const next = steps.decisions.slice(k + 1).find(sends)?.date ?? Infinity;
  return "send" in star.rest || "recv" in star.rest ? undefined : all.find(({ start }) => (start > date || near(start, date)) && start < next);
}

// Of a message that waits with its port engaged: what may hold it up, [words, an event that ends when it starts].
function waits({ port, worker: i }, task, star) {
  const limited = star.list.buffer || star.list.memory, half = star.rest.duplex === "half";
  return port === "out" ? [
    ["its task has reached the master", ({ to, task: of }) => to === 0 && (of === task || fails(star)) && ["load", "delta"].includes(kindOf(star))],
    [`${P(i)} has computed and ${star.list.memory ? "its memory" : "a place there"} is free`, (one) => limited && star.rest.hold !== "result" && computes(one) && one.to === i],
    [`a result has left ${P(i)} and a place there is free`, ({ from, to }) => limited && star.rest.hold === "result" && from === i && to === 0],
    [`the link to ${P(i)} is free`, ({ from, to }) => from === 0 && to === i],
    ["the master has received, and may send", ({ to }) => half && to === 0],
  ] : [
    [`${P(i)} has computed its task`, (one) => one.to === i && computes(one) && one.task === task],
    [`its task has reached ${P(i)}`, ({ from, to }) => from === 0 && to === i],
    [`the link from ${P(i)} is free`, ({ from, to }) => from === i && to === 0],
    ["the master has sent, and may receive", ({ from, to }) => half && from === 0 && to],
  ];
}
// Of one that starts when its port engages it. held: what else has become free then, in words.
function portWords(k, date, star, held) {
  const { port } = steps.decisions[k], ofPort = ({ from, to }) => from !== to && (port === "out" ? from === 0 : to === 0), all = eventsOf(steps.run);
  const last = all.find((one) => ofPort(one) && near(one.end, date)), half = star.rest.duplex === "half" && all.find((one) => one.from !== one.to && near(one.end, date));
  if (date <= 0)
    return "the port is free from the start";
  if (last || half) {
    const { from, to, kind } = last || half;
    return `the port is free: the message ${from ? `from ${P(from)}` : `to ${P(to)}`} ${kind === "lost" ? "is lost" : "has ended"}`;
  }
  const free = latest(all.filter((one) => ofPort(one) && one.end < date))?.end || 0, since = `the port was free from ${dateOf(free)} on`;
  const asked = steps.decisions.slice(0, k).findLast((one) => one.port === port);
  return asked?.answer === "wait" ? `${since}, and ${nameOf()} let it wait` : "release" in star.rest ? `${since}, and its task arrives then`
    : held ? `${since}, and ${held} then` : `${since}${steps.heuristic.online ? "" : ", and the plan begins the message then"}`;
}
function startWords(k, { start, task }, star) {
  const decision = steps.decisions[k], held = waits(decision, task, star).filter(([, ends]) => eventsOf(steps.run).some((one) => near(one.end, start) && ends(one)))
    .map(([words]) => words).join(", ");
  return near(start, decision.date) ? portWords(k, start, star, held) : `${held ? `${held}. ` : ""}The port has waited for it since ${dateOf(decision.date)}`;
}
// What becomes of it: the computation, or the way on from the master.
function thenWords({ port, worker: i }, { end, task, kind }, star) {
  if (kind === "lost")
    return `It is lost at ${dateOf(end)}.`;
  const all = eventsOf(steps.run), sent = port === "in" && kind !== "result" && all.find(({ from, to, task: of }) => from === 0 && to && of === task);
  if (port === "in")
    return sent ? `It is at the master at ${dateOf(end)}, which sends it on at ${dateOf(sent.start)}.` : `It is at the master at ${dateOf(end)}.`;
  const work = all.find((one) => computes(one) && one.to === i && one.task === task);
  if (!work)
    return `It arrives at ${dateOf(end)}${fails(star) ? ", and is not computed there" : ""}.`;
  const before = latest(all.filter((one) => one.from === one.to && one.to === i && one !== work && one.end <= work.start)), ends = `until ${dateOf(work.end)}`;
  return `It arrives at ${dateOf(end)}${!near(work.start, end) ? `, waits until ${P(i)} has computed what it had, ${dateOf(work.start)}, and is computed ${ends}.`
    : before && near(before.end, work.start) ? ` as ${P(i)} becomes idle, and is computed ${ends}.`
      : `; ${P(i)}, idle ${before ? `since ${dateOf(before.end)}` : "from the start"}, computes it ${ends}.`}`;
}
// How many of the tasks that are left a message carries: R and P of the formulas of self-scheduling.
function chunkWords({ port, units, remaining }) {
  const whole = state.problem === "bag";
  if (port !== "out" || !(remaining < Infinity) || (whole ? steps.decisions.every((one) => !(one.units > 1)) : state.problem !== "divisible"))
    return "";
  return `It carries ${amount(units)} of the R = ${amount(remaining)} ${whole ? "tasks" : "units"} left${steps.heuristic.online
    ? `; for P = ${state.workers} worker${plural(state.workers)} R / P = ${amount(remaining / state.workers)}` : ""}. `;
}
// In words; "": a port that waits, or a message of which no transfer is known.
function causeWords(k) {
  const star = readStar(state.star), decision = steps.decisions[k], event = star && decision?.answer === "send" && transferOf(k, star);
  return event ? `${chunkWords(decision)}It starts at ${dateOf(event.start)}: ${startWords(k, event, star)}. ${thenWords(decision, event, star)}` : "";
}
