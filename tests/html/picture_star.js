// The star as a picture, the makespans above it and what they share with the charts, used with mouse, touch and keyboard:
//   node picture_star.js explorer.html SHOTS-DIR PROGRAM
const { execFileSync } = require("child_process");
const path = require("path");
const { check, visit_all, text, ran, click } = require("./browser.js");

const program = path.resolve(process.argv[4]);
const bag = "c=1,1,4 w=4,6,3 buffer=2 tasks=14", half = (list, n) => Array.from({ length: n }, (_, k) => list[k % list.length]).join(",");

// optimum: it is waited for, at most 4 s.
async function begin(page, star, methods, optimum = false) {
  await page.evaluate((words, list) => begin(words, list), star, methods);
  await settled(page, optimum);
}
async function settled(page, optimum = false) {
  await page.waitForFunction((wanted) => current === state.star && String(state.runs.map((run) => run.heuristic)) === String(methodsOf(state.methods)) &&
    state.runs.every(({ late }) => !late) && (state.optimum || !wanted), { timeout: 4000 }, optimum)
    .catch(() => {});
}
// Until nothing has scrolled for six frames: a swipe goes on after the finger has left.
async function still(page) {
  await page.evaluate(async () => {
    for (let last = NaN, same = 0; same < 6; last = scrollY) {
      await new Promise((resume) => requestAnimationFrame(resume));
      same = scrollY === last ? same + 1 : 0;
    }
  });
}
const pill = (name) => `#picture [aria-label^='${name}:']`;
const centre = async (page, selector) => {
  const box = await (await page.$(selector)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const field = (page, name) => page.$eval(`#workers [aria-label='${name}']`, (one) => one.value);

// A number is dragged on the picture; strip, sentence, field and charts follow; undo.
async function check_drag(page) {
  await begin(page, bag, "min_c,mct", true);
  await page.evaluate(() => scrollTo(0, 0));
  const [x, y] = await centre(page, pill("c of P2"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y);
  await page.mouse.move(x + 6, y, { steps: 3 });
  await page.mouse.up();
  await settled(page, true);
  const said = await text(page, "#sentence", (seen) => seen.includes("optimum"));
  check("the sentence", said.replace(/^undo\s*/, "") === "You set c of P2 from 1 to 2. The optimum loses 1. mct loses 9: P2 now computes 0, before 4; min_c loses 5.", said);
  const cells = await page.$$eval("#strip .cell", (all) => all.map((one) => [...one.querySelectorAll(".value, .worse, .better")].map((part) => part.textContent).join(" ")));
  check("the strip", String(cells) === "30 +1,34 +5,38 +9", cells);
  check("the field", await field(page, "c of P2") === "2");
  const seen = await page.evaluate(() => [$("knob-name").textContent, $("knob-range").value, $("knob-ends").textContent, document.querySelectorAll("#picture .chosen").length]);
  check("the slider in the corner", String(seen) === "c of P2,2,0was 1now 28,1", seen);
  await click(page, "#sentence button");
  await settled(page);
  check("undone", await field(page, "c of P2") === "1" && await page.evaluate(() => state.star) === bag && await page.$eval("#sentence", (one) => one.textContent) === "");
}

// Names, values and arrow keys.
async function check_keys(page) {
  await begin(page, bag, "min_c,mct");
  const named = await page.$$eval("#picture [role=slider]", (all) => all.map((one) => `${one.ariaLabel} ${one.getAttribute("aria-valuetext")} ${one.tabIndex}`));
  check("all numbers have a name, a value and a place in the order", named.length === 10 && named[0] === "c of P1: a task on the link 1 0" &&
    named.includes("buffer of P3: tasks that fit 2 0") && named.includes("tasks: tasks at the master 14 0"), named);
  await page.$eval(pill("w of P3"), (one) => one.focus());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  check("arrow keys", await field(page, "w of P3") === "4" && await page.evaluate(() => document.activeElement.ariaLabel.startsWith("w of P3")));
  await page.focus("#knob-range");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  check("the slider by keys", await field(page, "w of P3") === "5");
  for (let k = 0; k < 12; k++)
    await page.keyboard.press("ArrowLeft");
  await settled(page);
  check("it ends before a fault", await field(page, "w of P3") === "1" && await page.$eval("#star-fault", (one) => one.textContent) === "");
}

// A finger that moves sideways on a number changes it and does not scroll; one that moves up scrolls.
async function check_touch(page) {
  await begin(page, bag, "min_c,mct");
  await page.evaluate(() => scrollTo(0, 0));
  const client = await page.createCDPSession();
  const swipe = async ([x, y], dx, dy) => {
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let k = 1; k <= 10; k++)
      await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + dx * k / 10, y: y + dy * k / 10 }] });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await settled(page);
    return [await field(page, "c of P3"), await page.evaluate(() => Math.round(scrollY))];
  };
  const aside = await swipe(await centre(page, pill("c of P3")), 30, 0);
  check("sideways changes the number", aside[0] === "9" && aside[1] === 0, aside);
  const up = await swipe(await centre(page, pill("c of P3")), 0, -80);
  check("up scrolls", up[0] === "9" && up[1] > 20, up);
  check("the makespans stay in view", await page.evaluate(() => { const { top, bottom } = $("strip").getBoundingClientRect(); return top === 0 || (top > 0 && bottom < innerHeight); }));
  await page.evaluate(() => scrollTo(0, 1000));
  await page.waitForFunction(() => scrollY > 100, { timeout: 2000 }).catch(() => {});
  check("also far below", await page.evaluate(() => $("strip").getBoundingClientRect().top === 0));
  await page.evaluate(() => scrollTo(0, 0));
}

