// Checks the page of a puzzle of hexagons, one of triangles and one of hexagonal prisms in a browser,
// against the program that wrote it:
//
//     node tests/page/tiles.mjs target/release/bitcover page.html FILE FILE FILE [results/page]
//
// The files are those of the puzzles, in the order of the page. Takes pictures into the directory, if
// one is named. The exit code is 0 where all is well, 1 where not, 77 where there is no browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { browser, open, seen } from "./browser.mjs";

const [program, path, hexagons, triangles, prisms, directory] = process.argv.slice(2);
const run = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const { context, close } = await browser();

/** Says what was checked. */
async function check(name, what) {
  await what();
  console.log(`ok: ${name}`);
}

/** How many outlines a picture has, and how many corners each of them. */
const outlines = (picture) => picture.locator("path[fill]").evaluateAll((paths) => paths.flatMap((path) =>
  path.getAttribute("d").split("z").filter(Boolean).map((outline) => outline.split(/[ML]/).length - 1)));

/** Shows solution 1 of a puzzle, and its board among the filters. */
async function show(page, name) {
  await page.evaluate((name) => (location.hash = `#${name}/1`), name);
  await page.waitForFunction((name) =>
    document.querySelector("#stage-title").textContent.includes(`${name}, solution 1 of`), name);
  await page.check(`input[name="part"][value="${name}"]`);
}

try {
  const { page, complaints } = await open(context, path);
  await page.emulateMedia({ reducedMotion: "reduce" });

  for (const [file, corners, cells, cell] of
    [[hexagons, 6, 19, "row 2, column 3:"], [triangles, 3, 24, "row 2, column 5:"], [prisms, 6, 14, "layer 2, row 2, column 2:"]]) {
    const [{ name, distinct }] = JSON.parse(run("count", file, "--json")).parts;
    await show(page, name);

    await check(`${name}: every cell of a solution and of the pieces has ${corners} corners`, async () => {
      const shapes = await outlines(page.locator(".flat svg"));
      assert.deepEqual(shapes, Array(cells).fill(corners));
      const swatches = await outlines(page.locator(".swatch svg"));
      assert.ok(swatches.length > 0 && swatches.every((count) => count === corners), String(swatches));
    });

    await check(`${name}: lines run where \`show\` has different letters, and round the board`, async () => {
      const border = await page.locator(".flat svg path.border").getAttribute("d");
      const [text] = JSON.parse(run("show", file, "--solution", "1", "--json")).parts[0].shown;
      const rows = text.line.split("//").map((layer) => layer.split("/"));
      const at = (l, r, c) => [undefined, "#"].includes(rows[l][r]?.[c]) ? null : rows[l][r][c];
      let lines = 0;
      rows.forEach((layer, l) => layer.forEach((row, r) => [...row].forEach((_, c) => {
        if (at(l, r, c) === null) return;
        const beside = corners === 6
          ? [[-1, 1], [0, 1], [1, 0], [1, -1], [0, -1], [-1, 0]]
          : [[0, 1], [0, -1], [(r + c) % 2 === 0 ? 1 : -1, 0]];
        for (const [down, along] of beside) if (at(l, r + down, c + along) !== at(l, r, c)) lines++;
      })));
      assert.equal(border.match(/M/g).length, lines);
    });

    await check(`${name}: a piece at a place leaves what \`count --given\` counts`, async () => {
      assert.equal(Number(await page.locator("#count").getAttribute("data-found")), distinct);
      const button = page.locator(`.cell.cut[aria-label^="${cell}"]`);
      for (let turn = 0; turn < 3; turn++) {
        await button.click();
        const [given] = await page.locator(".chips code").allTextContents();
        if (given === undefined) break;
        const { total } = JSON.parse(run("count", file, "--given", given, "--json"));
        assert.equal(Number(await page.locator("#count").getAttribute("data-images")), total, given);
      }
      await page.getByRole("button", { name: "Clear all filters" }).click();
      await page.check(`input[name="part"][value="${name}"]`);
    });

    await check(`${name}: keys walk over the board, row by row`, async () => {
      const first = page.locator(".cell.cut").first();
      await first.focus();
      await page.keyboard.press("ArrowDown");
      assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /row 2,/);
      await page.keyboard.press("ArrowRight");
      assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /row 2,/);
      await page.keyboard.press("ArrowUp");
      assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /row 1,/);
    });

    await check(`${name}: it turns in space if it has layers, and only then`, async () => {
      await show(page, name);
      assert.equal(await page.locator(".solid").isVisible(), file === prisms);
      if (file !== prisms) return;
      const shown = await seen(context, page.locator(".solid canvas"));
      assert.ok(shown.share > 0.05 && shown.share < 0.9 && shown.colours > 10, JSON.stringify(shown));
    });

    if (directory) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.locator(".workbench").evaluate((element) => element.scrollIntoView());
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(directory, `${name}.png`) });
    }
  }

  await check("the heat map of the prisms has hexagons", async () => {
    const shapes = await page.locator(".heat path.cold").evaluateAll((paths) =>
      paths.map((path) => path.getAttribute("d").split(/[ML]/).length - 1));
    assert.ok(shapes.length > 0 && shapes.every((corners) => corners === 6), String(shapes));
  });

  await check("it complains of nothing and asks for nothing", async () => assert.deepEqual(complaints, []));
} finally {
  await close();
}
