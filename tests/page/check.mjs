// Checks the page of the Logiq towers in a browser, against the program that wrote it:
//
//     node tests/page/check.mjs target/release/bitcover logiq.html [figures.json]
//
// Prints what was checked and how long interactions took, and writes that where it is told to. The
// exit code is 0 where all is well, 1 where not, 77 where there is no browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

import { browser, open, seen } from "./browser.mjs";

const [program, path, figuresPath] = process.argv.slice(2);
const run = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

const { context, close } = await browser();
const figures = { browser: context.browser().version(), solutions: 0 };

/** Says what was checked. */
async function check(name, what) {
  await what();
  console.log(`ok: ${name}`);
}

/** How often each interaction is measured. */
const TIMES = 9;

/**
 * The milliseconds from something being done to the end of the next frame, the median of a few
 * times; `back` makes it undone in between. Both are a place, and a value where it is to be chosen.
 */
async function measured(page, name, what, back = null) {
  figures[name] = await page.evaluate(async ([what, back, times]) => {
    const act = ([where, value]) => {
      const element = document.querySelector(where);
      if (value === undefined) {
        element.click();
        return;
      }
      element.value = value;
      element.dispatchEvent(new Event("change"));
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const taken = [];
    for (let time = 0; time < times; time++) {
      const begun = performance.now();
      act(what);
      await frame();
      taken.push(performance.now() - begun);
      if (back) act(back);
      await new Promise((done) => setTimeout(done, 150));
    }
    taken.sort((a, b) => a - b);
    return Math.round(taken[Math.floor(times / 2)] * 10) / 10;
  }, [what, back, TIMES]);
}

const found = (page) => page.locator("#count").evaluate(({ dataset }) => [Number(dataset.found), Number(dataset.images)]);
const position = (page) => page.locator(".chips code").allTextContents();

try {
  const { page, complaints } = await open(context, path);
  const report = JSON.parse(run("count", "logiq", "--json"));

  await check("the table and the chart have the counts of the program", async () => {
    const table = await page.locator("#counts > .scroll table").innerText();
    for (const { name, distinct, total } of report.parts) {
      const row = table.split("\n").find((line) => line.startsWith(name));
      assert.ok(row.includes(grouped(distinct)) && row.includes(grouped(total)), row);
    }
    assert.match(table, new RegExp(`all.*${grouped(report.distinct)}.*${grouped(report.total)}`));
    const chart = page.locator('#counts svg[aria-label^="Distinct solutions"]');
    const values = await chart.locator("text.value").allTextContents();
    assert.deepEqual(values, report.parts.map(({ distinct }) => grouped(distinct)));
    const heights = await chart.locator("rect").evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
    const most = Math.max(...report.parts.map(({ distinct }) => distinct));
    report.parts.forEach(({ distinct }, i) => {
      assert.ok(Math.abs(heights[i] / Math.max(...heights) - distinct / most) < 0.01, `bar ${i}`);
    });
    const twin = await page.locator("#counts figure details table").first().textContent();
    for (const { distinct } of report.parts) assert.ok(twin.includes(grouped(distinct)));
  });

  await check("the gallery holds every solution, and those of a height", async () => {
    assert.equal((await found(page))[0], report.distinct);
    figures.solutions = report.distinct;
    for (const { name, distinct } of report.parts) {
      await page.check(`input[name="part"][value="${name}"]`);
      assert.equal((await found(page))[0], distinct);
    }
  });

  await check("a piece at a place leaves what `count --given` counts", async () => {
    await page.locator('.swatch:has(svg[aria-label^="Piece T,"]) input').check();
    const cell = page.locator('.cell[aria-label^="row 2, column 3:"]');
    const seenPlaces = new Set();
    for (let turn = 0; turn < 4; turn++) {
      await cell.click();
      const [given] = await position(page);
      seenPlaces.add(given);
      const { distinct, total } = JSON.parse(run("count", "logiq-5", "--given", given, "--json"));
      assert.ok(total > 0);
      assert.deepEqual(await found(page), [total, total], given);
      assert.equal(distinct, total);
    }
    assert.equal(seenPlaces.size, 4);
  });

  await check("two pieces at places do, too, and every picture shows them", async () => {
    const other = page.locator('.cell[aria-label="row 4, column 8: free"]');
    await page.locator('.swatch:has(svg[aria-label^="Piece U,"]) input').check();
    await other.click();
    const given = await position(page);
    assert.equal(given.length, 2);
    const words = given.flatMap((one) => ["--given", one]);
    const { total } = JSON.parse(run("count", "logiq-5", ...words, "--json"));
    assert.equal((await found(page))[1], total);
    const cells = given.flatMap((one) => {
      const [piece, where] = one.split("@");
      return where.split(" ").map((cell) => [piece, ...cell.split(",").map(Number)]);
    });
    for (const line of await page.locator(".cards .said").allTextContents()) {
      const rows = line.split("/");
      for (const [piece, row, column] of cells) assert.equal(rows[row - 1][column - 1], piece, line);
    }
  });

  await check("a piece that must be used leaves as many as use it", async () => {
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await page.check('input[name="part"][value="logiq-4"]');
    const { distinct, pieces } = await page.evaluate(() => {
      const { count, pieces } = JSON.parse(document.getElementById("data").textContent).groups[0].parts[2];
      return { distinct: Number(count.distinct), pieces };
    });
    const { name, solutions } = pieces.find(({ solutions }) => solutions > 0 && solutions < distinct);
    await page.getByLabel(`Piece ${name}`, { exact: true }).selectOption("with");
    assert.equal((await found(page))[0], solutions);
    await page.getByLabel(`Piece ${name}`, { exact: true }).selectOption("without");
    assert.equal((await found(page))[0], distinct - solutions);
    await page.getByRole("button", { name: "Clear all filters" }).click();
  });

  await check("the tower is drawn", async () => {
    const canvas = page.locator(".solid canvas");
    await canvas.scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Stop turning" }).click();
    const whole = await seen(context, canvas);
    assert.ok(whole.share > 0.1 && whole.share < 0.9 && whole.colours > 30, JSON.stringify(whole));
    await page.getByLabel("Outer pieces").selectOption("hidden");
    const rings = await seen(context, canvas);
    assert.ok(rings.share > 0.02 && rings.share < whole.share, JSON.stringify(rings));
    await page.getByLabel("Outer pieces").selectOption("solid");
    figures.tower = whole;
  });

  await check("a link leads to its solution, by the number that `show` gives it", async () => {
    await page.evaluate(() => (location.hash = "#logiq-3/100"));
    await page.waitForFunction(() => document.querySelector("#stage-title").textContent.includes("100 of"));
    const label = await page.locator(".flat svg").getAttribute("aria-label");
    const said = run("show", "logiq", "--which", label.split(": ").at(-1).replaceAll(/:./g, ""));
    assert.match(said, /^solution 100 of 2,294 of logiq-3: as it is/);
    const again = await open(context, path, "#logiq-4/13588/5");
    assert.match(await again.page.locator("#stage-title").textContent(), /logiq-4, solution 13,588 of 13,588/);
    assert.match(await again.page.locator(".image").textContent(), /^image 6 of 24/);
    assert.deepEqual(again.complaints, []);
    await again.page.close();
  });

  const title = () => page.locator("#stage-title").textContent();
  const shows = (words) => page.waitForFunction(
    (words) => document.querySelector("#stage-title").textContent.includes(words), words);
  const go = async (number) => {
    await page.getByLabel(/^Number/).fill(String(number));
    await page.getByRole("button", { name: "Show", exact: true }).click();
  };

  await check("a number goes to the puzzle that is shown, and one that is too large is refused in words", async () => {
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await page.check('input[name="part"][value=""]');
    await page.evaluate(() => (location.hash = "#logiq-4/7"));
    await shows("logiq-4, solution 7 of");
    await go(5);
    await shows("logiq-4, solution 5 of");
    for (const number of [13589, 999999, 0, -1, 1.5]) {
      await go(number);
      const said = await page.locator(".refusal").textContent();
      assert.match(said, /There is no solution .* of logiq-4: they have the numbers 1 to 13,588/, `${number}`);
      assert.match(await title(), /logiq-4, solution 5 of/);
    }
    await go(6);
    assert.equal(await page.locator(".refusal").textContent(), "");
  });

  await check("a link to a solution that does not exist says so", async () => {
    for (const [hash, words] of [["#logiq-5/999999", /There is no solution 999999 of logiq-5/],
      ["#logiq-9/1", /no puzzle logiq-9/], ["#logiq-5/x", /There is no solution x of logiq-5/]]) {
      const other = await open(context, path, hash);
      assert.match(await other.page.locator(".stage-note").textContent(), words, hash);
      await other.page.close();
    }
  });

  await check("filters never leave on show what they exclude, and a link holds them", async () => {
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await page.evaluate(() => (location.hash = "#logiq-4/6"));
    await page.check('input[name="part"][value="logiq-5"]');
    await shows("logiq-5, solution");
    // In a tower of four rows two pieces are left out.
    await page.check('input[name="part"][value="logiq-4"]');
    await shows("logiq-4, solution");
    await page.locator('.swatch:has(svg[aria-label^="Piece T,"]) input').check();
    await page.locator('.cell[aria-label^="row 2, column 3:"]').click();
    await page.getByLabel("Piece W", { exact: true }).selectOption("without");
    const [count, images] = await found(page);
    assert.ok(count > 1 && count < 13588, `${count}`);
    assert.equal(await page.locator('.cards a[aria-current="true"]').count(), 1);
    assert.ok(await page.locator(".stage-note").isHidden());
    const shown = await title();
    await page.getByRole("button", { name: "Next solution" }).click();
    await page.waitForFunction((shown) => document.querySelector("#stage-title").textContent !== shown, shown);
    assert.equal(await page.locator('.cards a[aria-current="true"]').count(), 1);
    const link = await page.locator(".permalink").getAttribute("href");
    const again = await open(context, path, link);
    assert.deepEqual(await found(again.page), [count, images]);
    assert.equal(await again.page.locator("#stage-title").textContent(), await title());
    assert.deepEqual(await position(again.page), await position(page));
    assert.equal(await again.page.getByLabel("Piece W", { exact: true }).inputValue(), "without");
    assert.ok(await again.page.locator('input[name="part"][value="logiq-4"]').isChecked());
    assert.deepEqual(again.complaints, []);
    await again.page.close();
    // What they leave out may be gone to, and is said to be left out; a link without filters has none.
    const excluded = await page.evaluate(() => {
      const left = new Set([...document.querySelectorAll(".cards a")].map((a) => a.dataset.key.split("/")[1]));
      return [...Array(100).keys()].find((i) => !left.has(String(i))) + 1;
    });
    await go(excluded);
    await shows(`logiq-4, solution ${excluded} of`);
    assert.match(await page.locator(".stage-note").textContent(), /The filters leave this one out/);
    await page.evaluate(() => (location.hash = "#logiq-4/6"));
    await shows("logiq-4, solution 6 of");
    assert.equal((await found(page))[0], 22069);
  });

  await check("plus and minus come nearer and go away where the model has the focus", async () => {
    const canvas = page.locator(".solid canvas");
    if (await page.getByRole("button", { name: "Stop turning" }).count()) {
      await page.getByRole("button", { name: "Stop turning" }).click();
    }
    /** How much of the canvas is filled after some keys, without the frame that shows the focus. */
    const after = async (...keys) => {
      await canvas.focus();
      for (const key of keys) await page.keyboard.press(key);
      await canvas.evaluate((element) => element.blur());
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return (await seen(context, canvas)).share;
    };
    const [before, near, far] = [await after(), await after("+"), await after("-", "-")];
    assert.ok(near > before * 1.05 && far < before * 0.95, `${before} ${near} ${far}`);
    await after("+");
  });

  await check("the board can be used by keys", async () => {
    await page.check('input[name="part"][value="logiq-5"]');
    await page.locator(".cell").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /^row 2, column 2: free/);
    await page.keyboard.press("Enter");
    assert.equal((await position(page)).length, 1);
    await page.keyboard.press("Delete");
    assert.equal((await position(page)).length, 0);
  });

  await check("interactions, in milliseconds", async () => {
    const [all, four] = [['input[name="part"][value=""]'], ['input[name="part"][value="logiq-4"]']];
    await measured(page, "all_solutions_ms", all, four);
    await measured(page, "logiq_4_ms", four, all);
    const piece = 'select[aria-label="Piece W"]';
    await measured(page, "piece_used_of_all_ms", [piece, "with"], [piece, ""]);
    await measured(page, "next_page_ms", ['[aria-label="Next page"]']);
    await page.check(four[0]);
    await measured(page, "piece_laid_or_turned_ms", [".cell:nth-child(20)"]);
    await measured(page, "next_solution_ms", ['[aria-label="Next solution"]']);
    console.log(JSON.stringify(figures));
  });

  await check("pieces are laid in the section to play in, and it counts as the program does", async () => {
    const link = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Play here: lay pieces yourself" }).click();
    const frame = page.frameLocator("iframe.playing");
    const answers = frame.locator('#answers:is([data-state="counted"], [data-state="done"])');
    const count = async () => Number(await answers.getAttribute("data-count"));
    assert.equal(await count(), JSON.parse(run("count", "logiq-2", "--json")).total);
    await frame.getByRole("button", { name: "Best piece: the one that leaves the most ways" }).click();
    await frame.getByRole("button", { name: "Lay it: what is shown" }).click();
    await frame.locator(".tray-piece.gone").first().waitFor({ state: "attached" });
    assert.ok(await count() > 0);
    // The link is that of the solution, whatever is laid.
    assert.equal(await page.evaluate(() => location.hash), link);
    await frame.getByText("In three dimensions").click();
    const { share } = await seen(context, frame.locator("canvas"));
    assert.ok(share > 0.1, String(share));
  });

  await check("it complains of nothing and asks for nothing", async () => assert.deepEqual(complaints, []));

  await check("phones of every width show it without scrolling sideways", async () => {
    for (const wide of [320, 360, 375]) {
      await page.setViewportSize({ width: wide, height: 740 });
      await page.waitForTimeout(200);
      const [width, inside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= inside, `${width} of ${inside}`);
    }
  });

  await check("dark, and without motion, where the system says so", async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    assert.notEqual(await ground(), light);
    await page.getByLabel("Colours").selectOption("light");
    assert.equal(await ground(), light);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.locator(".solid button").first().textContent(), "Turn");
  });

  if (figuresPath) writeFileSync(figuresPath, `${JSON.stringify(figures, null, 2)}\n`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}
