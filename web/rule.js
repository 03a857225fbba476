// A rule written in the page: next(view) in JavaScript, run by the native engine beside the other heuristics (rule_run.js).
// A rule that came with a link is shown, and runs when it is asked for.
"use strict";

const rules = {
  min_c: `// To the cheapest link of the workers that have a free place.
function next(view) {
  let date = Infinity, best = null;
  for (const p of view.workers) date = Math.min(date, p.room_at);
  date = Math.max(date, view.now);
  for (const p of view.workers) {
    const cheaper = best === null || p.c + p.latency < best.c + best.latency;
    if (p.room_at <= date && cheaper) best = p;
  }
  return best.number;
}
`,
  mct: `// To the worker that would end the task first.
function next(view) {
  let best = null, first = Infinity;
  for (const p of view.workers) {
    const sent = Math.max(view.now, p.room_at);
    const start = Math.max(sent + p.latency + p.c, p.idle_at);
    const end = start + p.w + p.result;
    if (end < first) { first = end; best = p; }
  }
  return best.number;
}
`,
  empty: `// What the rule does, in a sentence.
function next(view) {
  return 1;
}
`,
};
const ENDS = 3000; // ms: a rule that takes longer has, it seems, a loop without end

// ---- Its run.

async function runRule(star, method) {
  const { rule } = state, late = setTimeout(() => ruler.stop(), ENDS);
  let result;
  try {
    result = resultOf(star, method, await ruler.call([...runWords(star, method), ...recordWords], ["/events.csv", "/rows.json"]).then((answer) => {
      Object.assign(rule, { fault: answer.rule.fault, decisions: answer.rule.decisions, ms: answer.ms });
      return answer;
    }));
  } catch (error) {
    rule.fault = { line: null, text: `the run takes longer than ${ENDS / 1000} s: has the rule a loop without end?` };
    took.set(method, Infinity);
    result = { method, star, run: { heuristic: method, status: "failed", reason: "", chart: null } };
  }
  clearTimeout(late);
  if (rule.fault)
    Object.assign(result.run, { status: "failed", reason: faultWords(rule.fault) });
  return { ...result, rule };
}
function faultWords({ line, text, decision }) {
  return `${line ? `line ${line}${decision ? `, decision ${decision}` : ""}: ` : decision ? `decision ${decision}: ` : ""}${text}`;
}

// ---- The editor.

// A fault of syntax, {line, text}, or null. Its line is what the browser tells of a script, which has a fault of its own at
// its end, so that nothing of it ever runs.
function syntaxFault(text) {
  try {
    new Function(`"use strict"; ${text}`);
    return null;
  } catch (error) {
    const fault = { line: null, text: error.message }, last = text.split("\n").length;
    const hear = (event) => {
      event.preventDefault();
      fault.line = event.lineno <= last ? event.lineno : null;
    };
    const script = make("script", {}, `(function () { "use strict"; ${text}\n}); %`);
    addEventListener("error", hear);
    document.head.append(script);
    script.remove();
    removeEventListener("error", hear);
    return fault;
  }
}
const nameFault = (name) => !/^[a-z][a-z0-9_-]{0,39}$/.test(name) ? `'${name}' cannot name a rule: expected a small letter, then small letters, digits, - and _`
  : known.some((one) => one.name === name) ? `${name} is the name of a heuristic, expected another` : "";

