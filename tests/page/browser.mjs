// A browser without a window, and what it needs to be had.
//
// Chromium is looked for where CHROMIUM says, else at the places of Debian, else on the path.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The exit code that says that there is no browser, so that nothing was checked. */
export const NO_BROWSER = 77;

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function chromium() {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  if (installed) return installed;
  for (const name of NAMES) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // The next one, then.
    }
  }
  return null;
}

/** The browser, and how to end it; leaves the process where there is none. */
export async function browser() {
  const executablePath = chromium();
  const missing = (what) => {
    console.error(`not checked: ${what}`);
    process.exit(NO_BROWSER);
  };
  if (!executablePath) missing("there is no Chromium; install the package chromium, or set CHROMIUM to its path");
  const library = await import("playwright-core").catch(() => null);
  if (!library) missing("playwright-core is missing; run `npm ci --prefix tests/page`");
  // Each run has a fresh profile, which ends with it.
  const launched = await library.chromium.launch({
    executablePath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  const context = await launched.newContext({ viewport: { width: 1360, height: 900 } });
  return { context, close: () => launched.close() };
}

/** Opens a page from the disk, and gathers what it complains of and asks for. */
export async function open(context, path, hash = "") {
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    // A driver may say that reading the picture took time, which is the doing of the check.
    const isDriver = message.text().includes("GL Driver Message");
    if (["error", "warning"].includes(message.type()) && !isDriver) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const own = pathToFileURL(path).href;
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith("blob:")) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(own + hash);
  await page.waitForSelector("html[data-ready], main > [role=alert]", { timeout: 60_000 });
  return { page, complaints };
}

/** What a canvas shows: the share of its points that are not empty, and how many colours. */
export async function seen(context, canvas) {
  const shot = await canvas.screenshot();
  const page = await context.newPage();
  const found = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    const at = (i) => (data[i] >> 4 << 8) | (data[i + 1] >> 4 << 4) | data[i + 2] >> 4;
    const colours = new Set();
    let drawn = 0;
    for (let i = 0; i < data.length; i += 4) {
      colours.add(at(i));
      if (at(i) !== at(0)) drawn++;
    }
    return { share: drawn / (data.length / 4), colours: colours.size };
  }, shot.toString("base64"));
  await page.close();
  return found;
}
