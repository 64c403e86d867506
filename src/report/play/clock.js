// How long a game takes: from the first piece to the last.

/* global element -- text.js */

class Clock {
  constructor() {
    this.root = element("time", { class: "clock", role: "timer", "aria-label": "Time", hidden: true });
    this.reset();
  }

  reset() {
    clearInterval(this.ticking);
    Object.assign(this, { begun: null, ended: null, ticking: null });
    this.show();
  }

  /** Begins, where it has not begun. */
  begin() {
    if (this.begun !== null) return;
    this.begun = Date.now();
    this.ticking = setInterval(() => this.show(), 1000);
    this.show();
  }

  /** Stops, where it goes. */
  end() {
    if (this.begun === null || this.ended !== null) return;
    this.ended = Date.now();
    clearInterval(this.ticking);
    this.show();
  }

  /** Minutes and seconds. */
  get words() {
    const seconds = Math.round(((this.ended ?? Date.now()) - (this.begun ?? Date.now())) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  show() {
    this.root.hidden = this.begun === null;
    this.root.textContent = this.words;
  }
}
