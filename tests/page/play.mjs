// Checks the page of `play` in a browser, against the program that wrote it:
//
//     node tests/page/play.mjs target/release/bitcover play.html
//
// The page has logiq-5, kanoodle, calendar, soma and lonpos-pyramid. Prints what was checked and how long
// things took. The exit code is 0 where all is well, 1 where not, 77 where there is no browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { browser, open } from "./browser.mjs";
import { Hands } from "./hands.mjs";

const [program, path] = process.argv.slice(2);
const run = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** What the page is to have. */
const PUZZLES = ["logiq-5", "kanoodle", "calendar", "soma", "lonpos-pyramid"];

/** A puzzle that no page carries: two corners fill two rows of three cells, this way or that way. */
const OWN = `name = "mine"
title = "Mine"

[board]
rows = 2
columns = 3
motions = "translate"

[pieces]
motions = "rotations"

[[piece]]
symbol = "L"
picture = """
L.
LL"""
copies = 2
`;

/** Four squares with coloured edges. */
const TILES = `name = "tiles"
title = "Tiles"

[board]
rows = 2
columns = 2
motions = "rotations"
${["rrgb", "rgbb", "ggrb", "rbgr"].map((edges, n) => `
[[piece]]
symbol = "${"ABCD"[n]}"
edges = "${edges}"
`).join("")}`;

const { context: plain, close } = await browser();
const figures = { browser: plain.browser().version() };

/** Says what was checked. */
async function check(name, what) {
  const begun = performance.now();
  await what();
  console.log(`ok: ${name} (${Math.round(performance.now() - begun)} ms)`);
}

/** What the page says of the position when it has counted. */
async function counted(page) {
  await page.waitForSelector('#answers:is([data-state="counted"], [data-state="done"])', { timeout: 60_000 });
  return page.evaluate(() => {
    const { count, took } = document.getElementById("answers").dataset;
    return { count: Number(count), took: Number(took), words: document.getElementById("answers").innerText };
  });
}

/** The placements of a list in the link of the page. */
async function listed(page, key) {
  const hash = decodeURIComponent(await page.evaluate(() => location.hash));
  const list = hash.split(";").find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
  return list.split(",").filter(Boolean).map((one) => {
    const [piece, cells] = one.split(":");
    return { piece, cells: cells.split(".").map(Number) };
  });
}

/** What is on the board, as --given has it. */
async function given(page) {
  const words = [];
  for (const { piece, cells } of [...await listed(page, "fixed"), ...await listed(page, "at")]) {
    const labels = await page.locator(".table .cell").evaluateAll((all, cells) => cells.map((cell) => all[cell].getAttribute("aria-label")), cells);
    if (piece === "") {
      words.push("--given", labels[0].split(" (")[0]);
      continue;
    }
    const outer = labels.filter((label) => !label.startsWith("inner"));
    const numbers = outer.map((label) => label.match(/(?:layer (\d+), )?row (\d+), column (\d+)/).slice(1).filter(Boolean).join());
    words.push("--given", `${piece}@${numbers.join(" ")}`);
  }
  return words;
}

