// Checks the site: first its files, that each link and anchor leads somewhere inside and that nothing is loaded from
// elsewhere; then pages of each kind and the search in a headless Chromium, from file:// and from a server under a prefix:
//   node check.js SITE SHOTS-DIR
const fs = require("fs");
const http = require("http");
const path = require("path");
const { check, in_browser } = require("../html/browser.js");

const [site, shots] = process.argv.slice(2).map((name) => path.resolve(name));
const PREFIX = "/some/prefix/";
const PAGES = ["index.html", "gallery.html", "docs/model.html", "reference/heuristics.html", "reference/heuristics/mct.html",
  "reference/commands/run.html", "reference/c/starport.html", "reference/python.html", "search.html?q=mct"];

// ---- Files.
function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);
}
const decoded = (text) => decodeURIComponent(text.replace(/&amp;/g, "&").replace(/&quot;/g, '"').replace(/&#x27;|&#39;/g, "'"));
// What is an attribute of a tag, outside of scripts and comments.
function tags(text) {
  return [...text.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, (all) => all.startsWith("<script") ? all.slice(0, all.indexOf(">") + 1) : "")
    .matchAll(/<(\w+)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g)].map((tag) => ({ name: tag[1],
    attributes: Object.fromEntries([...tag[2].matchAll(/([\w:-]+)="([^"]*)"/g)].map((a) => [a[1], a[2]])) }));
}
function check_files() {
  const html = files(site).filter((name) => name.endsWith(".html") && path.basename(name) !== "explorer.html");
  const parsed = new Map(html.map((name) => [name, tags(fs.readFileSync(name, "utf8"))]));
  const ids = new Map([...parsed].map(([name, all]) => [name, new Set(all.map((tag) => tag.attributes.id).filter(Boolean))]));
  const broken = [], outside = [];
  for (const [name, all] of parsed)
    for (const { name: tag, attributes } of all)
      for (const key of ["href", "src", "action", "data", "xlink:href"]) {
        const link = attributes[key];
        if (link === undefined || link.startsWith("data:"))
          continue;
        if (/^([a-z]+:|\/)/i.test(link)) {
          if (tag !== "a" || !/^(https?|mailto):/.test(link))
            outside.push(`${path.relative(site, name)}: ${tag} ${link}`);
          continue;
        }
        const [where, anchor] = link.split("#");
        const target = where === "" ? name : path.join(path.dirname(name), decoded(where.split("?")[0]));
        const there = target.startsWith(site) && fs.existsSync(target) && fs.statSync(target).isFile();
        if (!there || (anchor && tag === "a" && ids.has(target) && !ids.get(target).has(decoded(anchor))))
          broken.push(`${path.relative(site, name)}: ${link}`);
      }
  for (const name of files(site).filter((one) => one.endsWith(".css")))
    outside.push(...(fs.readFileSync(name, "utf8").match(/@import[^;]*|url\(["']?(https?:)?\/\/[^)]*/g) || [])
      .filter((use) => !/^@import url\(["']?[\w.]/.test(use)).map((use) => `${path.relative(site, name)}: ${use}`));
  check("there are pages", html.length > 100, html.length);
  check("no broken link or anchor", broken.length === 0, broken.slice(0, 20));
  check("nothing is loaded from elsewhere", outside.length === 0, outside.slice(0, 20));
  const size = files(site).reduce((sum, name) => sum + fs.statSync(name).size, 0);
  console.log(`${html.length} pages, ${files(site).length} files, ${(size / 1e6).toFixed(1)} MB`);
  check("at most 30 MB", size < 30e6, size);
}

// ---- Pages in a browser.
function serve() {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };
  return new Promise((started) => {
    const server = http.createServer((request, response) => {
      const name = decodeURIComponent(new URL(request.url, "http://host").pathname);
      const file = path.join(site, name.slice(PREFIX.length) || "index.html");
      if (!name.startsWith(PREFIX) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
        response.writeHead(404);
        return response.end();
      }
      response.writeHead(200, { "Content-Type": types[path.extname(file)] || "text/plain" });
      fs.createReadStream(file).pipe(response);
    }).listen(0, "127.0.0.1", () => started(server));
  });
}
async function visit(browser, base, name, width, scheme) {
  const page = await browser.newPage(), bad = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) bad.push(message.text()); });
  page.on("pageerror", (error) => bad.push(String(error)));
  page.on("requestfailed", (request) => bad.push(`failed ${request.url()}`));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base))
      bad.push(`requests ${request.url()}`);
  });
  page.on("response", (response) => { if (response.status() >= 400) bad.push(`${response.status()} ${response.url()}`); });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(base + name, { waitUntil: "load" });
  const what = `${base.slice(0, 4)} ${name} at ${width}, ${scheme}`;
  if (name.startsWith("search")) {
    await page.waitForSelector("#search-results li a", { timeout: 10000 }).catch(() => 0);
    await new Promise((resume) => setTimeout(resume, 1000));
    const found = await page.$$eval("#search-results li a", (all) => all.map((a) => a.getAttribute("href")));
    check(`${what}: finds the heuristic`, found.some((link) => /reference\/heuristics\/mct\.html/.test(link)), found.slice(0, 5));
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(`${what}: no sideways scrolling`, wide <= 0, wide);
  const blank = await page.$$eval("img", (all) => all.filter((img) => img.loading !== "lazy" && !img.naturalWidth).map((img) => img.src));
  check(`${what}: pictures`, blank.length === 0, blank);
  if (base.startsWith("file:"))
    await page.screenshot({ path: path.join(shots, `${name.replace(/\W+/g, "-")}-${width}-${scheme}.png`), fullPage: name === "index.html" });
  check(`${what}: no error, no request outside`, bad.length === 0, bad.slice(0, 5));
  await page.close();
}
// Of the start page: the toggle of the colours, "/" and the search.
async function use(browser, base) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(base + "index.html");
  await page.keyboard.press("/");
  await page.keyboard.type("self-scheduling");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.waitForSelector("#search-results li a", { timeout: 10000 }).catch(() => 0);
  check(`${base.slice(0, 4)}: / and the search from the start page`, (await page.$$("#search-results li a")).length > 0);
  await page.goto(base + "docs/model.html");
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (let k = 0; k < 3 && before === await page.evaluate(() => getComputedStyle(document.body).backgroundColor); k++)
    await page.click(".content-icon-container .theme-toggle");
  check(`${base.slice(0, 4)}: light and dark`, before !== await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  await page.close();
}

in_browser(async (browser) => {
  check_files();
  const server = await serve();
  try {
    for (const base of [`file://${site}/`, `http://127.0.0.1:${server.address().port}${PREFIX}`]) {
      for (const name of PAGES)
        for (const [width, scheme] of base.startsWith("file:") ? [[1280, "light"], [375, "light"], [1280, "dark"], [375, "dark"]] : [[1280, "light"]])
          await visit(browser, base, name, width, scheme);
      await use(browser, base);
    }
  } finally {
    server.close();
  }
});
