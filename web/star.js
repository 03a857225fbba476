// The star: as a table of workers and in words, examples, and what `starport generate` draws.
"use strict";

const lists = ["c", "w", "latency", "load", "delta", "buffer", "memory", "result"];
const heads = { c: "link, time a task", w: "compute", latency: "latency", load: "at date 0", delta: "tasks to send", buffer: "places",
  memory: "load that fits", result: "of a result" };
const letters = { buffer: "b", result: "d", latency: "S", delta: "\u03b4" };
const long = { c: "a task on the link", w: "to compute a task", latency: "a message on top", load: "tasks at date 0",
  delta: "tasks to send", buffer: "tasks that fit", memory: "load that fits", result: "a result on the link" };
const totals = { tasks: "tasks at the master", work: "load at the master", deadline: "deadline", timeout: "time until a failure is noticed",
  release: "release, dates of the tasks or every(..), poisson(..)",
  sizes: "sizes of the tasks, numbers or a law", told: "rules know mean, deviation: yes, no or both numbers",
  overhead: "time before each message is computed", request: "time until the master knows who is idle",
  recv: "messages received at once", send: "messages sent at once", profile: "profile, what changes" };
const MOST_ROWS = 500; // of the table; larger stars are in words alone

// {list: {c: [..], ..}, rest: {tasks: "20", ..}, m}; null if it is not of this form.
function readStar(text) {
  const star = { list: {}, rest: {}, m: 0 };
  for (const word of text.trim().split(/\s+/)) {
    const [, key, value] = /^([a-z]+)=(.+)$/.exec(word) || [];
    if (!key)
      return null;
    if (lists.includes(key))
      star.list[key] = value.split(",");
    else
      star.rest[key] = key === "profile" && star.rest[key] ? `${star.rest[key]};${value}` : value;
  }
  star.m = Math.max(0, ...Object.values(star.list).map((list) => list.length));
  for (const [key, list] of Object.entries(star.list)) {
    if (list.length !== 1 && list.length !== star.m)
      return null;
    star.list[key] = list.length === star.m ? list : Array(star.m).fill(list[0]);
  }
  return star.m ? star : null;
}
function writeStar(star) {
  const alike = (list) => list.every((value) => value === list[0]);
  const words = Object.entries(star.list).map(([key, list]) =>
    `${key}=${alike(list) && ["buffer", "latency", "memory", "result"].includes(key) ? list[0] : list.join(",")}`);
  return [...words, ...Object.entries(star.rest).map(([key, value]) => `${key}=${value}`)].join(" ");
}
// A table that was copied from a spreadsheet: columns with heads, as a star in words.
function fromTable(text) {
  const rows = text.trim().split(/\r?\n/).map((row) => row.split(/[\t;]/).map((cell) => cell.trim()));
  if (rows.length < 2 || !rows[0].every((head) => lists.includes(head)))
    return null;
  return rows[0].map((head, k) => `${head}=${rows.slice(1).map((row) => row[k]).join(",")}`).join(" ");
}

// ---- The editor.

// A field whose number can be dragged sideways, too.
function numberField(value, name, changed) {
  const field = make("input", { type: "text", inputmode: "decimal", "aria-label": name, "data-key": name.split(" ")[0], spellcheck: "false" });
  field.value = value;
  field.addEventListener("input", () => changed(field.value.trim()));
  draggable(field, name, () => field.value, (text) => { field.value = text; changed(text); });
  field.addEventListener("focus", () => choose(name));
  return field;
}
// That number of the star, from elsewhere in the page.
function setNumber(name, text) {
  const star = readStar(state.star);
  numbersOf(star).find((one) => one.text === name)?.set(star, text);
  setStar(writeStar(star), name);
}

