// What the run would be if one message went to another worker and all others stayed as they are: its plan with that message
// changed, executed by the native engine for each worker. The heuristic need not have compared them.
"use strict";

const trier = new Engine();
const LONGEST = 1500; // ms: what the executions of one step may take together
const tried = { run: null, plan: null, of: new Map() }; // a run, its plan (null: none to be tried), by message the values by worker
let trying = 0;

// The message of the plan that a decision sends; -1: none, or of an imbalance, which no other worker would settle.
function plannedMessage(decision) {
  if (decision?.answer !== "send" || state.problem === "imbalance")
    return -1;
  return state.problem === "redistribution" || decision.port === "out" ? decision.message - 1 : -1;
}
const othersKnown = (decision) => tried.run === steps.run && tried.plan && plannedMessage(decision) >= 0;
const othersHead = () => withDeadline() ? "done if sent there" : "makespan if sent there";

async function execute(transfers) {
  const plan = JSON.stringify({ ...tried.plan, transfers });
  const answer = await trier.call(["run", `--star=${state.star}`, "--plan=/plan.json", "--engine=native", "--json"], [], { "/plan.json": plan });
  const run = answer.out ? JSON.parse(answer.out).runs[0] : null;
  return { ms: answer.ms, value: run?.status === "ok" ? valueOf(run) : null };
}
// The plan of the run that is shown, if its execution gives what the run gives and is quick enough.
async function readPlan(run) {
  Object.assign(tried, { run, plan: null, of: new Map() });
  const plan = state.workers > MOST_BARS ? null
    : await ask(trier, ["plan", `--star=${state.star}`, ...pluginWords(run.heuristic), "-H", run.heuristic]).catch(() => null);
  if (!plan)
    return;
  tried.plan = plan;
  const { ms, value } = await execute(plan.transfers);
  if (value === null || !near(value, valueOf(run)) || ms * state.workers > LONGEST)
    tried.plan = null;
}
const tryOthers = newest(trier, async () => {
  const { run, at } = steps, n = plannedMessage(steps.decisions[at]);
  if (!run || run.late || n < 0 || !$("steps").classList.contains("open"))
    return;
  if (tried.run !== run)
    await readPlan(run);
  if (!tried.plan || tried.of.has(n))
    return;
  const { transfers } = tried.plan, values = [];
  await Promise.all(Array.from({ length: state.workers }, async (_, i) => {
    if (transfers[n] && transfers[n].from !== i + 1)
      values[i + 1] = (await execute(transfers.map((one, k) => k === n ? { ...one, to: i + 1 } : one))).value;
  }));
  tried.of.set(n, values);
  if (steps.run === run && steps.at === at)
    goTo(at);
}, () => {});
function tryLater() { // once nobody goes on from step to step
  clearTimeout(trying);
  if (!steps.timer)
    trying = setTimeout(tryOthers, REST);
}

// By worker, or nothing while they are computed.
const othersOf = (decision) => othersKnown(decision) && tried.of.get(plannedMessage(decision)) || [];
function othersWords(decision) {
  const values = othersOf(decision), chosen = tried.plan?.transfers[plannedMessage(decision)]?.to, own = values[chosen];
  const others = values.flatMap((value, i) => value == null || i === chosen ? [] : [{ i, value }]);
  if (own === undefined || !others.length)
    return [];
  const best = others.reduce((good, one) => isWorse(one.value - good.value) ? good : one), change = best.value - own;
  const [verb, less, more] = withDeadline() ? ["do", "less", "more"] : ["end at", "later", "earlier"];
  const by = near(best.value, own) ? "as it does" : `${brief(Math.abs(change))} ${isWorse(change) ? less : more}`;
  return [make("b", {}, `Had this message gone to ${P(best.i)}${others.length > 1 ? ", the best of the others," : ""} and all else as it did, the run would ${verb} ` +
    `${brief(best.value)}, ${by}`), ". (Executed here, for each worker; the heuristic need not have compared them.)"];
}
