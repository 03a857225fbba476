// Shows what Star.explore() gives a notebook, as its server would, under its policy, and checks that the explorer runs in it:
//   node notebook.js CELL.html MAKESPAN
const fs = require("fs");
const http = require("http");
const { check, in_browser } = require("./browser.js");

const [cell, makespan] = process.argv.slice(2);
const asked = [];

const server = http.createServer((request, response) => {
  asked.push(request.url);
  response.setHeader("Content-Security-Policy", "frame-ancestors 'self'"); // Jupyter's
  response.setHeader("Content-Type", "text/html;charset=utf-8");
  response.end(request.url === "/" ? `<!doctype html><link rel="icon" href="data:,">${fs.readFileSync(cell)}` : "");
});

in_browser(async (browser) => {
  await new Promise((resume) => server.listen(0, "127.0.0.1", resume));
  try {
    const page = await browser.newPage(), bad = [];
    page.on("pageerror", (error) => bad.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    const shown = await frame.waitForFunction((words) => document.body.innerText.includes(words), { timeout: 30000 }, makespan).catch(() => null);
    check(`a notebook's cell: makespan ${makespan} in the frame`, shown);
    check("a notebook's cell: no error, no other request", bad.length === 0 && asked.length === 1, [bad, asked]);
  } finally {
    server.close();
  }
});