let ruleTimer = 0;
function ruleTyped() {
  showLines();
  clearTimeout(ruleTimer);
  ruleTimer = setTimeout(takeRule, REST);
}
// Runs what stands in the editor, unless it cannot be read: then the charts keep the last rule.
function takeRule() {
  const name = $("rule-name").value.trim(), text = $("rule-text").value, fault = nameFault(name);
  clearTimeout(ruleTimer);
  $("rule-run").hidden = true;
  $("rule-note").textContent = "";
  const wrong = fault ? { line: null, text: fault } : text.trim() ? syntaxFault(text) : { line: null, text: "an empty text, expected function next(view) { .. }" };
  if (wrong) {
    showRuleState(wrong, " The charts keep the last rule that could be read.");
    return;
  }
  const before = state.rule?.name, list = methodsOf(state.methods).filter((method) => method !== before);
  state.rule = { name, text };
  took.delete(name);
  setMethods([...list, name].join(","));
}
function showLines(wrong = null) {
  const lines = $("rule-text").value.split("\n"), field = $("rule-text");
  $("rule-lines").replaceChildren(...lines.map((_, k) => make("span", wrong === k + 1 ? { "class": "wrong" } : {}, wrong === k + 1 ? String(k + 1) : `${k + 1}\n`)));
  field.style.height = `${Math.max(240, 20 * lines.length + 24)}px`;
}
function showRuleState(fault, more = "") {
  showLines(fault?.line);
  $("rule-text").toggleAttribute("aria-invalid", false);
  if (fault)
    $("rule-text").setAttribute("aria-invalid", "true");
  const { decisions, ms } = state.rule || {};
  $("rule-state").replaceChildren(...(fault ? [make("b", { "class": "bad" }, "\u2717 "), faultWords(fault).replace(/([^.?!])$/, "$1."), more]
    : [make("b", { "class": "good" }, "\u2713 valid "), `${decisions} decision${plural(decisions)}, ports and places kept, ${ms.toFixed(1)} ms`]));
}
function showOwnRule() {
  const run = state.rule && state.runs.find(({ heuristic }) => isRule(heuristic));
  if (run && !run.late && state.rule.text === $("rule-text").value)
    showRuleState(state.rule.fault || (run.status === "ok" ? null : { line: null, text: run.reason }));
  for (const id of ["rule-random", "rule-steps", "rule-link"])
    $(id).disabled = !run || run.status !== "ok";
  const best = bestOf(), rows = state.runs.map((one) => make("tr", {}, [make("th", { scope: "row" }, [markOf(one.heuristic), ` ${one.heuristic}${isRule(one.heuristic) ? " (yours)" : ""}`]),
    make("td", {}, valueOf(one) == null ? "\u2013" : brief(valueOf(one))), make("td", {}, best && valueOf(one) ? `${(100 * Math.abs(valueOf(one) / best - 1)).toFixed(1)} %` : ""),
    make("td", {}, one.chart && state.workers <= 6 ? Array.from({ length: state.workers }, (_, i) => brief(computedBy(one)[i + 1] || 0)).join(", ") : "")]));
  $("rule-table").replaceChildren(headOf(["on this star", withDeadline() ? "done" : "makespan", withDeadline() ? "below the bound" : state.optimum?.proven ? "above the optimum" : "above the bound",
    state.workers <= 6 ? "computed by P1, P2 .." : ""]), make("tbody", {}, rows));
}

// ---- In the address; files.

const ruleAddress = () => state.rule && methodsOf(state.methods).some(isRule) ? { "rule-name": state.rule.name, rule: state.rule.text } : {};
function useLinkedRule(name, text) {
  if (state.rule?.name === name && state.rule.text === text)
    return;
  $("rule-name").value = name;
  $("rule-text").value = text;
  showLines();
  $("rule-run").hidden = false;
  $("rule-state").textContent = "This rule came with the link. It has not run.";
  $("rule-note").textContent = "Read it, then run it.";
  openTab("own");
}
function saveRule(kind) {
  const { file, text, note } = exportRule(kind, $("rule-name").value.trim(), $("rule-text").value);
  save(file, "text/plain", text);
  $("rule-note").textContent = note;
}

for (const choice of document.querySelectorAll("[data-rule]"))
  choice.addEventListener("click", () => {
    $("rule-text").value = rules[choice.dataset.rule];
    takeRule();
  });
$("rule-text").addEventListener("input", ruleTyped);
let leaves = false; // Tab leaves the field after Escape
$("rule-text").addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !leaves && !event.shiftKey) {
    event.preventDefault();
    document.execCommand("insertText", false, "  ");
  }
  leaves = event.key === "Escape";
});
$("rule-name").addEventListener("change", takeRule);
$("rule-run").addEventListener("click", takeRule);
$("rule-c").addEventListener("click", () => saveRule("c"));
$("rule-python").addEventListener("click", () => saveRule("python"));
$("rule-random").addEventListener("click", () => {
  openTab("random");
  $("random").scrollIntoView({ block: "nearest" });
  runCampaign();
});
$("rule-steps").addEventListener("click", () => openStep(state.rule.name));
$("rule-link").addEventListener("click", () => charts.copy(location.href, $("rule-link"), make("span", {}, location.href)));
$("rule-text").value = rules.mct;
showLines();
on("runs", showOwnRule);
on("optimum", showOwnRule);