// Picture, strip and charts are of the same star in every frame; the charts do not move up while a number is changed.
async function check_frames(page) {
  await begin(page, bag, "min_c,mct", true);
  const frames = await page.evaluate(async () => {
    const seen = [], wait = () => new Promise((resume) => requestAnimationFrame(resume));
    for (let k = 2; k < 8; k++) {
      setNumber("c of P2", String(k));
      for (let n = 0; n < 8; n++) {
        await wait();
        const shown = document.querySelector("#picture [aria-label^='c of P2:']").getAttribute("aria-valuetext");
        seen.push([shown, current.split(" ")[0], $("strip").children[1].querySelector(".value").textContent, amount(figures.get("min_c").view.chart.marks.makespan),
          figures.get("min_c").view.canvas.getBoundingClientRect().top + scrollY]);
      }
    }
    return seen;
  });
  check("one frame", frames.every(([c, star, cell, chart]) => star === `c=1,${c},4` && cell === chart), frames.find(([c, star, cell, chart]) => star !== `c=1,${c},4` || cell !== chart));
  const tops = frames.map((frame) => frame.at(-1));
  check("the charts stay where they are", tops.every((top, k) => k === 0 || top >= tops[k - 1]), tops);
}

// What is so at a date: of mct at 6, as the chart has it; the date is shared.
async function check_date(page) {
  await begin(page, "c=1,2,4 w=4,6,3 buffer=2 tasks=14", "min_c,mct", true);
  await page.evaluate(() => setDate(6.5, "mct"));
  const seen = await page.evaluate(() => {
    const { out, sent, workers } = momentOf(state.runs[1], readStar(state.star), 6.5);
    return [out.worker, out.share, sent, workers.slice(1).map(({ received, done, job }) => [received, done, job?.share ?? ""]), timelines.date, $("date").value, $("date-words").value];
  });
  check("the moment", JSON.stringify(seen) === JSON.stringify([3, 0.125, 4, [[1, 1, 0.125], [0, 0, ""], [2, 0, 0.5]], 6.5, "6.5", "date 6.5, mct"]), seen);
  const pressed = await page.$$eval("#strip .cell[aria-pressed=true]", (all) => all.map((one) => one.querySelector(".name").textContent));
  check("whose run the picture shows", String(pressed) === "mct", pressed);
  await still(page);
  const at = await page.evaluate(() => {
    const { chart, canvas } = timelines.charts[0], box = canvas.getBoundingClientRect();
    addEventListener("pointerdown", ({ target, offsetX, offsetY }) => { window.pressed = [target.nodeName, offsetX, offsetY]; }, { capture: true, once: true });
    return [box.left + scale(chart, canvas.clientWidth, timelines.part).X(20), box.top + chart.place.bottom / 2];
  });
  await page.mouse.click(...at);
  await page.waitForFunction(() => state.shown === "min_c", { timeout: 2000 }).catch(() => {});
  const picked = await page.evaluate(() => [Math.round(state.date), state.shown, ...(window.pressed || ["nothing was pressed"])]);
  check("a click in a chart sets the date", String(picked.slice(0, 2)) === "20,min_c", [...picked, at]);
  await page.focus("#date");
  await page.keyboard.press("Home");
  check("by keys", await page.evaluate(() => state.date === 0 && timelines.date === 0));
  await page.focus("#date-play");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => state.date > 0.5, { timeout: 5000 }).catch(() => {});
  await page.keyboard.press("Enter");
  const stopped = await page.evaluate(() => state.date);
  check("it plays and pauses", stopped > 0.5 && await page.evaluate(() => $("date-play").ariaLabel === "play"), stopped);
}

