// Shows what Star.explore() gives a notebook, as its server would, under its policy, and checks that the explorer runs in it:
//   node notebook.js CELL.html MAKESPAN
const fs = require("fs");
const http = require("http");
const puppeteer = require("puppeteer-core");

const [cell, makespan] = process.argv.slice(2);
const asked = [], bad = [];

const server = http.createServer((request, response) => {
  asked.push(request.url);
  response.setHeader("Content-Security-Policy", "frame-ancestors 'self'"); // Jupyter's
  response.setHeader("Content-Type", "text/html;charset=utf-8");
  response.end(request.url === "/" ? `<!doctype html><link rel="icon" href="data:,">${fs.readFileSync(cell)}` : "");
});

async function look(page) {
  page.on("pageerror", (error) => bad.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForFunction((words) => document.body.innerText.includes(words), { timeout: 30000 }, makespan)
    .catch(() => bad.push(`no makespan ${makespan} in the frame`));
  if (asked.length !== 1)
    bad.push(`requests ${asked}`);
}

server.listen(0, "127.0.0.1", async () => {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ["--no-sandbox"] });
  await look(await browser.newPage()).catch((error) => bad.push(error.stack));
  await browser.close();
  server.close();
  bad.forEach((what) => console.log(`FAILED a notebook's cell: ${what}`));
  console.log(`${bad.length ? 0 : 1} passed, ${bad.length ? 1 : 0} failed`);
  process.exitCode = bad.length ? 1 : 0;
});
