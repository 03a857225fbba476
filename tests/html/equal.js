// Compares the page's engine with the program: for COUNT command lines, exit codes, outputs, messages and files must be
// the same, byte for byte. Every other line runs a heuristic on a star that it serves, in turn, with the next of its
// options: JSON and all dates of the events with 17 digits, so that the hash of their bits is the same, too. The others
// are drawn from all commands, right and wrong ones. Names each line that differs, and what COUNT was too small for.
//   node equal.js ENGINE.js STARPORT COUNT [FIRST]
const { spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [engine_path, starport_path, count, first = 0] = process.argv.slice(2);
const call = require(path.resolve(engine_path)), starport = path.resolve(starport_path);

// ---- Draws: each command line has a stream of its own, so that `FIRST` finds it again.
let state;
function draw(n) { // a whole number of 0..n-1 (mulberry32)
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const one = (...items) => items[draw(items.length)];
const maybe = (text, of = 2) => draw(of) ? "" : text();
const list = (n, item) => Array.from({ length: n }, item).join(",");
const number = (top) => one(() => draw(top) + 1, () => (draw(64 * top) + 1) / 64, () => `${draw(top) + 1}/${draw(7) + 1}`)();

const heuristics = JSON.parse(spawnSync(starport, ["list", "--json"], { encoding: "utf8" }).stdout).heuristics;
const families = spawnSync(starport, ["list", "families", "--names"], { encoding: "utf8" }).stdout.trim().split("\n");

function value_of(option) {
  if (option.type === "choice")
    return one(...option.choices);
  if (option.type === "text")
    return option.default;
  const least = Math.max(option.min, -5), width = Math.min(option.max - least, 8);
  return option.type === "integer" ? least + draw(width + 1) : least + width * draw(65) / 64;
}
// The heuristic with some of its options, `always` among them.
function with_options(h, always) {
  return h.name + h.options.map((o) => o === always || !draw(3) ? `:${o.name}=${value_of(o)}` : "").join("");
}
function method(problem) {
  return with_options(one(...heuristics.filter((it) => it.problems.includes(problem))));
}

const problems = {
  redistribution: (m) => `load=${list(m, () => draw(10))}` + maybe(() => one(" duplex=half", failing(m), `${failing(m)} lost=stay`), 3),
  bag: (m, online) => `tasks=${draw(30) + 1}` + (online ? maybe(() => ` result=${list(m, () => draw(4))}`, 4) +
    maybe(() => ` release=${one("every", "poisson")}(${number(3)})${maybe(() => " known=yes")}`, 4) : "") + maybe(() => ` buffer=${draw(4) + 1}`) + maybe(() => ` deadline=${draw(200)}`, 4),
  divisible: (m) => `work=${draw(400) + 50}` + maybe(() => ` latency=${list(m, () => draw(5))}`) +
    maybe(() => ` deadline=${draw(200)}`, 4) + maybe(() => ` memory=${draw(400) + 1}${maybe(() => " free=chunk")}`, 4),
  imbalance: (m) => {
    const delta = Array.from({ length: m - 1 }, () => draw(9) - 4);
    return `delta=${[...delta, -delta.reduce((sum, one) => sum + one, 0)]}`;
  },
};
// A host that goes down and comes back, or is late.
function failing(m) {
  const date = draw(20);
  return ` profile=host${draw(m) + 1}:${date}*0,${date + draw(20) + 1}*1${maybe(() => ` timeout=${draw(4)}`)}`;
}
// Of some speeds and bandwidths; a factor of 0 is not the last.
function profile(m) {
  const part = () => {
    const date = draw(20), factors = [...Array(draw(3)).keys()].map(() => one("0", ".1", "1/2", "2"));
    return `${one("w", "c")}${maybe(() => draw(m) + 1)}:${[...factors, one(".25", "1", "1.5")].map((factor, k) => `${date + 5 * k}*${factor}`)}` +
      maybe(() => `,every:${date + 5 * factors.length + draw(20) + 1}`);
  };
  return ` profile=${part()}${maybe(() => `;${part()}`)}`;
}
// online: also with what few heuristics serve that plan.
function star(problem = one(...Object.keys(problems)), online = !draw(4)) {
  const m = draw(6) + 1, top = 10 ** (draw(3) + 1);
  const text = `c=${list(m, () => number(top))} w=${list(m, () => number(3 * top))} ${problems[problem](m, online)}` + maybe(() => profile(m), 5);
  return { problem, words: [`--star=${text}`] };
}

const networks = {
  chain: (n) => `w=${list(n, () => number(9))} z=${list(n - 1, () => number(3))} r=.${draw(10)}`,
  loop: (n) => `w=${list(n, () => number(9))} z=.${draw(9) + 1} r=.0${draw(10)}`,
  tree: (n) => `w=${list(n, () => number(9))} z=.${draw(9) + 1} r=.0${draw(10)} parent=0,${list(n - 1, () => 1)}`,
  star: (n) => `w=${list(n, () => number(9))} z=.${draw(9) + 1} r=.0${draw(10)} mode=${one("parallel", "sequential")}`,
  bus: (n) => one(() => `w1=${number(3)} bus1=.${draw(9) + 1}:.0${draw(9)}:${list(n, () => number(3))} bus2=.1:.02:1,2`,
    () => `w1=${one("inf", 1)} bus1=.1:.0${draw(9)}: bus2=.2:.02: free=${list(n, () => `${number(3)}${one("", "@1", "@1+2")}`)} recv=${draw(3) + 1} send=${draw(2) + 1}`)(),
  hypercube: () => `d=${draw(6) + 1} w=${number(9)} z=.${draw(9) + 1} r=.0${draw(10)}`,
  mesh: () => `d=${draw(3) + 1}x${draw(2) + 2} w=${number(9)} z=.${draw(9) + 1} r=.0${draw(10)} mode=${one("tree", "layers")}`,
  torus: () => `d=${draw(3) + 2}x2 w=${number(9)} z=.${draw(9) + 1} r=.0${draw(10)}`,
  switch: (n) => `alpha=${list(n, () => draw(9))} s=${list(n, () => number(3))} b=${list(n, () => number(3))}`,
};
function network() {
  const kind = one(...Object.keys(networks));
  if (kind === "switch" && draw(2))
    return ["network", kind, networks[kind](draw(3) + 2), "--json", "--simulate", "--order=tasks", "--engine=native", "--events=e.csv"];
  return ["network", kind, networks[kind](draw(5) + 2) + maybe(() => ` deadline=${number(5)}`, 6), "--json", ...one([], ["--schedule"], ["--simulate", "--engine=native", "--events=e.csv"])];
}
function graph() {
  const n = draw(4) + 2, edges = Array.from({ length: n - 1 }, (_, i) => `${draw(i + 1) + 1}-${i + 2}:${number(9)}`);
  if (n > 3)
    edges.push(`1-${n}:${number(9)}`);
  return ["steady", `--graph=w=${list(n, () => number(9))} edges=${[...new Set(edges)].join(",")}`, "--json",
    ...one([], ["--tree"], ["--schedule"], ["--simulate=50", "--engine=native", "--events=e.csv"],
      ["--simulate=50", "--strategy=on-line", "--engine=native"], ["--model=multiport"])];
}

// The best throughput with places.
function places() {
  const m = draw(3) + 1;
  return ["steady", `--star=c=${list(m, () => draw(9) + 1)} w=${list(m, () => draw(20) + 1)} buffer=${list(m, () => draw(3) + 1)}`, "--json",
    ...one([], [`--messages=${draw(6) + 1}`], ["--simulate=50", "--engine=native", "--events=e.csv"], ["--fewest-places"])];
}

// A campaign with its report, as a command.
function comparison() {
  const problem = one("redistribution", "bag", "divisible"), h = heuristics.filter((it) => it.problems.includes(problem));
  const set = { redistribution: [], bag: [`--set=tasks=${draw(20) + 1}`, ...one([], ["--set=buffer=1..3"])],
    divisible: [`--set=work=${draw(200) + 50}`, "--set=latency=0..3"] }[problem];
  return ["compare", "-f", one(...families), `-n${draw(12) + 1}`, `-w${draw(5) + 1}`, ...set, `--seed=${draw(1e9)}`,
    "-H", list(3, () => one(...h).name), "--engine=native"];
}

const run = ["--engine=native"], json = () => one([], ["--json"]);
const right = [
  () => { // all heuristics search for half a minute within a memory
    const [words] = star().words;
    return ["run", words.replace(/ memory=\S+( free=chunk)?/, ""), "-H", "all", ...run, "--json"];
  },
  () => { const { problem, words } = star(); return ["run", ...words, "-H", method(problem), ...run, ...json(), "--events=e.csv", "--trace=p.json", "--decisions=d.csv"]; },
  () => { const { problem, words } = star(); return ["run", ...words, "-H", method(problem), ...run, "--json", "--noise=link:.2,cpu:.1", `--seed=${draw(1e9)}`]; },
  () => { const { problem, words } = star(); return ["plan", ...words, "-H", method(problem), ...json()]; },
  () => ["bound", ...star().words, ...json()],
  () => ["optimal", ...star().words, ...json(), "--node-limit=2000"],
  () => ["export", ...star().words, "-o", `e${one(".xml", ".json", ".txt")}`],
  () => ["export", ...star().words, "--json"],
  () => ["generate", "-f", one(...families), "--json", `--count=${draw(3) + 1}`, `--seed=${draw(1e9)}`,
    ...one([], ["--set=type=real"], ["--set=c=normal 20 5 in 1..50"], [`--set=tasks=${draw(99) + 1}`])],
  () => { const { problem, words } = star(); return ["run", ...one(words, ["--star", words[0].slice(7)], ["--st" + words[0].slice(5)]), "-H" + method(problem), "--eng=native", ...one([], ["--"])]; },
  network, network, graph, graph, places, comparison,
  () => ["list", one(...heuristics).name, ...json()], // the head of its file, and its example
];
// The k-th run: heuristics and the problems that they serve in turn, each time with the next option.
const served = heuristics.flatMap((h) => h.problems.filter((problem) => problems[problem]).map((problem) => ({ h, problem })));
const run_so = new Set(); // "NAME problem", "NAME:option"
function every(k) {
  const { h, problem } = served[k % served.length];
  const option = h.options[Math.floor(k / served.length) % h.options.length];
  run_so.add(`${h.name} ${problem}`).add(`${h.name}:${option?.name}`);
  return ["run", ...star(problem, h.online).words, "-H", with_options(h, option), ...run, "--json", "--events=e.csv", "--decisions=d.csv"];
}
function not_run() {
  return served.flatMap(({ h, problem }) => [`${h.name} ${problem}`, ...h.options.map((o) => `${h.name}:${o.name}`)])
    .filter((what, at, all) => !run_so.has(what) && all.indexOf(what) === at);
}

// Wrong words, and numbers that are larger or less than anything one needs.
const odd = () => one("-1", "0", "1e400", "nan", "1/0", "", "x", "1e9", "1000000000", "99999999999999999999", "1e-300", "2147483648", "é", "<b>");
const wrong = [
  () => ["run", `--star=c=${odd()} w=${odd()} tasks=${odd()}`, "-H", "bba", ...run],
  () => ["run", `--star=c=1,${odd()} w=1,2 load=3,${one("-1", "1e400", "nan", "1/0", "", "é")}`, "-H", "bba,mbbsa", ...run, "--json"],
  () => ["run", `--star=c=1 w=1 work=${odd()}`, "-H", one("all", "nonsense", "bba:x=1", "", "r-bsa:order=q"), ...run],
  () => ["run", `--star=c=1,1 w=1,2 tasks=1000000000 ${one("", "buffer=1")}`, "-H", one("bba", "mbbsa", "r-bsa"), ...run],
  () => ["bound", `--star=c=1,1 w=1,2 tasks=${odd()}`, `--deadline=${odd()}`, "--json"],
  () => ["optimal", `--star=c=${odd()} w=1 load=${odd()}`, `--node-limit=${odd()}`],
  () => ["network", one("ring", "chain"), `w=${odd()},1 z=${odd()}`, "--json"],
  () => ["steady", `--graph=w=1,${odd()} edges=1-2:${odd()}`, `--simulate=${odd()}`, ...run],
  () => ["generate", "-f", one(...families, "hom"), "--json", one("--workers=", "--count=0", "--seed=") + odd()],
  () => [one("list", "run", "runs", "plan", "help", "export"), one("x", "--jsn", "--json", "-H", "-Z", "--star", "--se", "--e=1", "--json=1", "--", "-")],
  () => ["run", "missing.xml", "-H", "bba", ...run],
];

// ---- Comparison.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "equal-"));
function native(words) {
  for (const name of fs.readdirSync(folder))
    fs.unlinkSync(path.join(folder, name));
  const ran = spawnSync(starport, words, { encoding: "utf8", cwd: folder, maxBuffer: 1 << 28 });
  const files = fs.readdirSync(folder).map((name) => [`/${name}`, fs.readFileSync(path.join(folder, name), "utf8")]);
  return { code: ran.status, out: ran.stdout, err: ran.stderr, files: Object.fromEntries(files) };
}
function show_difference(words, a, b) {
  console.log(`DIFFERS ${words.map((word) => JSON.stringify(word)).join(" ")}`);
  const flat = ({ code, out, err, files }) => [`exit ${code}`, ...[out, err, ...Object.values(files)].map(String).join("\n").split("\n")];
  const [left, right] = [flat(a), flat(b)];
  const at = left.findIndex((line, i) => line !== right[i]);
  console.log(`  page:    ${left[at]}\n  program: ${right[at]}`);
}

(async () => {
  let passed = 0, failed = 0;
  for (let k = Number(first); k < Number(first) + Number(count); k++) {
    state = k;
    const words = k % 2 ? one(...(draw(4) ? right : wrong))() : every(k / 2);
    const b = native(words), a = await call({ words, read: Object.keys(b.files) });
    const same = ["code", "out", "err"].every((part) => a[part] === b[part]) &&
      Object.keys(b.files).every((name) => a.files[name] === b.files[name]);
    same ? passed++ : failed++;
    if (!same)
      show_difference([`${k}:`, ...words], a, b);
  }
  fs.rmSync(folder, { recursive: true });
  if (first === 0 && not_run().length)
    console.log(`not run with so few lines: ${not_run().join(", ")}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
})();