// A star is about one of these; each has a number or a list, and heuristics to begin with.
const kindsOfStar = {
  load: { name: "redistribution: each worker has tasks", methods: "bba,mbbsa,r-bsa" },
  tasks: { name: "bag: the master has tasks", value: "20", methods: "min_c,min_w,mct,1d" },
  work: { name: "divisible: the master has a load", value: "100", methods: "communication-first,periodic,umr,sa" },
  deadline: { name: "divisible: the most load by a date", value: "100", methods: "communication-first,umr,sa" },
  delta: { name: "imbalances, without computation", methods: "sorted" },
};
const optional = { latency: "1", buffer: "1", deadline: "100", memory: "50", result: "1", release: "every(2)", sizes: "uniform(1,3)", overhead: "1" }; // with the value to begin with
function kindOf(star) {
  return Object.keys(kindsOfStar).find((key) => star.list[key] || (key in star.rest && (key !== "deadline" || !star.rest.work)) ||
    (key === "tasks" && ("release" in star.rest || "sizes" in star.rest)));
}
function setKind(kind) {
  const star = readStar(state.star);
  for (const key of ["load", "delta"])
    delete star.list[key];
  for (const key of ["tasks", "work", "deadline"])
    delete star.rest[key];
  if (kind === "load")
    star.list.load = Array.from({ length: star.m }, (_, i) => i ? "0" : "10");
  else if (kind === "delta")
    star.list.delta = Array.from({ length: star.m }, (_, i) => star.m === 1 ? "0" : i ? i === star.m - 1 ? "-1" : "0" : "1");
  else
    star.rest[kind] = kindsOfStar[kind].value;
  for (const key of ["memory", "free", "result", "hold", "release", "known", "sizes", "told", "overhead", "duplex", "lost"])
    if (!concerns[key](star)) {
      delete star.list[key];
      delete star.rest[key];
    }
  begin(writeStar(star), kindsOfStar[kind].methods);
}
// Gives the star that column or number, or takes it.
function toggleField(key, wanted) {
  const star = readStar(state.star);
  if (!wanted) {
    delete star.list[key];
    delete star.rest[key];
    if (key === "release") {
      delete star.rest.known;
      star.rest.tasks ||= kindsOfStar.tasks.value;
    } else if (key === "sizes") {
      delete star.rest.told;
      star.rest.tasks ||= kindsOfStar.tasks.value;
    }
  } else if (lists.includes(key)) {
    star.list[key] = Array(star.m).fill(optional[key]);
  } else {
    star.rest[key] = optional[key];
    if (key === "sizes")
      star.rest.told = "yes";
  }
  begin(writeStar(star), serving(star));
}

// ---- Memory, results, arrivals, sizes, overheads, duplex, hosts that fail: what concerns the star can be chosen.

