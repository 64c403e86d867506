// Opens pages in a browser, and compares what they show with the program that wrote them:
//
//     node tests/page/opens.mjs target/release/bitcover FOLDER
//
// In the folder, each page NAME.html is the report of the puzzle file NAME.toml. Prints what was checked;
// the exit code is 0 where all is well, 1 where not, 77 where there is no browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { browser, open, seen } from "./browser.mjs";

const [program, folder] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".html")).map((name) => name.slice(0, -5));
const count = (path) => JSON.parse(execFileSync(program, ["count", path, "--json"], { encoding: "utf8" }));

const { context, close } = await browser();
try {
  for (const name of names) {
    const { page, complaints } = await open(context, join(folder, `${name}.html`));
    const shown = await page.locator("#count").evaluate(({ dataset }) => Number(dataset.found));
    assert.equal(shown, count(join(folder, `${name}.toml`)).distinct, name);
    const picture = page.locator("canvas").first();
    if (await picture.isVisible()) {
      const { share, colours } = await seen(context, picture);
      assert.ok(share > 0.01 && colours > 2, `${name}: nothing is drawn`);
    }
    assert.deepEqual(complaints, [], name);
    await page.close();
    console.log(`ok: ${name}`);
  }
} finally {
  await close();
}
