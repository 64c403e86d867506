// Takes the pictures of the page that are in results/page:
//
//     bitcover report logiq --output logiq.html
//     node tests/page/pictures.mjs logiq.html results/page

import { join } from "node:path";

import { browser, open } from "./browser.mjs";

const [path, directory] = process.argv.slice(2);
const { context, close } = await browser();

const shot = (page, name, options = {}) => page.screenshot({ path: join(directory, `${name}.png`), ...options });

/** Opens the page at a solution, still, in this light and of this size. */
async function at(hash, colorScheme, width, height) {
  const { page, complaints } = await open(context, path, hash);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForTimeout(600);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return page;
}

try {
  let page = await at("#logiq-5/3000", "light", 1280, 1160);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForTimeout(400);
  await shot(page, "logiq");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.check('input[name="part"][value="logiq-5"]');
  await page.locator('.swatch:has(svg[aria-label^="Piece T,"]) input').check();
  await page.locator('.cell[aria-label^="row 2, column 5:"]').click();
  await page.locator("#gallery").evaluate((gallery) => gallery.scrollIntoView());
  await page.waitForTimeout(400);
  await shot(page, "gallery");
  await page.locator("#counts").evaluate((section) => section.scrollIntoView());
  await page.waitForTimeout(600);
  await shot(page, "counts");
  await page.close();

  page = await at("#logiq-5/3000", "light", 1280, 900);
  const tower = page.locator(".solid canvas");
  await tower.screenshot({ path: join(directory, "tower.png") });
  await page.getByLabel("Outer pieces").selectOption("hidden");
  await page.waitForTimeout(400);
  await tower.screenshot({ path: join(directory, "rings.png") });
  await page.close();

  page = await at("#logiq-5/3000", "dark", 1280, 900);
  await shot(page, "dark");
  await page.close();

  page = await at("#logiq-5/3000", "light", 390, 844);
  await shot(page, "phone");
} finally {
  await close();
}
