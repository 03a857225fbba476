// The star: as a table of workers and in words, examples, and what `starport generate` draws.
"use strict";

const lists = ["c", "w", "latency", "load", "delta", "buffer"];
const heads = { c: "c, time of a unit on the link", w: "w, time of a unit on the worker", latency: "latency",
  load: "load", delta: "imbalance", buffer: "buffer" };

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
      star.rest[key] = value;
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
    `${key}=${alike(list) && (key === "buffer" || key === "latency") ? list[0] : list.join(",")}`);
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

// A field whose number can be dragged sideways: whole numbers by one, others by their last digit.
function numberField(value, name, changed) {
  const field = make("input", { type: "text", inputmode: "decimal", "aria-label": name, spellcheck: "false" });
  field.value = value;
  const set = (text) => { field.value = text; changed(text.trim()); };
  const move = (from, steps) => {
    const digits = (/\.(\d+)$/.exec(from) || ["", ""])[1].length;
    if (/^-?\d+(\.\d+)?$/.test(from))
      set(Math.max(0, Number(from) + steps * 10 ** -digits).toFixed(digits));
  };
  field.addEventListener("input", () => changed(field.value.trim()));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      move(field.value, event.key === "ArrowUp" ? 1 : -1);
    }
  });
  field.addEventListener("pointerdown", (down) => {
    const from = field.value;
    let steps = 0;
    const drag = (event) => {
      const now = Math.round((event.clientX - down.clientX) / 6);
      if (now !== steps)
        move(from, steps = now);
    };
    const end = () => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
  return field;
}

// Fills the table of workers and the totals from the star. It stays as it is when an edit of its own changes the star.
let inTable = "";
function showStar() {
  if (state.star === inTable)
    return;
  inTable = state.star;
  const star = readStar(state.star), keys = Object.keys(star?.list || {});
  const edit = () => setStar(inTable = writeStar(star));
  const resize = () => { inTable = ""; setStar(writeStar(star)); };
  const table = $("workers"), caption = table.caption;
  table.replaceChildren(caption);
  $("totals").replaceChildren();
  if (!star)
    return;
  table.append(make("thead", {}, make("tr", {}, [make("th", { scope: "col" }, "worker"),
    ...keys.map((key) => make("th", { scope: "col" }, heads[key])), make("td")])));
  const body = make("tbody");
  for (let i = 0; i < star.m; i++) {
    const drop = button("remove", `remove worker P${i + 1}`, () => {
      keys.forEach((key) => star.list[key].splice(i, 1));
      star.m--;
      resize();
    });
    drop.disabled = star.m === 1;
    body.append(make("tr", {}, [make("th", { scope: "row" }, `P${i + 1}`), ...keys.map((key) =>
      make("td", {}, numberField(star.list[key][i], `${key} of P${i + 1}`, (value) => {
        star.list[key][i] = value;
        edit();
      }))), make("td", {}, drop)]));
  }
  table.append(body);
  for (const key of Object.keys(star.rest))
    $("totals").append(make("label", {}, [key, numberField(star.rest[key], key, (value) => {
      star.rest[key] = value;
      edit();
    })]));
  $("totals").append(button("add a worker", "add a worker", () => {
    keys.forEach((key) => star.list[key].push(star.list[key][star.m - 1]));
    star.m++;
    resize();
  }));
}

// ---- In words, examples, random platforms.

function showText() {
  if ($("text").value.trim() !== state.star) // else the cursor stays where it is
    $("text").value = state.star;
}
function useExample(k) {
  const example = examples[k];
  $("lesson").textContent = example.lesson;
  begin(example.star, example.methods);
}
async function drawStar() {
  const words = ["generate", `--family=${$("family").value}`, `--workers=${$("count").value}`, `--seed=${$("seed").value}`];
  try {
    const [star] = (await ask(other, words)).stars;
    $("lesson").textContent = `The platform that ${quoted([...words, "-o", "DIR"])} draws.`;
    begin(star, state.problem === "redistribution" ? state.methods : "bba,mbbsa,r-bsa");
  } catch (error) {
    $("star-fault").textContent = error.message;
  }
}
async function showFamilies() {
  const { families } = await ask(other, ["list", "families"]);
  for (const select of [$("family"), $("campaign-family")])
    select.append(...families.map((family) => make("option", { value: family.name, title: family.summary }, family.name)));
}

const papers = [...new Set(examples.map((example) => example.paper))];
$("preset").append(...papers.map((paper) => make("optgroup", { label: paper }, examples.flatMap((example, k) =>
  example.paper === paper ? [make("option", { value: k }, example.name)] : []))));
$("preset").addEventListener("change", () => useExample($("preset").value));
$("draw").addEventListener("click", drawStar);
$("text").addEventListener("input", () => setStar(fromTable($("text").value) || $("text").value.trim()));
on("input", showText);
on("input", showStar);
