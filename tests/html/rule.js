// Writes rules into the explorer, as a person would, and compares their runs with the program's own heuristics and with
// what the exported files in C and in Python give:
//   node rule.js explorer.html SHOTS-DIR PROGRAM
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { check, visit_all, text, click, type } = require("./browser.js");

const program = path.resolve(process.argv[4]), root = path.resolve(__dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rule-"));
const stars = ["c=1,2,4 w=4,6,3 buffer=2 tasks=14", "c=3,1,2.5 w=7,9,4 buffer=1,3,2 tasks=40", "c=1,10 w=2,20 tasks=9 latency=1/2"];
const can_python = fs.existsSync(path.join(path.dirname(program), "starport-python.so"));

async function until(page, what, condition, ...of) {
  const seen = await page.waitForFunction(condition, { timeout: 20000 }, ...of).catch(() => null);
  check(what, seen !== null, seen === null ? await page.$eval("#rule-state", (one) => one.textContent) : undefined);
}
const open = (page, star, methods) => page.evaluate((words, list) => { begin(words, list); openTab("own"); }, star, methods);
const ran = (page, name) => until(page, `${name} has run`, (own) => state.runs.some(({ heuristic, late, status }) => heuristic === own && !late && status), name);
const write = async (page, rule) => {
  await page.evaluate(() => { $("rule-state").textContent = ""; });
  await type(page, "#rule-text", rule);
  return text(page, "#rule-state", Boolean);
};
function makespan(star, ...words) {
  return JSON.parse(execFileSync(program, ["run", `--star=${star}`, ...words, "--engine=native", "--json"], { encoding: "utf8", cwd: folder })).runs[0].makespan;
}

// The examples are min_c and mct, here and in the exported files.
async function check_exports(page) {
  for (const rule of ["min_c", "mct"]) {
    await open(page, stars[0], "min_c,mct");
    await click(page, `[data-rule=${rule}]`);
    const files = await page.evaluate((name) => ["c", "python"].map((kind) => exportRule(kind, "mine", rules[name])), rule);
    for (const { file, text: words } of files)
      fs.writeFileSync(path.join(folder, file), words);
    execFileSync("cc", ["-std=c17", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fPIC", "-shared", `-I${root}/include`, "-o", "mine.so", "mine.c"], { cwd: folder });
    check(`${rule}: translated`, files.every(({ note }) => note.startsWith("The file does the same")), files.map(({ note }) => note));
    for (const star of stars) {
      await page.evaluate((words) => setStar(words), star);
      await until(page, `${rule} on ${star}`, (words) => current === words && state.runs.every(({ late }) => !late), star);
      const [own, built] = await page.evaluate((name) => [(one) => isRule(one.heuristic), (one) => one.heuristic === name].map((is) => state.runs.find(is)?.makespan), rule);
      check(`${rule} on ${star}: as the program's`, own > 0 && own === built, [own, built]);
      check(`${rule} on ${star}: the file in C`, makespan(star, "--plugin=./mine.so", "-H", "mine") === own);
      if (can_python)
        check(`${rule} on ${star}: the file in Python`, makespan(star, "--plugin=mine.py", "-H", "mine") === own);
    }
  }
  const [whole, none] = await page.evaluate(() => [exportRule("c", "mine", "function next(view) {\n  const all = view.workers.filter((p) => p.c > 1);\n  return 1;\n}"),
    exportRule("python", "mine", "let turn = 0;\nfunction next(view) {\n  return 1;\n}")]);
  check("what is not translated is said with its line", whole.note.startsWith("Line 2: ") && whole.text.includes("view.workers.filter"), whole.note);
  check("so is a variable outside", none.note.startsWith("Line 1: ") && none.text.includes("# [The rule above"), none.note);
}
// Each statement that is translated, on a rule that uses them all.
async function check_language(page) {
  const rule = `// Every part of the language that is translated.
function next(view) {
  let count = 0, last = view.workers[0], sum = 0.5;
  for (const p of view.workers) {
    if (p.room_at > view.now && view.port === "out") continue;
    count++;
    sum += (p.c + 2 * p.w) % 7 / (1 + Math.abs(p.c - p.w));
    last = p.held < last.held || !(last.room_at <= view.now) ? p : last;
  }
  while (sum > 10) { sum -= 3; if (sum < -1) break; }
  if (count === 0) return "wait";
  else if (view.remaining < 3 && count !== view.workers.length && view.now < 5) return ["wait", view.now + Math.max(1, sum, 2)];
  return [last.number, Math.min(1, Math.floor(sum) + 1e3)];
}
`;
  await open(page, stars[1], "min_c");
  await write(page, rule);
  const own = await page.evaluate(() => state.runs.find((one) => isRule(one.heuristic))?.makespan);
  for (const { file, text: words, note } of await page.evaluate((words) => ["c", "python"].map((kind) => exportRule(kind, "mine", words)), rule)) {
    fs.writeFileSync(path.join(folder, file), words);
    check(`${file}: translated`, note.startsWith("The file does the same"), note);
  }
  execFileSync("cc", ["-std=c17", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fPIC", "-shared", `-I${root}/include`, "-o", "mine.so", "mine.c"], { cwd: folder });
  check("all of the language: C", own > 0 && makespan(stars[1], "--plugin=./mine.so", "-H", "mine") === own, own);
  if (can_python)
    check("all of the language: Python", makespan(stars[1], "--plugin=mine.py", "-H", "mine") === own, own);
}

// What is wrong, in words, with its line; the charts keep the last rule that could be read.
async function check_faults(page) {
  await open(page, stars[0], "min_c");
  check("valid", /^\u2713 valid 14 decisions/.test(await write(page, "function next(view) {\n  return 1;\n}")));
  const body = (...lines) => `function next(view) {\n${lines.map((line) => `  ${line}\n`).join("")}}`;
  for (const [rule, words] of [
    [body("const p = view.workers[0];", "return p.idle > 3 ? 1 : 2;"), "line 3, decision 1: a worker has no idle; did you mean idle_at?"],
    [body("return 7;"), "line 2, decision 1: next returned 7, expected a worker's number from 1 to 3"],
    [body("return { wait: 3 };"), "next returned an object, expected"],
    [body("return;"), "next returned nothing, expected"],
    [body("if (view.now > 3) throw new Error(\"too late\");", "return 1;"), "too late"],
    [body("view.workers[0].c = 1;", "return 1;"), "line 2, decision 1: c of a worker cannot be set: a rule only reads"],
    [body("return 1 +;"), "line 2: "],
    [body("return Math.random();"), "line 2, decision 1: Math has no random"],
    [body("return fetch(\"x\");"), "line 2, decision 1: "],
    ["function other(view) { return 1; }", "there is no function next(view)"],
    ["}); document.title = \"seen\"; (function () {", ""], // is not run either
    [body("return \"wait\";"), "the heuristic waits and nothing can happen any more"],
    ["", "an empty text"],
  ]) {
    const said = await write(page, rule);
    check(`${rule}: in words`, said.startsWith("\u2717 ") && said.includes(words), said);
    const line = /line (\d+)/.exec(words)?.[1];
    check(`${rule}: its line is marked`, !line || await page.$eval("#rule-lines .wrong", (one) => one.textContent).catch(() => "") === line);
  }
  check("nothing of it ran", await page.title() === "starport explorer");
  await write(page, body("for (;;) {}"));
  await until(page, "a loop without end is stopped", () => $("rule-state").textContent.includes("loop without end"));
  await write(page, body("return 2;"));
  await type(page, "#rule-text", body("return 1 +;"));
  await until(page, "the fault is shown", () => $("rule-state").textContent.includes("The charts keep the last rule"));
  check("the charts keep the last rule", await page.evaluate(() => state.runs.some((one) => isRule(one.heuristic) && one.status === "ok" && !one.late)));
  await page.$eval("#rule-name", (field) => { field.value = "mct"; field.dispatchEvent(new Event("change")); });
  await until(page, "a name that is taken", () => $("rule-state").textContent.includes("mct is the name of a heuristic, expected another"));
  await page.$eval("#rule-name", (field) => { field.value = "Own Rule"; field.dispatchEvent(new Event("change")); });
  await until(page, "a name that is none", () => $("rule-state").textContent.includes("cannot name a rule: expected a small letter"));
}

// Its decisions, random platforms, a link; by keyboard alone.
async function check_use(page) {
  await page.$eval("#rule-name", (field) => { field.value = "own-rule"; });
  await open(page, stars[0], "min_c,mct");
  await page.focus("[data-rule=mct]");
  await page.keyboard.press("Enter");
  await ran(page, "own-rule");
  await until(page, "it can be looked at", () => !$("rule-steps").disabled);
  await page.focus("#rule-steps");
  await page.keyboard.press("Enter");
  await until(page, "its decisions", () => steps.run?.heuristic === "own-rule" && !$("steps-view").hidden && $("steps").classList.contains("open"));
  await page.focus("#steps-view");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const why = await text(page, "#steps-why");
  check("why, in dates", /^P\d would end the task at \d+/.test(why), why);
  await page.evaluate(() => {
    openTab("own");
    $("campaign-whole").open = true;
    $("campaign-family").value = "het-het";
    $("campaign-count").value = 60;
    $("rule-random").click();
  });
  await page.waitForFunction(() => report || $("campaign-fault").textContent, { timeout: 60000 }).catch(() => {});
  const frame = await (await page.$("#campaign-report")).contentFrame();
  const seen = await frame.waitForSelector("table").then(() => frame.$eval("body", (body) => body.textContent), () => "");
  check("on random platforms", seen.includes("own-rule") && seen.includes("min_c"), await page.$eval("#campaign-fault", (one) => one.textContent));
  check("the command has the exported file", (await page.$eval("#command", (one) => one.textContent)).includes("--plugin=own-rule.py"));
  const hash = await page.evaluate(() => location.hash);
  await page.evaluate((rule) => { state.rule = null; $("rule-text").value = "x"; location.hash = rule; }, hash.replace("rule-name=own-rule", "rule-name=linked"));
  await until(page, "the rule of a link waits", () => $("rule-text").value === rules.mct && !$("rule-run").hidden && state.rule === null);
  await page.focus("#rule-run");
  await page.keyboard.press("Enter");
  await ran(page, "linked");
}

visit_all(1280, 375, async (page, width) => {
  if (width > 375) {
    await check_exports(page);
    await check_language(page);
  }
  await check_faults(page);
  await check_use(page);
  await open(page, stars[0], "min_c,mct"); // for the picture
  await write(page, "// To the worker that would begin the task first.\nfunction next(view) {\n  let best = null, first = Infinity;\n  for (const p of view.workers) {\n    const sent = Math.max(view.now, p.room_at);\n    const start = Math.max(sent + p.c, p.idle);\n    if (start < first) { first = start; best = p; }\n  }\n  return best.number;\n}\n");
  check(`no sideways scrolling at ${width}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}).finally(() => fs.rmSync(folder, { recursive: true }));
