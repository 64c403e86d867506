// Hands for a page that is played: they lay a piece on given cells, as people do with a mouse, with a
// finger, or with keys.

/** The middle of an element. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** How far above a finger the page carries a piece. */
const LIFT = 40;

/** How many steps a piece goes to the right at most until it has the shape that is looked for on the screen. */
const MOST_ASIDE = 5;

export class Hands {
  static async of(page) {
    const hands = new Hands();
    hands.page = page;
    hands.tray = page.locator(".tray-piece");
    hands.cells = page.locator(".table .cell");
    hands.wire = await page.context().newCDPSession(page);
    return hands;
  }

  /** The piece of a name. */
  piece(name) {
    return this.page.locator(`.tray-piece[aria-label^="${name}, "]`);
  }

  /** Looks where the cells are now. */
  async look() {
    this.middles = await this.cells.evaluateAll((all) => all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }));
  }

  /** The cells over which the piece in hand would be laid, in order. */
  async target() {
    const cells = await this.page.evaluate(() => document.querySelector(".marks .target")?.dataset.cells.split(".").map(Number) ?? []);
    return cells.sort((a, b) => a - b);
  }

  /**
   * How far the piece in hand is from cells where it would be laid now: right and down, in pixels; null where
   * it is another shape there, or would be laid nowhere.
   */
  async off(cells) {
    const target = await this.target();
    if (target.length !== cells.length) return null;
    const steps = target.map((cell, k) => {
      const [now, wanted] = [this.middles[cell], this.middles[cells[k]]];
      return { x: wanted.x - now.x, y: wanted.y - now.y };
    });
    const [{ x, y }] = steps;
    return steps.some((step) => Math.abs(step.x - x) + Math.abs(step.y - y) > 2) ? null : { x, y };
  }

  /** What a pointer does: presses, moves and lets go. */
  pointer(isFinger) {
    const { mouse } = this.page;
    const touch = async (type, points) => {
      await this.wire.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      // Browsers tell a page of moves of fingers with the next frame.
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    };
    return isFinger
      ? { down: (at) => touch("touchStart", [at]), move: ({ x, y }) => touch("touchMove", [{ x, y: y + LIFT }]), up: () => touch("touchEnd", []) }
      : {
        down: async ({ x, y }) => {
          await mouse.move(x, y);
          await mouse.down();
        },
        move: ({ x, y }) => mouse.move(x, y), up: () => mouse.up(),
      };
  }

  /**
   * Goes through the shapes of a piece until something holds; `turn` and `flip` make the next. Says whether it
   * held.
   */
  async throughShapes(name, holds, turn, flip) {
    const seen = new Set();
    const isNew = async () => {
      const { size } = seen;
      seen.add(await this.piece(name).locator("svg").innerHTML());
      return seen.size > size;
    };
    while (await isNew()) {
      do {
        if (await holds()) return true;
        await turn();
      } while (await isNew());
      await flip();
    }
    return false;
  }

  /** Drags a piece from the tray onto cells, turned by the buttons where it must be. */
  async drag(name, cells, isFinger) {
    const { down, move, up } = this.pointer(isFinger);
    const aside = { x: 4, y: 4 };
    const press = (which) => async () => {
      const one = this.page.locator(".controls").getByRole("button", { name: which });
      if (!await one.isEnabled()) return;
      const picture = this.piece(name).locator("svg");
      const before = await picture.innerHTML();
      await (isFinger ? one.tap() : one.click());
      // A tap comes to the page as a click a little later.
      for (let wait = 0; wait < 100 && await picture.innerHTML() === before; wait++) await this.page.waitForTimeout(10);
    };
    await this.look();
    const holds = async () => {
      const from = await middle(this.piece(name));
      await down(from);
      await move({ x: from.x, y: from.y - 60 });
      let at = null;
      for (let k = 0; k < cells.length && !at; k++) {
        at = this.middles[cells[k]];
        await move(at);
        if (!await this.off(cells)) at = null;
      }
      for (let step = 0; step < 4 && at; step++) {
        const off = await this.off(cells);
        if (off && Math.hypot(off.x, off.y) < 2) {
          await up();
          return true;
        }
        at = off && { x: at.x + off.x, y: at.y + off.y };
        if (at) await move(at);
      }
      await move(aside);
      await up();
      return false;
    };
    return this.throughShapes(name, holds, press("Turn the piece"), press("Flip the piece"));
  }

  /** Takes a piece with the keyboard, turns it, walks to cells with arrows, and lays it there. */
  async walk(name, cells) {
    const { keyboard } = this.page;
    await this.look();
    await this.piece(name).focus();
    await keyboard.press("Enter");
    const holds = async () => {
      let aside = 0;
      for (let step = 0; step < 30; step++) {
        const off = await this.off(cells);
        // Over the ends of a tower it has another shape on the screen: it goes on to where it has not.
        if (!off && ++aside > MOST_ASIDE) return false;
        const { x, y } = off ?? { x: 1, y: 0 };
        if (off && Math.hypot(x, y) < 2) return true;
        const before = await this.target();
        await keyboard.press(Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp");
        if (String(await this.target()) === String(before)) return false;
      }
      return false;
    };
    const isThere = await this.throughShapes(name, holds, () => keyboard.press("r"), () => keyboard.press("f"));
    await keyboard.press(isThere ? "Enter" : "Escape");
    return isThere;
  }
}