const fails = (star) => /(^|;)(host|link)/.test(star.rest.profile || "");
const concerns = {
  memory: (star) => ["work", "deadline"].includes(kindOf(star)) && !fails(star),
  free: (star) => Boolean(star.list.memory),
  result: (star) => !["load", "delta"].includes(kindOf(star)),
  hold: (star) => Boolean(star.list.result) && kindOf(star) === "tasks",
  release: (star) => kindOf(star) === "tasks",
  known: (star) => "release" in star.rest,
  sizes: (star) => kindOf(star) === "tasks",
  told: (star) => "sizes" in star.rest,
  overhead: (star) => kindOf(star) === "tasks",
  duplex: (star) => (["load", "delta"].includes(kindOf(star)) || star.list.result) && !fails(star),
  failure: (star) => kindOf(star) !== "delta" && !star.list.memory && star.rest.duplex !== "half",
  lost: (star) => kindOf(star) === "load" && fails(star),
};
// The heuristics, with one that serves the star, where many do not.
function serving(star) {
  const one = star.list.memory ? "bb-light" : star.rest.sizes || star.rest.overhead ? "gss" : kindOf(star) === "tasks" && (star.list.result || star.rest.release) ? "mct" : kindOf(star) === "load" && fails(star) ? "bba-on-line" : "";
  return !one || methodsOf(state.methods).some((method) => isOf(method, one)) ? state.methods : [...methodsOf(state.methods), one].join(",");
}
// The first host goes down in the middle of the run, and comes back.
function toggleFailure(wanted) {
  const star = readStar(state.star), left = (star.rest.profile || "").split(";").filter((part) => part && !/^(host|link)/.test(part));
  if (wanted) {
    const down = Math.max(1, Math.round((Number(star.rest.deadline) || state.lower?.lower_bound || 20) / 3));
    left.push(`host1:${down}*0,${2 * down}*1`);
  } else
    delete star.rest.lost;
  delete star.rest.profile;
  if (left.length)
    star.rest.profile = left.join(";");
  begin(writeStar(star), serving(star));
}
// The first choice is the default, and not in the words.
function chooseWord(select) {
  const star = readStar(state.star);
  star.rest[select.dataset.key] = select.value;
  if (!select.selectedIndex)
    delete star.rest[select.dataset.key];
  setStar(writeStar(star));
}
const choices = [...document.querySelectorAll("#more select")];
function showMore(star) {
  const place = (field, seen) => { field.parentElement.hidden = !seen; return seen; };
  const seen = choices.map((select) => {
    select.value = star.rest[select.dataset.key] || select.options[0].value;
    return place(select, concerns[select.dataset.key](star) || select.dataset.key in star.rest);
  });
  seen.push(place($("has-memory"), concerns.memory(star) || star.list.memory), place($("has-result"), concerns.result(star) || star.list.result),
    place($("has-release"), concerns.release(star) || "release" in star.rest),
    ...["sizes", "overhead"].map((key) => place($(`has-${key}`), concerns[key](star) || key in star.rest)), place($("has-failure"), concerns.failure(star) || fails(star)));
  $("has-failure").checked = fails(star);
  $("more").hidden = !seen.some(Boolean);
  if (star.list.memory || star.list.result || ["release", "sizes", "overhead"].some((key) => key in star.rest) || fails(star) || choices.some((select) => select.dataset.key in star.rest))
    $("more").open = true;
}

// Fills the table of workers and the totals from the star. It stays as it is when an edit of its own changes the star.
let inTable = "";
function showStar() {
  if (state.star === inTable)
    return;
  inTable = state.star;
  const star = readStar(state.star);
  $("editor").hidden = !star || star.m > MOST_ROWS;
  if ($("editor").hidden)
    return;
  showTable(star);
  showTotals(star);
  showMore(star);
  $("kind").value = kindOf(star) || "load";
  for (const key of Object.keys(optional))
    $(`has-${key}`).checked = Boolean(star.list[key] || star.rest[key]);
  $("has-deadline").disabled = kindOf(star) === "deadline";
}
function edit(star, name) {
  inTable = writeStar(star);
  setStar(inTable, name);
}
function showTable(star) {
  const keys = Object.keys(star.list), table = $("workers"), body = make("tbody");
  for (let i = 0; i < star.m; i++) {
    const drop = button("\u00d7", `remove worker P${i + 1}`, () => {
      keys.forEach((key) => star.list[key].splice(i, 1));
      setStar(writeStar(star));
    });
    drop.disabled = star.m === 1;
    body.append(make("tr", {}, [make("th", { scope: "row" }, [make("span", { "class": "dot", style: `background: ${hueOf(i + 1)}` }), `P${i + 1}`]), ...keys.map((key) =>
      make("td", {}, numberField(star.list[key][i], `${key} of P${i + 1}`, (value) => {
        star.list[key][i] = value;
        edit(star, `${key} of P${i + 1}`);
      }))), make("td", {}, drop)]));
  }
  table.replaceChildren(make("thead", {}, make("tr", {}, [make("th", { scope: "col" }, "worker"),
    ...keys.map((key) => make("th", { scope: "col" }, [make("i", {}, letters[key] || key), ` ${heads[key]}`])), make("td")])), body);
}
function showTotals(star) {
  const numbers = Object.keys(star.rest).filter((key) => !choices.some((select) => select.dataset.key === key));
  const fields = numbers.map((key) => make("label", {}, [totals[key] || key, numberField(star.rest[key], key, (value) => {
    star.rest[key] = value;
    edit(star, key);
  })]));
  $("totals").replaceChildren(...fields, button("add a worker", "add a worker", () => {
    Object.values(star.list).forEach((list) => list.push(list[star.m - 1]));
    setStar(writeStar(star));
  }));
}