/** Asserts that the page counts what the program does; the count. */
async function agrees(page, puzzle) {
  const { count } = await counted(page);
  const words = await given(page);
  assert.equal(count, JSON.parse(run("count", puzzle, ...words, "--json")).total, `${puzzle} ${words.join(" ")}`);
  return count;
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

try {
  const context = await plain.browser().newContext({ viewport: { width: 1360, height: 900 }, hasTouch: true });
  // A day in January, wherever and whenever this runs.
  await context.addInitScript(() => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...words) {
        super(...(words.length > 0 ? words : [2026, 0, 25, 12]));
      }

      static now() {
        return Real.now();
      }
    };
    globalThis.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: "longtask", buffered: true });
  });
  const { page, complaints } = await open(context, path);
  figures.first_paint_ms = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  const hands = await Hands.of(page);
  // Positions of two pieces, one for each puzzle.
  const links = [];

  for (const puzzle of PUZZLES) {
    await page.evaluate((name) => (location.hash = `#${name};at=`), puzzle);
    await page.waitForFunction((name) => document.querySelector("#puzzle").selectedOptions[0]?.dataset.name === name, puzzle);
    if (puzzle === "calendar") await press(page, "Today");

    await check(`${puzzle}: pieces of a solution are laid by mouse, by finger and by keys, and count as the program counts`, async () => {
      await press(page, "Solutions, one after another");
      await page.getByRole("button", { name: "Lay it: what is shown" }).click();
      const solution = await listed(page, "at");
      assert.match((await counted(page)).words, /Solved/);
      await press(page, "Undo (Ctrl+Z)");
      const ways = [(name, cells) => hands.drag(name, cells, false), (name, cells) => hands.drag(name, cells, true),
        (name, cells) => hands.walk(name, cells)];
      // A piece may lie in a way that one of the hands cannot see or go, such as over the ends of a tower:
      // each hand takes the first of those that are left with which it can.
      const left = [...solution];
      for (const lay of ways) {
        let laid = 0;
        while (laid < left.length && !await lay(left[laid].piece, left[laid].cells)) laid += 1;
        assert.ok(laid < left.length);
        left.splice(laid, 1);
      }
      assert.equal((await listed(page, "at")).length, 3);
      assert.ok(await agrees(page, puzzle) > 0);
    });

    await check(`${puzzle}: what was done is undone and done again`, async () => {
      const three = await given(page);
      await page.keyboard.press("Control+z");
      assert.equal((await listed(page, "at")).length, 2);
      await agrees(page, puzzle);
      links.push([puzzle, await page.evaluate(() => location.hash)]);
      await page.keyboard.press("Control+y");
      assert.deepEqual(await given(page), three);
    });

    await check(`${puzzle}: a wrong piece is told at once, and what was wrong is undone`, async () => {
      const before = await counted(page);
      const names = await page.locator(".tray-piece:not(.gone)").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(", ")[0]));
      let told = null;
      for (const name of names) {
        await hands.piece(name).focus();
        await page.keyboard.press("Enter");
        if ((await hands.target()).length === 0) {
          await page.keyboard.press("Escape");
          continue;
        }
        await page.keyboard.press("Enter");
        told = await counted(page);
        if (told.count === 0) break;
        await page.keyboard.press("Control+z");
      }
      assert.equal(told.count, 0);
      assert.match(told.words, /No way to finish\s+The last step was wrong/);
      await agrees(page, puzzle);
      await page.getByRole("button", { name: "Undo it: what was wrong" }).click();
      assert.equal((await counted(page)).count, before.count);
    });

    await check(`${puzzle}: hints lead to the end`, async () => {
      for (let step = 0; step < 20 && !/Solved|finished/.test((await counted(page)).words); step++) {
        await page.getByRole("button", { name: step % 2 ? "Hint: a piece that lies in some solution" : "Best piece: the one that leaves the most ways" }).click();
        await page.getByRole("button", { name: "Lay it: what is shown" }).click();
        assert.ok((await counted(page)).count > 0);
      }
      assert.match((await counted(page)).words, /Solved!/);
      assert.equal(await agrees(page, puzzle), 1);
    });

    await check(`${puzzle}: a challenge has exactly one way to finish`, async () => {
      await page.getByLabel("Number of the challenge").fill("7");
      await page.getByRole("button", { name: "Begin the challenge" }).click();
      await page.waitForFunction(() => /exactly one/.test(document.querySelector(".challenge .note").textContent), null, { timeout: 60_000 });
      assert.ok((await listed(page, "fixed")).length > 0);
      assert.equal(await agrees(page, puzzle), 1);
    });
  }

  await check("links hold the position, and bad ones say so", async () => {
    await press(page, "Hint: a piece that lies in some solution");
    await page.getByRole("button", { name: "Lay it: what is shown" }).click();
    const [link, words] = [await page.evaluate(() => location.hash), await given(page)];
    const again = await open(context, path, link);
    assert.deepEqual(await given(again.page), words);
    assert.equal((await counted(again.page)).count, (await counted(page)).count);
    assert.deepEqual(again.complaints, []);
    await again.page.close();
    for (const [bad, said] of [["#soma;at=V:1.2", /V cannot lie/], ["#nonesuch;at=", /no puzzle nonesuch/], ["#own;text=!", /damaged/]]) {
      const wrong = await open(context, path, bad);
      assert.match(await wrong.page.locator("#note").textContent(), said);
      assert.deepEqual(wrong.complaints, []);
      await wrong.page.close();
    }
  });

  await check("a puzzle of one's own is drawn, and an error has line and column", async () => {
    await page.getByText("A puzzle of your own").click();
    const file = page.getByLabel("Puzzle file", { exact: true });
    await file.fill('name = "mine"\ntitle = "Mine"\n\n[board]\nrows = 2\ncolumns = nonsense\n');
    await page.locator(".editor .error:not(:empty)").waitFor();
    assert.match(await page.locator(".editor .error").textContent(), /^Line 6, column 11: /);
    await file.fill(OWN);
    await page.waitForFunction(() => document.getElementById("title").textContent === "Mine");
    assert.equal(await page.locator(".table .cell").count(), 6);
    assert.equal((await counted(page)).count, 2);
    const link = await page.evaluate(() => location.hash);
    const again = await open(context, path, link);
    assert.equal((await counted(again.page)).count, 2);
    assert.equal(await again.page.locator("#title").textContent(), "Mine");
    await again.page.close();
  });

  await check("tiles with coloured edges are drawn with bands, turned, and laid where their colours agree", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tiles-"));
    try {
      const path = join(folder, "tiles.toml");
      writeFileSync(path, TILES);
      await page.getByLabel("Puzzle file", { exact: true }).fill(TILES);
      await page.waitForFunction(() => document.getElementById("title").textContent === "Tiles");
      assert.equal((await counted(page)).count, JSON.parse(run("count", path, "--json")).total);
      const letters = (where) => page.locator(`${where} .paint text`).allTextContents().then((all) => all.sort().join(""));
      const label = (cell) => page.locator(".table .cell").nth(cell).getAttribute("aria-label");
      const sides = async (name) => (await hands.piece(name).getAttribute("aria-label")).match(/sides ([a-z ]+)/)[1].replaceAll(" ", "");
      const shown = (name) => letters(`.tray-piece[aria-label^="${name}, "]`);
      assert.equal(await shown("A"), "bgrr");
      await hands.piece("A").focus();
      await page.keyboard.press("Enter");
      const before = [await sides("A"), await hands.piece("A").locator("svg").innerHTML()];
      await page.keyboard.press("r");
      // What faced left faces up.
      assert.equal(await sides("A"), before[0].at(-1) + before[0].slice(0, -1));
      assert.notEqual(await hands.piece("A").locator("svg").innerHTML(), before[1]);
      assert.equal(await letters(".marks"), "bgrr");
      await page.keyboard.press("Enter");
      const cell = await page.locator(".table .cell").evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-label").includes(": A")));
      assert.equal(cell, 0);
      const turned = await sides("A");
      assert.match(await label(0), new RegExp(`: A, sides ${[...turned].join(" ")}$`));
      assert.equal(await letters(".layer:not(.marks)"), "bgrr");
      // The first four edges of a written solution are those of its first cell.
      const lines = run("solve", path, "--images", "--output", "-").split("\n").filter((line) => line.includes("::"));
      const having = lines.filter((line) => line[0] === "A" && line.split("::")[1].startsWith(turned));
      assert.ok(having.length > 0);
      assert.equal((await counted(page)).count, having.length);
      assert.match(await page.evaluate(() => location.hash), new RegExp(`A:0:${turned}`));

      // Beside it, only what shows there what it shows.
      await hands.look();
      await hands.piece("B").click();
      let refused = 0;
      for (let turn = 0; turn < 4; turn++) {
        const fits = (await sides("B"))[3] === turned[1];
        await page.mouse.click(hands.middles[1].x, hands.middles[1].y);
        assert.equal((await label(1)).includes(": B"), fits, `${turned} and ${await sides("B")}`);
        if (fits) {
          await page.keyboard.press("Control+z");
          await hands.piece("B").click();
        } else {
          assert.match(await page.locator("#said").textContent(), /B does not fit there as it is/);
          refused++;
        }
        await page.keyboard.press("r");
      }
      assert.ok(refused > 0 && refused < 4);
      await page.keyboard.press("Escape");

      const again = await open(context, page.url().split("#")[0].replace("file://", ""), await page.evaluate(() => location.hash));
      assert.equal((await counted(again.page)).count, having.length);
      assert.equal(await again.page.locator(".table .cell").first().getAttribute("aria-label"), await label(0));
      await again.page.close();
      await press(page, "Hint: a piece that lies in some solution");
      await page.locator(".marks .hint").first().waitFor({ state: "attached" });
      assert.equal((await letters(".marks")).length, 4);
      await page.getByRole("button", { name: "Lay it: what is shown" }).click();
      await press(page, "Solutions, one after another");
      await page.getByRole("button", { name: "Lay it: what is shown" }).click();
      assert.match((await counted(page)).words, /Solved/);
      assert.equal((await letters(".layer:not(.marks)")).length, 16);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  await check("nothing is asked for, and nothing complained of", async () => assert.deepEqual(complaints, []));
  const tasks = await page.evaluate(() => long);
  figures.long_tasks = tasks.length;
  figures.longest_task_ms = Math.max(0, ...tasks);

  await check("phones show it without scrolling sideways", async () => {
    for (const name of PUZZLES) {
      await page.evaluate((name) => (location.hash = `#${name};at=`), name);
      await page.waitForFunction((name) => document.querySelector("#puzzle").selectedOptions[0]?.dataset.name === name, name);
      await page.evaluate(() => document.querySelectorAll("details:not(.space)").forEach((one) => (one.open = true)));
      for (const width of [320, 390, 861]) {
        await page.setViewportSize({ width, height: 740 });
        // What watches sizes is told of them with the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const [whole, inside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(whole <= inside, `${name}: ${whole} of ${inside}`);
      }
    }
  });

  // Each count anew: the page keeps those of the game that it shows.
  for (const [puzzle, link] of links) {
    await page.evaluate((hash) => (location.hash = hash), link);
    await page.waitForFunction((name) => document.querySelector("#puzzle").selectedOptions[0]?.dataset.name === name, puzzle);
    figures[`${puzzle}_two_pieces_ms`] = (await counted(page)).took;
  }
  await page.evaluate(() => (location.hash = "#kanoodle;at="));
  await page.waitForFunction(() => document.querySelector("#puzzle").selectedOptions[0]?.dataset.name === "kanoodle");
  figures.kanoodle_empty_ms = (await counted(page)).took;
  await page.selectOption("#puzzle", { label: "Calendar" });
  await page.waitForFunction(() => document.getElementById("title").textContent === "Calendar");
  figures.calendar_today_ms = (await counted(page)).took;
  console.log(JSON.stringify(figures));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}