// A host that is down is dashed and says so.
async function check_down(page) {
  await begin(page, "c=2,2,2 w=3,3,4 load=8,1,0 profile=host1:7*0,20*1", "bba-on-line");
  const at = (date) => page.evaluate((when) => {
    setDate(when);
    return [...document.querySelectorAll("#picture .ring")].map((one) => one.getAttribute("stroke-dasharray") !== "none").join() + $("picture").textContent.includes("down");
  }, date);
  const seen = [await at(6), await at(8)];
  check("a host that is down", String(seen) === "false,false,falsefalse,true,false,falsetrue", seen);
}

// Nothing of the picture lies on something else, nor outside: all numbers can be read, 1 to 20 workers; more are said.
async function check_sizes(page) {
  for (const m of [1, 2, 3, 4, 5, 7, 8, 12, 20, 30]) {
    await begin(page, `c=${half([1, 2.5, 8], m)} w=${half([4, 60, 3], m)} buffer=2 tasks=14`, "min_c,mct");
    const seen = await page.evaluate(() => {
      const svg = $("picture").querySelector("svg").getBoundingClientRect(), boxes = [...document.querySelectorAll("#picture .pill, #picture .ring")].map((one) => one.getBoundingClientRect());
      const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
      const outside = boxes.filter((box) => box.left < svg.left - 1 || box.right > svg.right + 1 || box.top < svg.top - 1 || box.bottom > svg.bottom + 1).length;
      return [document.querySelectorAll("#picture .ring").length, boxes.reduce((n, a, k) => n + boxes.slice(k + 1).filter((b) => over(a, b)).length, 0), outside, $("picture-note").textContent];
    });
    check(`${m} workers`, String(seen.slice(0, 3)) === `${Math.min(m, 20)},0,0` && (seen[3] === "") === (m <= 20), seen);
  }
  for (const [star, methods] of [["c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", "bba"], ["c=2,5,1,3 w=1/1000000000 delta=3,1,-2,-2", "sorted"], ["c=2,3,4,6 w=10,12,14,20 latency=1 work=120", "umr"]]) {
    await begin(page, star, methods);
    check(`${star}: drawn`, await page.$$eval("#picture .ring", (all) => all.length) === 4);
  }
}

// Steps say why, from the program's own views; and for plans of bba.
async function check_why(page) {
  await begin(page, "c=1,2,4 w=4,6,3 buffer=2 tasks=14", "min_c,mct,min_w");
  const why = async (name, k) => {
    await page.evaluate((method) => openStep(method), name);
    await page.waitForFunction((method) => steps.run?.heuristic === method && steps.run.chart === state.runs.find((one) => one.heuristic === method).chart && !$("steps-view").hidden,
      { timeout: 20000 }, name).catch(() => {});
    await page.evaluate((step) => visitStep(step), k);
    return page.evaluate(() => [$("steps-why").textContent, document.querySelector("#steps-workers .compared")?.textContent, document.querySelector("#steps-workers .chosen th")?.textContent]);
  };
  const mct = await why("mct", 3), min_c = await why("min_c", 2), min_w = await why("min_w", 0);
  check("mct", String(mct) === "P3 wins: mct takes the worker that would end the task first, 13 against 14 (P1) and 14 (P2).,ends,P3 receives", mct);
  check("min_c", min_c[0].startsWith("P2 wins: min_c takes the cheapest link of those that have a free place, 2 against 4 (P3).") && min_c[1] === "c", min_c);
  check("min_w", min_w[0].startsWith("P3 wins: min_w takes the fastest worker of those that have a free place, 3 against 4 (P1) and 6 (P2).") && min_w[1] === "w", min_w);
  check("bars", await page.$$eval("#steps-workers .dates", (all) => all.length) === 3);
  await begin(page, "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", "bba,mbbsa");
  const bba = await why("bba", 0), end = await why("bba", 99), other = await why("mbbsa", 2);
  check("bba", bba[0] === "From P1, which would end last (13), to P3, which would end the task first (11)." && bba[2] === "P3 receives", bba);
  check("bba's end", end[0] === "bba stops: no worker would end a task of P2 before 13, the date at which P2 ends; the first would at 13.", end);
  check("mbbsa, without a claim", other[0].startsWith("P3 would end the task at 19, P1 at ") && other[1] === null, other);
}