// The program's message, beside the field that it names, else below the words.
const fault = $("star-fault");
function markFault(text) {
  const [, worker, key, value] = /^--star: (?:worker (\d+): )?([a-z]+) (?:is|has) (?:'([^']*)')?/.exec(text) || [];
  const fields = [...document.querySelectorAll("#editor [data-key]")].filter((one) => one.dataset.key === key);
  const named = worker ? [fields[worker - 1]] : fields.filter((one) => value === undefined || one.value === value);
  const wrong = !text ? null : named[0] || $("text");
  for (const marked of document.querySelectorAll("[aria-invalid]"))
    ["aria-invalid", "aria-describedby"].forEach((name) => marked.removeAttribute(name));
  if (wrong) {
    wrong.setAttribute("aria-invalid", "true");
    wrong.setAttribute("aria-describedby", "star-fault");
  }
  fault.textContent = text;
  (wrong && wrong !== $("text") ? wrong : $("text").parentElement).after(fault);
}

// ---- In words, examples, random platforms.

function showText() {
  if ($("text").value.trim() !== state.star) // else the cursor stays where it is
    $("text").value = state.star;
}
// What is said of a star that did not come from an edit; k: the example that it is, if any.
function showLesson(text, k = -1) {
  $("lesson").classList.remove("whole"); // on a phone its beginning is seen
  $("lesson").textContent = text;
  $("preset").value = k;
}
function useExample(k) {
  showLesson(examples[k].lesson, k);
  begin(examples[k].star, examples[k].methods);
}
function useLink(star, methods) {
  const k = examples.findIndex((example) => example.star === star);
  showLesson(examples[k]?.lesson || "", k);
  begin(star, methods);
}
async function drawStar() {
  const words = ["generate", `--family=${$("family").value}`, `--workers=${$("count").value}`, `--seed=${$("seed").value}`];
  try {
    const [star] = (await ask(other, words)).stars;
    showLesson(`The platform that ${quoted([...words, "-o", "DIR"])} draws.`);
    const kind = kindOf(readStar(star)), same = kind === kindOf(readStar(state.star) || readStar(star));
    begin(star, same && state.methods ? state.methods : kindsOfStar[kind].methods);
  } catch (error) {
    markFault(error.message);
  }
}
async function showFamilies() {
  const { families } = await ask(other, ["list", "families"]);
  for (const select of [$("family"), $("campaign-family")])
    select.append(...families.map((family) => make("option", { value: family.name, title: family.summary }, family.name)));
}

fillExamples($("preset"), examples);
$("preset").addEventListener("change", () => useExample($("preset").value));
$("draw").addEventListener("click", drawStar);
$("kind").append(...Object.entries(kindsOfStar).map(([kind, { name }]) => make("option", { value: kind }, name)));
$("kind").addEventListener("change", () => setKind($("kind").value));
for (const key of Object.keys(optional))
  $(`has-${key}`).addEventListener("change", (event) => toggleField(key, event.target.checked));
$("has-failure").addEventListener("change", (event) => toggleFailure(event.target.checked));
for (const select of choices)
  select.addEventListener("change", () => chooseWord(select));
$("text").addEventListener("input", () => setStar(fromTable($("text").value) || $("text").value.trim(), "the star"));
on("input", showText);
on("input", showStar);
$("lesson").addEventListener("click", () => $("lesson").classList.add("whole"));
$("undo").addEventListener("click", undo);
on("input", () => { $("undo").disabled = !past.length; });
