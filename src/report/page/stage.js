// The chosen solution: in three dimensions where it has depth, flat beside, and all its images.

/* global button, drawing, element, grouped -- text.js */
/* global picture -- picture.js */
/* global isSolid -- solid.js */
/* global Space -- space.js */

class Stage {
  /**
   * A stage that asks for other solutions with `go(part, i, motion)`; `further(part, i, by)` is the one that
   * many further on, and `state()` what the filters add to a link.
   */
  constructor(root, { go, further, state }) {
    Object.assign(this, { root, go, further, state });
    this.title = element("h3", { id: "stage-title", "aria-live": "polite" });
    this.flat = element("div", { class: "flat" });
    this.image = element("p", { class: "image", "aria-live": "polite" });
    this.space = new Space();
    this.copied = element("span", { class: "copied", "aria-live": "polite" });
    this.anchor = element("a", { class: "permalink" }, "Permanent link");
    this.note = element("p", { class: "note stage-note", role: "status" });
    root.replaceChildren(
      element("div", { class: "stage-head" }, this.title,
        element("div", { class: "buttons" },
          button("Previous solution", () => this.step(-1), "← previous"),
          button("Next solution", () => this.step(1), "next →"),
          this.anchor,
          button("Copy line of this image", () => this.copy(), "Copy line"),
          this.copied)),
      this.note,
      this.space.frame,
      element("div", { class: "stage-flat" }, this.flat, element("div", { class: "buttons" },
        button("Previous image", () => this.stepImage(-1), "←"),
        button("Next image", () => this.stepImage(1), "→"), this.image)));
  }

  /** Shows a solution in its image under a motion. */
  show(part, i, motion = 0) {
    Object.assign(this, { part, i, motion });
    this.codes = part.image(part.solution(i), motion);
    const free = part.freeWords(this.codes);
    this.title.textContent = part.label(i) + (free && `: ${free}`);
    this.relink();
    this.copied.textContent = "";
    const { words } = part.motions[motion];
    this.image.textContent = part.motions.length > 1
      ? `image ${motion + 1} of ${part.motions.length}: ${words}` : "";
    this.flat.replaceChildren(drawing(picture(part, this.codes,
      { label: `${part.label(i)}, ${words}: ${part.line(this.codes)}`, sides: part.sidesOf(i, motion) })));
    this.space.frame.hidden = !isSolid(part);
    if (isSolid(part)) this.space.show(part, this.codes, part.label(i));
  }

  /** Has the link say what is shown, and the filters. */
  relink() {
    this.anchor.href = this.part.link(this.i, this.motion) + this.state();
  }

  step(by) {
    const { part, i, motion } = this.further(this.part, this.i, by);
    this.go(part, i, motion);
  }

  stepImage(by) {
    const count = this.part.motions.length;
    this.go(this.part, this.i, (this.motion + by + count) % count);
  }

  async copy() {
    const line = this.part.lineOf(this.i, this.motion);
    try {
      await navigator.clipboard.writeText(line);
      this.copied.textContent = "copied";
    } catch {
      this.copied.textContent = line;
    }
  }

  /** Says something about the solution that is shown, or nothing. */
  say(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }
}

/** What a gallery holds, in a sentence. */
function held(part) {
  const { kind, seed } = part.gallery;
  const count = grouped(part.length);
  if (part.length === 0) return `${part.name} has no solution to show.`;
  if (kind === "all") return `All ${count} distinct solutions of ${part.name} are here.`;
  if (kind === "sample") {
    return `Here are ${count} of the ${grouped(part.count.total)} arrangements of ${part.name}, drawn at ` +
      `random, each as likely as any other (seed ${seed}).`;
  }
  return `Here are the first ${count} solutions of ${part.name} that a search came to: they are alike, ` +
    "and stand for no others.";
}