// Stars of an address with what has no field of its own.
async function check_keys_of_stars(page) {
  for (const [star, methods] of [["c=1,2 w=3,4 tasks=3 buffer=2,2 sizes=1,2,3 told=2,0.816496580927726 overhead=1", "mct,fac"], ["c=1,2 w=3,4 tasks=9 sizes=uniform(1,4):3 request=1/2", "mct"],
    ["c=1,2 w=3,4 tasks=5 result=1 hold=result release=0,2,4,6,8", "mct"]]) {
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams({ star, h: methods }).toString());
    await ran(page, star, methods);
    const native = JSON.parse(execFileSync(program, ["run", `--star=${star}`, "-H", methods, "--engine=native", "--json"], { encoding: "utf8" })).runs.map(({ makespan }) => makespan);
    const seen = await page.evaluate(() => state.runs.map(({ makespan }) => makespan));
    check(`${star}: as the program`, String(seen) === String(native), [seen, native]);
    const keys = star.split(" ").map((word) => word.split("=")[0]).filter((key) => ["sizes", "told", "overhead", "request", "release"].includes(key));
    const fields = await page.$$eval("#totals input", (all) => all.map((one) => one.dataset.key));
    check(`${star}: its fields`, keys.every((key) => fields.includes(key)), fields);
  }
}

// Tabs by keys on a wide page; lines that open on a phone; the link is copied.
async function check_tabs(page, width) {
  if (width > 999) {
    await page.focus("#tab-steps");
    await click(page, "#tab-steps");
    await page.keyboard.press("ArrowRight");
    check("the next tab", await page.evaluate(() => $("what-if").classList.contains("open") && document.activeElement.id === "tab-what-if" && !$("steps").classList.contains("open")));
  } else {
    await page.$eval("#what-if .fold", (one) => one.focus());
    await page.evaluate(() => openTab(""));
    await page.keyboard.press("Enter");
    check("it opens", await page.evaluate(() => $("what").checkVisibility()));
    await page.keyboard.press("Enter");
    check("it closes", await page.evaluate(() => !$("what").checkVisibility()));
  }
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (words) => { window.copied = words; } }, configurable: true }));
  await click(page, "#copy-link");
  await page.waitForFunction(() => window.copied === location.href, { timeout: 2000 }).catch(() => {});
  check("the link is copied", await page.evaluate(() => window.copied === location.href && location.href.includes("star=")));
}

// At 200 %, a window of 1280 pixels has 640: nothing scrolls sideways, whatever is open, and the heads of the star's table do not touch.
async function check_zoom(page) {
  await begin(page, "c=1,2,2,1 w=4,6,5,7 latency=1 buffer=2 result=1 tasks=14", "min_c,mct");
  await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
  for (const id of await page.$$eval(".tab", (all) => all.map((one) => one.id))) {
    const over = await page.evaluate((tab) => { openTab(tab); return document.documentElement.scrollWidth - innerWidth; }, id);
    check(`200 %, ${id}: no sideways scrolling`, over <= 0, over);
  }
  await page.setViewport({ width: 1280, height: 900 });
  const gaps = await page.$$eval("#workers thead th", (all) => all.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  }).flatMap((box, k, boxes) => k ? [box.left - boxes[k - 1].right] : []));
  check("heads of the star's table", gaps.every((gap) => gap >= 4), gaps);
}
// What is told apart by lightness is without colours, too; what is hatched by its strokes.
async function check_lightness(page) {
  const { solid, strokes } = await page.evaluate(() => {
    const colours = theme(), lightness = ([...rgb]) => { // L* of CIELAB
      const [r, g, b] = rgb.map((value) => value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;
    };
    const look = (kind, to) => {
      const strokes = [], colour = paintLook({ rect() {}, hatch: (...of) => strokes.push(of.at(-1)) }, colours, { kind, from: 0, to }, false, 0, 0, 9, 9);
      return { light: lightness(colour), strokes: String(strokes) };
    };
    return { solid: [1, 2, 3, 4, 5, 6].map((to) => ["received", "to-worker", "own"].map((kind) => Math.round(look(kind, to).light))),
      strokes: ["received", "to-master", "result", "lost"].map((kind) => look(kind, 1).strokes) };
  });
  check("received, sent and own tasks differ in lightness", solid.every(([received, sent, own]) => Math.abs(received - sent) >= 12 && Math.abs(received - own) >= 12), solid);
  check("strokes: none, rising, falling, both", String(strokes) === ",false,true,false,true" && new Set(strokes).size === 4, strokes);
}

visit_all(1280, 375, async (page, width) => {
  await check_drag(page);
  await check_keys(page);
  await check_touch(page);
  await check_frames(page);
  await check_date(page);
  await check_down(page);
  await check_sizes(page);
  await check_why(page);
  await check_keys_of_stars(page);
  await check_tabs(page, width);
  await check_lightness(page);
  if (width > 999)
    await check_zoom(page);
  check(`no sideways scrolling at ${width}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
