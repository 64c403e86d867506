// Checks the page of the calendar in a browser, against the program that wrote it:
//
//     node tests/page/calendar.mjs target/release/bitcover calendar.html [calendar.png]
//
// Prints what was checked, and takes a picture where it is told to. The exit code is 0 where all is
// well, 1 where not, 77 where there is no browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { browser, open } from "./browser.mjs";

const [program, path, picture] = process.argv.slice(2);
const run = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const total = (...labels) =>
  JSON.parse(run("count", "calendar", ...labels.flatMap((label) => ["--given", label]), "--json")).total;

const { context, close } = await browser();

/** Says what was checked. */
async function check(name, what) {
  await what();
  console.log(`ok: ${name}`);
}

const found = (page) => page.locator("#count").evaluate(({ dataset }) => Number(dataset.found));
const pick = (page, region, label) => page.getByLabel(region, { exact: true }).selectOption(label);
const command = (page) => page.locator(".command code").textContent();

try {
  // A day in January, wherever and whenever this runs.
  await context.addInitScript(() => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...words) {
        super(...(words.length > 0 ? words : [2026, 0, 25, 12]));
      }
    };
  });
  const { page, complaints } = await open(context, path);

  await check("a month and a day leave what `count --given` counts", async () => {
    const all = await found(page);
    assert.equal(all, total());
    await pick(page, "month", "Oct");
    assert.equal(await found(page), total("Oct"));
    await pick(page, "day", "6");
    assert.equal(await found(page), total("Oct", "6"));
    assert.equal(await command(page), "bitcover count calendar --given Oct --given 6");
    await pick(page, "month", "any");
    assert.equal(await found(page), total("6"));
  });

  await check("the button picks the date of today, and every picture shows it", async () => {
    await page.getByRole("button", { name: "Today" }).click();
    assert.equal(await found(page), total("Jan", "25"));
    assert.equal(await page.getByLabel("month", { exact: true }).inputValue(), "0");
    for (const words of await page.locator(".cards a > span:not(.said)").allTextContents()) {
      assert.match(words, / · Jan 25$/);
    }
    const labels = await page.locator(".cards svg").first().locator("text.label").allTextContents();
    assert.deepEqual(labels, ["Jan", "25"]);
    assert.match(await page.locator("#stage-title").textContent(), /: Jan 25$/);
  });

  await check("pieces at places go together with the date, and the board shows labels", async () => {
    const cell = page.locator('.cell[aria-label^="Feb (row 1, column 2):"]');
    assert.equal(await cell.textContent(), "Feb");
    await cell.click();
    const given = await page.locator(".chips code").allTextContents();
    assert.equal(given.length, 1);
    const { total: expected } = JSON.parse(
      run("count", "calendar", "--given", "Jan", "--given", "25", "--given", given[0], "--json"));
    assert.equal(await found(page), expected);
    if (picture) {
      await page.locator(".chips button").click();
      await page.screenshot({ path: picture, fullPage: false });
      await cell.click();
    }
  });

  await check("a link holds the date", async () => {
    const link = await page.locator(".permalink").getAttribute("href");
    assert.match(link, /;free=/);
    const again = await open(context, path, link);
    assert.equal(await found(again.page), await found(page));
    assert.equal(await command(again.page), await command(page));
    assert.deepEqual(again.complaints, []);
    await again.page.close();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    assert.equal(await found(page), total());
    assert.equal(await page.getByLabel("day", { exact: true }).inputValue(), "");
  });

  await check("it complains of nothing and asks for nothing", async () => assert.deepEqual(complaints, []));

  await check("phones show it without scrolling sideways", async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.waitForTimeout(200);
    const [width, inside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= inside, `${width} of ${inside}`);
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}
