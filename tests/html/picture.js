// The picture of the README is what the explorer writes of its first star (UPDATE=1 writes it):
//   node picture.js explorer.html PICTURE.svg
const fs = require("fs");
const path = require("path");
const puppeteer = require("puppeteer-core");

const [page_path, picture] = process.argv.slice(2);
(async () => {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.setViewport({ width: 900, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(`file://${path.resolve(page_path)}`);
  await page.waitForFunction(() => state.optimum?.proven && state.runs.length === 4, { timeout: 60000 });
  await page.waitForFunction(() => timelines.charts.length === 4 && state.runs.every(({ late }) => !late), { timeout: 60000 });
  const written = `${await page.evaluate(() => together().replaceAll("><", ">\n<"))}\n`;
  await browser.close();
  if (process.env.UPDATE)
    fs.writeFileSync(picture, written);
  const same = written === fs.readFileSync(picture, "utf8");
  if (!same)
    console.log(`FAILED the explorer writes another picture than ${picture}`);
  console.log(same ? "1 passed, 0 failed" : "0 passed, 1 failed");
  process.exitCode = same ? 0 : 1;
})();
