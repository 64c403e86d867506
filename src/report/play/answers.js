// What the engine says of a position: in how many ways it can be finished, which pieces can lie no more,
// and which cells nothing can fill. Counts are kept, so that undoing asks for nothing.

/* global button, element, grouped, plural -- text.js */
/* global Cancelled -- engine.js */

/** After how many milliseconds it is said that a count is still going on. */
const PATIENCE_MS = 120;

/** The most counts that are kept. */
const MOST_KEPT = 2000;

/** Nothing instead of an error where a request was cancelled, since nobody waits for its answer any more. */
function unlessCancelled(error) {
  if (error instanceof Cancelled) return null;
  throw error;
}

/** The same for the same position, whatever was laid first. */
const keyOf = (position) => [...position].sort((a, b) => a - b).join();

class Answers {
  /** Answers that call `onfindings` when they know more, and `onundo` when a wrong step is to be undone. */
  constructor({ onfindings, onundo }) {
    this.onfindings = onfindings;
    this.ways = element("p", { class: "ways" });
    this.detail = element("p", { class: "ways-detail" });
    this.undo = button("Undo it: what was wrong", () => onundo(this.wrongSteps), "Undo it");
    this.root = element("div", { class: "answers", id: "answers" }, this.ways, this.detail, this.undo);
    this.undo.hidden = true;
    this.kept = new Map();
    this.task = null;
    this.round = 0;
  }

  /** Forgets everything, for another puzzle. */
  forget() {
    this.cancel();
    this.kept.clear();
  }

  cancel() {
    this.round++;
    this.task?.cancel();
    this.task = null;
  }

  /** The count of the position that was asked for last, as a big integer; null while it is not known. */
  get count() {
    return this.known?.count === undefined ? null : BigInt(this.known.count);
  }

  /** Asks about the position of a game; says what it knows at once, and more as it comes. */
  async ask(engine, game) {
    this.cancel();
    const { round } = this;
    const key = keyOf(game.position);
    const known = this.kept.get(key) ?? { stuck: game.stuckPieces(), lost: game.deadCells() };
    if (this.kept.size > MOST_KEPT) this.kept.clear();
    this.kept.set(key, known);
    this.known = known;
    this.root.dataset.state = "asked";
    if (known.count !== undefined) {
      this.say(game);
      if (known.isWhole) return;
    } else {
      this.onfindings(known);
    }
    // Nothing is wrong with the engine where an answer is not waited for any longer.
    const answer = async (task) => {
      this.task = task;
      const found = await task.promise.catch(unlessCancelled);
      return round === this.round ? found : null;
    };
    if (known.count === undefined) {
      const waiting = setTimeout(() => round === this.round && this.wait(null), PATIENCE_MS);
      const task = engine.count(game.position, (news) => round === this.round && this.wait(news));
      const begun = performance.now();
      const found = await answer(task).finally(() => clearTimeout(waiting));
      if (!found) return;
      known.count = found.count;
      this.root.dataset.took = Math.round(performance.now() - begun);
      this.say(game);
    }
    if (known.count !== "0") {
      const found = await answer(engine.possible(game.position));
      if (!found) return;
      const { pieces } = game.puzzle;
      known.stuck = pieces.flatMap(({ name }, p) => found.pieces[name] === false && game.left(p) > 0 ? [p] : []);
      known.lost = [...new Set([...known.lost, ...found.openCells])];
      known.isWhole = true;
      this.say(game);
    }
    this.root.dataset.state = "done";
  }

  /** Says how far a count has come. */
  wait(news) {
    this.root.classList.remove("none", "one");
    this.undo.hidden = true;
    this.ways.textContent = news && news.atLeast !== "0" ? `at least ${grouped(news.atLeast)} ways to finish` : "counting …";
    this.detail.textContent = news ? "still being counted" : "";
  }

  /** Says what is known of the position. */
  say(game) {
    const { count } = this;
    const { stuck, lost } = this.known;
    const { puzzle } = game;
    this.wrongSteps = count === 0n ? this.stepsBack(game) : 0;
    this.root.classList.toggle("none", count === 0n);
    this.root.classList.toggle("one", count === 1n);
    const isSolved = count > 0n && game.isFull;
    this.ways.textContent = isSolved ? "Solved!" : count === 0n ? "No way to finish"
      : `${plural(count, "way", "ways")} to finish`;
    this.root.dataset.count = String(count);
    const names = stuck.map((p) => puzzle.pieces[p].name).join(", ");
    const words = [];
    if (isSolved) words.push("Every cell is filled.");
    else if (this.wrongSteps === 1) words.push("The last step was wrong.");
    else if (this.wrongSteps > 1) words.push(`The last ${this.wrongSteps} steps were wrong.`);
    if (!isSolved && names) words.push(`Can lie no more: ${names}.`);
    if (!isSolved && lost.length > 0) words.push(`${plural(lost.length, "cell", "cells")} can be filled no more (×).`);
    this.detail.textContent = words.join(" ");
    this.undo.hidden = this.wrongSteps === 0;
    this.isSolved = isSolved;
    this.root.dataset.state = count === 0n || this.known.isWhole ? "done" : "counted";
    this.onfindings(this.known);
  }

  /** How many steps back the game could be finished, as far as that is known; 0 where it is not. */
  stepsBack({ past, fixed }) {
    const at = past.findLastIndex((laid) => (this.kept.get(keyOf([...fixed, ...laid]))?.count ?? "0") !== "0");
    return at < 0 ? 0 : past.length - at;
  }

  /** What is known, in one sentence for readers of the screen. */
  get words() {
    return [this.ways.textContent, this.detail.textContent].filter(Boolean).join(". ");
  }
}
